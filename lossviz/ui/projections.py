"""A space and its projections: a page's settings enter; its points, what is asked and what is known leave."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lossviz import catalog, own
from lossviz.catalog.projections import METHODS, OWN, SHIPPED, of_method, of_points, recipe_of
from lossviz.recipe import KEY, Knob, Recipe
from lossviz.runs import Run, hub
from lossviz.runs.studies import Question
from lossviz.text import Translator
from lossviz.ui.boards.projections import OPENS_WITH, SPACE
from lossviz.ui.picture import titled
from lossviz.ui.study import Arrays, about, weights_of

Values = Mapping[str, Knob]


@dataclass(frozen=True, kw_only=True)
class Space:
    """Points of many dimensions: of a `run`, or an upload's, `brought` under this `id`. `title` names them."""

    id: str
    title: str
    dim: int
    classes: tuple[str, ...]
    run: Run | None = None
    brought: own.Points | None = None

    @property
    def methods(self) -> tuple[str, ...]:
        """What is asked for: of two or three dimensions nothing but the points themselves."""
        return METHODS if self.dim > SPACE else METHODS[:1]

    def points(self, values: Values) -> Question | None:
        """The question for a run's points in all dimensions."""
        return about(self.run.recipe, "embeddings", **of_points(values)) if self.run else None

    def projections(self, values: Values) -> dict[str, Question]:
        """The question for each projection."""
        asked = {method: of_method(method, values) for method in self.methods}
        if self.run:
            return {method: about(self.run.recipe, "projection", **more) for method, more in asked.items()}
        return {
            method: Question(kind="projection", given={"own": self.id, **more, "digits": "own"})
            for method, more in asked.items()
        }

    def found(self, values: Values) -> Arrays | None:
        """The points: `features`, `labels`, `rows` and of how many (`all`); None where they are not known."""
        if self.brought:
            return sampled(self.brought, int(values["points"]))
        question = self.points(values)
        known = hub().studies.of(question) if question else None
        return known.arrays if known and known.stage == "done" else None

    @property
    def unknown(self) -> bool:
        """Whether other points than those that are known cannot be had: a recording keeps no weights."""
        return self.run is not None and not self.run.live and hub().looks.keyframes.final(self.run) is None

    def weights(self) -> Callable[[], Arrays]:
        """What a worker needs for a run's points."""
        assert self.run is not None
        return weights_of(self.run)


def space_of(id: str, t: Translator) -> Space | None:
    """The space of a setting: a recorded run's, that of any run, or an upload; None where it is not here any more."""
    if own.is_own(id):
        brought = own.features(id)
        if brought is None:
            return None
        dim = brought.features.shape[1]
        title = t("projections.of_file", file=brought.file, dim=dim)
        return Space(id=id, title=title, dim=dim, classes=brought.classes, brought=brought)
    run = hub().run(recipe_of(id).key if id in SHIPPED else id)
    if run is None:
        return None
    recipe = catalog.in_force(run.recipe)
    classes = catalog.dataset(recipe.data).classes
    return Space(id=id, title=named(recipe, t), dim=recipe.dim, classes=classes, run=run)


def opening(t: Translator) -> Space:
    """The space that the page opens with. Raises LookupError without it."""
    found = space_of(OPENS_WITH, t)
    if found is None:
        raise LookupError("no recordings: make record")
    return found


def named(recipe: Recipe, t: Translator) -> str:
    """The loss with its margin and the dimension: "ArcFace, m = 0.30, d = 16"."""
    return f"{titled(recipe, t)}, d = {recipe.dim}"


def is_run(id: str) -> bool:
    """Whether this is the form of a run's key."""
    return KEY.fullmatch(id) is not None


def sampled(brought: own.Points, most: int) -> dict[str, NDArray[Any]]:
    """The points of an upload, at most so many, chosen at random but always the same."""
    n = len(brought.labels)
    chosen = np.sort(np.random.default_rng(0).permutation(n)[:most])
    return {
        "features": brought.features[chosen],
        "labels": brought.labels[chosen],
        "rows": brought.rows[chosen],
        "all": np.array(brought.all),
    }


def material(points: Arrays) -> dict[str, NDArray[Any]]:
    """What a worker needs to project these points."""
    features = points["features"].astype(np.float32) * float(points.get("length", 1.0))
    return {"features": features, "labels": points["labels"]}


def answers(questions: Mapping[str, Question]) -> dict[str, Arrays]:
    """What is known of these questions."""
    found = {method: hub().studies.of(question) for method, question in questions.items()}
    return {method: answer.arrays for method, answer in found.items() if answer.stage == "done"}


def handed(space: Space, points: Arrays, known: Mapping[str, Question], t: Translator) -> dict[str, Any]:
    """What the browser draws, as plain values: the points' labels, and each projection that is known."""
    made = {method: _projection(method, known[method], arrays) for method, arrays in answers(known).items()}
    header = space.run.header if space.run else {}
    probe = bool(known) and next(iter(known.values())).given["digits"] == "probe"
    return {
        "methods": list(space.methods),
        "projections": made,
        "dim": space.dim,
        "labels": packed(points["labels"], np.uint8),
        "rows": packed(points["rows"], np.uint32),
        "classes": [t.name(name) for name in space.classes],
        "pack": header.get("pack") if probe else None,
    }


def _projection(method: str, question: Question, arrays: Arrays) -> dict[str, Any]:
    numbers = {
        name: np.round(arrays[name], 6).tolist() for name in ("trustworthiness", "continuity", "overlap", "votes")
    }
    share = float(arrays["share"])
    return {
        "id": question.digest,
        "places": packed(arrays["places"], np.int16),
        "of": list(arrays["places"].shape),
        "scale": arrays["scale"].tolist(),
        "epochs": arrays["epochs"].tolist(),
        "ks": arrays["ks"].tolist(),
        **numbers,
        "share": None if np.isnan(share) else share,
        "metric": str(arrays["metric"]),
        "settings": {name: question.given[name] for name in OWN[method]},
    }


def packed(array: NDArray[Any], kind: Any) -> str:
    """An array as base64 text, as the browser's own memory has it."""
    return b64encode(np.ascontiguousarray(array, np.dtype(kind).newbyteorder("<")).tobytes()).decode()
