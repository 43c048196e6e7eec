"""What the training page says: the controls and the run in the picture enter, sentences in words leave."""

from __future__ import annotations

import math
import re
from typing import Any

from lossviz import catalog
from lossviz.params import Real, Refusal
from lossviz.recipe import Recipe
from lossviz.runs import hub
from lossviz.runs.run import Run
from lossviz.text import Translator
from lossviz.ui import downloading, room
from lossviz.ui.desk import Desk
from lossviz.ui.escape import md
from lossviz.ui.layout import Finding
from lossviz.ui.training import Shown

DRAWN = 3
"""Features of more dimensions are projected."""

ASTRAY = ("health.blown_up", "health.diverging")
COLLAPSED = ("health.collapse_margin", "health.collapse_ln2", "health.collapse_point", "health.collapse_relu")
NOT_FINITE = "health.nan"
ROOMLESS = ("health.margin_bound", "health.margin_least")
COLON = re.compile("[:：]")
ENDED = {"state.not_saved": "train.not_saved", "runs.unsaved": "train.unsaved"}
"""What is said of a run that could not be saved, once it has ended."""


def look_at(recipe: Recipe, run: Run | None, t: Translator) -> str:
    """The sentence under the title; true of the run in the picture."""
    said = set() if run is None else {h["code"] for h in _health(run)}
    if said & {*COLLAPSED}:
        return t("train.collapsed")
    if said & {*ASTRAY}:
        return t("train.astray")
    if recipe.dim > DRAWN:
        return t("train.projected", dim=recipe.dim)
    if not room.fits(recipe):
        return room.crowded(recipe, t)
    entry, margin = catalog.losses()[recipe.loss], _margin(recipe)
    degrees = "" if margin is None else f"{math.degrees(margin):.0f}°"
    knobs = {name: _short(value) for name, value in recipe.knobs.items()}
    sentence = t.name(entry.look_at)
    if recipe.dim == DRAWN:
        sentence = sentence.replace(t("train.wedges"), t("train.bands"))
    return t.fill(sentence, m_degrees=degrees, **knobs)


def findings(desk: Desk, picture: Shown, t: Translator) -> list[Finding]:
    """Everything worth a banner: failure, health of the run, a margin without room, refused settings."""
    run = picture.run
    found = [*_cluster(t), *downloading.trouble(desk.recipe, t), *of_run(run, t), *_lineage(run, t)]
    found += [Finding("info", refusal_text(refusal, desk, t)) for refusal in desk.refusals]
    if desk.missing_run:
        found.append(Finding("info", t("train.no_such_run")))
    if desk.left:
        found.append(Finding("info", t("train.left")))
    if desk.shared:
        found.append(Finding("info", t("state.shared")))
    return found + _no_room(desk.recipe, t)


def of_run(run: Run, t: Translator) -> list[Finding]:
    """That a run failed, what its newest frame says is wrong with it, and that it could not be saved."""
    return [*_failure(run, t), *_told(run, t)]


def refusal_text(refusal: Refusal, desk: Desk, t: Translator) -> str:
    """A refusal in the reader's language, with what the page shows instead."""
    sentence = md(t(refusal.code, **refusal.fields))
    known = {p.noun: p for p in (*catalog.fields().values(), *catalog.knob_params(desk.recipe.loss).values())}
    param = known.get(str(refusal.fields.get("knob")))
    if param is None:
        return sentence
    value = desk.recipe.knobs.get(param.name, getattr(desk.recipe, param.name, None))
    if value is None:
        return sentence
    return t("train.shows", sentence=sentence, value=md(param.write(value)))


def _cluster(t: Translator) -> list[Finding]:
    trouble = hub().trouble
    return [Finding("error", t(trouble))] if trouble else []


def _lineage(run: Run, t: Translator) -> list[Finding]:
    """That a run was cut short and can go on, or that it forked from another."""
    forks = [Finding("info", t("state.forked", step=run.recipe.edits[-1][0]))] if run.recipe.edits else []
    cut = run.state == "interrupted" and hub().revivable(run) is not None
    return [*([Finding("info", t("state.interrupted", step=run.last.get("step", 0)))] if cut else []), *forks]


def _failure(run: Run, t: Translator) -> list[Finding]:
    if run.state != "failed" or run.error is None:
        return []
    code, fields = run.error
    if code == NOT_FINITE:
        remedy = t(str(fields["cause"]).replace("health.cause", "train.remedy"))
        return [Finding("error", t("train.not_finite", **{**_causes(fields, t), "remedy": remedy}))]
    cause = t(code, **_causes(fields, t))
    return [Finding("error", t("train.failed", step=run.last.get("step", 0), cause=md(cause)))]


def _told(run: Run, t: Translator) -> list[Finding]:
    notice = run.notice if run.live or run.notice is None else ENDED.get(run.notice, run.notice)
    saving = [Finding("warning", t(notice))] if notice else []
    return [Finding("warning", _marked(t(h["code"], **h.get("fields", {})))) for h in _health(run)] + saving


def _health(run: Run) -> list[dict[str, Any]]:
    """What its newest frame says is wrong with a run, but for margins without room: the controls have them."""
    found: list[dict[str, Any]] = run.last.get("health", [])
    return [h for h in found if h["code"] not in ROOMLESS]


def _marked(sentence: str) -> str:
    """The sentence with what was found, up to its first colon, in bold."""
    cut = COLON.search(sentence)
    return md(sentence) if cut is None else f"**{md(sentence[: cut.end()])}** {md(sentence[cut.end() :])}"


def _causes(fields: dict[str, Any], t: Translator) -> dict[str, Any]:
    if "cause" not in fields or not str(fields["cause"]).startswith("health."):
        return fields
    return {**fields, "cause": t(str(fields["cause"]), value=fields.get("cause_value", ""))}


def _no_room(recipe: Recipe, t: Translator) -> list[Finding]:
    said = room.banner(recipe, t)
    return [Finding("warning", said)] if said else []


def _margin(recipe: Recipe) -> float | None:
    entry = catalog.losses()[recipe.loss]
    value = None if entry.margin is None else recipe.knobs[entry.margin[0]]
    return float(value) if isinstance(value, float | int) else None


def _short(value: Any) -> str:
    return f"{value:.2f}" if isinstance(value, float) and value != int(value) else str(value).removesuffix(".0")


def knob_numbers(recipe: Recipe) -> dict[str, str]:
    """The current settings as the formula shows them."""
    params = catalog.knob_params(recipe.loss)
    return {name: _decimals(params[name], value) for name, value in recipe.knobs.items()}


def _decimals(param: Any, value: Any) -> str:
    if isinstance(param, Real) and isinstance(value, float):
        return f"{value:.2f}" if param.step < 0.1 else _short(value)
    return str(value)
