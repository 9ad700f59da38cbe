"""Where an event is played: what that needs of its game and of the law (R-ONL-01, R-ONL-02, R-ONL-03, R-ONL-04)."""

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services import importing_archives as archives
from tests.tournaments.services.installations import another
from tournaments.errors import RefusedError
from tournaments.events.writes import tournaments
from tournaments.models import AuditEntry, Tournament

USUAL = {"move_seconds": 30, "bank_minutes": 15, "grace_minutes": 10, "opens": "itself", "robots": False}


def refusal(step) -> tuple[str, str]:
    with pytest.raises(RefusedError) as refused:
        step()
    return refused.value.code, refused.value.field


def change(event: Tournament, **fields) -> Tournament:
    tournaments.update_tournament(actor=make.boss_of(event), tournament_id=event.pk, **fields)
    return make.fresh(event)


@pytest.mark.django_db
def test_an_event_is_in_the_hall_where_nobody_says_otherwise():
    event = make.fresh(make.event())
    assert (event.mode, event.online) == ("hall", {})


@pytest.mark.django_db
@pytest.mark.parametrize("mode", ["online", "both"])
def test_an_online_event_has_the_usual_settings_but_those_that_it_names(mode):
    event = make.fresh(make.event(mode=mode, online={"move_seconds": None, "robots": True}))
    assert (event.mode, event.online) == (mode, USUAL | {"move_seconds": None, "robots": True})


@pytest.mark.django_db
def test_an_event_goes_online_and_back_and_the_log_says_so():
    event = change(make.event(), mode="online", online={"bank_minutes": 20})
    assert event.online == USUAL | {"bank_minutes": 20}
    event = change(event, online={"opens": "word"})
    assert event.online == USUAL | {"bank_minutes": 20, "opens": "word"}
    event = change(event, mode="hall")
    assert (event.mode, event.online) == ("hall", {})
    first, _second, last = AuditEntry.objects.filter(verb="tournament_changed").order_by("seq")
    assert (first.before["mode"], first.after["mode"]) == ("hall", "online")
    assert (last.before["online"]["opens"], last.after["online"]) == ("word", {})


@pytest.mark.django_db
@pytest.mark.parametrize("mode", ["online", "both"])
def test_an_online_event_has_no_fee(mode):
    assert refusal(lambda: make.event(mode=mode, fee_cents=500)) == ("fee_not_online", "fee_cents")
    event, paid = make.event(mode=mode), make.event(fee_cents=500)
    assert refusal(lambda: change(event, fee_cents=1)) == ("fee_not_online", "fee_cents")
    assert refusal(lambda: change(paid, mode=mode)) == ("fee_not_online", "fee_cents")
    assert make.fresh(event).fee_cents == 0
    assert make.fresh(paid).mode == "hall"


@pytest.mark.django_db
@pytest.mark.parametrize("mode", ["online", "both"])
def test_an_online_event_has_no_prize_in_money(mode):
    assert refusal(lambda: make.event(mode=mode, prize_kind="cash")) == ("cash_not_online", "prize_kind")
    event, cash = make.event(mode=mode), make.event(prize_kind="cash")
    assert refusal(lambda: change(event, prize_kind="cash")) == ("cash_not_online", "prize_kind")
    assert refusal(lambda: change(cash, mode=mode)) == ("cash_not_online", "prize_kind")
    assert (make.fresh(event).prize_kind, make.fresh(cash).mode) == ("goods", "hall")


@pytest.mark.django_db
def test_an_event_in_the_hall_may_have_prizes_in_money():
    event = change(make.event(fee_cents=500), prize_kind="cash")
    assert (event.prize_kind, event.fee_cents) == ("cash", 500)
    last = AuditEntry.objects.get(verb="tournament_changed")
    assert (last.before["prize_kind"], last.after["prize_kind"]) == ("goods", "cash")


@pytest.mark.django_db
def test_a_game_on_paper_only_is_not_played_online(penalty):
    assert refusal(lambda: make.event(game=penalty, preset="club", mode="online")) == ("game_not_online", "mode")


@pytest.mark.django_db
def test_tables_with_more_seats_than_the_rules_allow_are_not_played_online(toy):
    four, five = ({"kind": "tables", "max_table": most} for most in (4, 5))
    event = make.event(game=toy, preset="club", mode="online", format=four)
    assert refusal(lambda: make.event(game=toy, preset="club", mode="online", format=five)) == (
        "seats_not_online",
        "mode",
    )
    actor = make.boss_of(event)
    changed = refusal(lambda: tournaments.change_rules(actor=actor, tournament_id=event.pk, format=five))
    assert changed == ("seats_not_online", "mode")


@pytest.mark.django_db(transaction=True)
def test_an_archive_takes_an_online_event_along_and_refuses_what_it_cannot_be(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    data = archives.archive_of(make.event(mode="both", online={"opens": "word"}))
    another()
    event = archives.brought(archives.bring(data))
    assert (event.mode, event.online) == ("both", USUAL | {"opens": "word"})
    for number, (name, value) in enumerate(
        [
            ("fee_cents", 100),
            ("prize_kind", "cash"),
            ("online", {}),
            ("online", USUAL | {"grace_minutes": 0}),
            ("mode", "hall"),
        ]
    ):
        forged = archives.forged(
            data, lambda rows, n=name, v=value: rows["tournaments.tournament"][0]["fields"].update({n: v})
        )
        assert archives.refusal(archives.bring(forged, key=f"forged {number}")) == (
            "archive_row",
            {"part": "tournaments.tournament", "row": 1, "name": "online"},
        )
