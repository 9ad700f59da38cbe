"""The forms of the game as a browser gets them: what they would post, and what a screen reader needs."""

from html.parser import HTMLParser
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from tests.one_line import in_one_line

NAMES = ["Vana – Cargnino", "Guglielmo – Micca"]


class Form(HTMLParser):
    """What a browser would post, and what a screen reader needs."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self.ids: list[str] = []
        self.pointed: list[str] = []
        self.select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.pointed += [found[name] or "" for name in ("for", "aria-describedby") if name in found]
        name, value = found.get("name") or "", found.get("value") or ""
        if tag == "input" and found.get("type") == "radio":
            self.choices.setdefault(name, []).append(value)
            if "checked" in found:
                self.values[name] = value
        elif tag == "input":
            self.values[name] = value
        elif tag == "select":
            self.select = name
            self.values[name] = ""
        elif tag == "option" and "selected" in found:
            self.values[self.select] = value


def page(template: str, **context: Any) -> str:
    with translation.override("en"):
        return in_one_line(
            render_to_string(f"scopa/{template}", {"names": NAMES, "values": {}, "errors": {}} | context)
        )
