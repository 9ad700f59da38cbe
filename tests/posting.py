"""The form of a page as a browser would post it, and chairs for the sheet of a game."""

from html.parser import HTMLParser
from typing import Any

PEOPLE = ("Neri", "Gallo", "Bruno", "Vana", "Rossi", "Conti")


class Form(HTMLParser):
    """What a browser would post."""

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
        kind = found.get("type")
        if tag == "input" and kind in ("radio", "checkbox"):
            self.choices.setdefault(name, []).append(value or "on" if kind == "checkbox" else value)
            if "checked" in found:
                self.values[name] = "on" if kind == "checkbox" else value
        elif tag == "input":
            self.values[name] = value
        elif tag == "select":
            self.select, self.values[name] = name, ""
        elif tag == "option" and "selected" in found:
            self.values[self.select] = value


def seats(states: str) -> list[dict[str, Any]]:
    """``playing out level`` as chairs; who is level plays the tie-break, else who is playing."""
    codes = states.split()
    here = "level" if "level" in codes else "playing"
    return [
        {"letter": letter, "name": name, "state": code, "total": 57, "deals": 6, "is_in": code == here}
        for letter, name, code in zip("abcdef", PEOPLE, codes, strict=False)
    ]
