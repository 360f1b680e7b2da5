"""Run the command line with `python -m dicedsl`."""

from dicedsl.cli import main

if __name__ == "__main__":
    main()
