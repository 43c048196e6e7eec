"""Margins without room: what the sliders mark, what the banner says, and that its remedy helps."""

import re

import pytest

from lossviz import catalog
from lossviz.text import LANGUAGES, translator
from lossviz.ui import room
from lossviz.ui.findings import look_at

EN = translator("en")
TOO_MUCH = [
    ("cosface", {"m": 0.35}),
    ("arcface", {"m": 0.8}),
    ("subcenter_arcface", {"m": 0.8}),
    ("dynamic_arcface", {"m_max": 0.8, "a": "fitted", "b": "fitted"}),
    ("combined_margin", {"m2": 0.3, "m3": 0.2}),
    ("combined_margin", {"m2": 0.8, "m3": 0.0}),
    ("unified", {"m": 0.25, "similarity": "cosine"}),
    ("circle", {"m": 0.25, "similarity": "cosine"}),
    ("circle_class", {"m": 0.25, "similarity": "cosine"}),
    ("contrastive", {"margin": 1.0, "normalize": True}),
    ("triplet", {"margin": 1.0, "normalize": True}),
]


def test_cosface_of_the_paper_in_the_plane() -> None:
    recipe = catalog.resolve(loss="cosface", m=0.35, s=30.0)
    assert room.hints(recipe, EN) == {
        "m": (pytest.approx(0.19098, abs=1e-5), "10 classes in 2-D leave room up to 0.191.")
    }
    assert room.banner(recipe, EN) == (
        "**Margin 0.35 does not fit.** 10 classes spread evenly in 2-D lie 36° apart, which leaves room for 0.191. "
        "Lower the margin to 0.19, or train in 3-D."
    )


def test_arcface_has_a_bound_in_radians() -> None:
    said = room.banner(catalog.resolve(loss="arcface", m=0.8), EN)
    assert "leaves room for 0.628\u00a0rad. Lower the margin to 0.62, or train in 3-D." in said


def test_two_margins_at_once_are_named_together() -> None:
    said = room.banner(catalog.resolve(loss="combined_margin", m2=0.3, m3=0.2), EN)
    assert said.startswith("**Angle 0.30 and cosine 0.20 do not fit together.**")
    assert said.endswith("Lower the cosine to 0.14, or train in 3-D.")


def test_of_two_margins_each_is_told_what_the_other_leaves() -> None:
    hints = room.hints(catalog.resolve(loss="combined_margin", m2=0.3, m3=0.2), EN)
    assert hints["m2"][1] == "The other margin alone leaves no room for this one."
    assert hints["m3"][1] == "Beside the other margin, 10 classes in 2-D leave room up to 0.146."


def test_circle_loss_is_told_to_relax() -> None:
    said = room.banner(catalog.resolve(loss="circle_class", m=0.25, similarity="cosine"), EN)
    assert said.startswith("**Relaxation 0.25 is too small.**")
    assert said.endswith("Raise the relaxation to 0.58, or train in 16-D.")


def test_sphereface_fits_always_and_has_a_margin_from_which_classes_are_narrow() -> None:
    """Spec 2.3: m of at least 3 for many classes in the plane."""
    recipe = catalog.resolve(loss="sphereface", m=8)
    assert room.banner(recipe, EN) == ""
    assert room.hints(recipe, EN)["m"][0] == 3
    assert room.hints(recipe.but(dim=3), EN) == {}


@pytest.mark.parametrize(("loss", "knobs"), TOO_MUCH)
def test_the_remedy_helps(loss: str, knobs: dict[str, float | str | bool]) -> None:
    recipe = catalog.resolve(loss=loss, **knobs)
    said = room.banner(recipe, EN)
    told = re.search(r"(?:Lower|Raise) the (.+) to ([\d.]+), or train in (\d+)-D\.$", said)
    assert told is not None, said
    noun, value, dim = told.groups()
    name = next(p.name for p in catalog.losses()[loss].params if p.noun == noun)
    assert room.fits(catalog.changed(recipe, **{name: float(value)}))
    assert room.fits(recipe.but(dim=int(dim)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("loss", "knobs"), TOO_MUCH)
def test_it_is_said_whole_in_every_language(loss: str, knobs: dict[str, float | str | bool], language: str) -> None:
    t, recipe = translator(language), catalog.resolve(loss=loss, **knobs)
    said = [room.banner(recipe, t), look_at(recipe, None, t), *(line for _, line in room.hints(recipe, t).values())]
    assert all(said)
    assert not any("{" in sentence for sentence in said)


@pytest.mark.parametrize("loss", catalog.losses())
def test_the_usual_recipe_fits(loss: str) -> None:
    assert room.fits(catalog.resolve(loss=loss))


def test_where_no_arrangement_is_known_the_bound_is_called_an_upper_one() -> None:
    recipe = catalog.resolve(loss="arcface", dim=4, m=0.5)
    assert room.hints(recipe, EN)["m"][1] == "10 classes in 4-D leave room for less than 1.571\u00a0rad."
