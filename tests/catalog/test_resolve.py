"""From what people write to a recipe and back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from lossviz.catalog import changed, from_written, knob_params, losses, resolve, written
from lossviz.catalog.resolve import SIZES, fields
from lossviz.params import Choice, Integer, Param, Real, Refusal, Toggle
from lossviz.recipe import Recipe


def values(param: Param) -> st.SearchStrategy[Any]:
    """Values that the setting takes."""
    if isinstance(param, Real):
        numbers = st.floats(param.low, param.high, exclude_min=param.above)
        return st.one_of(numbers, st.sampled_from(param.words)) if param.words else numbers
    if isinstance(param, Integer):
        return st.integers(param.low, param.high)
    if isinstance(param, Choice):
        return st.sampled_from(param.choices)
    assert isinstance(param, Toggle)
    return st.booleans()


@st.composite
def recipes(draw: st.DrawFn) -> Recipe:
    loss = draw(st.sampled_from(sorted(losses())))
    known = {**fields(), **knob_params(loss)}
    sampler = draw(st.sampled_from(sorted(SIZES)))
    sizes = {size for of_kind in SIZES.values() for size in of_kind}
    names = draw(st.sets(st.sampled_from(sorted(known.keys() - sizes - {"loss", "sampler"} | set(SIZES[sampler])))))
    chosen = {name: draw(values(known[name])) for name in sorted(names)}
    try:
        return resolve(loss=loss, sampler=sampler, **chosen)
    except Refusal:  # batches that are larger than the data, or of more classes
        reject()


@settings(max_examples=150, deadline=None)
@given(recipe=recipes())
def test_a_written_recipe_reads_back_as_itself(recipe: Recipe) -> None:
    again, refusals = from_written(written(recipe))
    assert refusals == []
    assert again == recipe
    assert again.key == recipe.key


@pytest.mark.parametrize("loss", losses())
def test_the_live_run_is_written_as_the_loss_alone(loss: str) -> None:
    assert written(resolve(loss=loss)) == {"loss": loss}


@settings(max_examples=150, deadline=None)
@given(
    pairs=st.dictionaries(st.sampled_from(["loss", "m", "s", "lr", "seed", "dim", "nonsense"]), st.text(max_size=60))
)
def test_any_link_gives_a_recipe_and_a_refusal_for_each_bad_part(pairs: dict[str, str]) -> None:
    recipe, refusals = from_written(pairs)
    assert isinstance(recipe, Recipe)
    assert all(isinstance(refusal, Refusal) and str(refusal) for refusal in refusals)
    assert len(refusals) <= len(pairs)


def test_a_refused_setting_takes_its_live_value() -> None:
    recipe, refusals = from_written({"loss": "arcface", "m": "3", "s": "20"})
    assert (recipe.knobs["m"], recipe.knobs["s"]) == (0.3, 20.0)
    assert [str(refusal) for refusal in refusals] == ["ArcFace margin must lie in 0 … 1.57\u00a0rad, got 3"]


def test_another_losses_knob_is_refused_by_name() -> None:
    with pytest.raises(Refusal, match="Softmax has no setting “m”"):
        resolve(loss="softmax", m=0.3)


def test_p_and_k_ask_for_balanced_batches() -> None:
    recipe = resolve(loss="arcface", p_classes=5, k_samples=8)
    assert (recipe.sampler, recipe.batch_size) == ("balanced", 40)


def test_p_and_k_are_refused_with_random_batches() -> None:
    with pytest.raises(Refusal, match=r"classes per batch counts in balanced batches only: .*, got 5$"):
        resolve(loss="contrastive", sampler="uniform", p_classes=5)


def test_a_batch_size_is_refused_with_balanced_batches() -> None:
    with pytest.raises(Refusal, match=r"batch size is P × K in balanced batches: .*, got 64$"):
        resolve(loss="contrastive", batch_size=64)


def test_a_batch_is_no_larger_than_its_data() -> None:
    """scikit-learn's 1,797 digits leave 1,297 to train on."""
    assert resolve(loss="arcface", data="digits8", batch_size=1297).batch_size == 1297
    with pytest.raises(Refusal, match=r"^Recipe batch size must lie in 2 … 1297, got 1298$"):
        resolve(loss="arcface", data="digits8", batch_size=1298)


def test_other_data_bring_their_batches_where_these_are_too_large() -> None:
    recipe = resolve(loss="arcface", data="mnist", batch_size=2048)
    assert changed(recipe, data="digits8").batch_size == 128
    assert changed(recipe, data="fashion_mnist").batch_size == 2048


def test_a_link_that_contradicts_itself_keeps_its_batches_and_says_so() -> None:
    recipe, refusals = from_written({"loss": "arcface", "sampler": "uniform", "p_classes": "5", "k_samples": "8"})
    assert (recipe.sampler, recipe.batch_size, recipe.p_classes) == ("uniform", 128, None)
    assert [refusal.fields["knob"] for refusal in refusals] == ["classes per batch", "samples per class"]


def test_another_loss_brings_its_own_batches() -> None:
    assert changed(resolve(loss="contrastive", seed=3), loss="arcface") == resolve(loss="arcface", seed=3)
    assert changed(resolve(loss="arcface", seed=3), loss="contrastive") == resolve(loss="contrastive", seed=3)


def test_another_loss_with_the_same_batches_keeps_their_size() -> None:
    recipe = changed(resolve(loss="contrastive", k_samples=8), loss="triplet_semihard")
    assert (recipe.p_classes, recipe.k_samples, recipe.lr) == (10, 8, 0.005)


def test_other_batches_bring_their_own_size() -> None:
    recipe = changed(resolve(loss="arcface", batch_size=64, m=0.4), sampler="balanced")
    assert (recipe.batch_size, recipe.knobs["m"]) == (160, 0.4)
    assert changed(recipe, sampler="uniform").batch_size == 128


def test_an_embedder_that_needs_a_smaller_learning_rate_brings_it_along() -> None:
    careful = changed(resolve(loss="softmax", lr=0.02), embedder="lenetpp")
    assert careful.lr == resolve(loss="softmax", embedder="lenetpp").lr == 0.001
    assert written(careful) == {"loss": "softmax", "embedder": "lenetpp"}
    assert changed(careful, embedder="patch2").lr == 0.01


def test_an_embedder_that_needs_no_other_learning_rate_leaves_it() -> None:
    assert changed(resolve(loss="softmax", lr=0.02), embedder="mlp").lr == 0.02
