"""What a touched picture asks: a run, a frame and a point enter, its neighbours in all dimensions leave."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from lossviz.runs import Hub

NUMBER = re.compile(r"0|[1-9][0-9]{0,5}", re.ASCII)
FRESH = {"cache-control": "no-store"}


def neighbours(hub: Hub) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint of `lv/neighbours/<key>/<frame>/<point>`: see `Looks.of_point`; null where there is no keyframe."""

    async def answer(request: Request) -> Response:
        n, point = (request.path_params[name] for name in ("n", "point"))
        run = await run_in_threadpool(hub.run, request.path_params["key"])
        if run is None or not NUMBER.fullmatch(n) or not NUMBER.fullmatch(point):
            return Response("No such run", 404, headers=FRESH)
        found = await run_in_threadpool(hub.looks.of_point, run, int(n), int(point))
        return JSONResponse(found, headers=FRESH)

    return answer
