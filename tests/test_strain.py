"""Ids of strained data sets."""

import numpy as np
import pytest

from lossviz import catalog, strain
from lossviz.params import Refusal
from lossviz.strain import Strain


@pytest.mark.parametrize(
    "id",
    [
        "mnist5k~flip0.3",
        "mnist5k~pair0.4~seed7",
        "mnist5k~tail100",
        "mnist5k~count400.400.400.400.400.400.400.40.8.4",
        "mnist5k~without3.8",
        "digits8~flip0.1~tail10~without9~seed3",
    ],
)
def test_an_id_says_all_about_the_strain(id: str) -> None:
    assert strain.parse(id).id == id
    assert catalog.resolve(loss="arcface", data=id).data == id


@pytest.mark.parametrize(
    "id",
    [
        "mnist5k~",
        "~flip0.3",
        "mnist5k~flip",
        "mnist5k~flip0",
        "mnist5k~flip0.30",
        "mnist5k~flip0.95",
        "mnist5k~flipnan",
        "mnist5k~flip0.3~flip0.3",
        "mnist5k~flip0.3~pair0.3",
        "mnist5k~tail10~flip0.3",
        "mnist5k~tail0.5",
        "mnist5k~tail10~count1.2",
        "mnist5k~count1.2",
        "mnist5k~count0.1.1.1.1.1.1.1.1.1",
        "mnist5k~count401.1.1.1.1.1.1.1.1.1",
        "mnist5k~without10",
        "mnist5k~without8.3",
        "mnist5k~without3.3",
        "mnist5k~without0.1.2.3.4.5.6.7.8",
        "mnist5k~dropAAAA",
        "mnist5k~seed7",
        "mnist5k~flip0.3~seed99999999999",
        "nothing~flip0.3",
        "own-" + "0" * 32 + "~flip0.3",
        "mnist5k~" + "flip0.3~" * 2000,
    ],
)
def test_another_id_is_refused_in_a_sentence(id: str) -> None:
    with pytest.raises(Refusal) as refused:
        catalog.resolve(loss="arcface", data=id)
    assert str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_tail_of_100_leaves_the_last_class_a_hundredth() -> None:
    assert strain.trained(Strain(base="mnist5k", tail=100), [400] * 10) == (400, 240, 144, 86, 52, 31, 19, 11, 7, 4)


def test_the_entry_of_a_strained_set_knows_its_sizes_before_any_digit_is_read() -> None:
    entry = catalog.dataset("mnist5k~tail100~without0.3")
    assert entry.classes == tuple("1245678903")
    assert entry.trained == tuple("12456789")
    assert entry.train_size == sum((240, 144, 52, 31, 19, 11, 7, 4))


def test_a_mask_comes_back_from_its_text() -> None:
    mask = np.random.default_rng(0).random(4000) < 0.3
    assert np.array_equal(strain.unpacked(strain.packed(mask), 4000), mask)


def test_a_mask_of_4000_digits_fits_a_link() -> None:
    mask = np.random.default_rng(0).random(4000) < 0.3
    assert len(strain.packed(mask)) < 700


def test_a_mask_of_other_digits_is_refused() -> None:
    with pytest.raises(Refusal):
        strain.unpacked(strain.packed(np.ones(16, bool)), 4000)


def test_a_bomb_is_not_inflated() -> None:
    bomb = strain.packed(np.ones(80_000_000, bool))
    with pytest.raises(Refusal):
        strain.unpacked(bomb, 4000)
