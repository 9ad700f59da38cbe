"""The tables of a round in the director's hand: taps, what is said before a swap, and the others paired anew."""

import re

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import drawn, pair, played_out
from tests.tournaments.services.stages import DANISH, GROUPS, event_of
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.entries.writes import participation
from tournaments.tables.reads import stages

pytestmark = pytest.mark.django_db


def paired(entries: int = 8) -> Desk:
    """A Swiss whose second round is paired."""
    return Desk(pair(played_out(drawn("swiss", entries=entries, rounds=3), 1)))


def keys(desk: Desk, number: int) -> list[tuple[int, ...]]:
    seats = [seat for seat in stages.seats_of(desk.event) if seat.round == number]
    return [meeting.keys for meeting in stages.meetings_of(seats)]


def shown(page: object) -> str:
    """The preview of the swap, in words."""
    found = re.search(r'id="swap".*?</section>', page.content.decode(), re.S)  # type: ignore[attr-defined]
    assert found is not None
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[0]))


def test_two_taps_show_the_swap_and_a_third_replaces_the_second() -> None:
    desk = paired()
    (a, _), (b, c), *_ = keys(desk, 2)
    page = desk.get("organise_hand", 2)
    assert "Tap two, and they swap places" in text(page)
    assert f"?a={a}#place-{a}" in page.content.decode()
    page = desk.get("organise_hand", 2, a=a)
    assert "is in your hand" in text(page)
    assert f"?a={a}&amp;b={b}#swap" in page.content.decode()
    assert "Keep table 1 and pair the others anew" in text(page)
    page = desk.get("organise_hand", 2, a=a, b=b)
    names = stages.labels_of(desk.event)
    assert f"{names[a]} with {names[b]}" in shown(page)
    assert f"?a={a}&amp;b={c}#swap" in page.content.decode()
    assert f"?a={b}#place-{a}" in page.content.decode()


def test_what_should_not_be_is_ticked_box_by_box_and_then_they_swap() -> None:
    desk = paired()
    one, other = keys(desk, 1)[0]
    meets = next(key for table in keys(desk, 2) if one in table for key in table if key != one)
    page = desk.get("organise_hand", 2, a=meets, b=other)
    asks = [ask.name for ask in page.context["preview"].asks]
    assert f"met_before-{other}-{one}" in asks
    assert "already, in round 1." in shown(page)
    data = {"one": meets, "other": other, "reason": "Chiesto", "seen": str(desk.fresh().version)}
    refused = desk.post("organise_hand", 2, **data, ok=asks[:-1])
    assert refused.status_code == 422
    assert "Things that should not be like this: 1." in text(refused)
    assert refused.content.decode().count(" checked") >= len(asks) - 1
    done = desk.follow("organise_hand", 2, **{**data, "seen": str(desk.fresh().version)}, ok=asks)
    assert "The two have swapped places." in done
    assert {one, other} in [set(table) for table in keys(desk, 2)]
    log = text(desk.get("organise_audit"))
    assert "swapped two places in Round 2." in log
    assert f"{stages.labels_of(desk.event)[other]} has met" in log
    public = text(make.client_of().get(f"/e/{desk.event.slug}/sorteggio/", headers={"accept-language": "en"}))
    names = stages.labels_of(desk.event)
    assert f"Round 2: {names[meets]} and {names[other]} have swapped places." in public
    assert "Chiesto" not in public


def test_a_table_that_is_played_is_grey_with_the_reason() -> None:
    desk = Desk(make.called(drawn("groups", entries=6, size=3)))
    make.play(make.tables_of(desk.event, 1)[0])
    page = desk.get("organise_hand", 1)
    assert "played: " in text(page)
    played, *others = keys(desk, 1)
    assert f"place-{played[0]}" not in page.content.decode()
    assert "which has been played" in shown(desk.get("organise_hand", 1, a=played[0], b=others[0][0]))


