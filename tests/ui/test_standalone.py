"""A comparison to take away: whatever it needs lies in the page, and nothing in it can break out of its place."""

import base64
import json
import re

import pytest

from lossviz.ui import standalone
from lossviz.ui.standalone import SCRIPTS


def made(**changed: object) -> str:
    settings = {"title": "Two losses", "sentence": "Look at **one class**.", "data": {"panels": []}, "language": "en"}
    return standalone.page(
        **{**settings, "tapes": {"lv/tape/a": b"LVT1"}, "packs": {"d" * 32: b"x"}, **changed}
    ).decode()  # type: ignore[arg-type]


def modules() -> dict[str, str]:
    found = re.search(r'<script type="importmap">(.*?)</script>', made(), re.DOTALL)
    assert found
    addresses = json.loads(found[1])["imports"]
    return {name: base64.b64decode(address.split(",")[1]).decode() for name, address in addresses.items()}


def test_every_import_of_a_module_is_another_module_of_the_page() -> None:
    sources = modules()
    asked = {name for text in sources.values() for name in re.findall(r"from '([^']+)'", text)}
    assert "lossviz/theatre" in sources
    assert asked <= set(sources)


def test_what_fetches_from_the_app_is_left_behind() -> None:
    assert "document.getElementById" in modules()["lossviz/source"]
    exported = re.findall(r"export (?:const|class|function) (\w+)", (SCRIPTS / "source.js").read_text("utf-8"))
    assert all(
        re.search(rf"export (?:const|class|function) {name}\b", modules()["lossviz/source"]) for name in exported
    )


def test_the_page_names_no_address_outside_itself() -> None:
    assert re.findall(r"(?:src|href)=[\"']?https?:|url\(https?:", made()) == []


@pytest.mark.parametrize("field", ["title", "sentence"])
def test_words_stay_words(field: str) -> None:
    assert "<script>alert" not in made(**{field: "<script>alert(1)</script>"})


def test_data_cannot_end_its_own_element() -> None:
    assert "</script><b>" not in made(data={"panels": [], "title": "</script><b>"})


def test_bold_in_the_sentence_is_bold() -> None:
    assert "Look at <b>one class</b>." in made()
