"""Examples of the description, as they are sent and answered."""

from typing import Any

from drf_spectacular.utils import OpenApiExample


def example_sent(value: Any, name: str = "Sent") -> OpenApiExample:
    """A body that is sent."""
    return OpenApiExample(name, value, request_only=True)


def example_answered(value: Any, name: str = "Answered", *, status: int = 200) -> OpenApiExample:
    """A body that is answered."""
    return OpenApiExample(name, value, response_only=True, status_codes=[str(status)])
