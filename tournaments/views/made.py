"""Which operations a page is made of: the API has the same, so a program can do what the page does."""

from collections.abc import Callable
from typing import TypeVar

from tournaments.operations.operation import Operation

View = TypeVar("View", bound=Callable[..., object])


def made_of(*operations: Operation) -> Callable[[View], View]:
    """Mark a page with the operations that it offers."""

    def mark(view: View) -> View:
        view.operations = operations  # type: ignore[attr-defined]
        return view

    return mark


def operations_of(view: object) -> tuple[Operation, ...]:
    """The operations that a page offers; none for a page that declares them itself."""
    found: tuple[Operation, ...] = getattr(view, "operations", ())
    return found
