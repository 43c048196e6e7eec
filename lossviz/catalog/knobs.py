"""Settings that several losses share, described once."""

from __future__ import annotations

from lossviz.params import Choice, Real, Toggle


def blend() -> Real:
    """Radius blend of live 2-D runs: the share of the run over which the logit scale goes from ‖x‖ to s."""
    return Real(
        name="blend", label="Radius blend", noun="radius blend", default=0.0, low=0.0, high=1.0, step=0.05,
        where="more", help="Share of the run in which ‖x‖ gives way to s in the logit; 0 is the published form",
    )  # fmt: skip


def reduction(default: str = "mean", choices: tuple[str, ...] = ("mean", "sum")) -> Choice:
    """How the terms of a batch become one number."""
    return Choice(name="reduction", label="Averaging", noun="averaging", default=default, choices=choices, where="more")


def label_smoothing() -> Real:
    """Share of the target spread over all classes."""
    return Real(
        name="label_smoothing", label="Label smoothing ε", noun="label smoothing", default=0.0, low=0.0, high=0.99,
        where="more",
    )  # fmt: skip


def distance(default: str, choices: tuple[str, ...] = ("euclidean", "sqeuclidean", "cosine", "angle")) -> Choice:
    """The measure between two embeddings."""
    return Choice(name="distance", label="Distance", noun="distance", default=default, choices=choices, where="more")


def normalize(default: bool) -> Toggle:
    """Whether features are brought to length 1 first."""
    return Toggle(
        name="normalize", label="Normalise features", noun="feature normalisation", default=default, where="more"
    )
