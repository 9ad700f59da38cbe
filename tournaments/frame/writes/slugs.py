"""Slugs of events and circuits, made of their names: simultaneous writers all get one."""

import secrets
from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, models, transaction

# So many simultaneous rows of one name wait for each other; later ones get random letters.
MOST_TRIES = 4

Row = TypeVar("Row", bound=models.Model)


def save_at_free_slug(row: Row, free: Callable[[], str]) -> Row:
    """Save a new row at the slug that ``free`` finds; ask for another when somebody takes it first."""
    for number in range(MOST_TRIES + 1):
        slug = free()
        row.slug = f"{slug}-{secrets.token_hex(4)}" if number == MOST_TRIES else slug  # type: ignore[attr-defined]
        try:
            with transaction.atomic():
                row.save(force_insert=True)
        except IntegrityError:
            if number == MOST_TRIES:
                raise
            row.pk = None
        else:
            break
    return row
