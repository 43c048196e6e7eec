"""Sides of one comparison: what they share, what a link says of them, and what is refused."""

import pytest

from lossviz import catalog
from lossviz.catalog.comparison import USUAL, Comparison, from_link, link_of, to_link
from lossviz.params import Refusal


def of(*losses: str) -> Comparison:
    return Comparison(sides=tuple({"loss": loss} for loss in losses))


def test_the_usual_comparison_is_of_the_usual_live_runs() -> None:
    assert [r.key for r in Comparison().recipes] == [catalog.resolve(loss=loss).key for loss in USUAL]


def test_sides_with_the_same_settings_are_one_recipe() -> None:
    first, second = of("arcface", "arcface").recipes
    assert first.key == second.key


def test_one_loss_that_needs_pairs_brings_its_batches_to_all() -> None:
    found = of("softmax", "triplet_semihard").share("sampler", "uniform")
    assert found.needing == ["triplet_semihard"]
    assert [(r.sampler, r.p_classes, r.k_samples) for r in found.recipes] == [("balanced", 10, 16)] * 2


def test_batches_are_random_again_once_no_loss_needs_pairs() -> None:
    found = of("softmax", "triplet_semihard", "center").share("k_samples", 8).drop(1)
    assert {(r.sampler, r.batch_size, r.k_samples) for r in found.recipes} == {("uniform", 128, None)}


def test_a_shared_setting_reaches_every_side() -> None:
    assert {r.seed for r in of("softmax", "center", "arcface").share("seed", 7).recipes} == {7}


def test_a_turned_knob_stays_with_its_side() -> None:
    still, turned = of("cosface", "cosface").turn(1, m=0.2).recipes
    assert (still.knobs["m"], turned.knobs["m"]) == (0.1, 0.2)


def test_another_loss_brings_its_own_knobs() -> None:
    found = of("softmax", "arcface").turn(1, m=0.5).turn(1, loss="cosface")
    assert found.recipes[1] == catalog.resolve(loss="cosface")


def test_a_link_gives_back_what_it_was_written_from() -> None:
    made = of("softmax", "arcface").turn(1, m=0.5, lr=0.002).share("seed", 3).share("dim", 3)
    again, refusals = from_link(to_link(made))
    assert (again.recipes, refusals) == (made.recipes, [])


def test_a_link_says_only_what_is_not_usual() -> None:
    made = of("softmax", "arcface").turn(1, m=0.3, s=32.0).share("seed", 0)
    assert to_link(made) == {"a": "softmax", "b": "arcface;s:32"}


def test_a_link_of_one_side_compares_it_with_another() -> None:
    assert [side["loss"] for side in from_link({"a": "softmax"})[0].sides] == ["center", "softmax"]


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("a", "magface", "refuse.choice"),
        ("a", "arcface;m:3", "refuse.range"),
        ("a", "arcface;margin:1", "refuse.unknown_setting"),
        ("a", "softmax;seed:1", "refuse.unknown_setting"),
        ("e", "softmax", "refuse.unknown_setting"),
        ("epochs", "0", "refuse.range"),
        ("lr", "0.1", "refuse.unknown_setting"),
    ],
)
def test_what_a_link_cannot_mean_is_refused_and_left_at_its_default(name: str, value: str, code: str) -> None:
    found, refusals = from_link({"b": "center", name: value})
    assert [refusal.code for refusal in refusals] == [code]
    assert {r.epochs for r in found.recipes} == {20}


@pytest.mark.parametrize(("losses", "change"), [(2, lambda c: c.drop(0)), (4, lambda c: c.add("softmax"))])
def test_two_to_four_losses_are_compared(losses: int, change) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Refusal, match="Compare takes 2 … 4 losses, got"):
        change(of(*USUAL[:losses]))


@pytest.mark.parametrize(
    "settings",
    [
        {"loss": "arcface"},
        {"loss": "arcface", "m": 0.5, "lr": 0.003, "seed": 4, "dim": 3, "embedder": "mlp"},
        {"loss": "triplet_semihard", "k_samples": 8},
        {"loss": "softmax", "p_classes": 5},
        {"loss": "softmax", "batch_size": 64, "data": "mnist5k8"},
    ],
)
def test_a_run_is_compared_as_it_is(settings: dict[str, object]) -> None:
    recipe = catalog.resolve(**settings)
    found, refusals = from_link(link_of(recipe))
    assert (found.recipes[1], refusals) == (recipe, [])
