"""The page of triplets: what its panel says of the settings, and places in a link."""

from __future__ import annotations

import pytest
import torch

from lossviz.params import Refusal
from lossviz.ui.boards.triplets import BOARD, LOSSES, PLACED, RECORDED, hidden
from lossviz.ui.boards.triplets_told import code, look_at, told


def values(**settings):  # type: ignore[no-untyped-def]
    return BOARD.defaults | settings


def test_valid_triplets_of_the_placed_batch_and_of_sixty_digits() -> None:
    assert "=3\\cdot 4\\cdot 3\\cdot 8=288" in told(values()).numbers
    assert "=10\\cdot 6\\cdot 5\\cdot 54=16{,}200" in told(values(batch="softmax")).numbers


@pytest.mark.parametrize("loss", LOSSES)
def test_every_loss_has_a_formula_and_a_paper(loss: str) -> None:
    panel = told(values(picture="forces", loss=loss))
    assert "=" in panel.formula
    assert "{margin}" not in panel.numbers
    assert panel.paper.url


def test_losses_on_similarities_say_what_stands_in_for_them() -> None:
    lines = {loss: told(values(picture="forces", loss=loss)).line for loss in LOSSES}
    assert {loss for loss, line in lines.items() if line == "triplets.line_similar"} == {"npair", "infonce"}


def test_the_module_is_a_line_that_runs() -> None:
    made = eval(code(values(margin=0.5, p=3.0, swap=True, reduction="sum")), {"torch": torch})
    assert (made.margin, made.p, made.eps, made.swap, made.reduction) == (0.5, 3.0, 1e-6, True, "sum")


@pytest.mark.parametrize(("settings", "near"), [({}, 1.2369), ({"p": 1.0}, 1.5), ({"positive": 3}, 1.0630)])
def test_the_distance_to_the_positive_stands_in_the_formula(settings, near: float) -> None:  # type: ignore[no-untyped-def]
    """a = (−0.6, 0.2); the farthest of its class is (−0.9, 1.4), another (−1.4, −0.5)."""
    assert f"[{near:.4f}-" in told(values(picture="module", **settings)).numbers


def test_the_sentence_says_when_all_points_coincide() -> None:
    assert look_at(values(picture="forces", spread=0.0)) == "triplets.look_collapsed"
    assert look_at(values(picture="forces", spread=0.0, batch="softmax")) == "triplets.look_forces"


def test_only_the_points_placed_by_hand_can_be_spread() -> None:
    assert "spread" not in hidden(values(picture="forces"))
    assert all("spread" in hidden(values(picture="forces", batch=batch)) for batch in RECORDED)


WRONG = ("", "1_2", f"{PLACED}_1", PLACED.replace("-160", "-301"), PLACED.replace("60", "6.0"), 12)


@pytest.mark.parametrize("wrong", WRONG)
def test_places_are_refused_as_a_whole(wrong: object) -> None:
    (places,) = (param for param in BOARD.params if param.name == "places")
    with pytest.raises(Refusal, match="Triplets places must be 24 whole numbers in −300 … 300"):
        places.check(wrong, BOARD.owner)
