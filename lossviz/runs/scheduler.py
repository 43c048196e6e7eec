"""Which scheduler the web process talks to: the environment enters, the machine's own or a foreign one leaves."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
import re
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from lossviz import text
from lossviz.params import Integer, Refusal, shown

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:]+\]|[A-Za-z0-9._-]+):([1-9][0-9]{0,4})", re.ASCII)
TLS = ("LOSSVIZ_TLS_CA", "LOSSVIZ_TLS_CERT", "LOSSVIZ_TLS_KEY")

WORKERS = Integer(
    name="LOSSVIZ_WORKERS", label="Workers", noun="workers", low=1, high=64, default=max(1, min(4, os.cpu_count() or 1))
)

log = logging.getLogger("lossviz")


class Scheduler(Protocol):
    """A Dask scheduler: where it is, how to talk to it, and whether it is known to have ended.

    `trouble` is the key of the sentence for the time in which it cannot be reached, None where it soon comes again.
    """

    trouble: str | None

    async def address(self) -> str:
        """Where it is; empty if it could not be started."""

    def security(self) -> Any:
        """Distributed's Security for the connection, or None."""

    def ended(self) -> bool:
        """Whether it has ended, as far as that can be known without asking it."""

    def close(self) -> None:
        """Ends what was started here."""


class Own:
    """A process of this machine that holds a scheduler and its workers (`lossviz.runs.host`)."""

    trouble: str | None = None

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._host: subprocess.Popen[bytes] | None = None

    async def address(self) -> str:
        """Starts the host."""
        self._host = started_host(self._workers)
        return await first_line(self._host)

    def security(self) -> None:
        """None: it listens on loopback only."""

    def ended(self) -> bool:
        """Whether the host has ended."""
        return self._host is None or self._host.poll() is not None

    def close(self) -> None:
        """Lets go of the host, which kills every worker and itself."""
        if self._host is not None and self._host.stdin is not None:
            self._host.stdin.close()


class Foreign:
    """Somebody else's scheduler, by address. `files`: certificate authority, own certificate and key, for tls://."""

    trouble: str | None = "runs.cluster_lost"

    def __init__(self, address: str, files: tuple[str, ...] = ()) -> None:
        self._address, self._files = address, files

    async def address(self) -> str:
        """As it was given."""
        return self._address

    def security(self) -> Any:
        """With certificates, what the scheduler must show and we show in turn."""
        if not self._files:
            return None
        from distributed.security import Security

        ca, cert, key = self._files
        return Security(tls_ca_file=ca, tls_client_cert=cert, tls_client_key=key, require_encryption=True)  # type: ignore[no-untyped-call]

    def ended(self) -> bool:
        """Never known without asking."""
        return False

    def close(self) -> None:
        """It is not ours to end."""


def scheduler(environment: Mapping[str, str] = os.environ) -> Scheduler:
    """What LOSSVIZ_SCHEDULER names, else one of this machine with LOSSVIZ_WORKERS workers. Raises Refusal."""
    written = environment.get("LOSSVIZ_SCHEDULER")
    return foreign(written, environment) if written else Own(workers_wanted(environment))


def foreign(address: str, environment: Mapping[str, str]) -> Foreign:
    """The scheduler at tcp://host:port, in a network of one's own, or tls://host:port. Raises Refusal."""
    parts = ADDRESS.fullmatch(address)
    if parts is None:
        raise Refusal("runs.scheduler_form", value=shown(address))
    if parts[1] == "tls":
        return Foreign(address, tuple(tls_file(name, environment) for name in TLS))
    found = addresses(parts[2].strip("[]"))
    if any(one.is_global for one in found):
        raise Refusal("runs.scheduler_public", value=shown(address))
    if not all(one.is_loopback for one in found) or not found:
        log.warning(text.translator("en")("runs.scheduler_plain", value=address))
    return Foreign(address)


def tls_file(name: str, environment: Mapping[str, str]) -> str:
    """The file that this variable names. Raises Refusal where there is none."""
    file = environment.get(name, "")
    if not Path(file).is_file():
        raise Refusal("runs.tls_file", name=name, value=shown(file) or "nothing")
    return file


def addresses(host: str) -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """The addresses of a host; none for a name that is not known yet."""
    try:
        found = {str(info[4][0]) for info in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)}
    except OSError:
        return []
    return [ipaddress.ip_address(one.partition("%")[0]) for one in sorted(found)]


def workers_wanted(environment: Mapping[str, str] = os.environ) -> int:
    """How many workers LOSSVIZ_WORKERS asks for: by default one a core, at most 4. Raises Refusal."""
    written = environment.get(WORKERS.name)
    return WORKERS.parse(written, WORKERS.name) if written else WORKERS.default


def started_host(workers: int) -> subprocess.Popen[bytes]:
    """The process that holds the workers, in a session of its own: Ctrl-C in a terminal is not for it."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return subprocess.Popen(
        [sys.executable, "-m", "lossviz.runs.host", str(workers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": path},
    )


async def first_line(process: subprocess.Popen[bytes]) -> str:
    """What a process prints first; empty if it ends without. No thread waits for it, so none holds up our own end."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), process.stdout)
    return (await reader.readline()).decode().strip()
