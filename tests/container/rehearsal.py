"""The Dockerfile without Docker: its own lines enter, a started, healthy and stopped app leaves, as a line of JSON.

    sudo .venv/bin/python tests/container/rehearsal.py                # installs the packages afresh: minutes
    sudo .venv/bin/python tests/container/rehearsal.py --installed    # with those of this environment: seconds

Needs Linux, root and overlay mounts. The steps run in an overlay over this machine's root, in mount and process
namespaces of their own, so nothing outside a temporary folder changes and no process is left. As with
`docker run --read-only --tmpfs /tmp --user 10001`, the app then sees a root that it cannot write.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dockerfile_parse import DockerfileParser

ROOT = Path(__file__).resolve().parents[2]
INSIDE = "LOSSVIZ_REHEARSAL"
PORT = "8501"
PATIENCE = 90.0
FRESH = "/opt/python"
CLIENT = ("PIP_", "SSL_", "HTTP_", "HTTPS_", "NO_PROXY", "http_", "https_", "no_proxy", "REQUESTS_")


@dataclass
class Image:
    """What the Dockerfile has said so far; `root` is where its files lie."""

    root: Path
    environment: dict[str, str]
    arguments: dict[str, str]
    folder: str = "/"
    user: str = "0:0"
    volumes: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)
    base: str = ""

    def at(self, path: str) -> Path:
        """Where that path of the image is here."""
        return self.root / (Path("/") / self.folder / path).relative_to("/")

    def call(self, command: list[str], extra: dict[str, str] | None = None, **how: Any) -> subprocess.Popen[bytes]:
        """Starts a command in the image, as its user, in its folder; output goes to stderr."""
        there = ["sh", "-c", 'cd "$0" && exec "$@"', self.folder, *command]
        chroot = ["chroot", f"--userspec={self.user}", "--groups=", str(self.root), *there]
        return subprocess.Popen(chroot, env={**(extra or {}), **self.environment}, **{"stdout": sys.stderr, **how})


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions and what follows them, comments left out."""
    parsed = DockerfileParser(str(ROOT / "Dockerfile")).structure
    return [(part["instruction"], part["value"]) for part in parsed if part["instruction"] != "COMMENT"]


def build(image: Image, installed: bool) -> None:
    """Does every instruction in turn; with `installed`, lines that begin with pip install are left out."""
    for word, value in instructions():
        match word:
            case "FROM":
                image.base = value
            case "ENV":
                image.environment |= dict(part.split("=", 1) for part in shlex.split(value))
            case "ARG":
                name, _, default = value.partition("=")
                image.arguments.setdefault(name, default)
            case "WORKDIR":
                image.folder = value
                image.at(".").mkdir(parents=True, exist_ok=True)
            case "COPY":
                copy(image, value.split())
            case "RUN" if not (installed and value.startswith("pip install")):
                carry_out(image, value)
            case "VOLUME":
                image.volumes = json.loads(value)
            case "USER":
                image.user = value
            case "CMD":
                image.command = json.loads(value)
            case "HEALTHCHECK":
                image.health = json.loads(value.partition("CMD ")[2])
            case "RUN" | "EXPOSE":
                pass
            case _:
                sys.exit(f"The rehearsal does not know {word} {value}")


