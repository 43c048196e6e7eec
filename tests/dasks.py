"""A Dask scheduler and workers as an operator starts them: processes on loopback, plain or with TLS."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tests.serving import free_port

ROOT = Path(__file__).parent.parent


@dataclass
class Dasks:
    """One scheduler, always on the same port, and its workers; what they print goes to `folder`/dask.log.

    `files` are certificate authority, certificate and key; `path` is what workers find besides lossviz.
    """

    folder: Path
    path: Path | None = None
    files: tuple[Path, ...] = ()
    port: int = field(default_factory=free_port)
    scheduler: subprocess.Popen[bytes] | None = None
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{'tls' if self.files else 'tcp'}://127.0.0.1:{self.port}"

    def start_scheduler(self) -> None:
        self.scheduler = self._started("scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")

    def start_worker(self) -> subprocess.Popen[bytes]:
        options = ["--nthreads", "1", "--no-dashboard", "--local-directory", str(self.folder)]
        made = self._started("worker", self.address, *options)
        self.workers.append(made)
        return made

    def kill_scheduler(self) -> None:
        assert self.scheduler is not None
        ended(self.scheduler)

    def close(self) -> None:
        for process in filter(None, [*self.workers, self.scheduler]):
            ended(process)

    def _started(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        tls = [f"--tls-{kind}={file}" for kind, file in zip(("ca-file", "cert", "key"), self.files, strict=False)]
        path = os.pathsep.join(filter(None, [str(ROOT), str(self.path or ""), os.environ.get("PYTHONPATH")]))
        settings = {"PYTHONPATH": path, "DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH": "16"}
        with (self.folder / "dask.log").open("ab") as log:
            command = [sys.executable, "-m", "dask", what, *options, *tls]
            return subprocess.Popen(
                command, cwd=self.folder, env={**os.environ, **settings}, stdout=log, stderr=log, start_new_session=True
            )


def ended(process: subprocess.Popen[bytes]) -> None:
    """Kills a process and all of its session, nannies and workers too."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def certificates(folder: Path) -> tuple[Path, ...]:
    """A throw-away certificate that is its own authority: (authority, certificate, key)."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=127.0.0.1 "
        f"-addext subjectAltName=IP:127.0.0.1 -keyout {key} -out {cert}"
    )
    subprocess.run(command.split(), check=True, capture_output=True)
    return cert, cert, key
