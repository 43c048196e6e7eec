"""What the data show: a sentence about digits enters, the same sentence about images leaves."""

from __future__ import annotations

import re
from functools import cache

IN_PLACE_OF_DIGITS = {
    "en": {
        "a digit": "an image", "A digit": "An image", "digits": "images", "Digits": "Images", "digit": "image",
        "Digit": "Image",
    },
    "zh-Hans": {"个数字": "张图像", "数字": "图像"},
    "zh-Hant": {"個數字": "張影像", "數字": "影像"},
}  # fmt: skip
"""By language; the longer words stand before those that they contain."""


def of_images(sentence: str, language: str) -> str:
    """The sentence of data that show something else than digits.

    >>> of_images("Point at a digit to see its ten nearest digits.", "en")
    'Point at an image to see its ten nearest images.'
    """
    words = IN_PLACE_OF_DIGITS[language]
    return _pattern(language).sub(lambda found: words[found[0]], sentence)


@cache
def _pattern(language: str) -> re.Pattern[str]:
    edge = r"\b" if language == "en" else ""
    return re.compile(f"{edge}({'|'.join(IN_PLACE_OF_DIGITS[language])}){edge}")
