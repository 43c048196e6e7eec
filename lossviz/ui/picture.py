"""From a run to a panel of the stage: where its records come from, and its title."""

from __future__ import annotations

from collections.abc import Sequence

from lossviz import catalog
from lossviz.recipe import Recipe
from lossviz.runs import Run, hub
from lossviz.text import Translator
from lossviz.ui.editing import changes
from lossviz.ui.escape import md
from lossviz.ui.findings import knob_numbers
from lossviz.ui.stage import Panel
from lossviz.ui.training import recording

SHORT = 2
"""Signs that a badge has room for, as in `js/names.js`."""


def panel_of(run: Run, t: Translator) -> Panel:
    """A live run is followed over its socket; an ended one is fetched as a tape.

    The attempt stands in the socket's address, so that the stage sees a run begun again as another source. Until
    there is a frame, a recording fills the stage: a fork's parent, if it has ended.
    """
    title, changed = titled(catalog.in_force(run.recipe), t), changes(run.recipe, t)
    if run.live:
        parent = hub().run(catalog.base(run.recipe).key) if run.recipe.edits else None
        shown = parent if parent is not None and not parent.live else recording(run.recipe.loss, run.recipe.dim)
        meanwhile = f"lv/tape/{shown.key}"
        address = f"lv/run/{run.key}?attempt={run.attempt}"
        return Panel(title=title, key=run.key, live_url=address, meanwhile_url=meanwhile, changes=changed)
    return Panel(title=title, key=run.key, tape_url=f"lv/tape/{run.key}", changes=changed)


def legend(recipe: Recipe, t: Translator) -> str:
    """Which class has which badge, "0 T-shirt/top · 1 Trouser …" or "お o · き ki …", and which ones are not trained.

    Empty where badges say it all.
    """
    data = catalog.dataset(recipe.data)
    named = legend_of(data.classes, t)
    if not data.strangers:
        return named
    left_out = [md(t.name(name)) for name in data.classes[-data.strangers :]]
    return "  \n".join(line for line in (named, t("stage.hollow", names=" · ".join(left_out))) if line)


def legend_of(names: Sequence[str], t: Translator) -> str:
    """The same of class names, which may be anybody's words, as Markdown."""
    if all(len(name) <= SHORT for name in names):
        return ""
    signed = all(len(name.split(" ")[0]) <= SHORT for name in names)
    return " · ".join(md(name) if signed else f"{k} {md(t.name(name))}" for k, name in enumerate(names))


def titled(recipe: Recipe, t: Translator) -> str:
    """The loss and its first knob: "ArcFace, m = 0.30"."""
    entry = catalog.losses()[recipe.loss]
    numbers = knob_numbers(recipe)
    first = next((p for p in entry.params if p.where == "panel"), None)
    if first is None or isinstance(recipe.knobs[first.name], str):
        return t.name(entry.name)
    symbol = first.label.split()[-1]
    return f"{t.name(entry.name)}, {symbol} = {numbers[first.name]}"
