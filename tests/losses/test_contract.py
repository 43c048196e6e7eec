"""What every pure loss promises, whichever it is."""

from __future__ import annotations

import doctest
import inspect
from typing import Any

import pytest
import torch
from torch import Tensor

from lossviz.catalog import losses
from lossviz.losses import functional

LOSSES = functional.__all__
AVERAGING = [name for name in LOSSES if "reduction" in inspect.signature(getattr(functional, name)).parameters]
SCHEDULES = {"blend", "anneal", "gamma_start", "mining"}
"""Settings of the module alone."""

OF_THE_MODULE = {
    "sphereface": {"s", "lam", "lam_base", "lam_gamma", "lam_power", "lam_min"},
    "subcenter_arcface": {"K", "spread"},
    "dynamic_arcface": {"K", "spread", "m_min", "m_max", "lam", "a", "b"},
    "intra": {"joint", "lam", "alpha", "s"},
    "inter": {"joint", "lam", "alpha", "s"},
    "margin": {"alpha"},
}
"""Settings by which a module makes the arguments of its function, or adds to it."""

ON_CLASSES = (
    "softmax normalized_softmax sphereface cosface arcface combined_margin adacos subcenter_arcface dynamic_arcface "
    "circle_class center intra inter margin"
).split()


def arguments(loss: str, classes: int = 4, dim: int = 3) -> dict[str, Tensor]:
    """The tensors that a loss takes besides embeddings and labels."""
    drawn = torch.randn(classes, dim, generator=torch.Generator().manual_seed(1))
    lists = {
        "triplets": torch.tensor([[0, 4, 1], [1, 5, 2]]),
        "quadruplets": torch.tensor([[0, 4, 1, 2], [3, 7, 0, 1]]),
        "class_counts": torch.tensor([5, 20, 80, 320])[:classes],
    }
    known = inspect.signature(getattr(functional, loss)).parameters
    drawn = torch.stack([drawn, -drawn], 1) if loss == "subcenter_arcface" else drawn
    vectors = {name: drawn.clone() for name in ("weights", "centers") if name in known}
    return vectors | {name: rows for name, rows in lists.items() if name in known}


def converted(loss: str, dtype: torch.dtype) -> dict[str, Tensor]:
    """`arguments` with their real numbers in another precision."""
    given = arguments(loss)
    return {name: value.to(dtype) if value.is_floating_point() else value for name, value in given.items()}


def batch(n: int = 8, dim: int = 3) -> tuple[Tensor, Tensor]:
    embeddings = torch.randn(n, dim, generator=torch.Generator().manual_seed(0), requires_grad=True)
    return embeddings, torch.arange(n) % 4


@pytest.mark.parametrize("loss", LOSSES)
def test_defaults_are_those_of_the_shelf(loss: str) -> None:
    known = inspect.signature(getattr(functional, loss)).parameters
    apart = SCHEDULES | OF_THE_MODULE.get(loss, set())
    shelf = {p.name: p.default for p in losses()[loss].params if p.name not in apart}
    assert {name: known[name].default for name in shelf} == shelf


@pytest.mark.parametrize("loss", LOSSES)
def test_it_returns_a_scalar_and_the_extra_only_when_asked(loss: str) -> None:
    function: Any = getattr(functional, loss)
    alone = function(*batch(), **arguments(loss))
    together, extra = function(*batch(), **arguments(loss), with_extra=True)
    assert alone.shape == ()
    assert torch.equal(alone, together)
    assert isinstance(extra, dict)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize(
    "labels",
    [
        torch.zeros(7, dtype=torch.long),
        torch.zeros(8, 1, dtype=torch.long),
        torch.zeros(8),
        torch.zeros(8, dtype=torch.bool),
        [0] * 8,
        None,
    ],
    ids=["too few", "two-dimensional", "real", "boolean", "a list", "missing"],
)
def test_labels_of_another_shape_or_type_are_refused(loss: str, labels: Any) -> None:
    with pytest.raises(ValueError, match="labels"):
        getattr(functional, loss)(batch()[0], labels, **arguments(loss))


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("embeddings", [torch.zeros(8), torch.zeros(8, 3, dtype=torch.long), [[0.0] * 3] * 8])
def test_embeddings_of_another_shape_or_type_are_refused(loss: str, embeddings: Any) -> None:
    with pytest.raises(ValueError, match="embeddings"):
        getattr(functional, loss)(embeddings, batch()[1], **arguments(loss))


@pytest.mark.parametrize("loss", ON_CLASSES)
@pytest.mark.parametrize("label", [-1, 4])
def test_a_label_out_of_range_is_refused(loss: str, label: int) -> None:
    embeddings, labels = batch()
    labels[3] = label
    with pytest.raises(ValueError, match="labels must lie in 0 … 3"):
        getattr(functional, loss)(embeddings, labels, **arguments(loss))


@pytest.mark.parametrize("loss", AVERAGING)
def test_an_unknown_averaging_is_refused(loss: str) -> None:
    with pytest.raises(ValueError, match="reduction"):
        getattr(functional, loss)(*batch(), **arguments(loss), reduction="median")


