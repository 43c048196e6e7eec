"""Which origins may open our socket: the same matrix that Streamlit's own handler decides."""

import pytest

from lossviz.web import Trust

HOST = "class.example:8501"


@pytest.mark.parametrize(
    "origin",
    [None, "http://class.example:8501", "http://localhost:8501", "http://localhost:3000", "https://127.0.0.1"],
)
def test_own_pages_and_local_ones_on_any_port_may_connect(origin: str | None) -> None:
    assert Trust().allows(origin, HOST)


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "",
        "http://class.example.evil.example:8501",
        "http://evil.example/class.example:8501",
        "http://class.example:8501@evil.example",
        "http://localhost.evil.example",
        "http://localhost@evil.example",
        "http://[::1",
        "http://localhost:99999999",
        "localhost",
    ],
)
def test_other_pages_may_not(origin: str) -> None:
    assert not Trust().allows(origin, HOST)


@pytest.mark.parametrize("named", ["https://school.example", "school.example"])
def test_named_origins_may_connect(named: str) -> None:
    assert Trust(origins=[named]).allows("https://school.example", HOST)


def test_with_cors_off_every_origin_may() -> None:
    assert Trust(any_origin=True).allows("http://evil.example", HOST)


@pytest.mark.parametrize("host", ["class.example", "class.example:8501", "CLASS.example.:80", "a.school.example"])
def test_named_hosts_are_answered(host: str) -> None:
    assert Trust(hosts=["class.example", "*.school.example"]).allows(None, host)


@pytest.mark.parametrize("host", [None, "", "evil.example", "school.example", "class.example@evil.example", "x:y"])
def test_other_hosts_are_not_even_with_their_own_origin(host: str | None) -> None:
    trust = Trust(hosts=["class.example", "*.school.example"])
    assert not trust.allows(f"http://{host}", host)
