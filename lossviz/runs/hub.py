"""The hub: recipes and wishes enter from pages, records from workers; runs that anybody may follow leave."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from typing import Any

from lossviz import limits
from lossviz.frame import CHECKPOINT, GLANCE, TAPE, ending_record
from lossviz.recipe import Recipe
from lossviz.runs import lineage
from lossviz.runs.downloads import Downloads
from lossviz.runs.drawings import Drawings
from lossviz.runs.executor import Executor
from lossviz.runs.forecast import Place
from lossviz.runs.known import Known
from lossviz.runs.lobby import Lobby
from lossviz.runs.looks import Looks
from lossviz.runs.packs import Packs
from lossviz.runs.post import Post, Presence, Seat
from lossviz.runs.recording import unsaved
from lossviz.runs.run import Outcome, Run, frame_header
from lossviz.runs.slots import Slot, Slots
from lossviz.runs.store import Store
from lossviz.runs.studies import Studies
from lossviz.runs.worker import Wish


class Hub:
    """All runs of this process; every method may be called from any thread.

    `executor` is given the hub, which it tells of slots and records. `clock` gives seconds that never go back.
    `trouble` says why no worker can be reached, as a key of `lossviz.text`, or is None.
    """

    def __init__(
        self,
        store: Store,
        executor: Callable[[Hub], Executor],
        *,
        clock: Callable[[], float] = time.monotonic,
        no_progress: float = limits.NO_PROGRESS_SECONDS,
        lonely: float = limits.LONELY_SECONDS,
    ) -> None:
        self.store = store
        self.trouble: str | None = None
        self._executor = executor(self)
        self.downloads = Downloads(self._executor)
        self._clock = clock
        self._no_progress, self._lonely = no_progress, lonely
        self._lock = threading.RLock()
        self._posts: dict[str, Post] = {}
        self._slots = Slots()
        self._lobby = Lobby(self._slots, self._posts)
        self._queue = self._lobby.queue
        self._known = Known(store)
        self._packs = Packs(store, self._executor, self._known, self._slots)
        self.looks = Looks(store)
        self.drawings = Drawings(self.looks, self._executor)
        self.studies = Studies(store.shelf, store.shipped, self._executor)
        self._started = self._closed = False

    # what pages ask

    def start(self) -> None:
        """Starts the workers in the background; further calls do nothing."""
        with self._lock:
            if not self._started:
                self._started = True
                self._slots.note(self._clock())
                self._executor.start()

    def submit(self, recipe: Recipe, visitor: str, *, anew: bool = False, held: bool = False) -> Run:
        """The run of this recipe: the live one if there is one, the recorded one if it finished, else a new one.

        `anew` trains a finished one once more; if that is cut short the finished one stays. `held`: one that begins is
        paused before its first step, unless others follow it by then.

        A recipe with edits forks from its base's run, if that is known: it shows the frames up to the last edit, and
        goes on from the newest checkpoint there.

        Raises Refusal: refuse.runs when the visitor has too many, refuse.queue_full when everybody has.
        """
        self.start()
        with self._lock:
            run = self.run(recipe.key)
            finished = run if run is not None and run.state == "finished" else None
            if finished is not None and not anew:
                return finished
            if run is None or not run.live:
                run = self._enqueue(Run(recipe, attempt=1 if run is None else run.attempt + 1, owner=visitor))
                run.held = held
                self._posts[run.key].finished = finished
                self._posts[run.key].inherited = lineage.inherited(recipe, self.run)
            return self._seated(run, visitor)

    def revive(self, key: str, visitor: str) -> Run | None:
        """Lets a run that ended before its time go on from its newest checkpoint, as the next attempt.

        It keeps its frames. The run itself where it is live or finished, None where there is none. Raises Refusal.
        """
        self.start()
        with self._lock:
            run = self.run(key)
            if run is None or run.state == "finished":
                return run
            if not run.live:
                again = Run(run.recipe, attempt=run.attempt + 1, owner=visitor)
                again.records = lineage.continued(run, attempt=again.attempt)
                run = self._enqueue(again)
            return self._seated(run, visitor)

    def revivable(self, run: Run) -> int | None:
        """The step from which a run that ended before its time can go on; None where it has to begin again."""
        return lineage.revivable(run, self.store.checkpoints)

    def run(self, key: str) -> Run | None:
        """The run of this key, live or recorded; None where there is none or its tape is damaged."""
        return self._known.get(key)

    def knows(self, key: str) -> bool:
        """Whether there is a run of this key, live or recorded, without reading its tape."""
        return self._known.has(key)

    def place(self, key: str) -> Place | None:
        """Where a run waits; None when it does not."""
        with self._lock:
            return self._lobby.place(key, self._clock())

    def stop(self, key: str, visitor: str) -> bool:
        """The visitor leaves; True when training ends with that, because nobody else is there."""
        with self._lock:
            post = self._posts.get(key)
            if post is None or post.visitors.pop(visitor, None) is None:
                return False
            if post.visitors:
                post.run.owner = next(iter(post.visitors))
                return False
            self._end(post)
            return True

    def pause(self, key: str, visitor: str) -> bool:
        """Holds training after the next step; False, and nothing happens, unless the visitor is alone with it."""
        return self._steer(key, visitor, "pause")

    def resume(self, key: str, visitor: str) -> bool:
        """Lets paused training go on."""
        return self._steer(key, visitor, "go")

    def step(self, key: str, visitor: str) -> bool:
        """Lets training make one step and holds it there; False unless the visitor is alone with it."""
        return self._steer(key, visitor, "step")

    def runs_of(self, visitor: str) -> list[Run]:
        """The live runs where this visitor is, the oldest first."""
        with self._lock:
            return [post.run for post in self._posts.values() if visitor in post.visitors]

    def watchers(self, key: str) -> int:
        """How many visitors follow a live run."""
        with self._lock:
            post = self._posts.get(key)
            return 0 if post is None else post.watchers

    def devices(self) -> frozenset[str]:
        """The devices on which every worker can train, as far as is known."""
        with self._lock:
            return self._slots.devices

    def health(self) -> dict[str, Any]:
        """How it stands: "idle" before the first use, "starting" without workers, else "ready"; and in numbers.

        `without_workers` is for how many seconds there has been none.
        """
        with self._lock:
            waking = "starting" if self._started else "idle"
            return {
                "state": "ready" if len(self._slots) else waking,
                "workers": len(self._slots),
                "without_workers": round(self._slots.bare(self._clock()), 1),
                "running": len(self._slots.taken),
                "waiting": len(self._queue),
                "saving": self.store.problem is None,
            }

    def close(self) -> None:
        """Ends the workers and hears no more of them; runs in progress stay on disk as interrupted."""
        self._closed = True
        self._executor.close()

    # what sockets and routes ask

    def attach(self, key: str, visitor: str) -> Seat | None:
        """A socket of this visitor follows the run, which goes on if somebody else had paused it; None for no run."""
        with self._lock:
            run, post = self.run(key), self._posts.get(key)
            if run is None or post is None:
                return None if run is None else Seat(run, None)
            presence = post.visitors.setdefault(visitor, Presence())
            presence.sockets += 1
            if run.state == "paused" and len(post.visitors) > 1:
                self._wish(run, "go")
            return Seat(run, presence)

    def detach(self, seat: Seat) -> None:
        """That socket is gone; with the last one begins the time after which training ends."""
        if seat.presence is not None:
            with self._lock:
                seat.presence.sockets -= 1
                seat.presence.since = self._clock()

    def pack(self, digest: str) -> bytes | None:
        """A data pack, gzipped; None where there is none (see `packing`)."""
        return self._packs.find(digest)

    def packing(self, digest: str) -> bool:
        """Whether this pack is being made."""
        return self._packs.making(digest)

    # what the executor tells

    def slots(self, addresses: Collection[str]) -> None:
        """The workers that there are now; a run on a worker that is gone has failed."""
        with self._lock:
            if self._closed:
                return
            for run in self._slots.change(addresses):
                self._fail(run, "state.process_died")
            self._slots.note(self._clock())
            self._fill()

    def equipped(self, address: str, devices: Collection[str]) -> None:
        """A worker has these devices."""
        with self._lock:
            self._slots.equip(address, devices)

    def lost(self) -> None:
        """All workers are gone at once: runs in progress wait again, and go on from their newest checkpoints."""
        with self._lock:
            if self._closed:
                return
            for run in self._slots.change(()):
                self._return(run)
            self._slots.note(self._clock())

    def troubled(self, code: str | None) -> None:
        """Why no worker can be reached, or None when that is over."""
        self.trouble = code

    def record(self, key: str, attempt: int, n: int, entry: bytes) -> None:
        """A record of a run; one of another attempt or out of turn is refused, a frame that it has is passed over."""
        with self._lock:
            slot, post = self._slots.of(key, attempt), self._posts.get(key)
            if slot is not None and slot.run is not None and slot.run.state == "stopped":
                self._keep(slot.run, entry)
                return
            if slot is None or post is None or post.run is not slot.run or n != post.taken:
                return
            slot.moved = self._clock()
            if entry[:4] == CHECKPOINT:
                self._keep(post.run, entry)
                return
            if entry[:4] == GLANCE:
                post.run.show(entry)
                return
            post.taken += 1
            for new in post.new(entry):
                post.run.append(new)
                post.record(new)
            if entry[:4] == TAPE:
                self._packs.demand(slot.address, post.run)

    def ended(self, key: str, attempt: int, outcome: Outcome) -> None:
        """A worker is done with a run and free again."""
        with self._lock:
            slot = self._slots.of(key, attempt)
            if slot is None or slot.run is None or self._closed:
                return
            run, slot.run = slot.run, None
            if run.live:
                self._finish(self._posts[key], outcome)
            self._fill()

    def packed(self, digest: str, zipped: bytes | None) -> None:
        """A pack has been made, or could not be."""
        self._packs.made(digest, zipped)

    def tick(self) -> None:
        """Looks at the clock: ends runs that nobody watches any more, and gives up workers that do not move."""
        with self._lock:
            now = self._clock()
            for post in list(self._posts.values()):
                if post.deserted(since=now - self._lonely):
                    self._end(post)
            for slot in self._slots.taken:
                paused = slot.run is not None and slot.run.state == "paused"
                if not paused and now - slot.moved >= slot.patience(self._no_progress):
                    self._give_up(slot)

    # inside, with the lock held

    def _enqueue(self, run: Run) -> Run:
        self._lobby.admit(run, self._clock())
        self._posts[run.key] = Post(run)
        return self._known.add(run)

    def _fill(self) -> None:
        while (slot := self._slots.free()) is not None:
            run = self._queue.next(self._slots.running())
            if run is None:
                return
            self._launch(self._posts[run.key], slot)

    def _launch(self, post: Post, slot: Slot) -> None:
        run = slot.run = post.run
        slot.moved = post.started = self._clock()
        if post.recording is None:
            post.recording = self.store.recording(run.key, lambda fault: run.note(unsaved(fault)))
            for entry in run.records:
                post.record(entry)
        known = run.records or post.inherited
        post.began_at, start = lineage.start_of(run.recipe, known, self.store.checkpoints)
        run.held = run.held and start is None and len(post.visitors) < 2
        run.state = "paused" if run.held else "running"
        self._executor.train(slot.address, run, start)

    def _seated(self, run: Run, visitor: str) -> Run:
        self._posts[run.key].visitors.setdefault(visitor, Presence(since=self._clock()))
        self._fill()
        return run

    def _keep(self, run: Run, entry: bytes) -> None:
        """Keeps a checkpoint, or a frame that was under way when the run was stopped."""
        if entry[:4] != CHECKPOINT:
            run.add_late(entry)
        elif (head := frame_header(entry))["key"] == run.key and self.store.problem is None:
            self.store.checkpoints.keep(run.key, int(head["step"]), entry)

    def _return(self, run: Run) -> None:
        post = self._posts.get(run.key)
        if post is None or not run.live:
            return
        post.returns += 1
        if post.returns > limits.RETURNS:
            self._fail(run, "state.process_died")
            return
        run.attempt, run.state, post.taken = run.attempt + 1, "queued", 0
        self._queue.put_back(run)
        run.wake()

    def _steer(self, key: str, visitor: str, wish: Wish) -> bool:
        with self._lock:
            post = self._posts.get(key)
            if post is None or visitor not in post.visitors or not (wish == "go" or post.alone(visitor)):
                return False
            return self._wish(post.run, wish)

    def _wish(self, run: Run, wish: Wish) -> bool:
        slot = self._slots.of(run.key, run.attempt)
        if slot is None:
            return False
        run.state = "running" if wish == "go" else "paused"
        slot.moved = self._clock()
        self._executor.wish(slot.address, run, wish)
        return True

    def _end(self, post: Post) -> None:
        slot = self._slots.of(post.run.key, post.run.attempt)
        if slot is not None:
            slot.moved = self._clock()
            self._executor.wish(slot.address, post.run, "stop")
        self._finish(post, Outcome("stopped"))

    def _give_up(self, slot: Slot) -> None:
        self._slots.remove(slot)
        if slot.run is not None:
            self._fail(slot.run, "state.no_progress", seconds=round(slot.patience(self._no_progress)))
        self._executor.restart(slot.address)

    def _fail(self, run: Run, code: str, **fields: Any) -> None:
        if run.live:
            self._finish(self._posts[run.key], Outcome("failed", code, fields))

    def _finish(self, post: Post, outcome: Outcome) -> None:
        run, seconds = post.run, self._clock() - post.started
        del self._posts[run.key]
        if run.state == "queued":
            self._queue.remove(run)
        if run.records and not run.final:
            run.append(ending_record(run.ending(outcome, seconds)))
            post.record(run.records[-1])
        run.end(outcome)
        if post.recording is not None:
            post.recording.finish(keep=post.finished is None or run.state == "finished")
        if run.state == "finished":
            self._lobby.forecast.learn(seconds)
        elif post.finished is not None:
            self._known.add(post.finished)
