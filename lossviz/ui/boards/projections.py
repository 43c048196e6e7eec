"""Projections: what the pictures of a space of many dimensions can be set to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from lossviz import limits, own
from lossviz.catalog.projections import DEFAULTS, METHODS, SHIPPED
from lossviz.params import Choice, Integer, Param, Real
from lossviz.recipe import KEY, Knob
from lossviz.ui.board import Board

OPENS_WITH = next(iter(SHIPPED))
FLAT, SPACE = 2, 3
"""Dimensions that are drawn as they are."""

SOURCE = Choice(
    name="source", label="Space", noun="space", default=OPENS_WITH, choices=tuple(SHIPPED),
    labels=("Softmax, d = 64", "ArcFace, d = 16"), also=lambda id: bool(KEY.fullmatch(id)) or own.is_own(id),
)  # fmt: skip

BOARD = Board(
    id="projections",
    owner="Projections",
    params=(
        SOURCE,
        Choice(name="digits", label="Digits", noun="digits", default=str(DEFAULTS["digits"]), row=True,
               choices=("probe", "train"), labels=("New to it", "Trained on"), where="more"),
        Integer(name="points", label="Points", noun="points", default=int(DEFAULTS["points"]), low=100,
                high=limits.MOST_POINTS, log=True),
        Choice(name="metric", label="Metric", noun="metric", default=str(DEFAULTS["metric"]), row=True,
               choices=("loss", "cosine", "euclidean"), labels=("The loss's", "Cosine", "Euclidean"), where="more"),
        Real(name="perplexity", label="Perplexity", noun="perplexity", default=float(DEFAULTS["perplexity"]), low=1.0,
             high=500.0, step=1.0, log=True, help="Of t-SNE: about how many neighbours each point keeps near"),
        Integer(name="neighbours", label="n_neighbors", noun="number of neighbours",
                default=int(DEFAULTS["neighbours"]), low=2, high=200, log=True,
                help="Of UMAP: few show detail, many show the whole"),
        Real(name="distance", label="min_dist", noun="least distance", default=float(DEFAULTS["distance"]), low=0.0,
             high=0.99, help="Of UMAP: how near points may come in the picture"),
        Integer(name="seed", label="Seed", noun="seed", default=int(DEFAULTS["seed"]), low=0, high=limits.LARGEST_SEED,
                where="more"),
        Choice(name="k", label="Measured over k", noun="neighbourhood", default="15", choices=("5", "15", "50"),
               row=True),
        Choice(name="ring", label="Ring", noun="ring", default="pca", choices=("none", *METHODS),
               labels=("None", "In PCA", "In t-SNE", "In UMAP")),
        Real(name="ring_x", label="Ring, across", noun="ring's place across", default=0.1, low=-1.0, high=1.0),
        Real(name="ring_y", label="Ring, up", noun="ring's place up", default=0.1, low=-1.0, high=1.0),
        Real(name="ring_r", label="Ring, radius", noun="ring's radius", default=0.2, low=0.02, high=1.0),
        Real(name="turn", label="Turn", noun="turn", default=-30.0, low=-180.0, high=180.0, step=1.0),
        Real(name="tilt", label="Tilt", noun="tilt", default=20.0, low=-90.0, high=90.0, step=1.0),
    ),
    dragged=frozenset(("ring_x", "ring_y", "ring_r", "turn", "tilt")),
    both=frozenset(("ring",)),
)  # fmt: skip


def with_sources(sources: Mapping[str, str]) -> Board:
    """The board with spaces of the reader's own, title by id, after those that are recorded."""
    source = replace(SOURCE, choices=(*SOURCE.choices, *sources), labels=(*SOURCE.labels, *sources.values()))
    params: list[Param] = [source if param.name == "source" else param for param in BOARD.params]
    return replace(BOARD, params=tuple(params))


def hidden(values: Mapping[str, Knob]) -> Collection[str]:
    """An upload has no digits to choose from."""
    return ("digits",) if own.is_own(str(values["source"])) else ()
