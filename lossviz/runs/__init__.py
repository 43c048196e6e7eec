"""Runs: `hub()` is the one hub of this process, for pages, routes and the front door."""

from __future__ import annotations

import os
import sys
import threading
from functools import cache

from lossviz import text
from lossviz.runs.cluster import Cluster
from lossviz.runs.forecast import Place
from lossviz.runs.hub import Hub
from lossviz.runs.post import Seat
from lossviz.runs.run import Outcome, Run
from lossviz.runs.store import Store

__all__ = ["Hub", "Outcome", "Place", "Run", "Seat", "Store", "hub", "on_cluster"]

_lock = threading.Lock()


def hub() -> Hub:
    """The hub of this process; its workers start with the first run or with `start`."""
    with _lock:
        return _the_hub()


def on_cluster() -> bool:
    """Whether runs are trained on a scheduler that is not this machine's own, and may be out of reach."""
    return bool(os.environ.get("LOSSVIZ_SCHEDULER"))


@cache
def _the_hub() -> Hub:
    store = Store()
    if store.problem is not None:
        print(text.translator("en")("runs.not_writable", folder=store.folder), file=sys.stderr)
    return Hub(store, Cluster)
