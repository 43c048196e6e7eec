"""What the shelf says about each thing: an id enters, its description leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Literal

from lossviz import own, strain
from lossviz.params import Param, shown
from lossviz.recipe import Knob

Measure = Literal[
    "angle",
    "sized",
    "cosine",
    "factor",
    "combined",
    "arc",
    "distance",
    "triplet",
    "apart",
    "lead",
    "goal",
    "inside",
    "outside",
]
"""What a margin counts in, and so how the stage draws it.

Between classes: an angle, one angle for each class by its size, a lead of the cosine, a factor on the angle, all three
combined, circle loss's arc, a lead of the distance to the mean. Around a picked point: rings at d_ap and d_ap + m, at
the distance m, at s_p − m, at 1 − m and m. Around each centre: within its radius, or outside it.
"""

# Loaded at once: a folder loaded later would take the place of the function of its name in `lossviz.catalog`.
FOLDERS = {name: import_module(f"lossviz.catalog.{name}") for name in ("losses", "embedders", "datasets")}

GONE = "Uploaded data"
"""The name of uploaded data that have left."""


@dataclass(frozen=True, kw_only=True)
class Paper:
    """Where a thing was published: "Deng et al. 2019, ArcFace" and its address."""

    title: str
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class Training:
    """How a loss is trained live in the plane: its own knobs away from the published ones, and the recipe.

    `adaptation` says in English words what differs from the published form; empty when nothing does.
    """

    knobs: Mapping[str, Knob] = field(default_factory=dict)
    lr: float
    sampler: Literal["uniform", "balanced"]
    adaptation: str = ""


@dataclass(frozen=True, kw_only=True)
class LossEntry:
    """A loss. `params` hold the published defaults; `live` what the 2-D live run sets instead.

    scores: how class vectors score a point, "linear" (w·x+b), "cosine", or None without class vectors.
    metric: distance of kNN, recall and nearest mean. view: how the stage draws its plane at first.
    margin: the knob drawn as the margin and the measure in which it counts.
    formula: LaTeX; `numbers`: LaTeX with {knob} holes for the current settings.
    look_at: the sentence under the title, English, **bold** the thing to look at.
    in_the_plane: what the published settings do in 2-D, one English sentence; empty when they do well.
    also: other names under which the same loss is known.
    gradient: LaTeX. pitfalls: what goes wrong with it, English sentences.
    becomes: (id of another loss, LaTeX of the settings at which this one equals it).
    """

    id: str
    name: str
    family: Literal["class", "pair", "centre"]
    code: str
    params: tuple[Param, ...]
    live: Training
    scores: Literal["linear", "cosine"] | None
    metric: Literal["euclidean", "cosine"]
    view: Literal["plane", "circle"]
    formula: str
    numbers: str
    paper: Paper
    look_at: str
    margin: tuple[str, Measure] | None = None
    in_the_plane: str = ""
    also: tuple[str, ...] = ()
    gradient: str = ""
    pitfalls: tuple[str, ...] = ()
    becomes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class EmbedderEntry:
    """A network from images (N, 1, 28, 28) to features (N, d).

    trained_a_second, embedded_a_second: digits that one core of a server trains on, and looks at. lr_divisor: by how
    much smaller a learning rate than patch2 it needs.
    """

    id: str
    name: str
    code: str
    cost: str
    trained_a_second: int
    embedded_a_second: int
    lr_divisor: int = 1
    paper: Paper | None = None


@dataclass(frozen=True, kw_only=True)
class DatasetEntry:
    """A set of images with labels; `source` says where they come from, `here` whether it needs no download.

    `megabytes` is the size of that download. sizes: how many training digits there are of each class, where that is
    known; strangers: how many classes, the last, are not trained.
    """

    id: str
    name: str
    code: str
    classes: tuple[str, ...]
    train_size: int
    probe_size: int
    here: bool
    source: str
    megabytes: int = 0
    sizes: tuple[int, ...] = ()
    strangers: int = 0

    @property
    def trained(self) -> tuple[str, ...]:
        """The classes that are trained."""
        return self.classes[: len(self.classes) - self.strangers]

    @property
    def digits(self) -> bool:
        """Whether its images show digits, as far as one may say so."""
        return not own.is_own(strain.base_of(self.id)) and all(name.isdecimal() for name in self.classes)


@cache
def losses() -> dict[str, LossEntry]:
    """Every loss by id, in the order of the family and then of the file names."""
    found: dict[str, LossEntry] = _shelf("losses")
    order = ("class", "centre", "pair")
    return dict(sorted(found.items(), key=lambda item: order.index(item[1].family)))


@cache
def embedders() -> dict[str, EmbedderEntry]:
    """Every embedder by id, the quickest first."""
    found: dict[str, EmbedderEntry] = _shelf("embedders")
    return dict(sorted(found.items(), key=lambda item: -item[1].trained_a_second))


@cache
def datasets() -> dict[str, DatasetEntry]:
    """Every data set by id, those that need no download first, the larger before the smaller."""
    found: dict[str, DatasetEntry] = _shelf("datasets")
    return dict(sorted(found.items(), key=lambda item: (not item[1].here, -item[1].train_size)))


def dataset(id: str) -> DatasetEntry:
    """The data set of this id, also one that somebody has uploaded, or one under strain.

    Raises KeyError for another, Refusal for a strain that cannot be. Of uploaded data that are gone, and whose runs
    may still be seen, nothing is known but that.
    """
    if strain.is_strained(id):
        return _strained(strain.parse(id))
    if not own.is_own(id):
        return datasets()[id]
    found = own.about(id) or own.About(file=GONE, classes=(), train_size=1, probe_size=1)
    return DatasetEntry(
        id=id, name=found.file, code="lossviz.datasets.own:load", classes=found.classes,
        train_size=found.train_size, probe_size=found.probe_size, here=True, source="",
    )  # fmt: skip


def _strained(asked: strain.Strain) -> DatasetEntry:
    """The entry of a strained set. Raises as `dataset`."""
    base = dataset(asked.base)
    strain.check(asked, base.sizes, len(base.classes))
    name = shown(f"{base.name} {asked.id.removeprefix(asked.base)}")
    if not base.sizes:
        return replace(base, id=asked.id, name=name)
    order = strain.order(asked, len(base.classes))
    sizes = strain.trained(asked, base.sizes)
    dropped = int(strain.unpacked(asked.dropped, sum(sizes)).sum()) if asked.dropped else 0
    return replace(
        base,
        id=asked.id,
        name=name,
        classes=tuple(base.classes[c] for c in order),
        train_size=sum(sizes) - dropped,
        sizes=tuple(sizes[c] for c in order),
        strangers=len(asked.without),
    )


def _shelf(folder: str) -> dict[str, Any]:
    package = FOLDERS[folder]
    modules = [import_module(f"{package.__name__}.{m.name}") for m in iter_modules(package.__path__)]
    return {m.ENTRY.id: m.ENTRY for m in modules}
