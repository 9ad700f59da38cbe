"""Event passes: made, opened once at a time, renewed, revoked, expired; and how little a guesser gets."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.searching import in_short
from tests.tournaments import factories as make
from tests.tournaments.services.passes import by_link, line_at_table
from tests.tournaments.services.races import together
from tournaments.accounts.reads.mine import own_evening, passes_of
from tournaments.accounts.writes import event_passes
from tournaments.accounts.writes.event_passes import Issued
from tournaments.errors import RefusedError
from tournaments.events.writes import closing
from tournaments.frame import access
from tournaments.frame.access import Visitor
from tournaments.frame.policies import EntryPass
from tournaments.frame.writes import rate_limits
from tournaments.models import AuditEntry, EventPass, Tournament, Tries

pytestmark = pytest.mark.django_db

HALL = "192.0.2.1"


@pytest.fixture
def event() -> Tournament:
    return make.called(entries=4)


def issued(event: Tournament) -> list[Issued]:
    return event_passes.issue_passes(**make.where(event))


def by_pin(one: Issued, pin: str = "", address: str = HALL) -> EntryPass:
    typed = {"slug": one.event_pass.tournament.slug, "number": one.event_pass.entry.number}
    taken = event_passes.take_try(**typed, address=address)
    return event_passes.open_by_pin(**typed, pin=pin or one.pin, taken=taken)[1]


def code_of(step, *args, **kwargs) -> str:
    with pytest.raises(RefusedError) as refused:
        step(*args, **kwargs)
    return refused.value.code


def first_line(event: Tournament, rows: list[Issued]) -> Issued:
    """The pass of the person who sits first at the first table."""
    entry = make.tables_of(event)[0].lines.get(index=0).entry_id
    return next(one for one in rows if one.event_pass.entry_id == entry)


def test_everybody_who_has_none_gets_one_and_nothing_readable_is_kept(event):
    first = issued(event)

    assert [one.event_pass.entry.number for one in first] == [1, 2, 3, 4]
    assert issued(event) == []
    assert {len(one.pin) for one in first} == {8}
    kept = str(list(EventPass.objects.values()))
    assert not any(one.secret in kept or one.pin in kept for one in first)


def test_two_with_the_same_pin_are_kept_as_different_digests(event, monkeypatch):
    monkeypatch.setattr(event_passes.secrets, "randbelow", lambda most: 7)

    one, other, *_rest = issued(event)

    assert one.pin == other.pin == "00000007"
    assert one.event_pass.pin_hash != other.event_pass.pin_hash


@pytest.mark.parametrize("way", [by_link, by_pin])
def test_a_pass_makes_its_holder_the_line_at_their_table_and_at_no_other(event, way):
    rows = issued(event)
    mine = first_line(event, rows)

    assert line_at_table(way(mine), event) == 0
    others = [
        one
        for one in rows
        if one.event_pass.entry_id not in make.tables_of(event)[0].lines.values_list("entry", flat=True)
    ]
    assert line_at_table(way(others[0]), event) is None


def test_a_pass_opens_nothing_in_another_event(event):
    mine = first_line(event, issued(event))
    other = make.called(entries=4)

    assert code_of(event_passes.open_by_link, slug=other.slug, secret=mine.secret) == "pass_unknown"
    assert line_at_table(by_link(mine), other) is None


def test_the_last_phone_has_it_and_the_one_before_has_it_no_more(event):
    mine = first_line(event, issued(event))
    first = by_link(mine)
    before = make.fresh(event).version

    second = by_link(mine)

    assert (line_at_table(first, event), line_at_table(second, event)) == (None, 0)
    assert make.fresh(event).version == before + 1, "the page of the first phone hears of it"


def test_a_first_opening_disturbs_nobody(event):
    mine = first_line(event, issued(event))
    before = make.fresh(event).version

    by_link(mine)

    assert make.fresh(event).version == before


@pytest.mark.parametrize("end", ["renewed", "revoked", "all_revoked", "expired", "finished"])
def test_a_pass_that_has_ended_opens_nothing_and_shuts_what_it_opened(event, end):
    mine = first_line(event, issued(event))
    opened = by_link(mine)
    entry = mine.event_pass.entry_id
    if end == "renewed":
        event_passes.renew_pass(entry_id=entry, **make.where(event))
    elif end == "revoked":
        event_passes.revoke_passes(entry_ids=[entry], **make.where(event))
    elif end == "all_revoked":
        assert event_passes.revoke_passes(**make.where(event)) == 4
    elif end == "expired":
        EventPass.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    else:
        make.played_out(event)
        closing.finish_tournament(**make.where(event))
        Tournament.objects.update(finished_at=timezone.now() - access.AFTERWARDS)

    assert line_at_table(opened, event) is None
    assert code_of(by_link, mine) == "pass_unknown"
    assert code_of(by_pin, mine) == "pin_unknown"


def test_a_pass_still_shows_the_evening_for_two_hours_and_comes_back_with_a_reopened_event(event):
    mine = first_line(event, issued(event))
    make.played_out(event)
    closing.finish_tournament(**make.where(event))
    by_link(mine)
    Tournament.objects.update(finished_at=timezone.now() - access.AFTERWARDS)
    assert code_of(by_link, mine) == "pass_unknown"

    closing.reopen_tournament(**make.where(event), reason="Un punto")

    by_link(mine)


def test_passes_are_made_for_an_event_that_is_on_and_for_a_number_of_days_that_makes_sense(event):
    hidden = make.knockout(entries=2, open_=False)

    assert code_of(event_passes.issue_passes, **make.where(hidden)) == "wrong_status"
    assert code_of(event_passes.issue_passes, days=61, **make.where(event)) == "pass_days"
    assert code_of(event_passes.renew_pass, entry_id=10**6, **make.where(event)) == "entry_missing"
    assert code_of(event_passes.revoke_passes, **make.where(event)) == "pass_missing"


def test_each_step_leaves_its_row_in_the_log(event):
    mine = first_line(event, issued(event))
    entry = mine.event_pass.entry
    by_link(mine)
    event_passes.renew_pass(entry_id=entry.pk, **make.where(event))
    event_passes.revoke_passes(entry_ids=[entry.pk], **make.where(event))

    rows = AuditEntry.objects.filter(verb__contains="pass").order_by("seq").values_list("verb", "target", "actor_label")
    boss = str(make.boss_of(event).user)
    assert list(rows) == [
        ("passes_issued", "4", boss),
        ("pass_opened", entry.label, entry.label),
        ("pass_renewed", entry.label, boss),
        ("passes_revoked", entry.label, boss),
    ]


def test_the_desk_reads_as_many_queries_for_four_passes_as_for_none(event, django_assert_num_queries):
    with django_assert_num_queries(2):
        assert [held for _entry, held in passes_of(event)] == [None] * 4
    issued(event)
    with django_assert_num_queries(2):
        assert all(held for _entry, held in passes_of(event))


def test_a_player_with_an_account_has_the_same_page(event):
    person = make.tables_of(event)[0].lines.get(index=0).entry.members.first().person
    person.user = make.user()
    person.save()

    found = own_evening(Visitor(person.user), event)

    assert found is not None
    assert found.seat is not None
    assert found.seat.table == make.tables_of(event)[0]


# -- brute force (the figures)


def test_of_twenty_wrong_pins_five_are_looked_at_and_the_right_one_has_to_wait_too(event):
    mine = first_line(event, issued(event))
    wrong = f"{(int(mine.pin) + 1) % 10**8:08}"

    found = [code_of(by_pin, mine, wrong) for _try in range(20)]

    assert found == ["pin_unknown"] * 5 + ["too_many_tries"] * 15
    assert code_of(by_pin, mine) == "too_many_tries"


def test_who_is_attacked_still_comes_in_by_the_qr_code_and_by_the_pin_after_a_quarter_of_an_hour(event):
    mine = first_line(event, issued(event))
    for _try in range(20):
        code_of(by_pin, mine, "00000000")

    assert line_at_table(by_link(mine), event) == 0
    Tries.objects.filter(key__startswith="pin:").update(since=timezone.now() - timedelta(minutes=15))
    assert line_at_table(by_pin(mine), event) == 0


def test_five_wrong_pins_from_one_address_close_the_pin_to_no_other(event):
    mine = first_line(event, issued(event))
    for _try in range(20):
        code_of(by_pin, mine, "00000000", "198.51.100.1")

    assert code_of(by_pin, mine, "", "198.51.100.1") == "too_many_tries"
    assert line_at_table(by_pin(mine), event) == 0


def test_a_pass_that_is_guessed_at_from_many_addresses_is_slower_and_open(event):
    mine = first_line(event, issued(event))
    of_ten = [code_of(by_pin, mine, "00000000", f"198.51.100.{n}") for n in range(10) for _try in range(5)]
    then = [code_of(by_pin, mine, "00000000", f"203.0.113.{n}") for n in range(20) for _try in range(3)]

    assert of_ten == ["pin_unknown"] * 50
    assert then == ["pin_unknown", "too_many_tries", "too_many_tries"] * 20
    for _time in range(3):
        # What is right is no guess: in the hall one after the other comes in.
        assert line_at_table(by_pin(mine), event) == 0


def test_an_event_that_is_guessed_at_from_many_addresses_is_slower_and_open(event):
    rows = issued(event)
    Tries.objects.create(key=rate_limits.pins_from_everywhere(event.slug, 1)[1].key, count=500, since=timezone.now())
    guesses = [{"slug": event.slug, "number": 1000 + each, "address": "198.51.100.1"} for each in range(6)]
    for guess in guesses[:5]:
        event_passes.take_try(**guess)

    assert code_of(event_passes.take_try, **guesses[5]) == "too_many_tries"
    for _round in range(3):
        for one in rows:
            assert by_pin(one)


def test_the_others_are_not_held_back_by_an_attack_on_one(event):
    one, other, *_rest = issued(event)
    for _try in range(20):
        code_of(by_pin, one, "00000000", "198.51.100.1")

    assert by_pin(other)


def test_an_address_has_a_hundred_wrong_pins_an_hour_and_right_ones_are_given_back(event):
    rows = issued(event)
    for _round in range(101 // len(rows) + 1):
        for one in rows:
            by_pin(one)
    slug = event.slug

    for number in range(1000, 1100):
        event_passes.take_try(slug=slug, number=number, address=HALL)

    assert code_of(event_passes.take_try, slug=slug, number=2000, address=HALL) == "too_many_tries"
    event_passes.take_try(slug=slug, number=2000, address="192.0.2.2")


@pytest.mark.full
def test_one_address_closes_the_door_of_no_other_pass_however_often_it_tries(event):
    one, other, *_rest = issued(event)
    number = other.event_pass.entry.number
    wrong = [{"slug": event.slug, "number": 1000 + each, "address": "198.51.100.1"} for each in range(100)]
    for each in wrong:
        event_passes.take_try(**each)

    for _try in range(in_short(250, 500)):
        assert code_of(event_passes.take_try, **wrong[0] | {"number": number}) == "too_many_tries"

    assert by_pin(one)
    assert by_pin(other)


def test_who_tries_one_pass_too_often_leaves_the_hall_its_tries(event):
    one, other, *_rest = issued(event)
    for _try in range(200):
        code_of(by_pin, one, "00000000")

    assert by_pin(other)


def test_an_entry_without_a_pass_is_told_apart_from_a_wrong_pin_by_nothing(event):
    mine = first_line(event, issued(event))

    def said(number: int) -> tuple[str, dict[str, object]]:
        with pytest.raises(RefusedError) as refused:
            event_passes.open_by_pin(slug=event.slug, number=number, pin="00000000", taken=())
        return refused.value.code, {**refused.value.params, "number": 0}

    assert said(mine.event_pass.entry.number) == said(999)


def test_what_a_guesser_gets_in_a_day_is_less_than_one_in_a_thousand():
    """For one pass and for all, from one address and from a thousand: a day, or an evening of five hours for all."""
    of_pass, of_address = rate_limits.pins("event", 1, HALL)
    everywhere, of_event = rate_limits.pins_from_everywhere("event", 1)
    slower, slower_of_event = rate_limits.slower_pins("event", 1, HALL)
    space, addresses = 10**event_passes.PIN_DIGITS, 1000

    def tried(limit: rate_limits.Limit, hours: int = 24) -> int:
        return limit.most * hours * 60 // limit.minutes

    def chance(guesses: int) -> float:
        """One minus the chance that every try misses; a try hits one pass of those that it is aimed at."""
        return 1 - (1 - 1 / space) ** guesses

    assert (of_pass.most, of_pass.minutes) == (5, 15)
    assert (of_address.most, of_address.minutes) == (100, 60)
    assert chance(tried(of_pass)) < 5e-6
    assert chance(tried(of_address)) < 3e-5
    assert chance(tried(everywhere) + addresses * tried(slower)) < 3e-4
    assert chance(tried(of_event, 5) + addresses * tried(slower_of_event, 5)) < 3e-4


@pytest.mark.django_db(transaction=True)
def test_of_forty_wrong_pins_at_the_same_moment_five_are_looked_at():
    mine = first_line(event := make.called(entries=4), issued(event))

    found = together(*[lambda: by_pin(mine, "00000000")] * 40)

    codes = sorted(each.code for each in found)
    assert codes == ["pin_unknown"] * 5 + ["too_many_tries"] * 35


@pytest.mark.django_db(transaction=True)
def test_of_two_phones_that_open_a_pass_at_the_same_moment_one_has_it():
    event = make.called(entries=4)
    mine = first_line(event, issued(event))

    found = together(*[lambda: by_link(mine)] * 6)

    assert sorted(filter(None, (line_at_table(each, event) is not None for each in found))) == [True]
    assert AuditEntry.objects.filter(verb="pass_opened").count() == 6
