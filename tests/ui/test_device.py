"""Where to train is asked only where there is a choice: the workers tell which devices they have."""

import sys
from pathlib import Path

import pytest
from test_pages import opened

sys.path.insert(0, str(Path(__file__).parent.parent / "runs"))

from fakes import FakeExecutor

from lossviz import runs
from lossviz.runs import Hub


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hub:
    monkeypatch.setenv("LOSSVIZ_HOME", str(tmp_path))
    made = Hub(runs.Store(), lambda _: FakeExecutor())
    made.slots({"w1", "w2"})
    monkeypatch.setattr(runs, "_the_hub", lambda: made)
    return made


def offered(**link: str) -> list[str] | None:
    at = opened("train.py", loss="softmax", **link)
    found = [box for box in at.selectbox if box.key == "control.device"]
    return found[0].options if found else None


def test_with_a_cpu_only_nothing_is_asked(hub: Hub) -> None:
    hub.equipped("w1", ["cpu"])
    hub.equipped("w2", ["cpu"])
    assert offered() is None


def test_a_device_that_every_worker_has_is_offered(hub: Hub) -> None:
    hub.equipped("w1", ["cpu", "cuda"])
    assert offered() is None
    hub.equipped("w2", ["cpu", "cuda"])
    assert offered() == ["CPU", "CUDA"]


def test_a_device_of_a_link_can_be_left_for_the_cpu(hub: Hub) -> None:
    assert offered(device="mps") == ["CPU", "MPS"]


def test_the_chosen_device_is_trained_on(hub: Hub) -> None:
    for worker in ("w1", "w2"):
        hub.equipped(worker, ["cpu", "cuda"])
    at = opened("train.py", loss="softmax")
    at.selectbox(key="control.device").select("cuda").run()
    assert at.query_params["device"] in ("cuda", ["cuda"])
