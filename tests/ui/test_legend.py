"""The classes' names under the picture, where badges have no room for them."""

import pytest

from lossviz import catalog
from lossviz.text import translator
from lossviz.ui.picture import legend


@pytest.mark.parametrize(
    ("data", "language", "start"),
    [
        ("mnist5k", "en", ""),
        ("fashion_mnist", "en", "0 T-shirt/top · 1 Trouser · "),
        ("fashion_mnist", "zh-Hans", "0 T 恤/上衣 · 1 裤子 · "),
        ("kmnist", "zh-Hant", "お o · き ki · "),
    ],
)
def test_names_stand_beside_their_badge(data: str, language: str, start: str) -> None:
    said = legend(catalog.resolve(data=data), translator(language))
    assert said.replace("\\", "").startswith(start)
    assert len(said.split(" · ")) == (10 if start else 1)


def test_the_digits_left_out_are_named() -> None:
    said = legend(catalog.resolve(data="mnist5k~without3.8"), translator("en"))
    assert said == "Hollow points were **not trained**: 3 · 8."
