"""Our routes and middleware around a one-line page, served on a free port, with a hub whose worker is a list."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from site_client import HEAD, Site, listening
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from lossviz import web
from lossviz.runs import Hub, Store

sys.path.insert(0, str(Path(__file__).parent.parent / "runs"))

from fakes import AtOnce, Clock, FakeExecutor

PAGE = b"<html><head><script>window.prerenderReady = false</script></head></html>"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hub(tmp_path: Path, clock: Clock) -> Hub:
    store = Store(tmp_path / "home", shipped=tmp_path / "shipped", writer=AtOnce())
    made = Hub(store, lambda _: FakeExecutor(), clock=clock)
    made.slots({"w1"})
    return made


@pytest.fixture
def site(hub: Hub) -> Iterator[Site]:
    """Every page answers with the same HTML, the one file with one byte."""

    async def page(_: object) -> Response:
        return HTMLResponse(PAGE, headers={"etag": "old"})

    async def file(_: object) -> Response:
        return Response(b"x", media_type="application/javascript")

    plain = [Route("/static/x.js", file), Route("/{path:path}", page)]
    middleware = web.middleware(PAGE, heads={"scale": HEAD})
    app = Starlette(routes=[*web.routes(hub, web.Trust()), *plain], middleware=middleware)
    server = uvicorn.Server(uvicorn.Config(app, ws="websockets-sansio", log_level="error", lifespan="off"))
    with listening() as sock:
        thread = threading.Thread(target=server.run, args=([sock],), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.005)
        yield Site(sock.getsockname()[1])
        server.should_exit = True
        thread.join()
