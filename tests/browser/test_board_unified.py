"""The unified loss in the browser: its sums are Python's, a drag needs no server, the table shows what it equals."""

from __future__ import annotations

import numpy as np
import pytest
from app_page import eventually
from contexts import new_page
from watching import watch

from lossviz.geometry.unified import (
    company_of_hardest,
    gradient_shares,
    hardest_violation,
    hinge_gap,
    hinge_gap_bound,
    softmax_of_target,
    unified_loss,
)

pytestmark = pytest.mark.browser

SETTINGS = [{"gamma": gamma, "m": m} for gamma in (0.25, 1.0, 16.0, 512.0) for m in (0.0, 0.25, 1.0)]
SETS = [([0.6], [0.5]), ([0.82, 0.58, 0.71], [0.34, -0.12, 0.47, 0.1]), ([-0.9, -0.9], [0.9] * 3), ([9.0], [-8.0, 2.0])]

SUMS = """given.sets.map(([sp, sn]) => given.settings.map((s) => {
    const [missed, company, share] = [m.violation(sp, sn, s), m.companyOf(sp, sn, s), m.shares(sp, sn, s)];
    return { loss: m.unified(sp, sn, s), missed, company, gap: m.gap(missed, company, s.gamma), z: share.z,
        bound: m.gapBound(sp.length, sn.length, s.gamma), softmax: m.softmaxOfTarget(sp[0], sn, s.gamma, s.m),
        shares: [...share.p, ...share.n] };
}))"""


def test_sums_are_those_of_python(run) -> None:
    found = run("board/comparison.js", SUMS, sets=SETS, settings=SETTINGS)
    for (sp, sn), by_settings in zip(SETS, found, strict=True):
        for settings, told in zip(SETTINGS, by_settings, strict=True):
            gamma, m = settings["gamma"], settings["m"]
            z, p, n = gradient_shares(sp, sn, gamma, m)
            right = {
                "loss": unified_loss(sp, sn, gamma, m),
                "missed": hardest_violation(sp, sn, m),
                "company": company_of_hardest(sp, sn, gamma),
                "gap": hinge_gap(sp, sn, gamma, m),
                "bound": hinge_gap_bound(len(sp), len(sn), gamma),
                "softmax": softmax_of_target(sp[0], sn, gamma, m),
                "z": z,
                "shares": [*p, *n],
            }
            for name, value in right.items():
                np.testing.assert_allclose(told[name], value, rtol=1e-6, atol=1e-9, err_msg=f"{name} {sp} {settings}")


@pytest.fixture(scope="module")
def page(browser, app):  # type: ignore[no-untyped-def]
    """The page as a link opens it, for all tests of this file; it has had no fault in the end."""
    with new_page(browser, app.url, 1440, 1000) as made:
        seen = watch(made)
        made.goto(f"{app.url}/unified")
        eventually(lambda: ask(made, "b?.settled"))
        yield made
    assert seen.faults == []


def ask(page, expression: str):  # type: ignore[no-untyped-def]
    """What an expression over the board's hook, called `b`, says."""
    return page.evaluate(f"() => {{ const b = window.__board; return {expression}; }}")


def turn(page, **knobs: object) -> None:
    """Turns knobs as a drag does, without the server."""
    for name, value in knobs.items():
        event = "new CustomEvent('lossviz:knob', { detail: { name, value } })"
        page.evaluate(f"([name, value]) => document.dispatchEvent({event})", [name, value])
    eventually(lambda: ask(page, "!b.coarse && b.settled"))


def row(page, number: int) -> list[str]:
    """A row's value, the unified loss, and their difference."""
    return page.locator(".tables tbody tr").nth(number).locator("td").all_inner_texts()[:3]


def test_it_shows_shares_curve_and_closing_bound_without_a_click(page) -> None:
    assert ask(page, "b.figures") == ["shares", "height", "closing"]
    shares = ask(page, "b.rows('shares')")
    assert shares[0] == ["side", "number", "similarity", "share", "gradient"]
    assert [sum(line[3] for line in shares[1:] if line[0] == side) for side in ("s_p", "s_n")] == pytest.approx([1, 1])
    at = np.array(ask(page, "b.rows('height')")[1:])
    assert ((at[:, 2] <= at[:, 1]) & (at[:, 1] <= at[:, 3])).all()
    closing = np.array(ask(page, "b.rows('closing')")[1:])
    assert (closing[:, 1] <= closing[:, 2] + 1e-12).all()


def test_its_table_shows_what_the_loss_has_become(page) -> None:
    turn(page, K=1, L=9, gamma=30, m=0.35)
    value, loss, apart = row(page, 0)
    assert (loss, apart) == (f"ℓ = {value}", "= 0")
    assert row(page, 2)[2] != "= 0"
    turn(page, gamma=1, m=0, kind="inner")
    value, loss, apart = row(page, 2)
    assert (loss, apart) == (f"ℓ = {value}", "= 0")
    turn(page, K=4, L=6, gamma=256, m=0.25, kind="cosine")
    gap, bound = row(page, 3)[2].split(" ≤ ")
    assert float(gap.replace("−", "-")) < float(bound) == pytest.approx(np.log(25) / 256, rel=0.01)


def test_a_drag_and_a_knob_redraw_without_the_server(page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    x, y = ask(page, "b.place('shares', b.values.n2, 0)")
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 6):
        page.mouse.move(x + 8 * step, y)
    eventually(lambda: ask(page, "b.values.n2") > -0.1)
    turn(page, m=0.3)
    assert asked == []
    assert ask(page, "b.took") < 250
    page.mouse.up()
    eventually(lambda: "n2=" in page.evaluate("location.search"))


def test_a_similarity_and_the_scale_move_by_keys(page) -> None:
    before, scale = ask(page, "[b.values.p1, b.values.gamma]")
    page.locator(".handle[data-handle=p1]").focus()
    page.keyboard.press("ArrowRight")
    assert ask(page, "b.values.p1") == pytest.approx(before + 0.01)
    page.locator(".handle[data-handle=gamma]").focus()
    page.keyboard.press("ArrowRight")
    turned = ask(page, "b.values.gamma")
    assert turned == pytest.approx(scale * 10**0.05, rel=0.01)
    eventually(lambda: f"gamma={turned:g}" in page.evaluate("location.search"))


def test_a_preset_is_a_link_and_the_plane_has_its_fold(page) -> None:
    page.get_by_role("button", name="Batch-hard triplet").click()
    eventually(lambda: ask(page, "b.values.gamma === 512"))
    assert "gamma=512" in page.evaluate("location.search")
    turn(page, view="plane")
    told = np.array(ask(page, "b.rows('plane')")[1:])
    np.testing.assert_allclose(told[:, 2], told[:, 3], atol=np.log(25) / 512)
