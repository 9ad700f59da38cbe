"""The operations that a page offers. The API offers the same, so programs can do what pages do."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from tournaments.operations.operation import Operation
from tournaments.policies import door
from tournaments.views.officials import officials_only

View = TypeVar("View", bound=Callable[..., object])
Page: TypeAlias = Callable[..., HttpResponse]


def made_of(*operations: Operation) -> Callable[[View], View]:
    """Mark a view with its operations."""

    def mark(view: View) -> View:
        view.operations = operations  # type: ignore[attr-defined]
        return view

    return mark


def page_of(*operations: Operation, is_button: bool = False) -> Callable[[Page], Page]:
    """Make a view the officials' page of ``operations``, open to their right; a button accepts POST only."""
    right = operations[0].right
    reads, methods = (None, ["POST"]) if is_button else (right, ["GET", "HEAD", "POST"])

    def make(view: Page) -> Page:
        return made_of(*operations)(door(reads, right)(officials_only(require_http_methods(methods)(view))))

    return make


def operations_of(view: object) -> tuple[Operation, ...]:
    """Return the operations of a view; none for a view without the mark."""
    found: tuple[Operation, ...] = getattr(view, "operations", ())
    return found