def test_two_of_different_groups_are_told_in_which_rounds_they_change() -> None:
    desk = Desk(drawn("groups", entries=8, size=4))
    (first, _), _, (second, _), _ = keys(desk, 2)
    assert "also in rounds 1, 3" in shown(desk.get("organise_hand", 2, a=first, b=second))


# R-HND-02
def test_two_who_change_heats_are_told_so_and_each_who_meets_again_is_named_once() -> None:
    options = {"kind": "heats", "rounds": 2, "heat": 8}
    desk = Desk(make.tables("scala40", preset="torneo_003", entries=13, format=options))
    seats = [seat for seat in stages.seats_of(desk.event) if seat.round == 1]
    other = next(seat for seat in seats if seat.group != seats[0].group)
    page = desk.get("organise_hand", 1, a=seats[0].entry, b=other.entry)
    assert "They change heats: also in round 2 each plays where the other would have played." in shown(page)
    assert " against " not in shown(page)
    asks = [frozenset(map(int, ask.name.split("-")[1:])) for ask in page.context["preview"].asks]
    assert (bool(asks), len(asks)) == (True, len(set(asks)))
    make.called(desk.event, round=1)
    for table in make.tables_of(desk.event, 1):
        lost = [0, 101, 102, 103][: table.lines.count()]
        make.enter(table, make.sheet({"depth": "points", "closer": 0, "points": lost, "tiebreak": 0, "left": {}}))
    assert "play in different heats" in text(desk.get("organise_as_seated", 1, a=seats[0].entry, b=other.entry))
    mate = next(seat for seat in seats if seat.group == seats[0].group and seat.table != seats[0].table)
    told = shown(desk.get("organise_as_seated", 1, a=seats[0].entry, b=mate.entry))
    # The points stay where they were made, beside the name of who made them; so many are no score between two.
    first, second = stages.labels_of(desk.event)[seats[0].entry], stages.labels_of(desk.event)[mate.entry]
    assert (f"Table 1: {second} 0 · " in told, f": {first} 0 · " in told, "0–101" in told) == (True, True, False)


def test_in_a_mitchell_of_two_rankings_they_change_lines() -> None:
    desk = Desk(drawn("mitchell", entries=8, rounds=3, rankings="two_lines"))
    (first, _), (_, other), *_ = keys(desk, 2)
    told = shown(desk.get("organise_hand", 2, a=first, b=other))
    assert "They change lines: also in rounds 1, 3" in told
    assert "groups" not in told


def test_an_old_page_swaps_nothing() -> None:
    desk = paired()
    at = keys(desk, 2)
    data = {"one": at[0][0], "other": at[3][0], "reason": "x", "seen": "1"}
    assert desk.post("organise_hand", 2, **data).status_code == 409
    assert desk.post("organise_hand", 2, **{**data, "one": 10**8}).status_code == 409
    assert keys(desk, 2) == at
    assert desk.get("organise_hand", 9).status_code == 404


def test_a_table_is_kept_and_the_others_are_paired_anew() -> None:
    desk = paired()
    at = keys(desk, 2)
    names = stages.labels_of(desk.event)
    page = desk.get("organise_pair_others", 2, entry=at[1][0])
    assert f"It stays as it is: {names[at[1][0]]}, {names[at[1][1]]}." in text(page)
    done = desk.follow("organise_pair_others", 2, entry=at[1][0], reason="Giocano nella saletta")
    assert "All others are paired anew." in done
    assert done.count("kept table") == 1
    assert f"{names[at[1][0]]} kept table" in done
    assert keys(desk, 2) == at
    make.called(desk.event, round=2)
    assert "Tables called already: " in text(desk.post("organise_pair_others", 2, entry=at[1][0], reason="x"))
    assert "pair the others anew" not in text(desk.get("organise_hand", 2, a=at[1][0]))


