"""Our own routes: a run's socket, tapes and data packs over HTTP, and the health of it all."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from lossviz import limits, own
from lossviz.runs import Hub
from lossviz.web.live import live
from lossviz.web.touch import drawn, neighbours
from lossviz.web.trust import Trust

FOREVER = "public, max-age=31536000, immutable"
PACK_PATIENCE, PACK_LOOK = 5.0, 0.05

Endpoint = Callable[[Request], Awaitable[Response]]


def routes(hub: Hub, trust: Trust, base: str = "") -> list[BaseRoute]:
    """Every route of ours, below the app's base path."""
    root = f"/{base.strip('/')}" if base.strip("/") else ""
    return [
        WebSocketRoute(f"{root}/lv/run/{{key}}", live(hub, trust)),
        Route(f"{root}/lv/tape/{{key}}", tape(hub)),
        Route(f"{root}/lv/pack/{{digest}}", pack(hub)),
        Route(f"{root}/lv/neighbours/{{key}}/{{n}}/{{point}}", neighbours(hub)),
        Route(f"{root}/lv/drawn/{{key}}/{{digest}}", drawn(hub)),
        Route(f"{root}/lv/own/{{id}}", own_points),
        Route(f"{root}/healthz", health(hub)),
    ]


def tape(hub: Hub) -> Endpoint:
    """The bytes of a finished run."""

    async def answer(request: Request) -> Response:
        run = await run_in_threadpool(hub.run, request.path_params["key"])
        if run is None or run.live or not run.records:
            return missing()
        headers = {"cache-control": FOREVER if run.state == "finished" else "no-store"}
        return Response(b"".join(run.records), media_type="application/octet-stream", headers=headers)

    return answer


async def own_points(request: Request) -> Response:
    """The tape of embeddings that somebody has uploaded, for whoever has its id."""
    found = await run_in_threadpool(own.tape, request.path_params["id"])
    if found is None:
        return missing()
    return Response(found, media_type="application/octet-stream", headers={"cache-control": "private, max-age=3600"})


def pack(hub: Hub) -> Endpoint:
    """A data pack; one that is being made is waited for."""

    async def answer(request: Request) -> Response:
        digest = request.path_params["digest"]
        found = await run_in_threadpool(hub.pack, digest)
        for _ in range(round(PACK_PATIENCE / PACK_LOOK)):
            if found is not None or not hub.packing(digest):
                break
            await asyncio.sleep(PACK_LOOK)
        found = found or await run_in_threadpool(hub.pack, digest)
        if found is None:
            return missing()
        headers = {"cache-control": FOREVER, "content-encoding": "gzip"}
        return Response(found, media_type="application/octet-stream", headers=headers)

    return answer


def health(hub: Hub) -> Endpoint:
    """How many workers there are, runs in progress and waiting, and free disk; 503 while no run can be had or kept."""

    async def answer(_: Request) -> Response:
        found = hub.health()
        free = await run_in_threadpool(free_megabytes, hub)
        status = verdict(found, free)
        told = {"status": status, **found, "disk_free_mb": free}
        return JSONResponse(told, 200 if status == "ok" else 503, {"cache-control": "no-store"})

    return answer


def verdict(found: Mapping[str, Any], free: int | None) -> str:
    """How healthy that is: "ok", "no workers" for too long, or "disk full" when a tape might not fit any more."""
    if found["without_workers"] > limits.WORKERS_GONE_SECONDS:
        return "no workers"
    if free is not None and free * limits.MB < limits.LARGEST_TAPE:
        return "disk full"
    return "ok"


def free_megabytes(hub: Hub) -> int | None:
    """Free space where tapes are kept; None when that cannot be said."""
    try:
        return shutil.disk_usage(hub.store.folder).free // limits.MB
    except OSError:
        return None


def missing() -> Response:
    """The same answer for what there is not and for what is not a key."""
    return Response("No such run", 404, headers={"cache-control": "no-store"})
