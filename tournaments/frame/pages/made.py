"""The operations that a page offers. The API offers the same, so programs can do what pages do."""

from collections.abc import Callable
from typing import TypeVar

from tournaments.frame.operations.operation import Operation
from tournaments.frame.pages.officials import Page, officials

View = TypeVar("View", bound=Callable[..., object])


def made_of(*operations: Operation) -> Callable[[View], View]:
    """Mark a view with its operations."""

    def mark(view: View) -> View:
        view.operations = operations  # type: ignore[attr-defined]
        return view

    return mark


def page_of(*operations: Operation, is_button: bool = False) -> Callable[[Page], Page]:
    """Make a view the officials' page of ``operations``, open to their right; a button accepts POST only."""
    right = operations[0].right
    guard = officials(reads=None if is_button else right, writes=right)
    return lambda view: made_of(*operations)(guard(view))


def operations_of(view: object) -> tuple[Operation, ...]:
    """Return the operations of a view; none for a view without the mark."""
    found: tuple[Operation, ...] = getattr(view, "operations", ())
    return found
