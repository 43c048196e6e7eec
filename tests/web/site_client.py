"""A plain client of a server on this machine: requests as they are written, and sockets."""

from __future__ import annotations

import http.client
import socket
from dataclasses import dataclass

from websockets.sync.client import ClientConnection, connect

HEAD = b'<link rel="modulepreload" href="./scale.js">'
"""What the head of /scale says besides."""


@dataclass(frozen=True)
class Answer:
    """Status, headers in small letters, and the bytes of an answer."""

    status: int
    headers: dict[str, str]
    content: bytes


@dataclass(frozen=True)
class Site:
    """The server on this port."""

    port: int

    def get(self, path: str, **headers: str) -> Answer:
        """Asks for exactly this path; a header named x_y is sent as x-y."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        found = Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        connection.close()
        return found

    def socket(self, path: str, **headers: str) -> ClientConnection:
        """Opens a socket. Raises websockets.InvalidStatus when it is refused."""
        address = f"ws://127.0.0.1:{self.port}{path}"
        return connect(address, additional_headers=headers, compression=None, open_timeout=10, proxy=None)


def listening() -> socket.socket:
    """A socket that listens on a free port."""
    made = socket.socket()
    made.bind(("127.0.0.1", 0))
    made.listen()
    return made
