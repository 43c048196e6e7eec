"""`python -m lossviz`: arguments enter, an exit status leaves."""

import sys

from lossviz.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
