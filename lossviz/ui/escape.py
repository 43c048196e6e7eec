"""Other people's text on our screen: any string enters, harmless Markdown leaves."""

from __future__ import annotations

import re

SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:&])")


def md(text: object) -> str:
    """The text with every sign of Markdown, LaTeX, colour and icon syntax made literal."""
    return SPECIAL.sub(r"\\\1", " ".join(str(text).split()))
