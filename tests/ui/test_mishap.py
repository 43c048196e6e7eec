"""A page that fails shows a number, and nothing of the fault."""

import logging

import pytest
from streamlit.testing.v1 import AppTest


def failing() -> None:
    from lossviz.ui import mishap

    try:
        raise RuntimeError("secret at /srv/private")
    except RuntimeError as fault:
        mishap.tell(fault)


def test_only_the_number_reaches_the_screen(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, logger="lossviz"):
        at = AppTest.from_function(failing).run()
    number = caplog.records[-1].args[0]
    assert at.error[0].value == f"Something went wrong. If you report it, quote {number}."
