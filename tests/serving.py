"""The app as a process of its own, on a free port: a folder enters, a server that answers leaves."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """A running app: its address, its process and what it printed."""

    url: str
    process: subprocess.Popen[str]
    log: Path

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()


def start_server(folder: Path, script: str = "app.py", port: int = 0, **environment: str) -> Server:
    """Starts the app with its own LOSSVIZ_HOME under `folder`, on a free port if none is given, till it answers."""
    port = port or free_port()
    log = folder / "server.log"
    command = [sys.executable, "-m", "streamlit", "run", script, "--server.port", str(port)]
    home = {"LOSSVIZ_HOME": str(folder / "home"), "LOSSVIZ_WORKERS": "1"}
    with log.open("w") as out:
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **home, **environment}, stdout=out, stderr=out, text=True
        )
    server = Server(f"http://127.0.0.1:{port}", process, log)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"{server.url}/_stcore/health", timeout=1).read()
            return server
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if process.poll() is not None:
                break
            time.sleep(0.1)
    server.stop()
    raise RuntimeError(log.read_text())
