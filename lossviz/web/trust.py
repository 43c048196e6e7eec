"""Which pages may open our socket: Host and Origin of a handshake enter, yes or no leaves, as Streamlit decides it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

LOCAL = frozenset(("localhost", "127.0.0.1", "0.0.0.0"))


@dataclass(frozen=True)
class Trust:
    """Host names this server answers to (none listed: to all) and origins besides its own that may connect.

    `hosts` may hold "*" and "*.example.org". `any_origin` is Streamlit's switched-off `server.enableCORS`.
    """

    hosts: Sequence[str] = ()
    origins: Sequence[str] = ()
    any_origin: bool = False

    def allows(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of this origin may connect; clients without an Origin are no browsers and may."""
        if not self._answers_to(host):
            return False
        if origin is None:
            return True
        return self.any_origin or _netloc(origin) == host or _name(origin) in self._names()

    def _names(self) -> set[str | None]:
        return {*LOCAL, *(_name(o if "//" in o else f"//{o}") for o in self.origins)} - {None}

    def _answers_to(self, host: str | None) -> bool:
        if not self.hosts:
            return True
        name = None if host is None else _name(f"//{host}")
        return name is not None and any(_matches(name, pattern) for pattern in self.hosts)


def _matches(name: str, pattern: str) -> bool:
    pattern = pattern.strip().lower().rstrip(".")
    return pattern in ("*", name) or (pattern.startswith("*.") and name.endswith(pattern[1:]))


def _netloc(url: str) -> str | None:
    try:
        return urlsplit(url).netloc or None
    except ValueError:
        return None


def _name(url: str) -> str | None:
    """The host name of an address, in small letters; None for what is not a plain host and port."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    plain = parts.username is None and parts.path in ("", "/") and not parts.query and not parts.fragment
    return parts.hostname.rstrip(".") if plain and parts.hostname else None
