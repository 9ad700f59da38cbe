"""The forms of the game as a browser gets them."""

from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from tests.one_line import in_one_line

NAMES = ["Vana – Cargnino", "Guglielmo – Micca"]


def page(template: str, **context: Any) -> str:
    with translation.override("en"):
        return in_one_line(
            render_to_string(f"scopa/{template}", {"names": NAMES, "values": {}, "errors": {}} | context)
        )
