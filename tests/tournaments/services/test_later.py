"""Writes that tell nothing go with the next question: nothing is read, kept or lost without them."""

from collections.abc import Sequence
from contextlib import nullcontext, suppress
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from tournaments.frame.reads.statements import FEW, LATER, Answer, Later, Part, Statement, together
from tournaments.frame.writes.transaction import alone, write_back
from tournaments.models import Club

pytestmark = pytest.mark.django_db(transaction=True)
CIRCLE = Statement([Part("club", Club)], "SELECT * FROM tournaments_club club WHERE club.id = %s")
RENAMED = "UPDATE tournaments_club SET circle = %s WHERE id = %s"


def clubs(count: int = 3) -> list[Club]:
    return [Club.objects.create(name=f"Club {number}") for number in range(count)]


def circles() -> list[str]:
    return sorted(Club.objects.values_list("circle", flat=True))


@pytest.mark.parametrize("count", [1, 3, FEW + 1])
def test_the_next_question_sees_what_was_written_before_it(count: int) -> None:
    rows = clubs(count)
    for row in rows:
        row.circle = "Valle"
    with alone():
        write_back(rows, ["circle"])
        assert circles() == ["Valle"] * count
    assert circles() == ["Valle"] * count


def test_what_nothing_followed_is_written_before_the_end() -> None:
    rows = clubs()
    with alone():
        LATER.execute_each(RENAMED, [("Valle", row.pk) for row in rows])
    assert circles() == ["Valle"] * 3


def test_the_question_that_carries_writes_answers_for_itself() -> None:
    rows = clubs()
    with alone(), connection.cursor() as cursor:
        LATER.execute_each(RENAMED, [("Valle", row.pk) for row in rows])
        cursor.execute("SELECT COUNT(*), %s FROM tournaments_club", ["100 %"])
        assert cursor.fetchone() == (3, "100 %")
        LATER.execute_each(RENAMED, [("Costa", rows[0].pk)])
        assert Club.objects.filter(circle="Costa").update(circle="Mare") == 1
        LATER.execute_each(RENAMED, [("Costa", rows[1].pk)])
        assert [club.circle for club in Club.objects.order_by("pk").iterator()] == ["Mare", "Costa", "Valle"]


def test_a_step_back_takes_what_was_written_since_and_nothing_before() -> None:
    rows = clubs()
    with alone():
        LATER.execute_each(RENAMED, [("Valle", rows[0].pk)])
        with pytest.raises(ValueError, match="on purpose"), transaction.atomic():
            LATER.execute_each(RENAMED, [("Costa", row.pk) for row in rows])
            raise ValueError("on purpose")
        LATER.execute_each(RENAMED, [("Mare", rows[1].pk)])
    assert circles() == ["", "Mare", "Valle"]


def test_of_a_write_that_fails_nothing_is_left_for_the_next() -> None:
    rows = clubs()
    with pytest.raises(ValueError, match="on purpose"), alone():
        LATER.execute_each(RENAMED, [("Valle", rows[0].pk)])
        raise ValueError("on purpose")
    with alone():
        LATER.execute_each(RENAMED, [("Costa", rows[1].pk)])
    assert circles() == ["", "", "Costa"]


def test_a_write_that_the_database_refuses_undoes_its_transaction() -> None:
    first, second, _third = clubs()
    with pytest.raises(DatabaseError), alone():
        LATER.execute_each(RENAMED, [("Valle", first.pk)])
        LATER.execute_each("UPDATE tournaments_club SET name = %s WHERE id = %s", [("Club 0", second.pk)])
    assert circles() == ["", "", ""]


def test_a_transaction_within_a_write_keeps_the_order() -> None:
    rows = clubs()
    with alone():
        LATER.execute_each(RENAMED, [("Valle", rows[0].pk)])
        with alone():
            LATER.execute_each(RENAMED, [("Costa", rows[0].pk)])
        LATER.execute_each(RENAMED, [("Mare", rows[1].pk)])
    assert circles() == ["", "Costa", "Mare"]


def test_a_few_writes_cost_a_server_no_question_of_their_own() -> None:
    rows = clubs()
    with CaptureQueriesContext(connection) as found, alone():
        LATER.execute_each(RENAMED, [("Valle", row.pk) for row in rows])
        rows[0].refresh_from_db()
    said = [query["sql"].split()[0] for query in found]
    # To a file three times the same, to a server one text that begins with the first of them.
    assert said == ["BEGIN", *{"sqlite": ["3", "SELECT"], "postgresql": ["UPDATE"]}[connection.vendor], "COMMIT"]


