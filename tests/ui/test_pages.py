"""Every page in every language, as Streamlit runs it."""

import pytest
from streamlit.testing.v1 import AppTest

from lossviz import catalog
from lossviz.text import LANGUAGES, translator
from lossviz.ui.places import PAGES

ENTRY = PAGES.parent / "lossviz" / "ui" / "entry.py"


def opened(page: str = "", **link: str) -> AppTest:
    at = AppTest.from_file(str(ENTRY), default_timeout=30)
    for name, value in link.items():
        at.query_params[name] = value
    if page:
        at.switch_page(str(PAGES / page))
    at.run()
    assert not at.exception
    return at


@pytest.mark.parametrize("language", LANGUAGES)
def test_start_page_speaks_the_language_of_the_link(language: str) -> None:
    at = opened(lang=language)
    assert at.title[0].value == translator(language)("home.title")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("loss", catalog.losses())
def test_training_page_opens_for_each_loss(language: str, loss: str) -> None:
    at = opened("train.py", lang=language, loss=loss)
    name = translator(language).name(catalog.losses()[loss].name)
    assert name in at.title[0].value.replace("\\", "")


def test_training_page_opens_with_a_recorded_run() -> None:
    at = opened("train.py", loss="arcface")
    assert "Recorded run, seed 0" in " ".join(m.value for m in at.markdown)


def test_three_dimensions_open_with_a_recorded_run_of_their_own() -> None:
    at = opened("train.py", loss="softmax", dim="3")
    assert not at.info
    assert "Recorded run, seed 0" in " ".join(m.value for m in at.markdown)


def test_a_bad_value_in_a_link_becomes_the_default_with_a_notice() -> None:
    at = opened("train.py", loss="arcface", m="3")
    notice = at.info[0].value.replace("\\", "")
    assert notice == "ArcFace margin must lie in 0 … 1.57 rad, got 3. This page shows 0.3."


def test_an_unknown_language_in_the_link_is_named() -> None:
    at = opened(lang="klingon")
    assert "klingon" in at.info[0].value


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("loss", "magface"), ("m", "nan"), ("m", "1e309"), ("s", "-1"), ("epochs", "١٢"), ("seed", "1_000"),
        ("lr", "0"), ("dim", "1"), ("data", "../../etc/passwd"), ("batch_size", "9" * 9000), ("run", "../.."),
        ("autostart", "1"), ("m", "<b>x</b>"), ("device", "tpu"),
    ],
)  # fmt: skip
def test_no_link_can_break_the_training_page(field: str, value: str) -> None:
    at = opened("train.py", **{field: value})
    assert at.info


def test_a_margin_without_room_is_said_in_a_banner() -> None:
    at = opened("train.py", loss="arcface", m="0.8")
    assert "does not fit" in at.warning[0].value


def test_published_form_sets_the_papers_numbers() -> None:
    at = opened("train.py", loss="arcface")
    at.button(key="published").click().run()
    assert not at.exception
    assert any("64" in formula.value for formula in at.latex)
    assert catalog.losses()["arcface"].in_the_plane in [said.value for said in at.markdown]


def test_an_adaptation_is_named_only_where_it_is_in_force() -> None:
    said = [m.value for m in opened("train.py", loss="cosface").markdown]
    assert any("Adapted for 2-D: the radius blends in" in text for text in said)
    at = opened("train.py", loss="cosface", blend="0", s="30")
    assert not any("Adapted" in text for text in [m.value for m in at.markdown])
    assert at.button(key="published")


def test_another_loss_brings_its_own_learning_rate() -> None:
    at = opened("train.py", loss="arcface")
    at.selectbox(key="control.loss").select("contrastive").run()
    assert at.text_input(key="control.lr").value == str(catalog.losses()["contrastive"].live.lr)


@pytest.mark.parametrize("typed", ["abc", "", "-1", "1e999", "9" * 300])
def test_a_field_that_refuses_keeps_its_value_and_says_why(typed: str) -> None:
    at = opened("train.py", loss="arcface")
    at.text_input(key="control.lr").set_value(typed).run()
    assert at.text_input(key="control.lr").value == "0.01"
    assert "learning rate" in at.info[0].value
