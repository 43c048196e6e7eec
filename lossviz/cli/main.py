"""Which command was asked for: arguments enter, its exit status leaves."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import NoReturn

from lossviz import catalog
from lossviz.catalog.resolve import fields
from lossviz.params import Refusal, shown

REFUSED, INTERRUPTED = 2, 130
LONGEST_COMPLAINT = 200


def main(arguments: Sequence[str]) -> int:
    """Runs one command: 0 done, 1 the run failed, 2 refused, 130 interrupted."""
    try:
        asked = parser().parse_args(arguments, Namespace(started=time.perf_counter()))
        # torch is loaded only now: help and refusals answer at once
        from lossviz.cli import data, record, train

        commands = {"train": train.command, "record": record.command, "data": data.command}
        return commands[asked.command](asked)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED


class Parser(ArgumentParser):
    """argparse, which complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(REFUSED, f"{self.prog}: {shown(message, LONGEST_COMPLAINT)}\n")


def parser() -> Parser:
    """The commands and their options; every field of a recipe is one of `train`."""
    whole = Parser(prog="python -m lossviz", description="Train small embedders and record their runs")
    commands = whole.add_subparsers(dest="command", required=True, parser_class=Parser)
    train = commands.add_parser("train", help="train one recipe and print its readings", allow_abbrev=False)
    for name, param in fields().items():
        spelt = dict.fromkeys((f"--{name}", f"--{name.replace('_', '-')}"))
        said = f"{param.label}: {param.allowed()}".replace("%", "%%")
        train.add_argument(*spelt, dest=name, metavar="VALUE", help=said)
    train.add_argument("--edits", metavar="EDITS", help="changes under way, STEP:FIELD:VALUE, parted by semicolons")
    losses = ", ".join(catalog.losses())
    train.add_argument("--set", metavar="NAME=VALUE", action="append", default=[],
                       help=f"a setting of the loss ({losses}) or of the recipe; may be repeated")  # fmt: skip
    train.add_argument("--out", metavar="FILE", help="write the tape of the run here")
    train.add_argument("--json", action="store_true", help="print one JSON object as the last line")
    record = commands.add_parser("record", help="record the runs that come with the app", allow_abbrev=False)
    record.add_argument("--to", metavar="FOLDER", help="the folder; by default the one inside the package")
    record.add_argument("--missing", action="store_true", help="record only what is not there yet")
    data = commands.add_parser("data", help="bring data sets that are no part of the app")
    fetch = data.add_subparsers(dest="what", required=True).add_parser("fetch", help="download one", allow_abbrev=False)
    fetch.add_argument("id", help=", ".join(id for id, entry in catalog.datasets().items() if not entry.here))
    return whole
