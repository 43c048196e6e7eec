"""compose.yaml: every service is confined, only the web is published, and the cluster's own commands make a cluster."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from dask.config import collect_env, get
from serving import ROOT, Server, free_port, start_server

from lossviz.runs.host import KEPT_MEMORY, SETTINGS

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
BIN = Path(sys.executable).parent


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_confined(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert [mount.partition(":")[0] for mount in service["tmpfs"]] == ["/tmp"]


def test_only_the_web_is_published_and_starts_unasked() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["web"]
    assert [name for name, service in SERVICES.items() if "profiles" not in service] == ["web"]


def test_the_cluster_is_among_itself() -> None:
    assert COMPOSE["networks"]["cluster"]["internal"] is True
    assert SERVICES["scheduler"]["networks"] == SERVICES["worker"]["networks"] == ["cluster"]


def test_the_cluster_speaks_tls_only() -> None:
    for name in ("scheduler", "worker"):
        assert SERVICES[name]["environment"]["DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION"] == "True"


@pytest.mark.parametrize("name", ["scheduler", "worker"])
def test_dask_is_set_as_on_one_machine(name: str) -> None:
    told = collect_env(SERVICES[name]["environment"])
    for key, value in SETTINGS.items():
        if not key.startswith("distributed.nanny"):
            assert get(key, config=told) == value


def test_workers_keep_freed_memory_as_on_one_machine() -> None:
    told = SERVICES["worker"]["environment"]
    assert {name: int(told[name]) for name in KEPT_MEMORY} == KEPT_MEMORY


def started(name: str, folder: Path, port: int) -> subprocess.Popen[bytes]:
    """A service's own command with its own environment, on this machine."""
    moved = {"/certificates": str(folder), "scheduler:8786": f"127.0.0.1:{port}", "--port=8786": f"--port={port}"}
    moved |= {"0.0.0.0": "127.0.0.1", "--local-directory=/tmp": f"--local-directory={folder}"}
    command = [str(word) for word in SERVICES[name]["command"]]
    for old, new in moved.items():
        command = [word.replace(old, new) for word in command]
    environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", **SERVICES[name].get("environment", {})}
    return subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.DEVNULL)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[str]:
    """Address of a scheduler with workers, as compose.yaml starts them; certificates in tmp_path."""
    assert started("certificates", tmp_path, 0).wait(10) == 0
    port = free_port()
    running = [started(name, tmp_path, port) for name in ("scheduler", "worker")]
    yield f"tls://127.0.0.1:{port}"
    for process in running:
        process.terminate()
    for process in running:
        process.wait(30)


def test_its_commands_make_a_cluster_whose_workers_the_app_has(cluster: str, tmp_path: Path) -> None:
    files = {name: path for name, path in SERVICES["web"]["environment"].items() if name.startswith("LOSSVIZ_TLS")}
    here = {name: path.replace("/certificates", str(tmp_path)) for name, path in files.items()}
    app = start_server(tmp_path, LOSSVIZ_SCHEDULER=cluster, **here)
    try:
        deadline = time.monotonic() + 60
        while workers(app) != 2:
            assert time.monotonic() < deadline, app.log.read_text()
            time.sleep(0.1)
    finally:
        app.stop()


def workers(app: Server) -> int:
    """How many workers the app says it has."""
    try:
        return int(json.load(urllib.request.urlopen(f"{app.url}/healthz", timeout=5))["workers"])
    except urllib.error.HTTPError:
        return 0
