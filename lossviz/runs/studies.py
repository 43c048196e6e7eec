"""What is asked about trained runs and data: a question enters, how far its answer is, and then the answer, leave.

studies/<digest>.npz on the shelf, else among what is shipped; the arrays of an answer, never a pickle
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

from numpy.typing import NDArray

from lossviz import limits
from lossviz.arrays import unpack
from lossviz.frame import Damaged
from lossviz.params import Refusal
from lossviz.recipe import ENGINE_VERSION
from lossviz.runs.downloads import Cause
from lossviz.shelf import Shelf

ROOM = "studies"
ENDING = ".npz"
DIGEST = 32
BROKEN_OFF: Cause = ("studies.broken_off", {})

Arrays = Mapping[str, NDArray[Any]]

log = logging.getLogger("lossviz")


@dataclass(frozen=True, kw_only=True)
class Question:
    """Something to work out: `kind` names a module of `lossviz.engine.studies`, `given` all that decides the answer.

    `given` holds plain JSON values, such as a run's key. Two that are equal have one answer. version: of that module;
    with another one old answers are not taken.
    """

    kind: str
    given: Mapping[str, Any]
    version: int = 1

    @property
    def digest(self) -> str:
        """32 hex digits that name the question."""
        whole = [self.kind, self.version, ENGINE_VERSION, dict(self.given)]
        canonical = json.dumps(whole, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(canonical.encode()).hexdigest()[:DIGEST]


@dataclass(frozen=True, kw_only=True, eq=False)
class Answer:
    """How a question stands. While it is "working": the `phase`, a key of `lossviz.text`, and the `share` of it done.

    arrays: the answer of one that is "done". error: the sentence's key with its fields, of one that has "failed".
    waiting: the visitors who do.
    """

    stage: Literal["absent", "working", "done", "failed"] = "absent"
    phase: str = ""
    share: float | None = None
    arrays: Arrays = field(default_factory=dict)
    error: Cause | None = None
    waiting: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True, eq=False)
class Task:
    """What a worker gets: the question, its attempt, and the arrays that it needs besides."""

    digest: str
    attempt: int
    kind: str
    given: Mapping[str, Any]
    material: Arrays


class Scholar(Protocol):
    """Who answers. Every call returns at once; what follows is told to Studies."""

    def study(self, task: Task) -> None:
        """Has a worker answer, beside whatever it trains."""

    def drop(self, digest: str, attempt: int) -> None:
        """Ends that work."""


class Studies:
    """Every question asked lately; methods may be called from any thread."""

    def __init__(self, shelf: Shelf, shipped: Shelf, scholar: Scholar) -> None:
        self._shelf, self._shipped, self._scholar = shelf, shipped, scholar
        self._lock = threading.RLock()
        self._known: OrderedDict[str, Answer] = OrderedDict()
        self._attempts: Counter[str] = Counter()

    # what pages ask

    def of(self, question: Question) -> Answer:
        """How it stands; nothing is begun."""
        digest = question.digest
        with self._lock:
            found = self._known.get(digest)
            if found is not None:
                self._known.move_to_end(digest)
                return found
        arrays = self._read(digest)
        if arrays is None:
            return Answer()
        with self._lock:
            return self._keep(digest, Answer(stage="done", arrays=arrays))

    def ask(self, question: Question, visitor: str, material: Callable[[], Arrays] = dict) -> Answer:
        """Has it answered, or waits for the answer that is under way; one that is known is not worked out again.

        material: the arrays that the worker needs besides. Raises Refusal when too many are under way.
        """
        found = self.of(question)
        if found.stage == "done":
            return found
        digest = question.digest
        with self._lock:
            found = self._known.get(digest, Answer())
            if found.stage == "working":
                return self._keep(digest, replace(found, waiting=found.waiting | {visitor}))
            working = [answer for answer in self._known.values() if answer.stage == "working"]
            mine = sum(visitor in answer.waiting for answer in working)
            if mine >= limits.STUDIES_PER_VISITOR or len(working) >= limits.STUDIES_AT_ONCE:
                raise Refusal("studies.too_many", n=mine or len(working))
            self._attempts[digest] += 1
            task = Task(
                digest=digest,
                attempt=self._attempts[digest],
                kind=question.kind,
                given=question.given,
                material=material(),
            )
            found = self._keep(digest, Answer(stage="working", phase="studies.waits", waiting=frozenset({visitor})))
        self._scholar.study(task)
        return found

    def leave(self, question: Question, visitor: str) -> None:
        """The visitor waits no more; the work ends when nobody else does."""
        digest = question.digest
        with self._lock:
            found = self._known.get(digest, Answer())
            if found.stage != "working" or visitor not in found.waiting:
                return
            found = self._keep(digest, replace(found, waiting=found.waiting - {visitor}))
            if found.waiting:
                return
            attempt = self._attempts[digest]
            self._attempts[digest] += 1
            del self._known[digest]
        self._scholar.drop(digest, attempt)

    # what the scholar tells

    def progress(self, digest: str, attempt: int, phase: str, share: float | None) -> None:
        """The work has come so far."""
        with self._lock:
            if self._current(digest, attempt):
                self._keep(digest, replace(self._known[digest], phase=phase, share=share))

    def ended(self, digest: str, attempt: int, packed: bytes | None, error: Cause | None = None) -> None:
        """The work is over: with an answer (see `lossviz.arrays`), or with the sentence that says why there is none."""
        with self._lock:
            if not self._current(digest, attempt):
                return
            if packed is None:
                self._keep(digest, Answer(stage="failed", error=error or BROKEN_OFF))
                return
            self._keep(digest, Answer(stage="done", arrays=unpack(packed)))
        with contextlib.suppress(OSError):
            self._shelf.write(f"{ROOM}/{digest}{ENDING}", packed)
            self._make_room()

    def _current(self, digest: str, attempt: int) -> bool:
        known = self._known.get(digest)
        return known is not None and known.stage == "working" and self._attempts[digest] == attempt

    def _keep(self, digest: str, answer: Answer) -> Answer:
        self._known[digest] = answer
        self._known.move_to_end(digest)
        over = [one for one, known in self._known.items() if known.stage != "working"][: -limits.STUDIES_IN_MEMORY]
        for one in over:
            del self._known[one]
        return answer

    def _read(self, digest: str) -> Arrays | None:
        for shelf, name in ((self._shelf, f"{ROOM}/{digest}{ENDING}"), (self._shipped, f"{digest}{ENDING}")):
            try:
                found = shelf.read(name, limits.LARGEST_STUDY)
                if found is not None:
                    return unpack(found)
            except (OSError, Damaged) as fault:
                log.warning("An answer cannot be read: %s", fault)
        return None

    def _make_room(self) -> None:
        kept = [one for one in self._shelf.listed(ROOM) if one.name.endswith(ENDING)]
        size = sum(one.size for one in kept)
        for n, one in enumerate(kept):
            if len(kept) - n <= limits.STUDIES_KEPT and size <= limits.STUDY_BYTES_KEPT:
                return
            self._shelf.remove(one.name)
            size -= one.size
