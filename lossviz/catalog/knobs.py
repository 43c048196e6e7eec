"""Settings that several losses share, described once."""

from __future__ import annotations

from dataclasses import replace

from lossviz.params import Choice, Integer, Real, Toggle

DISTANCES = {"euclidean": "Euclidean", "sqeuclidean": "squared Euclidean", "cosine": "1 − cosine", "angle": "angle"}


def scale(default: float) -> Real:
    """The s of a logit s·cosθ."""
    return Real(
        name="s", label="Scale s", noun="scale", default=default, low=0.0, above=True, high=256.0, step=0.5, log=True,
        help="How sharply the loss tells angles apart",
    )  # fmt: skip


def blend() -> Real:
    """Radius blend of live 2-D runs: the share of the run over which the logit scale goes from ‖x‖ to s."""
    return Real(
        name="blend", label="Radius blend", noun="radius blend", default=0.0, low=0.0, high=1.0, step=0.05,
        where="more", help="Share of the run in which ‖x‖ gives way to s; 0: published form",
    )  # fmt: skip


def reduction() -> Choice:
    """How the terms of a batch become one number."""
    return Choice(
        name="reduction", label="Averaging", noun="averaging", default="mean", choices=("mean", "sum"), where="more",
        help="mean over the batch, or plain sum",
    )  # fmt: skip


def label_smoothing() -> Real:
    """Share of the target spread over all classes."""
    return Real(
        name="label_smoothing", label="Label smoothing ε", noun="label smoothing", default=0.0, low=0.0, high=0.99,
        where="more", help="Share of the target spread evenly over all classes",
    )  # fmt: skip


def distance(default: str) -> Choice:
    """The measure between two embeddings."""
    return Choice(
        name="distance", label="Distance", noun="distance", default=default, choices=tuple(DISTANCES),
        labels=tuple(DISTANCES.values()), where="more", help="Measure between two features",
    )  # fmt: skip


def normalize(default: bool) -> Toggle:
    """Whether features are brought to length 1 first."""
    return Toggle(
        name="normalize", label="Normalise features", noun="feature normalisation", default=default, where="more",
        help="Bring every feature to length 1 before measuring",
    )  # fmt: skip


def subcentres(default: int) -> Integer:
    """How many class vectors a class has."""
    return Integer(
        name="K", label="Sub-centres K", noun="sub-centres", default=default, low=1, high=6,
        help="Class vectors for each class; the nearest counts",
    )  # fmt: skip


def initial_spread() -> Real:
    """How far apart the class vectors of one class start."""
    return Real(
        name="spread", label="Initial spread", noun="initial spread", default=1.0, low=0.0, high=1.0, step=0.05,
        where="more", help="Of a class's sub-centres; 1: each drawn by itself, as published",
    )  # fmt: skip


def term_weight() -> Real:
    """The λ of a term that is added to softmax."""
    return Real(
        name="lam", label="Weight λ", noun="weight", default=1.0, low=0.0, high=10.0, step=0.05,
        help="How much the term counts beside softmax",
    )  # fmt: skip


def centre_rate() -> Real:
    """How fast moving centres follow the batches."""
    return Real(
        name="alpha", label="Centre rate α", noun="centre rate", default=0.5, low=0.0, high=1.0, step=0.05,
        where="more", help="How fast the centres follow their digits",
    )  # fmt: skip


def softmax_scale() -> Real:
    """The s of the normalised softmax beside an angular term."""
    return replace(scale(64.0), where="more", help="Of the softmax beside the variant with angles")


def gamma(default: float) -> Real:
    """The γ of the losses on similarities."""
    return Real(
        name="gamma", label="Scale γ", noun="scale γ", default=default, low=0.0, above=True, high=512.0, step=0.5,
        log=True, help="How sharply similarities are told apart",
    )  # fmt: skip


def gamma_start() -> Real:
    """Where γ starts in live 2-D runs."""
    return Real(
        name="gamma_start", label="γ at the start", noun="starting scale", default=0.0, low=0.0, high=512.0, step=0.5,
        where="more", help="Grows to γ by half the run; 0: published form",
    )  # fmt: skip


def similarity(help: str) -> Choice:
    """What a similarity is: the cosine, or in the plane 1/(1 + D²)."""
    return Choice(
        name="similarity", label="Similarity", noun="similarity", default="cosine", choices=("cosine", "inverse"),
        labels=("cosine", "1/(1 + D²)"), where="more", help=help,
    )  # fmt: skip


def relaxation(default: float) -> Real:
    """The m of circle loss."""
    return Real(
        name="m", label="Relaxation m", noun="relaxation", default=default, low=-0.5, high=0.95,
        help="Radius √2·m of the boundary around the ideal (0, 1)",
    )  # fmt: skip


def detach_alpha() -> Toggle:
    """Whether circle loss holds its weights α constant."""
    return Toggle(
        name="detach_alpha", label="Hold α constant", noun="constant α", default=True, where="more",
        help="No gradient through the weights; off is another field",
    )  # fmt: skip
