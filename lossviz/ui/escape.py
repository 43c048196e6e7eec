"""Other people's text on our screen: any string enters, harmless Markdown leaves."""

from __future__ import annotations

import re

# Addresses become links even when their signs are escaped; an invisible joiner inside them prevents it.
ADDRESS = re.compile(r"(?<=:)(?=//)|(?<=www)(?=\.)|(?=@)")
JOINER = "\u2060"
SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:&])")


def md(text: object) -> str:
    """The text with every sign of Markdown, LaTeX, colour, icon and link syntax made literal."""
    one_line = " ".join(str(text).split())
    return SPECIAL.sub(r"\\\1", ADDRESS.sub(JOINER, one_line))
