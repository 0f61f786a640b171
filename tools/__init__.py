"""Programs that make files which the package ships. Nobody needs them to use it."""