def test_somebody_misses_a_round_and_is_let_play_after_all() -> None:
    desk = paired()
    at, names = keys(desk, 2), stages.labels_of(desk.event)
    one = at[0][0]
    links = re.findall(r'href="([^"]*[?]entry=[^"]*)"', desk.get("organise_hand", 2, a=one).content.decode())
    asks = [text(desk.client.get(link)) for link in links]
    assert [f"{names[one]} always at the same table?" in asks[0], f"{names[one]} misses" in asks[1]] == [True, True]
    assert "It stays as it is: " + ", ".join(names[key] for key in at[0]) in asks[2]
    asked = asks[1]
    assert f"{names[one]} misses this round?" in asked
    assert "who is absent has no more" in asked
    refused = desk.post("organise_skip", 2, entry=one, vp="39", reason="Lavoro")
    assert (refused.status_code, "has no more than a rest gives" in text(refused)) == (422, True)
    done = desk.follow("organise_skip", 2, entry=one, vp="8", reason="Lavoro")
    assert "all others are paired." in done
    assert "8 VP for this round." in done
    assert "not played" not in done
    assert f"{names[one]}: 8 VP" in text(desk.get("organise_audit"))
    assert "Absent for a round" in text(desk.get("organise_rounds", turno="2"))
    assert "Miss this round" not in text(desk.get("organise_hand", 2, a=one))
    asked = text(desk.get("organise_end_skip", 2, entry=one))
    assert f"{names[one]} plays in this round after all?" in asked
    assert "places that were swapped in this round before count no more" in asked
    assert "places swapped, tables kept, who misses the round" in text(desk.get("organise_unpair"))
    assert desk.post("organise_end_skip", 2, entry=one, seen="1").status_code == 409
    back = desk.follow("organise_end_skip", 2, entry=one, seen=str(desk.fresh().version))
    assert "They play after all" in back
    assert keys(desk, 2) == at
    assert desk.post("organise_end_skip", 2, entry=one).status_code == 422
    points = Desk(pair(played_out(drawn("swiss", entries=8, rounds=3, ranking="three_points"), 1)))
    other = keys(points, 2)[0][0]
    assert 'name="vp"' in points.get("organise_skip", 2, entry=other).content.decode()
    assert "has no more" not in text(points.get("organise_skip", 2, entry=other))
    done = points.follow("organise_skip", 2, entry=other, vp="0", reason="Lavoro")
    assert "absent for this round" in done
    assert "VP" not in done


# R-HND-05, R-HND-09
def test_a_step_that_pairs_others_anew_names_before_the_tables_that_it_makes() -> None:
    desk = paired(entries=9)
    names = stages.labels_of(desk.event)

    def said(number: int = 2) -> set[str]:
        seats = [seat for seat in stages.seats_of(desk.event) if seat.round == number]
        halls = dict.fromkeys((seat.table, seat.hall) for seat in seats)
        meetings = zip(halls, stages.meetings_of(seats), strict=True)
        people = {hall: [names[key] for key in meeting.keys] for (_table, hall), meeting in meetings}
        return {
            f"{people[hall][0]} does not play." if hall is None else f"Table {hall}: {' against '.join(people[hall])}."
            for hall in people
        }

    def is_announced(address: str, entry: int, **more: str) -> bool:
        before = said()
        asked = text(desk.get(address, 2, entry=entry))
        desk.follow(address, 2, entry=entry, **more)
        after = said()
        named = {each for each in before | after if each in asked}
        return named == after - before

    one = keys(desk, 2)[0][0]
    assert is_announced("organise_skip", one, vp="8", reason="Lavoro")
    # Two swap, so that pairing the others anew changes something.
    first, second, *_ = [meeting for meeting in keys(desk, 2) if len(meeting) == 2]
    swap = {"one": first[1], "other": second[1], "reason": "Chiesto da tutte e due", "seen": str(desk.fresh().version)}
    asked = desk.get("organise_hand", 2, a=first[1], b=second[1]).content.decode()
    desk.follow("organise_hand", 2, **swap, ok=re.findall(r'name="ok" value="([^"]*)"', asked))
    last = [meeting for meeting in keys(desk, 2) if len(meeting) == 2][-1][0]
    assert is_announced("organise_pair_others", last, reason="Nella saletta")
    assert is_announced("organise_end_skip", one, seen=str(desk.fresh().version))
    before = keys(desk, 2)
    assert "The tables of the others stay as they are." in text(desk.get("organise_pair_others", 2, entry=before[0][0]))
    assert keys(desk, 2) == before


