"""A class's name on the card and its sign on the badge."""

import pytest

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("name", "sign"), [("7", "7"), ("お o", "お"), ("Bag", "1"), ("Ankle boot", "1"), ("12", "12"), (None, "1")]
)
def test_a_badge_shows_a_short_name_or_else_the_number(run, name, sign):
    assert run("names.js", "m.mark(given.header, 1)", header={"classes": ["?", name]}) == sign


@pytest.mark.parametrize(("name", "said"), [("Bag", "包"), ("お o", "お o"), (None, "1")])
def test_a_class_is_named_in_the_readers_language(run, name, said):
    header, words = {"classes": ["?", name]}, {"classes": {"Bag": "包"}}
    assert run("names.js", "m.named(given.header, 1, given.words)", header=header, words=words) == said
