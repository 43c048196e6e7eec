"""compose.yaml: every service is confined, only the web is published, and the cluster's own commands make a cluster."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from distributed import Client
from distributed.security import Security
from serving import ROOT, free_port

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
        assert SERVICES[name]["environment"]["DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION"] == "true"


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
    for process in reversed(running):
        process.terminate()
        process.wait(15)


def test_its_commands_make_a_cluster_of_two_workers(cluster: str, tmp_path: Path) -> None:
    cert, key = str(tmp_path / "cert.pem"), str(tmp_path / "key.pem")
    security = Security(tls_ca_file=cert, tls_client_cert=cert, tls_client_key=key, require_encryption=True)  # type: ignore[no-untyped-call]
    with Client(cluster, security=security, timeout=30) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(2, timeout=30)  # type: ignore[no-untyped-call]
        assert client.submit(len, "abc").result(timeout=10) == 3  # type: ignore[no-untyped-call]
