"""A page under watch: what it does that it should not."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Watched:
    """What a page did that it should not: console errors, exceptions, requests to other hosts."""

    faults: list[str] = field(default_factory=list)


def watch(page, host: str = "127.0.0.1") -> Watched:  # type: ignore[no-untyped-def]
    """Collects a page's faults from now on."""
    from urllib.parse import urlparse

    seen = Watched()

    def asked(request) -> None:  # type: ignore[no-untyped-def]
        url = urlparse(request.url)
        if url.scheme in ("http", "https", "ws", "wss") and url.hostname != host:
            seen.faults.append(f"off-site: {request.url[:120]}")

    page.on("console", lambda m: seen.faults.append(f"console: {m.text[:200]}") if m.type == "error" else None)
    page.on("pageerror", lambda e: seen.faults.append(f"threw: {str(e)[:200]}"))
    page.on("request", asked)
    return seen
