"""A set's files over the network: its id enters, and checked files lie in its folder, or one sentence says why not."""

from __future__ import annotations

import errno
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit

import requests
import urllib3

from lossviz import catalog, limits
from lossviz.datasets.idx import SETS, missing, published, raw
from lossviz.params import Refusal

ROUNDS, PAUSE = 2, 1.0
"""How often all mirrors are tried, and how many seconds lie between."""

TIMEOUT = (10.0, 20.0)
"""Seconds to connect, and to wait for the next bytes."""

BLOCK = 16 * 1024
LEFT_OVER = 3600.0

log = logging.getLogger("lossviz")


class Cancelled(Exception):
    """Somebody asked to stop."""


@dataclass
class Fetch:
    """One download of a set: `told` hears how many of its bytes are here, `stop` ends it."""

    id: str
    told: Callable[[int], None]
    stop: Event
    done: int = 0

    def refusal(self, code: str, **fields: object) -> Refusal:
        """Why this set could not be had."""
        return Refusal(code, dataset=catalog.datasets()[self.id].name, **fields)

    def heard(self, more: int) -> None:
        """Some more bytes are here. Raises Cancelled when they are no longer wanted."""
        if self.stop.is_set():
            raise Cancelled
        self.told(self.done + more)


def here() -> list[str]:
    """The ids of the sets whose files are all here."""
    return [id for id in SETS if not missing(id)]


def fetch(id: str, told: Callable[[int], None] = lambda done: None, stop: Event | None = None) -> None:
    """Brings what is missing of a set, from torchvision's mirrors one after the other.

    A file gets its name only when whole and of the right checksum; one that is here and damaged is replaced.
    `told` is called with the bytes that are here, `stop` may be set from another thread. Raises Refusal with the
    reason, and Cancelled.
    """
    job = Fetch(id, told, Event() if stop is None else stop)
    folder = raw(id)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        clear(folder)
        for name, md5 in published(id).resources:
            file = folder / name
            if not in_place(file, md5):
                bring(job, file, md5)
            job.done += file.stat().st_size if file.exists() else 0
            job.heard(0)
    except OSError as fault:
        code = "refuse.data_full" if fault.errno in (errno.ENOSPC, errno.EDQUOT) else "refuse.data_unwritable"
        raise job.refusal(code) from fault


def in_place(file: Path, md5: str) -> bool:
    """Whether a file is here, plain or gzipped and whole."""
    return intact(file, md5) or (not file.exists() and file.with_suffix("").is_file())


def intact(file: Path, md5: str) -> bool:
    """Whether a file is here and has this checksum."""
    from torchvision.datasets.utils import check_integrity  # here, since it takes seconds to load

    return bool(check_integrity(file, md5))


def clear(folder: Path) -> None:
    """Removes what a process that was killed left behind."""
    for part in folder.glob("*.part"):
        if time.time() - part.stat().st_mtime > LEFT_OVER:
            part.unlink(missing_ok=True)


def bring(job: Fetch, file: Path, md5: str) -> None:
    """Fetches one file from the first mirror that has it. Raises the weightiest Refusal when none has."""
    refusals: list[Refusal] = []
    for again in range(ROUNDS):
        if again and job.stop.wait(PAUSE):
            raise Cancelled
        for mirror in published(job.id).mirrors:
            try:
                return receive(job, f"{mirror}{file.name}", file, md5)
            except Refusal as refusal:
                log.info("%s%s: %s", mirror, file.name, refusal)
                refusals.append(refusal)
    # a server that answers wrongly says more than one that does not answer
    raise max(refusals, key=lambda refusal: refusal.code != "refuse.data_offline")


def receive(job: Fetch, url: str, file: Path, md5: str) -> None:
    """Fetches from one address into a file beside, checks it, and gives it its name. Raises Refusal."""
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
    try:
        stream(job, url, part)
        if not intact(part, md5):
            raise job.refusal("refuse.data_wrong", file=file.name)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def stream(job: Fetch, url: str, part: Path) -> None:
    """Writes what comes from an address, as it comes. Raises Refusal when it does not come, or not whole."""
    plain = {"Accept-Encoding": "identity"}  # the checksum is that of the gzipped file
    name, host = url.rpartition("/")[2], urlsplit(url).hostname
    try:
        with requests.get(url, headers=plain, stream=True, timeout=TIMEOUT) as answer, part.open("xb") as file:
            if answer.status_code != requests.codes.ok:
                raise job.refusal("refuse.data_refused", server=host, status=answer.status_code)
            for block in answer.raw.stream(BLOCK, decode_content=False):
                file.write(block)
                if file.tell() > limits.LARGEST_DOWNLOAD:
                    raise job.refusal("refuse.data_wrong", file=name)
                job.heard(file.tell())
    except requests.RequestException as fault:
        raise job.refusal("refuse.data_offline") from fault
    except urllib3.exceptions.HTTPError as fault:
        raise job.refusal("refuse.data_wrong", file=name) from fault
