"""Run the command line: `python -m slitherenc` does the same as the command `slitherenc`."""

from slitherenc.cli import main

if __name__ == "__main__":
    main()
