"""Integer programs with HiGHS."""