def copy(image: Image, names: list[str]) -> None:
    *sources, target = names
    for name in sources:
        source, there = ROOT / name, image.at(target)
        if source.is_dir():
            shutil.copytree(source, there, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"), dirs_exist_ok=True)
        else:
            shutil.copy(source, there)


def carry_out(image: Image, line: str) -> None:
    print(f"RUN {line}", file=sys.stderr)
    from_here = {name: value for name, value in os.environ.items() if name.startswith(CLIENT)}
    if image.call(["sh", "-ec", line], from_here | image.arguments).wait():
        sys.exit(f"This line of the Dockerfile failed: RUN {line}")


def mount(*words: str | Path) -> None:
    subprocess.run(["mount", *map(str, words)], check=True)


def lay_base(work: Path, installed: bool, arguments: dict[str, str]) -> Image:
    """In the base image's place: this machine's root, unchanged below, and a Python first in its path."""
    upper, scratch, root = (work / name for name in ("upper", "scratch", "root"))
    for made in (upper, scratch, root):
        made.mkdir()
    mount("-t", "overlay", "overlay", "-o", f"lowerdir=/,upperdir={upper},workdir={scratch}", root)
    mount("--rbind", "/dev", root / "dev")
    mount("-t", "proc", "proc", root / "proc")
    for folder in Path(sys.base_prefix).parents:
        inner = root / folder.relative_to("/")
        inner.chmod(inner.stat().st_mode | 0o555)  # the Python may lie in root's own home
    place = sys.prefix if installed else FRESH
    path = f"{place}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    image = Image(root, {"PATH": path}, arguments)
    if installed:
        show_installed(image)
    elif image.call([f"{sys.base_prefix}/bin/python3", "-m", "venv", FRESH]).wait():
        sys.exit("No virtual environment can be made")
    return image


def show_installed(image: Image) -> None:
    """This environment's Python and packages, at the same path, read-only."""
    for prefix in {sys.base_prefix, sys.prefix}:
        there = image.root / Path(prefix).relative_to("/")
        there.mkdir(parents=True, exist_ok=True)
        mount("--bind", prefix, there)
        mount("-o", "remount,ro,bind", there)


def close_root(image: Image, work: Path, installed: bool) -> None:
    """From here on only the volumes and /tmp can be written."""
    mount("-o", "remount,ro", image.root)
    mount("-t", "tmpfs", "-o", "size=256m,mode=1777", "tmpfs", image.root / "tmp")
    if installed:
        show_installed(image)
    for name in image.volumes:
        there, outside = image.at(name), work / "volumes" / name.strip("/")
        outside.mkdir(parents=True)
        os.chown(outside, there.stat().st_uid, there.stat().st_gid)
        mount("--bind", outside, there)


def serve(image: Image, port: int) -> dict[str, Any]:
    """Starts the app, waits for the Dockerfile's own health check, looks around, and stops it as Docker does."""
    moved = [[word.replace(PORT, str(port)) for word in words] for words in (image.command, image.health)]
    started = time.monotonic()
    app = image.call(moved[0])
    while image.call(moved[1], stderr=subprocess.DEVNULL).wait():
        if app.poll() is not None or time.monotonic() - started > PATIENCE:
            sys.exit("The app did not become healthy")
        time.sleep(0.5)
    found = {"base": image.base, "healthy_s": round(time.monotonic() - started, 1)}
    found |= {"user": f"{Path(f'/proc/{app.pid}').stat().st_uid}", "health": with_workers(port)}
    found["writes"] = {
        path: not image.call(["touch", f"{path}/x"], stderr=subprocess.DEVNULL).wait()
        for path in ("/", "/app", "/data", "/tmp")
    }
    found["threads"] = sum(len(list(task.iterdir())) for task in Path("/proc").glob("[0-9]*/task"))
    stopped = time.monotonic()
    app.send_signal(signal.SIGTERM)
    app.wait(10)
    return {**found, "stopped_s": round(time.monotonic() - stopped, 1)}


def with_workers(port: int) -> dict[str, Any]:
    """What healthz says as soon as workers are there."""
    deadline = time.monotonic() + PATIENCE
    while True:
        said: dict[str, Any] = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5))
        if said["workers"] or time.monotonic() > deadline:
            return said
        time.sleep(0.25)


def work_through(image: Image, work: Path) -> dict[str, Any]:
    """Whether the worker's libraries make do with such a root, and how large everything above the base is."""
    train = ["python", "-m", "lossviz", "train", "--loss", "softmax", "--epochs", "1", "--out", "/data/x.tape"]
    tried = {"trains": train, "umap": ["python", "-c", "import umap"]}
    layers = subprocess.run(["du", "-sm", work / "upper"], capture_output=True, text=True, check=True).stdout
    done = {name: not image.call(command, stdout=subprocess.DEVNULL).wait() for name, command in tried.items()}
    return {**done, "layers_mb": int(layers.split()[0]), "files": kept(image)}


def kept(image: Image) -> list[str]:
    """The files on the volumes."""
    return sorted(str(p.relative_to(image.root)) for v in image.volumes for p in image.at(v).rglob("*") if p.is_file())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def rehearse(work: Path, installed: bool, worked: bool, arguments: dict[str, str]) -> None:
    """Everything, inside the namespaces."""
    mount("-t", "proc", "proc", "/proc")
    image = lay_base(work, installed, arguments)
    build(image, installed)
    close_root(image, work, installed)
    found = serve(image, free_port())
    print(json.dumps({**found, **work_through(image, work)} if worked else found))


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Rehearse the Dockerfile on this machine.")
    parser.add_argument("--installed", action="store_true", help="with this environment's packages")
    parser.add_argument("--work", action="store_true", help="then also train an epoch and load UMAP")
    parser.add_argument("--arg", action="append", default=[], metavar="NAME=VALUE", help="docker build's --build-arg")
    asked = parser.parse_args(words)
    if work := os.environ.get(INSIDE):
        rehearse(Path(work), asked.installed, asked.work, dict(a.split("=", 1) for a in asked.arg))
        return 0
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as work:
        apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child", sys.executable, __file__, *words]
        return subprocess.run(apart, env={**os.environ, INSIDE: work}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
