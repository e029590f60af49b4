"""`python -m mossa` is the command `mossa`."""

from mossa.cli import main

if __name__ == "__main__":
    main()
