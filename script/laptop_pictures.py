#!/usr/bin/env python3
"""Draws the pictures of docs/sul-portatile.md and docs/on-a-laptop.md, docs/images/laptop-*.png, from the real program.

``script/laptop_pictures.py [program] [evening]``, usually both. ``program`` builds the wheel, starts it in an empty
home, and draws what the terminal says and the first page. ``evening`` runs an event with a copy on a stick, pulls the
stick, and lets another computer go on, with a phone that has a result to take along. Each in both languages; the home,
the stick and the address of this machine are shown as those of a club's laptop.
"""

import html
import io
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from tests.e2e.atlas import ORGANISER  # noqa: E402
from tests.e2e.browsing import Hall, launched, settled  # noqa: E402
from tests.e2e.computers import Computers, two_unsent  # noqa: E402
from tests.ports import free_port  # noqa: E402
from tests.tournaments.installed import COMMAND, PATIENCE, answers  # noqa: E402
from tests.waiting import until  # noqa: E402
from tournaments.management.addresses import in_the_hall  # noqa: E402
from tournaments.replica import home as home_of  # noqa: E402
from tournaments.replica import stick  # noqa: E402

IMAGES = ROOT / "docs" / "images"
LANGUAGES = {"it": "it_IT.UTF-8", "en": "en_GB.UTF-8"}
HALL, NEXT, HOME = "192.168.1.20", "192.168.1.24:8000", "/home/ornella"
# What the system of a laptop calls itself.
RELEASE = "6.12.57"
USB = {"it": "/media/ornella/CHIAVETTA", "en": "/media/ornella/STICK"}
# A folder on another disk than the data, as a stick is.
ON_ANOTHER_DISK = "/dev/shm"
COLOURS = 128
TERMINAL = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; padding: 16px; background: #e8e4da; }}
main {{ border-radius: 8px; background: #1d2422; color: #eee; font: 15px/1.5 "DejaVu Sans Mono", monospace; }}
h1 {{ margin: 0; padding: 6px 14px; border-radius: 8px 8px 0 0; background: #3b4744; font: 14px sans-serif; }}
pre {{ margin: 0; padding: 12px 14px 16px; white-space: pre-wrap; overflow-wrap: anywhere; }}
b {{ color: #9fd8b8; }}
</style><main><h1>Terminal</h1><pre><b>$ {command}</b>
{output}</pre></main>"""


def take_picture(browser: Browser, name: str, show: dict[str, str], size: tuple[int, int] = (940, 600)) -> None:
    """Keep a picture of a page, or of a text as a terminal shows it, with few colours."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=show.get("locale", "it-IT"), service_workers="block"
    )
    page = context.new_page()
    if "url" in show:
        page.goto(show["url"], wait_until="networkidle")
        picture = page.screenshot()
    else:
        text = {key: html.escape(show[key], quote=False) for key in ("command", "output")}
        page.set_content(TERMINAL.format(**text))
        picture = page.locator("body").screenshot()
    context.close()
    keep(picture, name)


def keep(picture: bytes, name: str) -> None:
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS).save(IMAGES / f"laptop-{name}.png", optimize=True)


def keep_page(page: Page, name: str, own: dict[str, str]) -> None:
    """Keep a picture of an open page, on which ``own`` says what is shown in the place of what."""
    page.evaluate(
        """(own) => {
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (texts.nextNode())
            for (const [here, there] of Object.entries(own))
              texts.currentNode.data = texts.currentNode.data.replaceAll(here, there);
        }""",
        own,
    )
    keep(page.screenshot(), name)


def draw_evening(browser: Browser, language: str) -> None:
    """Draw the copy on a stick, the alarm when it is out, and a phone after another computer has gone on."""
    with (
        tempfile.TemporaryDirectory(prefix="settebello-pictures-") as folder,
        tempfile.TemporaryDirectory(prefix="settebello-stick-", dir=ON_ANOTHER_DISK) as disk,
        ExitStack() as running,
    ):
        usb = Path(disk) / "usb"
        usb.mkdir()
        (Path(folder) / "first").mkdir()
        home_of.choose(Path(folder) / "first", usb)
        computers = Computers(Path(folder))
        running.callback(computers.close)
        event = computers.stage("event", name="Coppa delle Valli", state="called", pairs=8)
        hall = Hall(browser, computers.first.url, lambda account: computers.stage("log_in", email=account))
        running.callback(hall.leave)
        phone = two_unsent(hall, event, language=language).page
        until(lambda: [*(usb / stick.FOLDER).glob(f"copy-*/{stick.CHECKED}")], "the copy restores", PATIENCE)
        organiser = hall.person(ORGANISER, viewport={"width": 940, "height": 600}, language=language)
        own = {str(usb): USB[language], computers.first.url.removeprefix("http://"): f"{HALL}:8000"}
        first_page, stick_page = f"/organizza/{event['slug']}/", f"/organizza/{event['slug']}/chiavetta/"
        keep_page(organiser.open(stick_page), f"copy-{language}", own)
        usb.rename(usb.with_name("pulled"))
        alarm = organiser.page.locator(".copy-alarm")
        until(lambda: organiser.open(first_page) and alarm.count(), "the alarm", PATIENCE)
        keep_page(organiser.page, f"out-{language}", own)
        phone.evaluate("() => { document.querySelector('[data-moved-open]').dataset.movedAfter = 0; }")
        computers.change()
        phone.locator("[data-moved-open]").tap()
        phone.locator("#moved-where").fill(NEXT)
        keep_page(settled(phone), f"switch-{language}", own)


def main(asked: Sequence[str]) -> None:
    with sync_playwright() as playwright:
        browser = launched(playwright)
        if not asked or "program" in asked:
            draw_program(browser)
        if not asked or "evening" in asked:
            for language in LANGUAGES:
                draw_evening(browser, language)
        browser.close()


def draw_program(browser: Browser) -> None:
    with tempfile.TemporaryDirectory(prefix="settebello-pictures-") as name:
        folder = Path(name)
        home, said, port = folder / "home", folder / "said", str(free_port())
        home.mkdir()
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
        subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        with ZipFile(next(folder.glob("*.whl"))) as wheel:
            wheel.extractall(folder / "packages")
        environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(folder / "packages"), "HOME": str(home)}

        def hide_machine(text: str) -> str:
            own = {
                platform.release(): RELEASE,
                str(home): HOME,
                f":{port}": ":8000",
                f"http://{in_the_hall()}": f"http://{HALL}",
                port: "8000",
            }
            for here, there in own.items():
                text = text.replace(here, there)
            return text.strip()

        with said.open("w") as out:
            command = [*COMMAND, "--lan", "--no-browser", "--port", port]
            child = subprocess.Popen(
                command, cwd=home, env={**environment, "LANG": LANGUAGES["it"]}, stdout=out, stderr=subprocess.STDOUT
            )
            try:
                url = f"http://127.0.0.1:{port}/"
                until(lambda: answers(f"{url}livez") or child.poll() is not None, "it answers", 5 * PATIENCE)
                take_picture(
                    browser, "start", {"command": "settebello --lan", "output": hide_machine(said.read_text())}
                )
                for language, system in LANGUAGES.items():
                    take_picture(
                        browser, f"first-page-{language}", {"url": url, "locale": system[:5].replace("_", "-")}
                    )
                    told = subprocess.run(
                        [*COMMAND, "doctor", "--port", port],
                        cwd=home,
                        env={**environment, "LANG": system},
                        capture_output=True,
                        text=True,
                    )
                    output = hide_machine(told.stdout + told.stderr)
                    take_picture(browser, f"doctor-{language}", {"command": "settebello doctor", "output": output})
            finally:
                child.terminate()
                child.wait(PATIENCE)


if __name__ == "__main__":
    main(sys.argv[1:])
