"""A server for the stage's tests: synthetic tapes, a data pack and a live socket beside one small page."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
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


async def run(socket: WebSocket) -> None:
    """Sends a run at `hz` frames a second from frame `from` on; `drop` closes once after that many frames."""
    kind, seed = socket.path_params["name"].split("-")
    first, hz = int(socket.query_params["from"]), float(socket.query_params.get("hz", 8))
    drop = int(socket.query_params.get("drop", 0))
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
        await socket.close(1000)
    except WebSocketDisconnect:
        return


app = st.App(
    Path(__file__).parent / os.environ.get("HARNESS_PAGE", "page.py"),
    routes=[
        Route("/lv/tape/{name}", tape),
        Route("/lv/pack/{digest}", pack),
        WebSocketRoute("/lv/run/{name}", run),
    ],
)
