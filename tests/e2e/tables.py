"""What people do with the sheet of a table of several players, on a phone or at a desk."""

from playwright.sync_api import Page, expect

from tests.e2e.browsing import settled
from tests.e2e.paper import LETTERS, signs

SHEET = "form[data-preview-url]"
STATE = "#table-state"
FORMAT = {"game": "scala40", "preset": "torneo_003"}
LEVEL_AT_THE_CUT = ["0 90 50 95", "0 20 60 20"]
"""Three of four go out in one deal; B and C are level with 110 for the second place."""
ENDED = f"{STATE} .panel--prize"


def closes(page: Page, letter: str) -> None:
    """A tap on who closes."""
    page.locator(f".s40-closes:has([value='{letter}'])").click()
    expect(page.locator(f"[name=closer][value='{letter}']")).to_be_checked()


def open_the_rare(page: Page) -> None:
    """What is hidden because it hardly ever happens."""
    if page.locator(".s40-rare[open]").count() == 0:
        page.locator(".s40-rare summary").click()


def leaves(page: Page, letter: str) -> None:
    """The referee rules that somebody has left."""
    open_the_rare(page)
    page.locator(f"[name=left_{letter}]").select_option("abandon")


def type_deal(page: Page, text: str) -> None:
    """A deal as it stands on paper (see paper.py): who closed, what the others pay, who left."""
    seats = int(page.locator("#scala40-sheet [name=lines]").input_value())
    values = dict(zip(LETTERS, signs(text, seats), strict=False))
    if "=" in text:
        open_the_rare(page)
        page.locator("[name=closer][value=none]").check()
    for letter, sign in values.items():
        if sign.rstrip("!") == "0":
            closes(page, letter)
            page.locator("[name=in_hand]").set_checked("!" in sign)
        elif sign == "x":
            leaves(page, letter)
        elif sign not in "-=":
            page.locator(f"[name=points_{letter}]").fill(sign)


def send(page: Page, *, scripts: bool = True) -> None:
    """Send the sheet, and wait for the page that follows."""
    with page.expect_navigation():
        page.locator(f"{SHEET} .sheet-foot .btn").click()
    if scripts:
        settled(page)


def write_deals(page: Page, *texts: str, scripts: bool = True) -> None:
    """Deals one after the other; of a text for more players than sit here the first signs count."""
    for text in texts:
        type_deal(page, text)
        send(page, scripts=scripts)


def through(page: Page) -> list[str]:
    """The letters of those who go on, as the page of a finished table names them."""
    expect(page.locator(ENDED)).to_be_visible()
    rows: list[str] = page.locator("#outcome .is-prize th").all_inner_texts()
    return [row[0] for row in rows]


def fill_deal(page: Page, points: tuple[int, int]) -> None:
    page.locator("[name=depth][value=points]").check(force=True)
    page.locator("[name=points_a]").fill(str(points[0]))
    page.locator("[name=points_b]").fill(str(points[1]))


def says(page: Page, state: str) -> None:
    """The form tells where the score is."""
    expect(page.locator(f"[data-outbox-state={state}]")).to_be_visible()
