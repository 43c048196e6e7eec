"""How long a run still waits: how long runs took and how far those in progress are enter, seconds leave."""

from __future__ import annotations

import math
import statistics
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace

from lossviz.runs.post import Post

USUAL_SECONDS = 10.0
LOOKED_BACK = 20


@dataclass(frozen=True)
class Place:
    """Where a run waits: position 1 is next; about how many seconds that takes."""

    position: int
    seconds: int


class Forecast:
    """Seconds to wait, if runs take as long as the last ones did.

    >>> Forecast().wait(2, [], workers=1, now=0.0)
    10
    """

    def __init__(self) -> None:
        self._durations: deque[float] = deque([USUAL_SECONDS], maxlen=LOOKED_BACK)

    def learn(self, seconds: float) -> None:
        """A run has finished after so many seconds."""
        self._durations.append(seconds)

    def wait(self, position: int, running: Sequence[Post | None], *, workers: int, now: float) -> int:
        """Seconds until the run at this place starts, if those in progress and those before it go as usual."""
        usual = statistics.median(self._durations)
        free_in = [usual if post is None else left(post, usual, now) for post in running]
        free_in += [0.0] * (max(1, workers) - len(free_in))
        heapify(free_in)
        for _ in range(position - 1):
            heapreplace(free_in, free_in[0] + usual)
        return math.ceil(free_in[0])


def left(post: Post, usual: float, now: float) -> float:
    """Seconds that a run in progress still needs, by the steps it has made since it began."""
    made = int(post.run.last.get("step", 0)) - post.began_at
    if made <= 0:
        return usual
    ahead = float(post.run.header["steps"]) - post.began_at - made
    return (now - post.started) * max(0.0, ahead / made)
