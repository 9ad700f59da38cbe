"""Which operations a page is made of: the API has the same, so a program can do what the page does."""

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
    """Mark a page with the operations that it offers."""

    def mark(view: View) -> View:
        view.operations = operations  # type: ignore[attr-defined]
        return view

    return mark


def page_of(*operations: Operation, is_button: bool = False) -> Callable[[Page], Page]:
    """Make a view the page of ``operations`` for officials: who may take the step reads it; a button is only sent."""
    right = operations[0].right
    reads, methods = (None, ["POST"]) if is_button else (right, ["GET", "HEAD", "POST"])

    def make(view: Page) -> Page:
        return made_of(*operations)(door(reads, right)(officials_only(require_http_methods(methods)(view))))

    return make


def operations_of(view: object) -> tuple[Operation, ...]:
    """The operations that a page offers; none for a page that declares them itself."""
    found: tuple[Operation, ...] = getattr(view, "operations", ())
    return found
