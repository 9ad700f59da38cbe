"""Each kind of field that an operation declares means the same in the form of a page and in the body of a program."""

from typing import Any

import pytest

from tournaments.frame.api.declared import body_of
from tournaments.frame.forms.declared import form_of, offer
from tournaments.frame.operations.inputs import Choice, Input, Moment, Number, Rows, Tick

TONES = (("low", "Low"), ("high", "High"))
TONE = Input("ToneBody", "A tone.", (Choice("tone", "Tone", TONES, "low"),))
MAYBE_TONE = Input(
    "MaybeToneBody", "A tone, or the usual one.", (Choice("tone", "Tone", TONES, "high", required=False),)
)
WEIGHT = Input("WeightBody", "A weight, or none.", (Number("weight", "Weight", 1, 9, nullable=True),))
DAYS = Input("DaysBody", "How long.", (Number("days", "Days", 1, 9, initial=2), Tick("loud", initial=True)))
BELLS = Input("BellsBody", "Some bells.", (Rows("bells", 2, highest=9),))
BEGIN = Input("BeginBody", "When it begins.", (Moment("at", required=False, nullable=True),))
ALONE = Input(
    "AloneBody",
    "A tone, loud or not.",
    (Choice("tone", "Tone", TONES, "low"), Tick("loud")),
    check=lambda values: ("loud", "low_and_loud", "Not loud.") if values["loud"] and values["tone"] == "low" else None,
)
LOUD = Input("LoudBody", "Whether it is loud.", (Tick("loud"),))


def told(takes: Input, sent: dict[str, Any]) -> Any:
    body = body_of(takes)(data=sent)
    return dict(body.validated_data) if body.is_valid() else None


def shown(takes: Input, sent: dict[str, Any]) -> Any:
    form = form_of(takes)(sent)
    return form.cleaned_data if form.is_valid() else None


@pytest.mark.parametrize(
    ("takes", "sent", "taken"),
    [
        (TONE, {"tone": "high"}, {"tone": "high"}),
        (TONE, {"tone": "shrill"}, None),
        (TONE, {}, None),
        (WEIGHT, {"weight": 9}, {"weight": 9}),
        (WEIGHT, {"weight": 10}, None),
        (LOUD, {"loud": True}, {"loud": True}),
        (LOUD, {"loud": False}, {"loud": False}),
    ],
)
def test_a_form_and_a_body_take_the_same(takes: Input, sent: dict[str, Any], taken: Any) -> None:
    assert (told(takes, sent), shown(takes, sent)) == (taken, taken)


def test_a_program_may_leave_out_a_choice_and_a_page_begins_with_it() -> None:
    assert told(MAYBE_TONE, {}) == {"tone": "high"}
    assert form_of(MAYBE_TONE)()["tone"].value() == "high"


def test_a_page_may_leave_empty_what_a_program_has_to_send_as_null() -> None:
    assert (told(WEIGHT, {}), told(WEIGHT, {"weight": None})) == (None, {"weight": None})
    assert shown(WEIGHT, {"weight": ""}) == {"weight": None}


def test_a_page_offers_the_numbers_that_there_are() -> None:
    form = form_of(WEIGHT)({"weight": "3"})
    offer(form, "weight", [("", "-"), (2, "Two")])
    assert not form.is_valid()
    form = form_of(WEIGHT)({"weight": "2"})
    offer(form, "weight", [("", "-"), (2, "Two")])
    assert form.is_valid()
    assert form.cleaned_data == {"weight": 2}


def test_a_program_may_leave_out_a_number_and_a_page_begins_with_it() -> None:
    assert told(DAYS, {}) == {"days": 2, "loud": True}
    assert form_of(DAYS)()["days"].value() == 2
    assert shown(DAYS, {}) is None


@pytest.mark.parametrize(
    ("takes", "sent", "is_taken"),
    [
        (BELLS, {"bells": [1, 9]}, True),
        (BELLS, {"bells": []}, False),
        (BELLS, {"bells": [1, 2, 3]}, False),
        (BELLS, {"bells": [10]}, False),
        (BELLS, {}, False),
        (BEGIN, {"at": "2026-12-20T21:30:00+01:00"}, True),
        (BEGIN, {"at": "1926-12-20T21:30:00+01:00"}, False),
        (BEGIN, {"at": None}, True),
        (BEGIN, {}, True),
    ],
)
def test_rows_and_moments_are_what_programs_send(takes: Input, sent: dict[str, Any], is_taken: bool) -> None:
    assert (told(takes, sent) is not None) is is_taken
    assert form_of(takes).base_fields == {}


def test_what_is_wrong_with_two_fields_together_is_told_of_one() -> None:
    wrong = body_of(ALONE)(data={"tone": "low", "loud": True})
    assert not wrong.is_valid()
    assert [(name, [each.code for each in said]) for name, said in wrong.errors.items()] == [("loud", ["low_and_loud"])]
    assert told(ALONE, {"tone": "high", "loud": True}) == {"tone": "high", "loud": True}
