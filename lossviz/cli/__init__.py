"""The command line: arguments enter; a command runs, or one sentence says why it cannot."""

from lossviz.cli.main import main

__all__ = ["main"]
