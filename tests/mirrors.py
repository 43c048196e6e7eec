"""Small sets in the form of MNIST, and a server on this machine that hands them out well or badly."""

from __future__ import annotations

import gzip
import hashlib
import struct
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np

TRAIN, TEST = 40, 20


def idx(values: np.ndarray) -> bytes:
    return struct.pack(">HBB", 0, 8, values.ndim) + struct.pack(f">{values.ndim}I", *values.shape) + values.tobytes()


def files() -> dict[str, bytes]:
    """The four files of a set with 40 training and 20 test images of noise; label = number mod 10."""
    made = {}
    for part, n in (("train", TRAIN), ("t10k", TEST)):
        images = np.random.default_rng(n).integers(0, 256, (n, 28, 28), dtype=np.uint8)
        made[f"{part}-images-idx3-ubyte"] = idx(images)
        made[f"{part}-labels-idx1-ubyte"] = idx(np.arange(n, dtype=np.uint8) % 10)
    return made


ZIPPED = {f"{name}.gz": gzip.compress(content, mtime=0) for name, content in files().items()}
RESOURCES = [(name, hashlib.md5(content).hexdigest()) for name, content in ZIPPED.items()]


@dataclass
class Mirror:
    """A mirror: what it does (`fault`) with the file `bad`, or with every file (""); and how often each was asked."""

    url: str = ""
    fault: str = ""
    bad: str = ""
    asked: Counter[str] = field(default_factory=Counter)


@contextmanager
def mirror(fault: str = "", bad: str = "") -> Iterator[Mirror]:
    """Serves ZIPPED on loopback. Faults: "403", "503 once", "cut" (half the body), "changed", "web page"."""
    made = Mirror(fault=fault, bad=bad)

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            name = self.path.removeprefix("/")
            made.asked[name] += 1
            status, body, length = answer(made, name)
            self.send_response(status)
            self.send_header("Content-Length", str(length))
            self.end_headers()
            with suppress(ConnectionError):  # the reader has left
                self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    made.url = f"http://127.0.0.1:{server.server_port}/"
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()


def answer(mirror: Mirror, name: str) -> tuple[int, bytes, int]:
    """Status, body and the length that is promised."""
    whole = ZIPPED[name]
    if mirror.bad not in ("", name):
        return 200, whole, len(whole)
    match mirror.fault:
        case "403":
            return 403, b"", 0
        case "503 once" if mirror.asked[name] == 1:
            return 503, b"", 0
        case "cut":
            return 200, whole[: len(whole) // 2], len(whole)
        case "changed":
            return 200, whole[:-1] + b"?", len(whole)
        case "web page":
            return 200, b"<html>", 6
    return 200, whole, len(whole)
