"""A page holds three uploaded files at most, however many are sent at once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from lossviz.web.uploads import UploadGuard

OURS = "/_stcore/upload_file/session/file"


class Server:
    """Takes uploads, and is slow about it until `done` is set."""

    def __init__(self) -> None:
        self.files, self.done = 0, asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.done.wait()
        self.files += scope["method"] == "PUT"
        await send({"type": "http.response.start", "status": 204, "headers": []})


async def asked(app: UploadGuard, method: str = "PUT", path: str = OURS) -> int:
    statuses: list[int] = []

    async def send(message: Any) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    async def receive() -> Any:
        raise AssertionError("a refused upload is not read")

    await app({"type": "http", "method": method, "path": path}, receive, send)
    return statuses[0]


def answers(*requests: tuple[str, str], held: int = 0) -> list[int]:
    """What requests are answered that come at once, while the page holds some files already."""

    async def sent() -> list[int]:
        server = Server()
        guard = UploadGuard(server, held=lambda session: server.files + held)
        asking = [asyncio.create_task(asked(guard, *request)) for request in requests]
        await asyncio.sleep(0)
        server.done.set()
        return await asyncio.gather(*asking)

    return asyncio.run(sent())


def test_three_at_once_are_taken_and_a_fourth_is_not() -> None:
    assert answers(*[("PUT", OURS)] * 4) == [204, 204, 204, 429]


@pytest.mark.parametrize(("held", "answer"), [(2, 204), (3, 429)])
def test_files_that_are_there_count(held: int, answer: int) -> None:
    assert answers(("PUT", OURS), held=held) == [answer]


def test_each_page_has_its_own_three() -> None:
    others = [("PUT", f"/base/_stcore/upload_file/other{i}/file") for i in range(5)]
    assert answers(*others) == [204] * 5


def test_files_can_be_taken_away_again() -> None:
    assert answers(("DELETE", OURS), held=3) == [204]
