"""The room before the workers: runs enter if there is place for them; where each waits, and for how long, leaves."""

from __future__ import annotations

from collections.abc import Mapping

from lossviz import limits
from lossviz.params import Refusal
from lossviz.runs.forecast import Forecast, Place
from lossviz.runs.post import Post
from lossviz.runs.queue import Queue
from lossviz.runs.run import Run
from lossviz.runs.slots import Slots


class Lobby:
    """The queue with its limits and its forecast; `slots` and `posts` are those of the hub."""

    def __init__(self, slots: Slots, posts: Mapping[str, Post]) -> None:
        self.queue = Queue()
        self.forecast = Forecast()
        self._slots, self._posts = slots, posts

    def admit(self, run: Run, now: float) -> None:
        """Lets a run in. Raises Refusal: refuse.runs when its owner has too many, refuse.queue_full when everybody has.

        One that can start at once takes nobody's place.
        """
        room = self._slots.running()[run.owner] < limits.RUNNING_PER_VISITOR
        if not room or len(self.queue) or self._slots.free() is None:
            self._demand_room(run.owner, now)
        self.queue.add(run)

    def place(self, key: str, now: float) -> Place | None:
        """Where a run waits; None when it does not."""
        order = [run.key for run in self.queue.order(self._slots.running())]
        position = order.index(key) + 1 if key in order else 0
        return Place(position, self._wait(position, now)) if position else None

    def _demand_room(self, visitor: str, now: float) -> None:
        if self.queue.waiting(visitor) >= limits.WAITING_PER_VISITOR:
            raise Refusal("refuse.runs", running=limits.RUNNING_PER_VISITOR, waiting=limits.WAITING_PER_VISITOR)
        if len(self.queue) >= limits.LONGEST_QUEUE:
            raise Refusal("refuse.queue_full", limit=limits.LONGEST_QUEUE, seconds=self._wait(1, now))

    def _wait(self, position: int, now: float) -> int:
        running = [self._posts.get(slot.run.key) for slot in self._slots.taken if slot.run]
        return self.forecast.wait(position, running, workers=len(self._slots), now=now)
