"""The unified loss: what its sets of similarities, and the pictures of what it becomes, can be set to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from lossviz.geometry.unified import gradient_shares
from lossviz.params import Choice, Integer, Real
from lossviz.recipe import Knob
from lossviz.ui.board import Board

POSITIVES = (0.78, 0.58, 0.71, 0.9, 0.65, 0.84)
NEGATIVES = (0.34, -0.12, 0.47, 0.1, -0.35, 0.22, 0.4, -0.55, 0.02, -0.25)
"""Cosines at the start, as many as there can be; the first K and L of them take part."""

ALMOST_ALL = 0.9
"""The share of the gradient from which one similarity is said to take nearly all of it."""

BOARD = Board(
    id="unified",
    owner="Unified loss",
    params=(
        Real(name="gamma", label="Scale γ", noun="scale", default=16.0, low=0.25, high=512.0, log=True),
        Real(name="m", label="Margin m", noun="margin", default=0.25, low=0.0, high=1.0),
        Integer(name="K", label="Positives K", noun="positives K", default=4, low=1, high=len(POSITIVES)),
        Integer(name="L", label="Negatives L", noun="negatives L", default=6, low=1, high=len(NEGATIVES)),
        Choice(name="kind", label="Similarity", noun="similarity", default="cosine", choices=("cosine", "inner"),
               labels=("Cosine", "Inner product"), row=True),
        Real(name="length", label="Lengths ‖w‖·‖x‖", noun="lengths", default=10.0, low=1.0, high=50.0, step=0.5,
             help="An inner product is the cosine times both lengths"),
        Choice(name="view", label="ℓ/γ over", noun="view of ℓ/γ", default="violation", choices=("violation", "plane"),
               labels=("M", "(sₙ, sₚ)"), row=True),
        *(Real(name=f"p{i}", label=f"s_p {i}", noun=f"s_p {i}", default=value, low=-1.0, high=1.0, step=0.001)
          for i, value in enumerate(POSITIVES, start=1)),
        *(Real(name=f"n{j}", label=f"s_n {j}", noun=f"s_n {j}", default=value, low=-1.0, high=1.0, step=0.001)
          for j, value in enumerate(NEGATIVES, start=1)),
    ),
    dragged=frozenset([f"p{i + 1}" for i in range(len(POSITIVES))] + [f"n{j + 1}" for j in range(len(NEGATIVES))]),
    both=frozenset(["gamma"]),
)  # fmt: skip

PRESETS: Mapping[str, Mapping[str, Knob]] = {
    "am": {"K": 1, "L": 9, "gamma": 30.0, "m": 0.35, "kind": "cosine"},
    "softmax": {"K": 1, "L": 9, "gamma": 1.0, "m": 0.0, "kind": "inner"},
    "hard": {"K": 4, "L": 6, "gamma": 512.0, "m": 0.25, "kind": "cosine"},
}
"""Settings under which the loss is another one: AM-Softmax of ten classes with its published s and m, the softmax
cross-entropy of ten classes, and nearly the batch-hard triplet loss. Similarities stay where they are."""


@dataclass(frozen=True)
class Sets:
    """The similarities that take part: cosines, or inner products of vectors whose lengths multiply to `length`."""

    sp: tuple[float, ...]
    sn: tuple[float, ...]


def sets_of(values: Mapping[str, Knob]) -> Sets:
    """The first K positives and L negatives as the loss sees them."""
    unit = float(values["length"]) if values["kind"] == "inner" else 1.0
    of = {side: [unit * float(values[f"{side}{i + 1}"]) for i in range(int(values[count]))]
          for side, count in (("p", "K"), ("n", "L"))}  # fmt: skip
    return Sets(tuple(of["p"]), tuple(of["n"]))


def hidden(values: Mapping[str, Knob]) -> Collection[str]:
    """Cosines have no lengths."""
    return () if values["kind"] == "inner" else ("length",)


def sentence(values: Mapping[str, Knob]) -> str:
    """The key of the sentence under the title, true of these settings."""
    if values["K"] == 1 and values["kind"] == "cosine":
        return "unified.look_one"
    if values["K"] == 1:
        plain = values["m"] == 0 and values["gamma"] == 1
        return f"unified.look_{'softmax' if plain else 'one_inner'}"
    sets = sets_of(values)
    _, p, n = gradient_shares(sets.sp, sets.sn, float(values["gamma"]), float(values["m"]))
    return "unified.look_hard" if min(p.max(), n.max()) >= ALMOST_ALL else "unified.look_soft"
