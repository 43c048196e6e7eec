"""Digits that visitors draw: pixels enter, the places that a run's keyframes give them leave, as they become known."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from lossviz import limits
from lossviz.params import Refusal
from lossviz.runs.keyframes import Place
from lossviz.runs.looks import Looks
from lossviz.runs.placer import Job
from lossviz.runs.run import Run

PIXELS = 28 * 28
DIGEST = 32
NOWHERE: list[float] = []
"""The features at a keyframe that cannot be read."""


class Placer(Protocol):
    """Who embeds a digit. Returns at once; what follows is told to Drawings."""

    def place(self, job: Job) -> None:
        """Has the digit embedded by some worker."""


@dataclass
class Track:
    """One digit in one run: its features by step, and the steps that are being asked for."""

    features: dict[int, list[float]] = field(default_factory=dict)
    asked: set[int] = field(default_factory=set)


class Drawings:
    """Every digit drawn lately; methods may be called from any thread. The oldest digits and tracks are forgotten."""

    def __init__(self, looks: Looks, placer: Placer) -> None:
        self._looks, self._placer = looks, placer
        self._lock = threading.Lock()
        self._pixels: OrderedDict[str, bytes] = OrderedDict()
        self._tracks: OrderedDict[tuple[str, str], Track] = OrderedDict()

    def keep(self, pixels: bytes) -> str:
        """The name of a drawn digit, 28 × 28 bytes, by which its places can be asked. Raises Refusal."""
        if len(pixels) != PIXELS:
            raise Refusal("touch.pixels", expected=PIXELS, n=len(pixels))
        if not any(pixels):
            raise Refusal("refuse.empty_digit")
        digest = hashlib.sha256(pixels).hexdigest()[:DIGEST]
        with self._lock:
            self._pixels[digest] = pixels
            self._pixels.move_to_end(digest)
            while len(self._pixels) > limits.DRAWINGS_KEPT:
                self._pixels.popitem(last=False)
        return digest

    def places(self, run: Run, digest: str) -> dict[str, Any] | None:
        """{"keyframes": [{"n", "step", "at", "look"}], "complete": whether no more will come}; None for no such digit.

        at: the digit as drawn, at most three coordinates. look: what all dimensions say of it, where more are drawn.
        Keyframes without a place yet are asked of a worker.
        """
        with self._lock:
            pixels = self._pixels.get(digest)
            track = None if pixels is None else self._track(run.key, digest)
        if pixels is None or track is None:
            return None
        live, keyframes = run.live, self._looks.keyframes.of(run)
        self._ask(run, digest, pixels, track, keyframes)
        known = [(place, track.features[place.step]) for place in keyframes if place.step in track.features]
        found = [place for place in (self._drawn(run, place, features) for place, features in known) if place]
        return {"keyframes": found, "complete": not live and len(known) == len(keyframes)}

    def placed(self, job: Job, features: Sequence[list[float]] | None) -> None:
        """A worker has embedded the digit, or could not."""
        with self._lock:
            track = self._tracks.get((job.key, job.digest))
            if track is None:
                return
            track.asked -= job.weights.keys()
            track.features |= dict(zip(job.weights, features or (), strict=False))

    def asking(self, run: Run, digest: str) -> bool:
        """Whether a worker is at it."""
        with self._lock:
            track = self._tracks.get((run.key, digest))
            return track is not None and bool(track.asked)

    def _track(self, key: str, digest: str) -> Track:
        track = self._tracks.setdefault((key, digest), Track())
        self._tracks.move_to_end((key, digest))
        while len(self._tracks) > limits.DRAWINGS_KEPT:
            self._tracks.popitem(last=False)
        return track

    def _ask(self, run: Run, digest: str, pixels: bytes, track: Track, places: list[Place]) -> None:
        with self._lock:
            busy = sum(bool(other.asked) for other in self._tracks.values())
            open_to = [] if track.asked or busy >= limits.DRAWINGS_AT_ONCE else places
            wanted = [place for place in open_to if place.step not in track.features][: limits.KEYFRAMES_AT_ONCE]
            track.asked |= {place.step for place in wanted}
        weights = {place.step: self._looks.keyframes.weights(place) for place in wanted}
        steps = {step: found for step, found in weights.items() if found is not None}
        with self._lock:
            unreadable = weights.keys() - steps.keys()
            track.asked -= unreadable
            track.features |= dict.fromkeys(unreadable, NOWHERE)
        if steps:
            plain = run.recipe.to_json()
            self._placer.place(Job(key=run.key, digest=digest, plain=plain, pixels=pixels, weights=steps))

    def _drawn(self, run: Run, place: Place, features: list[float]) -> dict[str, Any] | None:
        kept, at = self._looks.keyframes.open(place), np.array(features)
        if kept is None or not at.size or not np.isfinite(at).all():
            return None
        drawn = at if kept.axes is None else at @ kept.axes
        look = None if kept.axes is None else self._looks.of(run, kept, at)
        return {"n": place.n, "step": place.step, "at": drawn.tolist(), "look": look}
