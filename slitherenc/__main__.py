"""`python -m slitherenc` is the command `slitherenc`."""

from slitherenc.cli import main

if __name__ == "__main__":
    main()
