"""A second process of this one: bytes enter, what a function there makes of them leaves as bytes; one at a time.

A thread beside the training shares its interpreter, for which the training then waits at every other operation. A
process costs it nothing, but 2 seconds of a core to start and 330 MB, so there is one, kept while it is used. It ends
when its pipe closes, and that the system does however this process ends.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pkgutil import resolve_name
from threading import Lock

import torch

STARTING, PATIENCE = 60.0, 20.0
"""Seconds after which the start, and an answer, are not waited for; an answer well before a run counts as stuck."""

IDLE = 600.0
"""Seconds without a question after which the helper ends and gives its memory back."""

READY = b"ready"
WORD, ANSWER = b"+", b"="
"""How what comes on the way begins, and how the answer does."""

CODE = """
import os, select, sys, threading
end = select.poll()
end.register(int(sys.argv[1]), 0)
threading.Thread(target=lambda: (end.poll(), os._exit(0)), daemon=True).start()
from lossviz.engine.helper import serve
serve(int(sys.argv[1]), sys.argv[2])
"""
"""What the second process runs: it watches the pipe's end from before torch is loaded, which takes seconds."""


class Helper:
    """A process that answers with the function `answer`, "module:name", from bytes to bytes. Raises OSError."""

    def __init__(self, answer: str) -> None:
        self._pipe, there = Pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-c", CODE, str(there.fileno()), answer],
            stdin=subprocess.DEVNULL,
            pass_fds=[there.fileno()],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        there.close()
        self._turn = Lock()
        self._started = False
        self._closed = False
        atexit.register(self.close)

    @property
    def alive(self) -> bool:
        """Whether it may still answer."""
        return not self._closed and self._process.poll() is None

    def ready(self) -> bool:
        """Whether it has started, and would answer."""
        if self.alive and not self._started and self._turn.acquire(blocking=False):
            try:
                if self._pipe.poll():
                    self._start()
            except (EOFError, OSError):
                self.close()
            finally:
                self._turn.release()
        return self.alive and self._started

    def ask(
        self, question: bytes, hear: Callable[[bytes], None] | None = None, patience: float = PATIENCE
    ) -> bytes | None:
        """The answer, when its turn has come; None from a helper that is dead, or is from now on for being late.

        hear: what is told with `tell` meanwhile; patience: seconds that may pass without a word.
        """
        with self._turn:
            if self._closed:
                return None
            try:
                if not self._started:
                    self._start()
                self._pipe.send_bytes(question)
                while (word := self._heard(patience))[:1] == WORD:
                    if hear is not None:
                        hear(word[1:])
                return word[1:]
            except (EOFError, OSError):
                self.close()
                return None

    def close(self) -> None:
        """Ends the process."""
        self._closed = True
        self._pipe.close()
        self._process.kill()
        self._process.wait()
        atexit.unregister(self.close)

    def _start(self) -> None:
        if self._heard(STARTING) != READY:
            raise OSError("the helper must first say that it is ready")
        self._started = True

    def _heard(self, patience: float) -> bytes:
        if not self._pipe.poll(patience):
            raise OSError(f"the helper has said nothing for {patience:g} seconds")
        return self._pipe.recv_bytes()


_helpers: dict[str, Helper] = {}
_choosing = Lock()


def at_hand(answer: str) -> Helper | None:
    """The helper of this process with this function, started where there is none alive; None where none can be had."""
    with _choosing:
        found = _helpers.get(answer)
        if found is not None and found.alive:
            return found
        try:
            _helpers[answer] = Helper(answer)
        except (OSError, ValueError):  # no memory or no process left; a system that passes no pipes on
            return None
        return _helpers[answer]


_told: list[Connection] = []


def tell(word: bytes) -> None:
    """Says something to who asks, before the answer; nothing outside of a helper."""
    for asked in _told:
        asked.send_bytes(WORD + word)


def serve(pipe: int, answer: str) -> None:
    """The helper's own life: answers until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it reaches all processes of a terminal; the asking one decides
    torch.set_num_threads(1)
    work: Callable[[bytes], bytes] = resolve_name(answer)
    try:
        with Connection(pipe) as asked:
            _told.append(asked)
            asked.send_bytes(READY)
            while asked.poll(IDLE):
                asked.send_bytes(ANSWER + work(asked.recv_bytes()))
    except (EOFError, ConnectionError):
        return  # the asking process has ended
