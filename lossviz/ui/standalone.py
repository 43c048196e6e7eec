"""A comparison to take away: the stage's data and its tapes enter, one page that plays without a network leaves."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit import config

from lossviz.figures.colours import COLOURS, Theme
from lossviz.ui.sheets import SCRIPTS, STAGE, sheet

ENTRIES = ("stage.js", "knobs.js", "knob.js")
"""What mounts in Streamlit; a page of its own begins with `theatre.js`."""
KEPT, FETCHED = "kept", "source"
"""The module that reads from the page takes the place of the one that fetches."""
IMPORT = re.compile(r"from '\./([\w-]+)\.js'")
ICONS = "MaterialSymbols-Rounded*.woff2"

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · lossviz</title>
<style>{style}</style>
<h1>{title}</h1>
<p class="sentence">{sentence}</p>
<div id="root"></div>
{kept}
<script type="importmap">{modules}</script>
<script type="application/json" id="data">{data}</script>
<script type="module">
import {{ Stage }} from 'lossviz/theatre';
const data = JSON.parse(document.getElementById('data').textContent);
const stage = new Stage(document.getElementById('root'));
const draw = () => stage.update(data, () => {{}});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
draw();
</script>
</html>
"""


def page(*, title: str, sentence: str, data: Mapping[str, Any], tapes: Mapping[str, bytes], packs: Mapping[str, bytes],
         language: str) -> bytes:  # fmt: skip
    """The page as bytes. tapes: by the address in `data`; packs: gzipped, by digest. `sentence` may have **bold**."""
    kept = [_held(name, gzip.compress(tape)) for name, tape in tapes.items()]
    kept += [_held(digest, zipped) for digest, zipped in packs.items()]
    bold = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html.escape(sentence))
    return PAGE.format(
        language=language,
        title=html.escape(title),
        sentence=bold,
        style=_style(),
        kept="\n".join(kept),
        modules=json.dumps({"imports": _modules()}),
        data=json.dumps(data).replace("<", "\\u003c"),
    ).encode()


def _held(name: str, zipped: bytes) -> str:
    return f'<script type="text/plain" id="{html.escape(name)}">{base64.b64encode(zipped).decode()}</script>'


@cache
def _modules() -> dict[str, str]:
    """Every module of the stage as a data address, by the name under which the others import it."""
    sources = {path.stem: path.read_text("utf-8") for path in SCRIPTS.glob("*.js") if path.name not in ENTRIES}
    sources[FETCHED] = sources.pop(KEPT)
    return {f"lossviz/{stem}": _address(IMPORT.sub(r"from 'lossviz/\1'", text)) for stem, text in sources.items()}


def _address(script: str) -> str:
    return f"data:text/javascript;base64,{base64.b64encode(script.encode()).decode()}"


def _style() -> str:
    """The stage's sheet, the theme's colours for either kind of screen, and the icons of the bar."""
    font = next(Path(st.__file__).parent.joinpath("static").rglob(ICONS))
    icons = base64.b64encode(font.read_bytes()).decode()
    return "\n".join(
        (
            f":root{{{_variables('light')}}}",
            f"@media (prefers-color-scheme:dark){{:root{{{_variables('dark')}}}}}",
            f"@font-face{{font-family:'Material Symbols Rounded';src:url(data:font/woff2;base64,{icons})}}",
            "body{margin:0;padding:24px 32px;color:var(--st-text-color);background:var(--st-background-color);"
            "font:16px/1.5 var(--st-font)}",
            "h1{margin:0 0 8px;font-size:28px}.sentence{margin:0 0 24px;font-size:18px}",
            sheet(*STAGE),
            ".together .panel figcaption{display:block}",
        )
    )


def _variables(theme: Theme) -> str:
    """The variables that Streamlit gives a component."""
    ink = COLOURS[theme]
    named = {
        "text-color": ink.ink,
        "background-color": ink.bg,
        "secondary-background-color": config.get_option(f"theme.{theme}.secondaryBackgroundColor"),
        "border-color": ink.line,
        "primary-color": ink.accent,
        "font": config.get_option("theme.font"),
        "chart-categorical-colors": ",".join(config.get_option(f"theme.{theme}.chartCategoricalColors")),
    }
    return ";".join(f"--st-{name}:{value}" for name, value in named.items())
