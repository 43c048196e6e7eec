"""A page under watch: what it does that it should not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlparse


@dataclass
class Watched:
    """What a page did that it should not: console errors, exceptions, requests to other hosts."""

    faults: list[str] = field(default_factory=list)


NOW: dict[Any, Watched] = {}
"""Who watches a page at present; one page serves many tests, one after another."""


def watch(page: Any, host: str = "127.0.0.1") -> Watched:
    """Collects a page's faults from now on, until it is watched anew."""
    seen = Watched()
    known, NOW[page] = page in NOW, seen
    if known:
        return seen

    def fault(said: str) -> None:
        NOW[page].faults.append(said)

    def asked(request: Any) -> None:
        url = urlparse(request.url)
        if url.scheme in ("http", "https", "ws", "wss") and url.hostname != host:
            fault(f"off-site: {request.url[:120]}")

    page.on("console", lambda m: fault(f"console: {m.text[:200]}") if m.type == "error" else None)
    page.on("pageerror", lambda e: fault(f"threw: {str(e)[:200]}"))
    page.on("request", asked)
    return seen
