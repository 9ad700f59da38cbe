"""The description of the API as it is kept."""

import copy
import json
from functools import cache
from typing import Any

from django.conf import settings


@cache
def told() -> Any:
    """The description as it is kept; script/lint compares it with what the code describes."""
    return json.loads((settings.BASE_DIR / "docs" / "openapi.json").read_text())


@cache
def strict() -> Any:
    """The parts of the description, of which none has a field that it does not name."""
    parts = copy.deepcopy(told()["components"])
    for schema in parts["schemas"].values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return parts
