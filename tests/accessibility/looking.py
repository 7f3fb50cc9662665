"""What axe says against pages, in the light and in the dark, at three widths; each is loaded once."""

import re
from collections.abc import Iterable

from axe_playwright_python.base import AXE_SCRIPT
from playwright.async_api import Browser, BrowserContext, Page, Route

from tests.accessibility.everything import Everything, Place
from tests.browser.pictures import PICTURES, take_picture

WIDTHS = (1280, 768, 390)
SCHEMES = ("light", "dark")
WHOLE = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
BY_COLOUR, BY_WIDTH = ["color-contrast", "link-in-text-block"], ["target-size", "scrollable-region-focusable"]
LATER = {("light", 768): BY_WIDTH, ("dark", 390): [*BY_WIDTH, *BY_COLOUR]}
"""The rules for which it can make a difference that colours or the width are others: all are asked once before."""
RUN = """
async ([options, unseen]) => {
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  const where = !unseen ? document : { include: globalThis.unseen };
  if (where.include?.length === 0) return [];
  const { violations } = await axe.run(where, options);
  const found = violations.flatMap(({ id, nodes }) => nodes
    .filter(({ impact }) => ["moderate", "serious", "critical"].includes(impact))
    .map(({ impact, target, failureSummary }) => `${impact}: ${id}: ${target} ${failureSummary.split("\\n")[1]}`));
  const wide = document.scrollingElement.scrollWidth;
  return wide > innerWidth ? [...found, `is ${wide} px wide`] : found;
}
"""
UNSEEN = """
() => {
  const hidden = [...document.body.querySelectorAll("*")].filter((one) => !one.checkVisibility());
  globalThis.unseen = hidden.filter((one) => !hidden.includes(one.parentElement));
}
"""
"""Notes the elements that this width does not show, each with all that is in it."""
REFUSED = re.compile(r"status of 4\d\d")
"""What Chromium reports of a page that tells somebody that it is not theirs."""


async def troubles_on(
    browser: Browser, url: str, everything: Everything, places: Iterable[Place]
) -> tuple[dict[str, list[str]], int]:
    """What is wrong with each of the pages, by address, and how many were looked at."""
    context = await browser.new_context(reduced_motion="reduce")
    await context.route("**/told/**", lambda route: tell(route, everything))
    page = await context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    found, looked = {}, 0
    for place in sorted(places, key=lambda place: place.role):
        errors.clear()
        await show_as(context, url, everything.cookies.get(place.role, ""))
        if await opened(page, url + place.path):
            looked += 1
            assert place.role == "nobody" or "?next=" not in page.url, f"{place.path} is not shown"
            troubles = await troubles_of(page)
            troubles += [error for error in errors if not REFUSED.search(error)]
            if troubles:
                found[f"{place.path} as {place.role}"] = troubles
            if PICTURES:
                await take_pictures(page, place)
    await context.close()
    return found, looked


async def tell(route: Route, everything: Everything) -> None:
    path = "/told/" + route.request.url.partition("/told/")[2]
    await route.fulfill(body=everything.told[path], content_type="text/html")


async def show_as(context: BrowserContext, url: str, cookie: str) -> None:
    """From now on the browser is that of whoever has this cookie."""
    await context.clear_cookies()
    if cookie:
        await context.add_cookies([{"name": "sessionid", "value": cookie, "url": url}])


async def opened(page: Page, address: str) -> bool:
    """Whether there is a whole page: not a file, and no part of one, as htmx asks for it."""
    await page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    await page.emulate_media(color_scheme=SCHEMES[0])
    answer = (
        await page.request.get(address, max_redirects=0) if is_file(address) else await page.goto(address)
    )
    assert answer.status < 500, f"{address} is broken"
    kind = answer.headers.get("content-type", "")
    return kind.startswith("text/html") and "<html" in (await answer.text())[:500]


def is_file(address: str) -> bool:
    return "." in address.rpartition("/")[2] and "/told/" not in address


async def troubles_of(page: Page) -> list[str]:
    await page.evaluate(AXE_SCRIPT)
    found = await page.evaluate(RUN, [WHOLE])
    for (scheme, width), rules in LATER.items():
        await page.emulate_media(color_scheme=scheme)
        await page.set_viewport_size({"width": width, "height": 900})
        troubles = await page.evaluate(RUN, [only(rules)])
        found += [f"{scheme} {width}: {trouble}" for trouble in troubles]
    # Which colours something has is not a matter of the width: wide and dark, only what a phone hides is new.
    await page.evaluate(UNSEEN)
    await page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    troubles = await page.evaluate(RUN, [only(BY_COLOUR), True])
    return found + [f"{scheme} {WIDTHS[0]}: {trouble}" for trouble in troubles]


def only(rules: list[str]) -> dict[str, object]:
    return {"resultTypes": ["violations"], "runOnly": rules}


async def take_pictures(page: Page, place: Place) -> None:
    name = f"{place.path.strip('/').replace('/', '+')[:80]} {place.role}"
    for scheme, width in ((SCHEMES[0], WIDTHS[0]), (SCHEMES[1], WIDTHS[2])):
        await page.emulate_media(color_scheme=scheme)
        await page.set_viewport_size({"width": width, "height": 900})
        await take_picture(page, f"{name} {width} {scheme}", full_page=True)
