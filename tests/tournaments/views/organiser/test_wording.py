"""What a row of the log changed, in the words of people."""

from django.utils.translation import override

from tournaments.log.words.log_values import RowContext, changes
from tournaments.log.words.verbs import VERBS

CHANGED = RowContext("tournament_changed", "scopa")


def test_a_moment_is_written_as_people_write_it() -> None:
    (until,) = changes({"until": "2026-11-24T02:25:55.635561+00:00"}, {"until": "2026-11-25T02:25:55+00:00"}, CHANGED)
    assert until["name"] == "vale fino a"
    assert "T02" not in until["before"] + until["after"]
    assert "3:25" in until["before"]


def test_in_english_the_day_comes_before_the_month_too() -> None:
    with override("en"):
        (until,) = changes({}, {"until": "2026-12-11T20:25:55+00:00"}, CHANGED)
    assert until["after"] == "11/12/2026 21:25"


def test_a_name_that_begins_like_a_moment_stays_as_it_was_typed() -> None:
    (name,) = changes({"name": "Serata"}, {"name": "2026-11-24T02:25:55+00:00 Serata"}, CHANGED)
    assert name["after"] == "2026-11-24T02:25:55+00:00 Serata"


def test_of_rules_only_what_differs_is_told_and_by_the_names_of_the_page_of_rules() -> None:
    was = {"rules": {"target": 11, "deck_style": "italiane"}, "format": {"kind": "knockout", "byes": "seeds"}}
    now = {"rules": {"target": 21, "deck_style": "piemontesi"}, "format": {"kind": "knockout", "byes": "lot"}}
    assert [tuple(each.values()) for each in changes(was, now, CHANGED)] == [
        ("regolamento, Punteggio da raggiungere", "11", "21"),
        ("regolamento, Tipo di carte", "Carte italiane", "Carte piemontesi"),
        ("formula, Riposi", "Alle teste di serie", "A sorte"),
    ]


def test_what_concerns_offered_roles_and_circuits_has_words() -> None:
    assert {"invitation_sent", "invitation_accepted", "invitation_revoked", "circuit_joined", "circuit_left"} <= set(
        VERBS
    )
