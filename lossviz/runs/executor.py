"""What hub and executor say to each other: wishes go one way, what happened comes back the other."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from lossviz.runs.downloads import Downloads, Porter
from lossviz.runs.drawings import Drawings
from lossviz.runs.placer import Job
from lossviz.runs.run import Outcome, Run
from lossviz.runs.studies import Studies, Task
from lossviz.runs.worker import Wish


class Executor(Porter, Protocol):
    """Where runs are computed. Every call returns at once; what follows is told to the hub."""

    def start(self) -> None:
        """Begins to provide slots."""

    def train(self, slot: str, run: Run, start: bytes | None) -> None:
        """Runs a recipe there, from the beginning or from a checkpoint's payload."""

    def wish(self, slot: str, run: Run, wish: Wish) -> None:
        """Tells that run to go on, pause, step or stop."""

    def restart(self, slot: str) -> None:
        """Ends whatever runs there and provides a fresh slot instead."""

    def pack(self, slot: str, data: str, digest: str) -> None:
        """Makes the pack of a data set there."""

    def place(self, job: Job) -> None:
        """Has a drawn digit embedded by whatever worker there is."""

    def study(self, task: Task) -> None:
        """Has a question answered by whatever worker there is, beside what it trains."""

    def drop(self, digest: str, attempt: int) -> None:
        """Ends that work."""

    def close(self) -> None:
        """Ends every process."""


class Listener(Protocol):
    """Whom an executor tells what happens: the hub. It may be called from any thread."""

    downloads: Downloads
    drawings: Drawings
    studies: Studies

    def slots(self, addresses: Collection[str]) -> None:
        """The workers there are now."""

    def equipped(self, address: str, devices: Collection[str]) -> None:
        """The devices that a worker has."""

    def lost(self) -> None:
        """All workers are gone at once, or cannot be reached any more."""

    def troubled(self, code: str | None) -> None:
        """Why no worker can be reached, as a key of `lossviz.text`; None when that is over."""

    def record(self, key: str, attempt: int, n: int, entry: bytes) -> None:
        """A record of a run."""

    def ended(self, key: str, attempt: int, outcome: Outcome) -> None:
        """A worker is done with a run."""

    def packed(self, digest: str, zipped: bytes | None) -> None:
        """A pack was made."""

    def tick(self) -> None:
        """Some time has passed."""
