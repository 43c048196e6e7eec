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
SCHEDULES = {"blend", "anneal"}


def arguments(loss: str, classes: int = 4, dim: int = 3) -> dict[str, Tensor]:
    """The tensors that a loss takes besides embeddings and labels."""
    drawn = torch.randn(classes, dim, generator=torch.Generator().manual_seed(1))
    known = inspect.signature(getattr(functional, loss)).parameters
    return {name: drawn.clone() for name in ("weights", "centers") if name in known}


def batch(n: int = 8, dim: int = 3) -> tuple[Tensor, Tensor]:
    embeddings = torch.randn(n, dim, generator=torch.Generator().manual_seed(0), requires_grad=True)
    return embeddings, torch.arange(n) % 4


@pytest.mark.parametrize("loss", LOSSES)
def test_defaults_are_those_of_the_shelf(loss: str) -> None:
    known = inspect.signature(getattr(functional, loss)).parameters
    shelf = {p.name: p.default for p in losses()[loss].params if p.name not in SCHEDULES}
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


@pytest.mark.parametrize("loss", ["softmax", "center", "cosface", "arcface"])
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
    ],
)
def test_a_value_out_of_range_is_refused_by_name(loss: str, argument: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^{argument} "):
        getattr(functional, loss)(*batch(), **arguments(loss), **{argument: value})


@pytest.mark.parametrize("name", ["weights", "centers"])
def test_class_vectors_of_another_length_are_refused(name: str) -> None:
    loss = "cosface" if name == "weights" else "center"
    with pytest.raises(ValueError, match=name):
        getattr(functional, loss)(*batch(), **{name: torch.zeros(4, 5)})


@pytest.mark.parametrize("loss", LOSSES)
def test_half_precision_is_computed_in_float32(loss: str) -> None:
    embeddings, labels = batch()
    half = {name: value.half() for name, value in arguments(loss).items()}
    value = getattr(functional, loss)(embeddings.half(), labels, **half)
    exact = getattr(functional, loss)(embeddings.half().float(), labels, **{n: v.float() for n, v in half.items()})
    assert value.dtype == torch.float32
    assert torch.equal(value, exact)


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
