"""Programs that make files which the package ships, and what programs share. Nobody needs them to use the package."""
