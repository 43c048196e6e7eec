"""What every answer carries, and how fast a socket may talk."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re

import pytest
from fakes import Clock
from site_client import HEAD, Site
from starlette.types import Message

from lossviz.web import visitor
from lossviz.web.guard import Bucket, Rate, slowed
from lossviz.web.page import rooted

HTML = "text/html,*/*"
TOKEN = "a" * 32


def test_a_first_page_hands_out_the_cookie(site: Site) -> None:
    cookie = site.get("/train", accept=HTML).headers["set-cookie"]
    assert re.fullmatch(r"lossviz_visitor=[0-9a-f]{32}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax", cookie)


def test_two_visitors_are_two(site: Site) -> None:
    first, second = (site.get("/", accept=HTML).headers["set-cookie"] for _ in range(2))
    assert first != second


def test_over_https_the_cookie_is_secure(site: Site) -> None:
    assert site.get("/", accept=HTML, x_forwarded_proto="https").headers["set-cookie"].endswith("; Secure")


def test_who_has_a_cookie_keeps_it(site: Site) -> None:
    answer = site.get("/", accept=HTML, cookie=f"other=1; {visitor.COOKIE}={TOKEN}")
    assert "set-cookie" not in answer.headers


def test_a_cookie_of_another_shape_is_replaced(site: Site) -> None:
    assert "set-cookie" in site.get("/", accept=HTML, cookie=f"{visitor.COOKIE}=me").headers


def test_files_bring_no_cookie(site: Site) -> None:
    assert "set-cookie" not in site.get("/static/x.js").headers


@pytest.mark.parametrize("value", ["", "A" * 32, "a" * 31, "a" * 33, "٣" * 32, "0" * 32])
def test_visitors_without_a_token_are_one(value: str) -> None:
    assert visitor.of({visitor.COOKIE: value}) == visitor.NOBODY


def test_a_visitor_is_known_by_the_token() -> None:
    assert visitor.of({visitor.COOKIE: TOKEN}) == TOKEN


@pytest.mark.parametrize("path", ["/", "/train", "/static/x.js", "/lv/tape/x", "/healthz"])
def test_every_answer_is_hardened(site: Site, path: str) -> None:
    headers = site.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "frame-ancestors 'self'" in headers["content-security-policy"]


def test_the_policy_allows_the_scripts_of_the_page_and_no_other_inline(site: Site) -> None:
    answer = site.get("/")
    inline = re.findall(rb"<script>(.*?)</script>", answer.content, re.DOTALL)
    hashes = {f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'" for script in inline}
    rule = re.search(r"script-src ([^;]*)", answer.headers["content-security-policy"])
    assert rule is not None
    assert set(rule[1].split()) == {"'self'", *hashes}
    assert len(hashes) == 2


def test_the_page_is_told_the_root_before_its_first_script(site: Site) -> None:
    page = site.get("/train")
    assert page.content.index(b"BACKEND_BASE_URL") < page.content.index(b"prerenderReady")
    assert int(page.headers["content-length"]) == len(page.content)
    assert "etag" not in page.headers


def test_a_page_is_told_what_it_will_want_before_its_first_script(site: Site) -> None:
    page = site.get("/scale")
    assert page.content.index(HEAD) < page.content.index(b"<script")
    assert int(page.headers["content-length"]) == len(page.content)
    assert HEAD not in site.get("/train").content


def test_a_page_without_scripts_stays_as_it_is() -> None:
    assert rooted(b"<p>gone</p>") == b"<p>gone</p>"


def test_files_pass_unchanged(site: Site) -> None:
    assert site.get("/static/x.js").content == b"x"


# rates


def test_a_burst_passes_and_the_rest_waits(clock: Clock) -> None:
    bucket = Bucket(Rate(5, 10), clock)
    assert [bucket.delay() for _ in range(12)] == [0.0] * 10 + [0.2, 0.4]


def test_a_pause_fills_the_bucket_again(clock: Clock) -> None:
    bucket = Bucket(Rate(5, 10), clock)
    for _ in range(10):
        bucket.delay()
    clock.now += 1
    assert [bucket.delay() for _ in range(6)] == pytest.approx([0.0] * 5 + [0.2])


def test_messages_are_slowed_and_none_is_lost() -> None:
    said = [{"type": "websocket.receive", "text": str(n)} for n in range(5)]
    waiting = iter(said)

    async def receive() -> Message:
        return next(waiting)

    async def hear() -> tuple[list[Message], float]:
        slow = slowed(receive, Bucket(Rate(50, 1)))
        started = asyncio.get_running_loop().time()
        return [await slow() for _ in said], asyncio.get_running_loop().time() - started

    heard, seconds = asyncio.run(hear())
    assert heard == said
    assert seconds >= 0.075


def test_news_of_a_lost_connection_is_not_slowed() -> None:
    async def receive() -> Message:
        return {"type": "websocket.disconnect"}

    async def hear() -> float:
        slow = slowed(receive, Bucket(Rate(1, 1)))
        started = asyncio.get_running_loop().time()
        for _ in range(10):
            await slow()
        return asyncio.get_running_loop().time() - started

    assert asyncio.run(hear()) < 0.5
