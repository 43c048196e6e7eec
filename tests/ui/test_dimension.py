"""The embedding dimension on the training page: buttons enter, the desk's recipe leaves."""

import pytest
from streamlit.testing.v1 import AppTest

from lossviz import catalog
from lossviz.text import translator
from lossviz.ui.desk import Desk
from lossviz.ui.findings import look_at


def page(dim: int) -> None:
    import streamlit as st

    from lossviz import catalog
    from lossviz.text import translator
    from lossviz.ui import controls
    from lossviz.ui.desk import Desk

    desk: Desk = st.session_state.setdefault("desk", Desk(catalog.resolve(dim=dim), watching="0" * 32))
    controls.dimension(desk, translator("en"))


def opened(dim: int = 2) -> AppTest:
    at = AppTest.from_function(page, args=(dim,)).run()
    assert not at.exception
    return at


def desk(at: AppTest) -> Desk:
    found: Desk = at.session_state["desk"]
    return found


def test_the_dimension_is_chosen_by_a_button_and_leaves_the_run_that_was_watched() -> None:
    at = opened()
    at.button_group[0].set_value(3).run()
    assert desk(at).recipe.dim == 3
    assert desk(at).watching is None


def test_pressing_the_chosen_button_again_changes_nothing() -> None:
    at = opened()
    at.button_group[0].set_value(None).run()
    assert desk(at).recipe.dim == 2
    assert desk(at).watching == "0" * 32


@pytest.mark.parametrize(("dim", "offered"), [(2, ["2", "3", "16", "64"]), (8, ["2", "3", "8", "16", "64"])])
def test_the_dimension_of_a_link_is_among_the_buttons(dim: int, offered: list[str]) -> None:
    assert opened(dim).button_group[0].options == offered


@pytest.mark.parametrize(("dim", "said"), [(3, "hatched"), (16, "16 dimensions are drawn in three")])
def test_the_reader_is_told_to_look_for_regions_only_where_they_are_drawn(dim: int, said: str) -> None:
    assert said in look_at(catalog.resolve(loss="arcface", dim=dim), None, translator("en"))


@pytest.mark.parametrize("loss", ["arcface", "cosface"])
@pytest.mark.parametrize(
    ("language", "wedges", "bands"),
    [("en", "wedges", "**hatched bands**"), ("zh-Hans", "楔形", "**斜线带**"), ("zh-Hant", "楔形", "**斜線帶**")],
)
def test_what_is_a_wedge_in_the_plane_is_a_band_on_the_sphere(
    loss: str, language: str, wedges: str, bands: str
) -> None:
    flat, solid = (look_at(catalog.resolve(loss=loss, dim=dim), None, translator(language)) for dim in (2, 3))
    assert wedges in flat
    assert wedges not in solid
    assert bands in solid


def panel(dim: int) -> None:
    from lossviz import catalog
    from lossviz.text import translator
    from lossviz.ui import panel
    from lossviz.ui.desk import Desk

    panel._form(Desk(catalog.resolve(loss="arcface", dim=dim)), translator("en"))


@pytest.mark.parametrize(("dim", "said"), [(2, "Adapted for 2-D: "), (3, "Adapted: "), (16, "Adapted: ")])
def test_an_adaptation_is_called_one_for_the_plane_only_there(dim: int, said: str) -> None:
    at = AppTest.from_function(panel, args=(dim,)).run()
    assert not at.exception
    assert any(note.value.startswith(said) for note in at.markdown)