def test_a_pairing_is_taken_back_by_who_saw_it_as_it_is() -> None:
    desk = paired()
    assert desk.post("organise_unpair", reason="Sbagliato", seen="1").status_code == 409
    assert keys(desk, 2)
    desk.follow("organise_unpair", reason="Sbagliato", seen=str(desk.fresh().version))
    assert not keys(desk, 2)


def test_who_has_left_is_not_offered_to_miss_a_round_or_to_play_in_it() -> None:
    desk = paired()
    (gone, _), (away, _), *_ = keys(desk, 2)
    desk.follow("organise_skip", 2, entry=away, vp="8", reason="Lavoro")
    assert "Let them play" in text(desk.get("organise_hand", 2))
    for key in (gone, away):
        where = {"actor": make.boss_of(desk.event), "tournament_id": desk.event.pk}
        participation.withdraw_entry(**where, entry_id=key, reason="Sta male")
    page = text(desk.get("organise_hand", 2, a=gone))
    assert ("Miss this round" in page, "Let them play" in page) == (False, False)
    assert "8 VP for this round." in page
    assert "has withdrawn already." in text(desk.post("organise_skip", 2, entry=gone, vp="8", reason="Lavoro"))


def test_in_a_knockout_after_groups_no_fixed_table_is_offered() -> None:
    event = event_of({"kind": "groups", "size": 4}, {"kind": "knockout", "from": {"first": 2}}, entries=8)
    desk = Desk(event)
    one = keys(desk, 1)[0][0]
    assert "Always at the same table" in text(desk.get("organise_hand", 1, a=one))
    desk = Desk(pair(played_out(event, 3)))
    for number in (1, 4):
        assert "Always at the same table" not in text(desk.get("organise_hand", number, a=keys(desk, number)[0][0]))
    (one, _), (other, _), *_ = keys(desk, 4)
    assert "sits there by a result" in shown(desk.get("organise_hand", 4, a=one, b=other))


# R-HND-10
@pytest.mark.parametrize("name", ["knockout", "tables"])
def test_where_nobody_has_a_fixed_table_it_says_why_and_shows_no_form(name: str) -> None:
    event = make.drawn(entries=8) if name == "knockout" else make.tables("scala40", preset="torneo_003", entries=8)
    desk, why = Desk(event), "In an elimination nobody has a fixed table or room"
    one = next(seat.entry for seat in stages.seats_of(event) if seat.hall)
    assert why in text(desk.get("organise_hand", 1, a=one))
    for page in (
        desk.get("organise_fix_table", 1, entry=one),
        desk.post("organise_fix_table", 1, entry=one, table="2", reason="Non fa le scale"),
    ):
        assert (why in text(page), 'name="reason"' in page.content.decode()) == (True, False)


# R-HND-05
@pytest.mark.parametrize("step", ["organise_skip", "organise_end_skip", "organise_pair_others"])
def test_where_a_round_is_not_paired_anew_its_steps_say_why_and_show_no_form(step: str) -> None:
    known, called = Desk(drawn("groups", entries=8, size=4)), paired()
    make.called(called.event, round=2)
    for desk, number, why in (
        (known, 1, "the tables of all rounds are known from the draw"),
        (Desk(make.drawn(entries=8)), 1, "An elimination is not paired anew"),
        (called, 2, "Tables called already: "),
    ):
        one = next(seat.entry for seat in stages.seats_of(desk.event) if seat.round == number and seat.hall)
        page = desk.get(step, number, entry=one)
        assert (why in text(page), 'method="post" action="/organizza/' in page.content.decode()) == (True, False)


