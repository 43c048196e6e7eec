"""Who trains next: runs enter with their owners, the next one leaves; nobody gets two turns while others wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from lossviz import limits
from lossviz.runs.run import Run


class Queue:
    """Round robin over owners: one's second run waits until everybody's first has started.

    >>> queue = Queue()
    >>> len(queue)
    0
    """

    def __init__(self) -> None:
        self._waiting: list[Run] = []
        self._turns: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def waiting(self, owner: str) -> int:
        """How many runs of this owner wait."""
        return sum(run.owner == owner for run in self._waiting)

    def add(self, run: Run) -> None:
        """Lets a run wait for its turn."""
        self._waiting.append(run)

    def put_back(self, run: Run) -> None:
        """Lets a run that had started wait again, before everybody else's."""
        self._waiting.insert(0, run)
        self._turns.pop(run.owner, None)

    def remove(self, run: Run) -> None:
        """Takes a run out, whether it starts or leaves."""
        self._waiting.remove(run)

    def order(self, running: Mapping[str, int] | None = None) -> list[Run]:
        """The runs as they will start if nobody comes or goes; `running`: how many runs owners have in progress."""
        ahead: Counter[str] = Counter(running)
        places = []
        for arrival, run in enumerate(self._waiting):
            places.append((ahead[run.owner], self._turns.get(run.owner, 0), arrival))
            ahead[run.owner] += 1
        ranked = sorted(zip(places, self._waiting, strict=True), key=lambda pair: pair[0])
        return [run for _, run in ranked]

    def next(self, running: Mapping[str, int]) -> Run | None:
        """The run whose turn it is, taken out; None when only owners wait who have as many in progress as they may."""
        free = (run for run in self.order(running) if running.get(run.owner, 0) < limits.RUNNING_PER_VISITOR)
        run = next(free, None)
        if run is not None:
            self.remove(run)
            self._turns[run.owner] = 1 + max(self._turns.values(), default=0)
        if not self._waiting:
            self._turns.clear()
        return run