def test_a_prepared_statement_carries_them_too() -> None:
    rows = clubs()
    with alone():
        LATER.execute_each(RENAMED, [("Valle", rows[0].pk), ("Mare", rows[1].pk)])
        assert [club.circle for (club,) in CIRCLE.rows(rows[1].pk)] == ["Mare"]
        LATER.execute_each(RENAMED, [("Costa", rows[1].pk)])
        found = together((CIRCLE, (rows[0].pk,)), (CIRCLE, (rows[1].pk,)))
        assert [club.circle for ((club,),) in found] == ["Valle", "Costa"]
    assert circles() == ["", "Costa", "Valle"]


def test_a_write_that_is_refused_before_a_prepared_statement_undoes_its_transaction() -> None:
    first, second, _third = clubs()
    with pytest.raises(IntegrityError), alone():
        LATER.execute_each(RENAMED, [("Valle", first.pk)])
        LATER.execute_each("UPDATE tournaments_club SET name = %s WHERE id = %s", [("Club 0", second.pk)])
        list(CIRCLE.rows(first.pk))
    assert circles() == ["", "", ""]
    assert [club.circle for (club,) in CIRCLE.rows(first.pk)] == [""]


NAMED = "UPDATE tournaments_club SET name = name || %s WHERE id = %s RETURNING name"


def name_of(row: Club, by: str) -> Sequence[Any]:
    return LATER.rows(NAMED, (by, row.pk))


def asked_with(row: Club, by: str) -> Sequence[Any]:
    return LATER.rows_with(("SELECT id FROM tournaments_club WHERE id = %s", (row.pk,)), (NAMED, (by, row.pk)))


def test_a_question_that_is_asked_early_is_asked_once() -> None:
    row, *_others = clubs()
    with alone():
        assert list(asked_with(row, "!")) == [(row.pk,)]
        assert list(name_of(row, "!")) == [("Club 0!",)]
        assert list(name_of(row, "!")) == [("Club 0!!",)]
    row.refresh_from_db()
    assert row.name == "Club 0!!"


def test_a_step_back_forgets_the_answers_that_it_undoes_and_no_other() -> None:
    row, other, _third = clubs()
    with alone():
        asked_with(other, "?")
        with pytest.raises(ValueError, match="on purpose"), transaction.atomic():
            asked_with(row, "!")
            raise ValueError("on purpose")
        assert list(name_of(row, "!")) == [("Club 0!",)]
        assert list(name_of(other, "?")) == [("Club 1?",)]


def test_a_step_back_to_a_savepoint_with_a_longer_name_forgets_nothing_else() -> None:
    """Of the names ``x1`` and ``x11`` the one begins as the other."""
    later = Later()
    later._early = {(name, ()): Answer([], [name]) for name in ("s1_x1", "s1_x11")}
    later._carry(lambda *_sent: None, 'ROLLBACK TO SAVEPOINT "s1_x11"', (), False, {})
    assert list(later._early) == [("s1_x1", ())]


def test_a_question_that_nothing_asks_afterwards_undoes_the_write() -> None:
    """A file is asked in turn, so nothing is asked early there."""
    row, *_others = clubs()
    is_early = connection.vendor == "postgresql"
    with pytest.raises(TransactionManagementError) if is_early else nullcontext(), alone():
        asked_with(row, "!")
    row.refresh_from_db()
    assert row.name == "Club 0"
    with alone():
        assert list(name_of(row, "!")) == [("Club 0!",)]


def test_a_refusal_that_is_caught_inside_a_write_undoes_it_and_says_so() -> None:
    clubs(1)
    with pytest.raises(TransactionManagementError, match="caught without a savepoint"), alone():
        Club.objects.update(circle="Valle")
        with suppress(ZeroDivisionError), alone():
            raise ZeroDivisionError
    assert circles() == [""]


def test_a_refusal_that_is_caught_with_a_savepoint_leaves_the_write_around_it() -> None:
    clubs(1)
    with alone():
        Club.objects.update(circle="Valle")
        with suppress(ZeroDivisionError), transaction.atomic(), alone():
            Club.objects.update(circle="Monte")
            raise ZeroDivisionError
    assert circles() == ["Valle"]
