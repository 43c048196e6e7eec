"""How large the scale must be."""

from __future__ import annotations

import pytest

from lossviz.geometry import adacos_fixed_scale, cosface_min_scale


def test_the_least_scale_for_ten_classes() -> None:
    assert cosface_min_scale(10, 0.9) == pytest.approx(3.955, abs=5e-4)
    assert cosface_min_scale(10, 0.99) == pytest.approx(6.113, abs=5e-4)


@pytest.mark.parametrize(("classes", "probability", "said"), [(1, 0.9, "C"), (10, 1.0, "P_W"), (10, 0.0, "P_W")])
def test_what_has_no_scale_is_refused(classes: int, probability: float, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said} must"):
        cosface_min_scale(classes, probability)


def test_adacos_refuses_two_classes() -> None:
    with pytest.raises(ValueError, match="C must be at least 3"):
        adacos_fixed_scale(2)
