"""A server for the stage's tests: synthetic tapes, a data pack and a live socket beside one small page."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

sys.path.insert(0, str(Path(__file__).parent))

import synthetic

DROPPED: set[str] = set()


async def tape(request: Request) -> Response:
    kind, seed = request.path_params["name"].split("-")
    if kind not in synthetic.KINDS:
        return Response(status_code=404)
    return Response(synthetic.tape(kind, int(seed)).to_bytes(), media_type="application/octet-stream")


async def pack(request: Request) -> Response:
    return Response(synthetic.pack(), media_type="application/octet-stream")


async def drawn(request: Request) -> Response:
    """Where a drawn digit is at four keyframes: it goes to the right, at the height of the first class vector."""
    steps = {n: round(n / (synthetic.FRAMES - 1) * synthetic.STEPS) for n in (0, 10, 20, synthetic.FRAMES - 1)}
    path = [{"n": n, "step": step, "at": [n / 10, 1.0], "look": None} for n, step in steps.items()]
    return JSONResponse({"keyframes": path, "complete": True})


async def run(socket: WebSocket) -> None:
    """Sends a run at `hz` frames a second from frame `from` on; `drop` closes once after that many frames.

    After `held` frames it takes wishes, up to "go"; with `shared` it refuses them.
    """
    kind, seed = socket.path_params["name"].split("-")
    first, hz = int(socket.query_params["from"]), float(socket.query_params.get("hz", 8))
    drop, held = (int(socket.query_params.get(name, 0)) for name in ("drop", "held"))
    await socket.accept()
    await asyncio.sleep(float(socket.query_params.get("wait", 0)))
    whole = synthetic.records(kind, int(seed))
    try:
        for n, data in enumerate(whole[first + 1 :] if first else whole):
            if drop and n == drop and first == 0:
                await socket.close(1011)
                return
            await socket.send_bytes(data)
            await socket.receive_text()
            await asyncio.sleep(1 / hz)
            if held and n == held:
                await hold(socket, held)
        await socket.close(1000)
    except WebSocketDisconnect:
        return


async def hold(socket: WebSocket, held: int) -> None:
    """Shows a glance after each wished step, or says that others follow."""
    made = 0
    while (said := await socket.receive_text()) != "go":
        if said == "step" and "shared" in socket.query_params:
            await socket.send_text("shared")
        elif said == "step":
            made += 1
            await socket.send_bytes(synthetic.glance(held, made))


app = st.App(
    Path(__file__).parent / os.environ.get("HARNESS_PAGE", "page.py"),
    routes=[
        Route("/bare", lambda _: HTMLResponse("<!doctype html>")),
        Route("/lv/tape/{name}", tape),
        Route("/lv/pack/{digest}", pack),
        Route("/lv/drawn/{key}/{digest}", drawn),
        Route("/lv/neighbours/{key}/{n}/{point}", lambda _: JSONResponse(None)),
        WebSocketRoute("/lv/run/{name}", run),
    ],
)
