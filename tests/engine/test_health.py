"""Findings: collapse, nothing active, no room for the margin; and silence for a healthy run."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import torch

from lossviz import catalog, losses, text
from lossviz.cli.record import RECORDED
from lossviz.engine import train
from lossviz.engine.health import PATIENCE, Watch, of_recipe, spread_of
from lossviz.frame import Tape
from lossviz.recipe import Recipe

HEAP = torch.full((50, 2), 3.0)
SPREAD = torch.randn(50, 2, generator=torch.Generator().manual_seed(0))


def watch(loss: str = "triplet_batch_hard", **settings: object) -> Watch:
    return Watch(catalog.resolve(loss=loss, **settings), classes=10)


def codes(watch: Watch, features: torch.Tensor, **readings: float) -> list[str]:
    """What is said after the features have lain so for long enough."""
    watch.findings(features, readings, 100)
    return [found["code"] for found in watch.findings(features, readings, 100 + PATIENCE)]


def test_one_heap_and_a_loss_of_the_margin_is_collapse() -> None:
    assert codes(watch(margin=0.5), HEAP, loss=0.5) == ["health.collapse_margin"]


def test_one_heap_and_a_loss_of_ln_2_is_collapse_of_the_soft_margin() -> None:
    soft = watch(margin="soft")
    assert codes(soft, HEAP, loss=math.log(2)) == ["health.collapse_ln2"]
    assert soft.findings(HEAP, {"loss": math.log(2)}, 500)[0]["fields"] == {"ln2": "0.6931"}


def test_one_heap_with_another_loss_is_close_to_collapse() -> None:
    assert codes(watch("triplet_semihard"), HEAP, loss=0.0, active_triplets=0) == ["health.spread"]


def test_a_spread_embedding_at_the_same_loss_is_no_collapse() -> None:
    assert codes(watch(margin=0.5), SPREAD, loss=0.5) == []


def test_a_heap_that_comes_apart_in_a_few_steps_is_no_collapse() -> None:
    starting = watch(margin=0.5)
    for step, features in ((0, HEAP), (PATIENCE - 1, HEAP), (PATIENCE, SPREAD), (PATIENCE + 1, HEAP)):
        assert starting.findings(features, {"loss": 0.5}, step) == ()


def test_a_loss_without_margin_may_gather_its_points_but_not_at_one() -> None:
    assert codes(watch("softmax"), HEAP + 0.1 * SPREAD, loss=0.5) == []
    assert codes(watch("softmax"), SPREAD / 1000, loss=0.5) == []
    assert codes(watch("softmax"), HEAP, loss=2.3) == ["health.collapse_point"]
    assert codes(watch(margin=0.0), HEAP, loss=0.0) == ["health.collapse_point"]


def test_a_loss_without_margin_may_come_from_one_point() -> None:
    starting = watch("softmax")
    for step, features in ((0, HEAP), (PATIENCE - 1, HEAP), (PATIENCE, SPREAD), (PATIENCE + 1, HEAP)):
        assert starting.findings(features, {"loss": 2.3}, step) == ()


@pytest.mark.parametrize("loss", ["adacos", "triplet_batch_hard"])
def test_features_that_the_last_relu_has_cut_off_are_called_so(loss: str) -> None:
    assert codes(watch(loss, last_relu=True), torch.zeros(50, 2), loss=0.3) == ["health.collapse_relu"]


def test_a_run_whose_last_relu_dies_says_so() -> None:
    dying = catalog.resolve(loss="adacos", embedder="linear", last_relu=True, dim=3, lr=0.3, epochs=2)
    *_, last = train(dying)
    assert [found["code"] for found in last.health] == ["health.collapse_relu"]


def test_unit_vectors_in_one_direction_are_a_heap() -> None:
    ray = HEAP * torch.linspace(1, 9, 50)[:, None]
    assert spread_of(ray, normalised=True) == pytest.approx(0.0, abs=1e-6)
    assert spread_of(ray, normalised=False) > 1
    assert codes(watch(margin=0.5, normalize=True), ray, loss=0.5) == ["health.collapse_margin"]


@pytest.mark.parametrize("name", ["active_pairs", "active_triplets"])
def test_nothing_active_is_said_after_a_while(name: str) -> None:
    idle = watch(margin=0.5)
    for batches in range(PATIENCE):
        assert codes(idle, SPREAD, loss=0.0, **{name: 0}) == [], batches
        idle.batch(0.0)
    assert codes(idle, SPREAD, loss=0.0, **{name: 0}) == [f"health.no_{name}"]


def test_one_active_batch_starts_the_count_again() -> None:
    idle = watch(margin=0.5)
    for loss in [0.0] * PATIENCE + [0.1]:
        idle.batch(loss)
    assert codes(idle, SPREAD, loss=0.1, active_triplets=3) == []


def test_a_batch_of_hard_negatives_only_is_not_called_inactive() -> None:
    idle = watch("triplet_semihard")
    for _ in range(PATIENCE):
        idle.batch(0.0)
    assert codes(idle, SPREAD, loss=0.0, active_triplets=40) == []


@pytest.mark.parametrize("name", ["pairs", "triplets", "quadruplets"])
def test_batches_that_hold_nothing_to_compare_are_not_called_satisfied(name: str) -> None:
    idle = watch(margin=0.5)
    for _ in range(PATIENCE):
        idle.batch(0.0)
    assert codes(idle, SPREAD, loss=0.0, **{name: 0, f"active_{name}": 0}) == [f"health.no_{name}"]


@pytest.mark.parametrize(
    ("loss", "said"),
    [
        ("triplet", "triplets"),
        ("triplet_batch_all", "triplets"),
        ("triplet_batch_hard", "triplets"),
        ("triplet_semihard", "triplets"),
        ("quadruplet", "quadruplets"),
        *((loss, "pairs") for loss in ("lifted_structure", "infonce", "n_pair", "circle", "unified")),
    ],
)
def test_every_loss_on_tuples_says_that_two_samples_hold_none(loss: str, said: str) -> None:
    idle = watch(loss)
    compared = losses.create(loss, num_classes=10, embedding_dim=2)
    compared(SPREAD[:2], torch.tensor([0, 1]))
    for _ in range(PATIENCE):
        idle.batch(0.0)
    assert codes(idle, SPREAD, loss=0.0, **compared.readings) == [f"health.no_{said}"]


def test_nobody_is_told_to_raise_a_soft_margin() -> None:
    idle = watch(margin="soft")
    for _ in range(PATIENCE):
        idle.batch(0.0)
    assert codes(idle, SPREAD, loss=0.0, triplets=40, active_triplets=0) == ["health.no_active_soft"]


@pytest.mark.parametrize(
    ("loss", "m", "said"),
    [
        ("cosface", 0.19, []),
        ("cosface", 0.2, ["health.margin_bound"]),
        ("arcface", 0.6, []),
        ("arcface", 0.7, ["health.margin_bound"]),
    ],
)
def test_a_margin_without_room_is_said_from_the_start(loss: str, m: float, said: list[str]) -> None:
    assert [found["code"] for found in watch(loss, m=m).findings(SPREAD, {"loss": 1.0}, 0)] == said


def test_the_bound_is_told() -> None:
    (found,) = of_recipe(catalog.resolve(loss="cosface", m=0.35), 10)
    assert found["fields"] == {"margin": "0.35", "bound": "0.191", "classes": 10, "dim": 2}


def test_features_that_leap_far_out_have_blown_up_and_stay_so() -> None:
    leaping = watch("softmax")
    assert leaping.findings(SPREAD, {"loss": 2.3}, 0) == ()
    assert leaping.findings(SPREAD * 20, {"loss": 2.3}, 10) == ()
    (found,) = leaping.findings(SPREAD * 500, {"loss": 2.3}, 20)
    assert found == {"code": "health.blown_up", "fields": {"step": 20, "times": 500}}
    assert leaping.findings(SPREAD, {"loss": 0.1}, 90) == (found,)


def test_a_loss_far_above_its_first_diverges_while_it_lasts() -> None:
    rising = watch("softmax")
    said = [rising.findings(SPREAD, {"loss": loss}, step) for step, loss in ((0, 2.0), (30, 9.0), (60, 8.0), (90, 1.0))]
    assert said[2] == ({"code": "health.diverging", "fields": {"n": 30, "times": 4}},)
    assert said[0] == said[1] == said[3] == ()


def test_a_loss_as_high_as_its_scale_does_not_diverge() -> None:
    blending = watch("arcface", s=64.0)
    assert [blending.findings(SPREAD, {"loss": loss}, 50 * loss) for loss in (2, 60, 60)] == [()] * 3


@pytest.mark.parametrize("loss", ["softmax", "arcface", "triplet_semihard"])
def test_a_learning_rate_of_1_blows_the_features_up(loss: str) -> None:
    frames = train(catalog.resolve(loss=loss, lr=1.0, epochs=1))
    said = {found["code"] for _ in range(4) for found in next(frames).health}
    frames.close()
    assert "health.blown_up" in said


@pytest.mark.parametrize("tape", sorted(RECORDED.glob("*.tape")), ids=lambda path: path.stem[:8])
def test_no_recorded_run_goes_astray(tape: Path) -> None:
    shown = Tape.from_bytes(tape.read_bytes())
    watching = Watch(Recipe.from_json(shown.header["recipe"]), classes=10)
    said = [watching.findings(torch.tensor(f.points), f.readings, f.step) for f in shown.frames()]
    astray = {"diverging", "blown_up", "collapse_point", "collapse_relu", "no_pairs", "no_triplets", "no_quadruplets"}
    assert not {f"health.{name}" for name in astray} & {found["code"] for findings in said for found in findings}


def _of_idle(margin: float | str, **readings: float) -> tuple[Mapping[str, Any], ...]:
    idle = watch(margin=margin)
    for _ in range(PATIENCE):
        idle.batch(0.0)
    return idle.findings(SPREAD, {"loss": 0.0, **readings}, 100)


def test_every_finding_fills_its_sentence() -> None:
    said = [*of_recipe(catalog.resolve(loss="arcface", m=1.0), 10)]
    for margin, loss in ((0.5, 0.5), ("soft", math.log(2)), (0.5, 0.1)):
        heaped = watch(margin=margin)
        codes(heaped, HEAP, loss=loss)
        said += heaped.findings(HEAP, {"loss": loss}, 500)
    astray = watch("softmax")
    for size, loss in ((1, 2.0), (500, 9.0)):
        said += [
            *astray.findings(SPREAD * size, {"loss": loss}, size),
            *astray.findings(SPREAD, {"loss": loss}, size + 30),
        ]
    said += [*_of_idle("soft", triplets=9, active_triplets=0), *_of_idle(0.5, triplets=9, active_triplets=0)]
    said += [found for name in ("pairs", "triplets", "quadruplets") for found in _of_idle(0.5, **{name: 0})]
    for heaped, at in ((watch("softmax"), HEAP), (watch("softmax", last_relu=True), 0 * HEAP)):
        codes(heaped, at, loss=2.3)
        said += heaped.findings(at, {"loss": 2.3}, 500)
    assert len({found["code"] for found in said}) == 13
    for language in text.LANGUAGES:
        for found in said:
            assert "{" not in text.translator(language)(found["code"], **found["fields"])


@pytest.mark.parametrize("loss", ["contrastive", "triplet_semihard"])
def test_a_healthy_start_raises_no_alarm(loss: str) -> None:
    assert not any(frame.health for frame in train(catalog.resolve(loss=loss, epochs=2)))


@pytest.mark.parametrize(("scale", "said"), [(15.8, []), (64.0, ["health.scale_running"])])
def test_an_adacos_scale_that_feeds_on_itself_is_said(scale: float, said: list[str]) -> None:
    dynamic = watch("adacos", mode="dynamic")
    assert codes(dynamic, SPREAD, loss=1.0, scale=scale) == said
