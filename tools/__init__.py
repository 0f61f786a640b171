"""Programs that make files for the package, and what programs share. Using the package does not require them."""
