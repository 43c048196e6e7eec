"""What a touched picture asks: a run and a point or a drawn digit enter, neighbours and places leave."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from lossviz.runs import Hub

NUMBER = re.compile(r"0|[1-9][0-9]{0,5}", re.ASCII)
FRESH = {"cache-control": "no-store"}
PATIENCE, LOOK = 3.0, 0.05


def neighbours(hub: Hub) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint of `lv/neighbours/<key>/<frame>/<point>`: see `Looks.of_point`; null where there is no keyframe."""

    async def answer(request: Request) -> Response:
        n, point = (request.path_params[name] for name in ("n", "point"))
        run = await run_in_threadpool(hub.run, request.path_params["key"])
        if run is None or not NUMBER.fullmatch(n) or not NUMBER.fullmatch(point):
            return missing()
        found = await run_in_threadpool(hub.looks.of_point, run, int(n), int(point))
        return JSONResponse(found, headers=FRESH)

    return answer


def drawn(hub: Hub) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint of `lv/drawn/<key>/<digest>`: see `Drawings.places`; a worker that is at it is waited for."""

    async def answer(request: Request) -> Response:
        key, digest = request.path_params["key"], request.path_params["digest"]
        run = await run_in_threadpool(hub.run, key)
        found = None if run is None else await run_in_threadpool(hub.drawings.places, run, digest)
        if run is None or found is None:
            return missing()
        for _ in range(round(PATIENCE / LOOK)):
            if not hub.drawings.asking(run, digest):
                break
            await asyncio.sleep(LOOK)
        return JSONResponse(await run_in_threadpool(hub.drawings.places, run, digest), headers=FRESH)

    return answer


def missing() -> Response:
    """The same answer for what there is not and for what is no key or number."""
    return Response("No such run", 404, headers=FRESH)
