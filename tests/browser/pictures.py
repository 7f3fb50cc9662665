"""Pictures of pages for whoever wants to look at them: `PICTURES=folder` leaves them there. They take long, so that
nobody else waits for them."""

import os
from pathlib import Path

from playwright.async_api import Page

PICTURES = os.environ.get("PICTURES")


async def take_picture(page: Page, name: str, *, full_page: bool = False) -> None:
    """name: of the file, without its ending. full_page: with what has to be scrolled to."""
    if PICTURES:
        await page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=full_page, caret="initial")