def test_in_a_round_that_begins_a_stage_nobody_is_offered_to_miss_it() -> None:
    desk = Desk(pair(played_out(event_of(GROUPS, DANISH, entries=8), 3)))
    page = text(desk.get("organise_hand", 4, a=keys(desk, 4)[0][0]))
    assert "Always at the same table" in page
    assert "it is not paired anew. For who misses it, write at the table" in page
    assert "Miss this round" not in page
    assert "pair the others anew" not in page


def test_a_pairing_is_shown_at_the_tables_that_are_made_of_it() -> None:
    desk = Desk(drawn("swiss", entries=8, rounds=3))
    for table, (one, *_other) in zip(("4", "7"), keys(desk, 1), strict=False):
        desk.follow("organise_fix_table", 1, entry=one, table=table, reason="Non fa le scale")
    played_out(desk.event, 1)
    seen = [(each.hall, list(each.names)) for each in desk.get("organise_pairing").context["tables"]]
    desk.follow("organise_pairing", seen=str(desk.fresh().version))
    names = stages.labels_of(desk.event)
    made = {
        table.hall_number: [names[line.entry_id] for line in table.lines.exclude(entry=None)]
        for table in desk.event.tables.filter(round__number=2)
    }
    assert {hall: sorted(people) for hall, people in seen} == {hall: sorted(people) for hall, people in made.items()}
    # Where the two meet one of them has their table.
    assert {4, 7} & made.keys()


def test_a_pairing_that_was_changed_is_shown_at_the_tables_that_there_are() -> None:
    desk = paired()
    at = keys(desk, 2)
    desk.follow("organise_fix_table", 2, entry=at[3][0], table="2", reason="Non fa le scale")
    page = desk.get("organise_hand", 2, a=at[0][0], b=at[1][0])
    asks = [ask.name for ask in page.context["preview"].asks]
    data = {"one": at[0][0], "other": at[1][0], "reason": "Chiesto", "seen": str(desk.fresh().version)}
    desk.follow("organise_hand", 2, **data, ok=asks)
    names = stages.labels_of(desk.event)
    shown_at = {frozenset(each.names): each.hall for each in desk.get("organise_pairing").context["tables"]}
    assert shown_at == {
        frozenset(names[line.entry_id] for line in table.lines.all()): table.hall_number
        for table in desk.event.tables.filter(round__number=2)
    }
    assert sorted(shown_at.values()) == [1, 2, 3, 4]


def test_a_table_is_fixed_for_somebody_and_let_go() -> None:
    desk = Desk(drawn("groups", entries=8, size=4))
    one, names = keys(desk, 1)[0][0], stages.labels_of(desk.event)
    assert "Always at the same table" in text(desk.get("organise_hand", 1, a=one))
    page = desk.get("organise_fix_table", 1, entry=one)
    assert f"{names[one]} always at the same table?" in text(page)
    old = {"entry": one, "table": "3", "reason": "Non fa le scale", "seen": "1"}
    assert desk.post("organise_fix_table", 1, **old).status_code == 409
    done = desk.follow("organise_fix_table", 1, **{**old, "seen": str(desk.fresh().version)})
    assert f"{names[one]} always plays at table 3." in done
    assert "fixed table" in done
    other = keys(desk, 1)[1][0]
    assert "is the fixed one of" in text(desk.post("organise_fix_table", 1, entry=other, table="3", reason="x"))
    assert "No longer fixed at table 3" in text(desk.get("organise_hand", 1, a=one))
    assert desk.post("organise_unfix_table", 1, entry=one, seen="1").status_code == 409
    assert "They play at any table again" in desk.follow("organise_unfix_table", 1, entry=one)
    assert desk.post("organise_unfix_table", 1, entry=one).status_code == 422
    assert "a fixed table or room." in text(desk.get("organise_audit"))


