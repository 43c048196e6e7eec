"""What the compare page shows and says: the bench and the runs in the picture enter; panels and sentences leave."""

from __future__ import annotations

from dataclasses import replace

from lossviz import catalog
from lossviz.params import Choice
from lossviz.recipe import Recipe
from lossviz.text import Translator
from lossviz.ui import room
from lossviz.ui.comparing import Bench, Seen
from lossviz.ui.escape import md
from lossviz.ui.findings import knob_numbers, of_run
from lossviz.ui.layout import Finding
from lossviz.ui.picture import panel_of, titled
from lossviz.ui.stage import Panel, Together

COUNTS = {2: "two", 3: "three", 4: "four"}


def title(bench: Bench, t: Translator) -> str:
    """ "Three losses, one start"."""
    return t(f"compare.{COUNTS[len(bench.comparison.sides)]}")


def sentence(bench: Bench, t: Translator) -> str:
    """What to look at, and that one loss's batches have become everybody's."""
    sides = bench.comparison.sides
    needing = [t.name(catalog.losses()[loss].name) for loss in dict.fromkeys(bench.comparison.needing)]
    if len({side["loss"] for side in sides}) == 1:
        differing = _differing(bench.comparison.recipes)
        params = {**catalog.knob_params(sides[0]["loss"]), "lr": catalog.fields()["lr"]}
        if differing:
            return t("compare.same_loss", names=", ".join(t.name(params[name].label) for name in differing))
    if needing and len(needing) < len({side["loss"] for side in sides}):
        return t("compare.batches", names=", ".join(needing))
    return t("compare.sentence")


def _differing(recipes: tuple[Recipe, ...]) -> list[str]:
    """The knobs, and the learning rate, that are not the same in all recipes of one loss."""
    first = recipes[0]
    own = [name for name, value in first.knobs.items() if any(r.knobs[name] != value for r in recipes)]
    return [*own, *(["lr"] if any(r.lr != first.lr for r in recipes) else [])]


def findings(bench: Bench, t: Translator) -> list[Finding]:
    """Refused settings, margins without room, and per run in the picture the gravest that is wrong with it."""
    refused = [Finding("info", md(t(refusal.code, **refusal.fields))) for refusal in bench.refusals]
    return [*refused, *(found for seen in bench.seen() for found in _of_panel(seen, t))]


def _of_panel(seen: Seen, t: Translator) -> list[Finding]:
    name = md(titled(catalog.in_force(seen.run.recipe), t))
    crowded = room.banner(seen.recipe, t) if seen.same else ""
    found = [*of_run(seen.run, t)[:1], *([Finding("warning", crowded)] if crowded else [])]
    return [replace(one, text=t("compare.found", title=name, finding=one.text)) for one in found]


def panels(bench: Bench, seen: list[Seen], t: Translator) -> list[Panel]:
    """One panel a loss, named so that no two names are equal unless the runs are."""
    names = titles([one.run.recipe for one in seen], t)
    return [
        _panel(one, name, own=one.run.key in bench.started.values(), t=t) for one, name in zip(seen, names, strict=True)
    ]


def _panel(seen: Seen, name: str, *, own: bool, t: Translator) -> Panel:
    return replace(panel_of(seen.run, t), title=name, note=_note(seen, own=own, t=t))


def _note(seen: Seen, *, own: bool, t: Translator) -> str:
    run = seen.run
    step = run.last.get("step", 0)
    if run.recipe.loss != seen.recipe.loss:
        return t("compare.other_loss", loss=catalog.losses()[catalog.in_force(run.recipe).loss].name)
    if not seen.same:
        return t("compare.other_run") if own else t("compare.other")
    return t(f"compare.{run.state}", step=step) if run.state in ("failed", "stopped") else ""


def titles(recipes: list[Recipe], t: Translator) -> list[str]:
    """ "ArcFace, m = 0.30"; where two would be equal, with the other settings that differ."""
    plain = [titled(catalog.in_force(recipe), t) for recipe in recipes]
    return [
        _longer(name, recipe, [r for r, n in zip(recipes, plain, strict=True) if n == name], t)
        for name, recipe in zip(plain, recipes, strict=True)
    ]


def _longer(name: str, recipe: Recipe, alike: list[Recipe], t: Translator) -> str:
    params, numbers = catalog.knob_params(recipe.loss), knob_numbers(recipe)
    more = []
    for knob in _differing(tuple(alike)):
        if knob == "lr":
            more.append(f"{t.name(catalog.fields()['lr'].label)} {recipe.lr:g}")
            continue
        param = params[knob]
        value = t.name(param.names[str(recipe.knobs[knob])]) if isinstance(param, Choice) else numbers[knob]
        more.append(f"{t.name(param.label)} {value}")
    return ", ".join([name, *more])


def together(bench: Bench) -> Together:
    """How the panels are shown."""
    return Together(axes=bench.options["axes"], clock=bench.options["clock"])


def state_words(bench: Bench, seen: list[Seen], t: Translator) -> tuple[str, str]:
    """The icon and the words for all runs at once."""
    states = [one.run.state for one in seen]
    waiting = states.count("queued")
    running = sum(one.run.live for one in seen) - waiting
    if waiting or running:
        return "radio_button_checked" if running else "hourglass_top", t(
            "compare.live", running=running, waiting=waiting
        )
    other = sum(not one.same for one in seen)
    if other:
        return "history", t("compare.other_settings", n=other, of=len(seen))
    own = any(one.run.key in bench.started.values() for one in seen)
    return ("check", t("compare.finished", seed=bench.recipe.seed)) if own else (
        "history", t("compare.recorded", seed=bench.recipe.seed))  # fmt: skip
