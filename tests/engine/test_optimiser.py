"""How weights move: class vectors faster and without decay; what the optimiser remembers can be kept and given back."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from lossviz import catalog
from lossviz.engine.optimiser import moments, optimiser, replace_vectors, set_moments, set_rate


def stepped(moves: torch.optim.Optimizer, *modules: nn.Module) -> None:
    for weights in (w for module in modules for w in module.parameters()):
        weights.grad = torch.ones_like(weights)
    moves.step()


def test_class_vectors_learn_ten_times_faster_and_do_not_decay() -> None:
    recipe = catalog.resolve(loss="softmax", weight_decay=0.02)
    moves = optimiser(recipe, nn.Linear(2, 2), nn.Linear(2, 2))
    set_rate(moves, 0.003)
    assert [g["weight_decay"] for g in moves.param_groups] == [0.02, 0.0]
    assert [g["lr"] for g in moves.param_groups] == pytest.approx([0.003, 0.03])


@pytest.mark.parametrize("kind", ["adamw", "sgd"])
def test_what_it_remembers_comes_back(kind: str) -> None:
    recipe, one, other = catalog.resolve(loss="softmax", optimiser=kind), nn.Conv2d(2, 3, 3), nn.Conv2d(2, 3, 3)
    one.to(memory_format=torch.channels_last)
    other.to(memory_format=torch.channels_last)
    other.load_state_dict(one.state_dict())
    first, second = (optimiser(recipe, network, nn.Identity()) for network in (one, other))
    stepped(first, one)
    other.load_state_dict(one.state_dict())
    set_moments(second, {name: value.clone().contiguous() for name, value in moments(first).items()})
    stepped(first, one)
    stepped(second, other)
    assert torch.equal(one.weight, other.weight)


def test_moments_of_another_network_are_refused() -> None:
    recipe, one, other = catalog.resolve(loss="softmax"), nn.Linear(2, 2), nn.Linear(2, 3)
    first, second = (optimiser(recipe, network, nn.Identity()) for network in (one, other))
    stepped(first, one)
    with pytest.raises(ValueError, match="shape"):
        set_moments(second, moments(first))


def test_another_losss_vectors_leave_the_embedders_moments_alone() -> None:
    recipe, embedder, old, fresh = catalog.resolve(loss="softmax"), nn.Linear(2, 2), nn.Linear(2, 2), nn.Linear(2, 4)
    moves = optimiser(recipe, embedder, old)
    stepped(moves, embedder, old)
    before = {name: value.clone() for name, value in moments(moves).items() if name[0] in "01"}
    replace_vectors(moves, fresh)
    assert {name: torch.equal(value, before[name]) for name, value in moments(moves).items()} == dict.fromkeys(
        before, True
    )
    assert [list(g["params"]) for g in moves.param_groups[1:]] == [list(fresh.parameters())]
