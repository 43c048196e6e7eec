"""The compare page as a person uses it: it opens with recordings, obeys one clock, and can be taken away."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from app_page import address, click, eventually, opened, stage
from PIL import Image, ImageChops, ImageSequence
from playwright.sync_api import expect
from serving import Server
from watching import watch

pytestmark = pytest.mark.browser


def rested(page: Any, panels: int) -> None:
    """Waits until all recordings are there and have played."""

    def still() -> bool:
        now = stage(page)
        whole = [panel["frames"] > 50 for panel in now.get("panels", [])]
        return len(whole) == panels and all(whole) and not now["playing"] and now["shown"] == now["frames"] - 1

    eventually(still, patience=90)


def test_four_recordings_open_on_one_canvas_above_a_table(browser: Any, app: Server) -> None:
    with opened(browser, app, "/compare") as page:
        rested(page, 4)
        assert stage(page)["canvases"] == 1
        expect(page.locator(".numbers tbody tr")).to_have_count(4)
        expect(page.locator(".numbers td[data-column=map] span").first).not_to_have_text("–")


def test_another_loss_changes_its_panel_and_the_address_and_nothing_else(browser: Any, app: Server) -> None:
    with opened(browser, app, "/compare?a=softmax&b=center") as page:
        rested(page, 2)
        first, second = (panel["key"] for panel in stage(page)["panels"])
        box = page.locator(".st-key-side_loss_1 input")
        box.click()
        box.fill("SphereFace")
        page.keyboard.press("Enter")
        eventually(lambda: stage(page)["panels"][1]["key"] != second)
        assert stage(page)["panels"][0]["key"] == first
        eventually(lambda: "b=sphereface" in address(page))
        assert stage(page)["canvases"] == 1


def taken(page: Any, name: str, folder: Path) -> Path:
    """The file that a button of the page gives."""
    with page.expect_download(timeout=90_000) as download:
        click(page, name)
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_a_comparison_is_taken_along_as_it_is_on_the_screen(browser: Any, app: Server, tmp_path: Path) -> None:
    with opened(browser, app, "/compare?a=softmax&b=arcface", accept_downloads=True) as page:
        rested(page, 2)
        page.set_viewport_size({"width": 840, "height": 1000})  # two small panels are drawn soon
        click(page, "Save, export")
        click(page, "Animation (GIF)")
        page.get_by_role("button", name="Cancel").click()
        eventually(lambda: not page.locator(".taking").count())
        click(page, "Save, export")  # the press beside it has folded it
        files = [taken(page, name, tmp_path) for name in ("Animation", "Six pictures", "Stand-alone page")]
        now = stage(page)
        assert now["shown"] == now["frames"] - 1, "what was in the picture is there again"
    name = "lossviz-softmax-arcface-seed0"
    assert [file.name for file in files] == [f"{name}.gif", f"{name}-slides.zip", f"{name}.html"]
    assert_moves(files[0])
    assert_slides(files[1], name)
    assert_plays_from_disk(browser, files[2])


def assert_moves(file: Path) -> None:
    with Image.open(file) as gif:
        pictures = [picture.convert("RGB") for picture in ImageSequence.Iterator(gif)]
        assert gif.info["loop"] == 0
    assert len(pictures) == 60
    assert pictures[0].width / pictures[0].height == pytest.approx(1.6, abs=0.25)  # two squares beside each other
    assert ImageChops.difference(pictures[0], pictures[-1]).getbbox() is not None
    small = [picture.resize((40, 25)) for picture in pictures]
    assert all(len(picture.getcolors(40 * 25)) > 20 for picture in small)  # each has a picture in it


def assert_slides(file: Path, name: str) -> None:
    with zipfile.ZipFile(file) as slides:
        assert slides.testzip() is None
        assert slides.namelist() == [*(f"{name}-{n}.png" for n in range(1, 7)), f"{name}-strip.png"]
        sizes = [Image.open(io.BytesIO(slides.read(entry))).size for entry in slides.namelist()]
    assert len(set(sizes[:6])) == 1
    assert sizes[6][0] > 2 * sizes[0][0]


def assert_plays_from_disk(browser: Any, file: Path) -> None:
    context = browser.new_context(offline=True)
    page = context.new_page()
    seen = watch(page, host="")
    page.goto(file.as_uri())
    rested(page, 2)
    assert stage(page)["firstMoveAt"] is not None
    assert seen.faults == []
    context.close()