@pytest.mark.parametrize(
    ("loss", "argument", "value"),
    [
        ("softmax", "label_smoothing", 1.0),
        ("normalized_softmax", "s", 0.0),
        ("sphereface", "s", 0.0),
        ("sphereface", "lam", -1.0),
        ("adacos", "mode", "both"),
        ("adacos", "s_prev", 0.0),
        ("adacos", "s_max", 0.0),
        ("subcenter_arcface", "m", 1.6),
        ("cosface", "s", 0.0),
        ("cosface", "s", float("nan")),
        ("cosface", "m", -0.1),
        ("arcface", "s", -1.0),
        ("arcface", "m", 1.6),
        ("arcface", "ls_mode", "both"),
        ("arcface", "label_smoothing", -0.1),
        ("center", "alpha", 1.5),
        ("center", "lam", -1.0),
        ("contrastive", "margin", 0.0),
        ("contrastive", "variant", "hadsel"),
        ("triplet_batch_hard", "margin", -0.1),
        ("triplet_batch_hard", "margin", "hard"),
        ("triplet_batch_hard", "distance", "manhattan"),
        ("triplet_batch_hard", "tau", -1.0),
        ("triplet_semihard", "margin", -0.1),
        ("triplet_semihard", "selection", "farthest"),
        ("triplet_semihard", "fallback", "min"),
        ("triplet_semihard", "distance", "l2"),
        ("infonce", "tau", 0.0),
        ("infonce", "tau", float("inf")),
        ("infonce", "denominator", "positives"),
        ("infonce", "similarity", "dot"),
        ("infonce", "reduction", "mean"),
        ("triplet", "triplets", torch.tensor([[0, 1]])),
        ("triplet", "triplets", torch.tensor([[0, 1, 8]])),
        ("triplet", "triplets", torch.tensor([[0.0, 1.0, 2.0]])),
        ("triplet", "triplets", None),
        ("triplet", "margin", -1.0),
        ("triplet", "distance", "l2"),
        ("triplet", "p", 0.5),
        ("triplet", "eps", -1e-6),
        ("triplet_batch_all", "margin", -0.1),
        ("triplet_batch_all", "distance", "l2"),
        ("triplet_batch_all", "reduction", "none"),
        ("quadruplet", "quadruplets", torch.tensor([[0, 4, 1]])),
        ("quadruplet", "quadruplets", torch.tensor([[0, 4, 1, -1]])),
        ("quadruplet", "alpha1", -1.0),
        ("quadruplet", "alpha2", -1.0),
        ("quadruplet", "w1", -1.0),
        ("quadruplet", "w2", -1.0),
        ("quadruplet", "variant", "chen"),
        ("quadruplet", "distance", "l2"),
        ("lifted_structure", "margin", -1.0),
        ("lifted_structure", "variant", "song"),
        ("n_pair", "l2_reg", -0.1),
        ("n_pair", "pairs", torch.tensor([[0, 8]])),
        ("n_pair", "similarity", "cosine"),
        ("n_pair", "used", "all"),
        ("unified", "gamma", 0.0),
        ("unified", "m", float("nan")),
        ("unified", "level", "sample"),
        ("unified", "similarity", "dot"),
        ("circle", "gamma", -1.0),
        ("circle", "m", 1.5),
        ("circle", "level", "class"),
        ("circle", "similarity", "dot"),
    ],
)
def test_a_value_out_of_range_is_refused_by_name(loss: str, argument: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^{argument} "):
        getattr(functional, loss)(*batch(), **{**arguments(loss), argument: value})


@pytest.mark.parametrize("name", ["weights", "centers"])
def test_class_vectors_of_another_length_are_refused(name: str) -> None:
    loss = "cosface" if name == "weights" else "center"
    with pytest.raises(ValueError, match=name):
        getattr(functional, loss)(*batch(), **{name: torch.zeros(4, 5)})


@pytest.mark.parametrize("loss", LOSSES)
def test_half_precision_is_computed_in_float32(loss: str) -> None:
    embeddings, labels = batch()
    half = converted(loss, torch.half)
    value = getattr(functional, loss)(embeddings.half(), labels, **half)
    wide = {name: value.float() if value.is_floating_point() else value for name, value in half.items()}
    exact = getattr(functional, loss)(embeddings.half().float(), labels, **wide)
    assert value.dtype == torch.float32
    assert torch.equal(value, exact)


@pytest.mark.parametrize("loss", LOSSES)
def test_the_widest_type_given_is_the_one_computed_in(loss: str) -> None:
    embeddings, labels = batch()
    exact = getattr(functional, loss)(embeddings.double(), labels, **converted(loss, torch.double))
    mixed = getattr(functional, loss)(embeddings.double(), labels, **arguments(loss))
    assert mixed.dtype == torch.double
    torch.testing.assert_close(mixed, exact)


@pytest.mark.parametrize("loss", ON_CLASSES)
def test_class_vectors_of_whole_numbers_are_refused_by_name(loss: str) -> None:
    vectors = {name: v.long() for name, v in arguments(loss).items() if name in ("weights", "centers")}
    with pytest.raises(ValueError, match=r"^(weights|centers) must be real numbers"):
        getattr(functional, loss)(*batch(), **{**arguments(loss), **vectors})


def test_a_bias_of_whole_numbers_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"^bias must be real numbers"):
        functional.softmax(*batch(), **arguments("softmax"), bias=torch.zeros(4, dtype=torch.long))


@pytest.mark.parametrize("loss", LOSSES)
def test_autocast_changes_nothing(loss: str) -> None:
    function = getattr(functional, loss)
    plain = function(*batch(), **arguments(loss))
    with torch.autocast("cpu", torch.bfloat16):
        assert torch.equal(function(*batch(), **arguments(loss)), plain)


@pytest.mark.parametrize("loss", LOSSES)
def test_the_docstring_example_holds(loss: str) -> None:
    function = getattr(functional, loss)
    tests = doctest.DocTestFinder().find(function, loss, globs={"torch": torch, loss: function})
    assert all(doctest.DocTestRunner().run(test).failed == 0 for test in tests)
    assert any(test.examples for test in tests)