def test_the_fixed_table_of_who_is_absent_can_be_ended() -> None:
    desk = paired()
    one = keys(desk, 2)[0][0]
    assert "Fixed tables" not in text(desk.get("organise_hand", 2))
    desk.follow("organise_fix_table", 2, entry=one, table="3", reason="Non fa le scale")
    desk.follow("organise_skip", 2, entry=one, vp="0", reason="Lavoro")
    page = desk.get("organise_hand", 2)
    assert "Fixed tables" in text(page)
    assert page.context["all_fixed"] == [(one, stages.labels_of(desk.event)[one], 3)]
    assert "Fixed tables" not in desk.follow("organise_unfix_table", 2, entry=one)


def test_the_rounds_lead_to_it_as_long_as_somebody_can_be_moved() -> None:
    desk = Desk(make.called(drawn("groups", entries=6, size=3)))
    assert "Change who sits where" in text(desk.get("organise_rounds"))
    for table in make.tables_of(desk.event, 1):
        if not table.is_over:
            make.play(table)
    assert "Change who sits where" not in text(desk.get("organise_rounds", turno="1"))
    assert "Change who sits where" in text(paired().get("organise_pairing"))


def test_what_is_written_is_listed_before_it_is_recorded_as_played() -> None:
    desk = paired()
    at, names = keys(desk, 1), stages.labels_of(desk.event)
    one, other = min(at[0]), max(at[3])
    page = desk.get("organise_as_seated", 1, a=one)
    assert f"?a={one}&amp;b={other}#swap" in page.content.decode()
    assert f"{names[one]} is in your hand" in text(page)
    told = shown(desk.get("organise_as_seated", 1, a=one, b=other))
    foe = next(key for key in at[3] if key != other)
    assert f"{names[one]} against {names[foe]}" in told or f"{names[foe]} against {names[one]}" in told
    assert "before it was written:" in told
    assert "Standings of the event" in told
    assert "Paired, not called yet." in told
    data = {"one": one, "other": other, "reason": "Tavoli scambiati"}
    refused = desk.post("organise_as_seated", 1, **data, seen=str(desk.fresh().version))
    assert refused.status_code == 422
    assert "Everybody who sat at the two tables has to confirm it" in text(refused)
    done = desk.follow("organise_as_seated", 1, **data, confirmed="1", seen=str(desk.fresh().version))
    assert "It is recorded as it was played." in done
    assert "recorded in Round 1 who had sat where." in text(desk.get("organise_audit"))
    public = text(make.client_of().get(f"/e/{desk.event.slug}/sorteggio/", headers={"accept-language": "en"}))
    assert "Round 1: recorded as it was played" in public
    assert "take this pairing back" in text(desk.get("organise")) or "pairing" in text(desk.get("organise"))


def test_tables_that_cannot_be_recorded_otherwise_say_why() -> None:
    desk = Desk(drawn("groups", entries=8, size=4))
    assert "No table of this round has been played yet." in text(desk.get("organise_as_seated", 1))
    make.play_round(desk.event, 1)
    first, second = keys(desk, 1)[0][0], keys(desk, 1)[2][0]
    assert "play in different groups" in shown(desk.get("organise_as_seated", 1, a=first, b=second))
    assert "They played otherwise" in text(desk.get("organise_rounds", turno="1"))
    partners = Desk(played_out(drawn("partners", entries=8, rounds=2), 1))
    (a, _b, _c, _d), (e, *_others) = keys(partners, 1)
    assert "–" in shown(partners.get("organise_as_seated", 1, a=a, b=e))


def test_the_page_takes_as_many_queries_with_many_entries() -> None:
    few, many = paired(6), paired(16)
    few_url, many_url = few.url("organise_as_seated", 1), many.url("organise_as_seated", 1)
    assert questions(few.client, few_url) == questions(many.client, many_url)
    assert questions(few.client, few.url("organise_hand", 2)) == questions(many.client, many.url("organise_hand", 2))
