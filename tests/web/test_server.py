"""The whole app as a process: what it loads, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from fakes import until
from serving import ROOT, Server, start_server
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

NOT_HERE = ("/torch/", "/torchvision/", "/sklearn/", "/llvmlite/", "/numba/")


def health(server: Server) -> dict[str, Any]:
    try:
        answer = urllib.request.urlopen(f"{server.url}/healthz", timeout=5)
    except urllib.error.HTTPError as bad:
        return json.load(bad)  # type: ignore[no-any-return]
    return json.load(answer)  # type: ignore[no-any-return]


def offspring(process: int) -> list[int]:
    """Every process below this one."""
    parents = {int(p.name): parent(p) for p in Path("/proc").iterdir() if p.name.isdigit()}
    found, new = set[int](), {process}
    while new:
        new = {child for child, above in parents.items() if above in new}
        found |= new
    return sorted(found)


def parent(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def alive(processes: list[int]) -> list[int]:
    """Those that run, zombies not counted."""
    return [p for p in processes if state(p) not in ("Z", "X", "")]


def state(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def show_page(server: Server) -> None:
    """Runs the start page's script once, as a browser does."""
    wish = BackMsg()
    wish.rerun_script.query_string = ""
    with connect(f"{server.url.replace('http', 'ws')}/_stcore/stream", subprotocols=["streamlit"], max_size=None) as ws:  # type: ignore[list-item]
        ws.send(wish.SerializeToString())
        for said in ws:
            if ForwardMsg.FromString(said).HasField("script_finished"):  # type: ignore[arg-type]
                return


def ready(folder: Path) -> Server:
    """An app whose workers are there."""
    server = start_server(folder)
    until(lambda: health(server)["state"] == "ready", seconds=60)
    return server


def test_the_web_process_stays_light_and_ends_quietly(tmp_path: Path) -> None:
    server = ready(tmp_path)
    show_page(server)
    below = offspring(server.process.pid)
    maps = Path(f"/proc/{server.process.pid}/maps").read_text()
    resident = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    server.process.send_signal(signal.SIGTERM)
    assert [name for name in NOT_HERE if name in maps] == []
    assert resident < 250e6
    assert until(lambda: server.process.poll() is not None) < 3.0
    until(lambda: not alive(below), seconds=3)
    assert "Traceback" not in server.log.read_text()
    assert len(below) >= 3


def test_it_ends_quietly_while_workers_start(tmp_path: Path) -> None:
    server = start_server(tmp_path)
    until(lambda: health(server)["state"] == "starting", seconds=20)
    below = offspring(server.process.pid)
    server.process.send_signal(signal.SIGTERM)
    assert until(lambda: server.process.poll() is not None) < 3.0
    until(lambda: not alive(below), seconds=5)
    assert "Traceback" not in server.log.read_text()


def test_no_worker_outlives_a_killed_app(tmp_path: Path) -> None:
    server = ready(tmp_path)
    below = offspring(server.process.pid)
    server.process.kill()
    server.process.wait()
    assert len(below) >= 3
    until(lambda: not alive(below), seconds=5)


def test_ctrl_c_ends_quietly(tmp_path: Path) -> None:
    server = start_server(tmp_path)
    server.process.send_signal(signal.SIGINT)
    assert until(lambda: server.process.poll() is not None) < 3.0
    assert "Traceback" not in server.log.read_text()


def test_a_folder_that_cannot_be_written_is_one_sentence_and_the_app_runs(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    server = start_server(tmp_path, LOSSVIZ_HOME=str(tmp_path / "file" / "home"))
    assert health(server)["saving"] is False
    server.stop()
    assert server.log.read_text().count("cannot be written. Set LOSSVIZ_HOME") == 1


def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode != 0
    said = (ended.stdout + ended.stderr).strip().splitlines()
    assert [line for line in said if f"Port {port} is not available" in line] == said


def test_workers_that_cannot_be_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError) as failed:
        start_server(tmp_path, LOSSVIZ_WORKERS="many")
    said = str(failed.value)
    assert "LOSSVIZ_WORKERS workers must be a whole number, got many" in said
    assert "Traceback" not in said
