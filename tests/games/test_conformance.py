"""What every game keeps to, whichever it is: run on each key of ``settings.GAMES``."""

import ast
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.conformance import (
    KEYS,
    PLAYED,
    a_sheet,
    finished,
    hidden_from,
    named,
    next_sheet,
    package,
    presets,
    started,
    states,
    told,
)
from tests.searching import TIMES, often
from tournaments.games import registry
from tournaments.games.contract import (
    LIVE_CAUSES,
    RULES_VERSION,
    Circumstances,
    DealScore,
    Json,
    MatchLength,
    PicturedGame,
    PlayableGame,
    RefusedError,
    ScoredGame,
)

DEALS = often(2)
RELEASES = Path(__file__).parents[1] / "releases"
PLACE = re.compile(r"%(?!\(\w+\)s)")


@pytest.fixture(params=KEYS)
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def game(key: str) -> ScoredGame:
    return registry.game(key)


@pytest.fixture(params=PLAYED)
def playable(request: pytest.FixtureRequest) -> PlayableGame:
    return registry.playable(str(request.param))


@pytest.fixture
def lots(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(request.node.name)


def tables(game: PlayableGame) -> list[tuple[object, int]]:
    """Every preset and every number of seats at least once; where ``SEARCH`` is more than one, each with each."""
    found = {number: list(game.seats(rules)) for number, rules in enumerate(presets(game))}
    each = [(preset, seats) for preset, numbers in found.items() for seats in numbers]
    if TIMES <= 1:
        some = {(preset, numbers[preset % len(numbers)]) for preset, numbers in found.items()}
        left = {seats: preset for preset, seats in each if seats not in {chosen for _preset, chosen in some}}
        each = sorted(some | {(preset, seats) for seats, preset in left.items()})
    return [(presets(game)[preset], seats) for preset, seats in each]


def test_the_key_is_the_name_of_the_package(key: str, game: ScoredGame) -> None:
    assert (game.key, package(key).__name__) == (key, key)


def test_presets_are_accepted_and_survive_json(game: ScoredGame) -> None:
    for rules in presets(game):
        assert json.loads(json.dumps(rules)) == rules
        game.check_rules(rules)
    assert len(presets(game)) >= 1


@pytest.mark.parametrize("rules", [None, [], {}, {"": 1}, "rules"])
def test_what_is_no_ruleset_is_refused_with_a_phrase(game: ScoredGame, rules: object) -> None:
    with pytest.raises(RefusedError) as refused:
        game.check_rules(rules)
    assert game.phrases[refused.value.code] % refused.value.params


def test_a_ruleset_without_one_of_its_parameters_is_refused_by_name(game: ScoredGame) -> None:
    for rules in presets(game):
        for name in rules:
            with pytest.raises(RefusedError) as refused:
                game.check_rules({each: value for each, value in rules.items() if each != name})
            assert refused.value.field == name


def test_the_schema_of_a_ruleset_says_what_is_accepted(game: ScoredGame) -> None:
    parameters = game.rules_schema["properties"]
    usual = presets(game)[0]
    assert set(parameters) == set(usual)
    for name, said in parameters.items():
        if name == "version":
            continue
        assert said["description"] not in ("", name)
        assert "default" in said
        # A value that the schema has not is refused with its name.
        with pytest.raises(RefusedError) as refused:
            game.check_rules({**usual, name: ["nothing of the kind"]})
        assert refused.value.field == name
        most = said.get("maximum")
        if most is not None:
            with pytest.raises(RefusedError):
                game.check_rules({**usual, name: most + 1})


def test_a_pack_that_is_no_list_of_names_is_refused(playable: PlayableGame) -> None:
    for rules in presets(playable):
        for pack in (None, [7] * len(playable.pack(rules))):
            with pytest.raises(RefusedError) as refused:
                playable.start(rules, pack, 0, 2)
            assert refused.value.code == "pack_incomplete"


def test_a_match_has_a_length_and_lines(game: ScoredGame) -> None:
    for rules in presets(game):
        fewest, most = game.lines(rules)
        assert 2 <= fewest <= most
        length = game.match_length(rules)
        assert isinstance(length, MatchLength)
        assert (length.target or 0) + (length.deals or 0) > 0


def test_what_time_does_is_said_in_phrases(game: ScoredGame) -> None:
    for rules in presets(game):
        for circumstances in (Circumstances(), *matches(game, rules)):
            found = game.time_rule(rules, circumstances)
            assert found.at_zero
            assert found.over
            assert found.costs_the_match == bool(found.own_clock)
            said = {f"time.{code}" for code in (*found.at_zero, *found.over, *found.own_clock)}
            assert said - set(game.phrases) == set()


@pytest.mark.without_coverage
def test_apply_accepts_exactly_the_legal_actions(playable: PlayableGame, lots: random.Random) -> None:
    for rules, seats in tables(playable):
        seen: set[str] = set(playable.pack(rules))
        for state in states(playable, rules, seats, lots):
            turn = playable.turn(state)
            legal = {seat: set(playable.legal_actions(state, seat)) for seat in range(seats)}
            seen |= set().union(*legal.values())
            assert [seat for seat, actions in legal.items() if actions] == ([] if turn is None else [turn])
            for action in lots.sample(sorted(seen), min(6, len(seen))):
                seat = lots.randrange(seats)
                assert accepts(playable, state, seat, action) == (action in legal[seat])


def accepts(game: PlayableGame, state: object, seat: int, action: str) -> bool:
    try:
        done = game.apply(state, seat, action)
    except RefusedError as refusal:
        assert refusal.code in game.phrases
        return False
    assert done.action == action
    return True


@pytest.mark.parametrize("action", ["", "nonsense", "7d7d7d", "\x00", "💥", "7dx" * 1000])
def test_nonsense_is_refused_with_a_phrase(playable: PlayableGame, lots: random.Random, action: str) -> None:
    rules, seats = tables(playable)[0]
    state = started(playable, rules, seats, lots)
    with pytest.raises(RefusedError) as refused:
        playable.apply(state, playable.turn(state) or 0, action)
    assert playable.phrases[refused.value.code] % refused.value.params


def test_an_action_does_not_change_the_state_it_was_played_on(playable: PlayableGame, lots: random.Random) -> None:
    rules, seats = tables(playable)[0]
    for state in states(playable, rules, seats, lots):
        before = json.dumps(state)
        turn = playable.turn(state)
        if turn is not None:
            playable.apply(state, turn, playable.legal_actions(state, turn)[0])
        assert json.dumps(state) == before


@pytest.mark.without_coverage
def test_a_deal_ends_and_its_score_adds_up(playable: PlayableGame, lots: random.Random) -> None:
    for rules, seats in tables(playable):
        for _ in range(DEALS):
            state = finished(playable, rules, seats, lots)
            score = playable.score(state)
            assert playable.score(state) == score
            awarded = [sum(column) for column in zip(*(award.points for award in score.awards), strict=True)]
            assert awarded == list(score.points)
            assert [award.code for award in score.awards if award.code not in playable.phrases] == []
            assert json.loads(json.dumps(dict(score.facts))) == dict(score.facts)


def test_a_sheet_survives_json_and_its_form(game: ScoredGame, lots: random.Random) -> None:
    for rules in presets(game):
        sheet = a_sheet(game, rules, lots)
        assert json.loads(json.dumps(sheet)) == sheet
        assert game.read_sheet(rules, game.write_sheet(sheet)) == sheet
        assert json.loads(json.dumps(dict(game.score_sheet(rules, sheet).facts)))


@pytest.mark.without_coverage
def test_the_paper_sheet_of_a_deal_scores_the_same(playable: PlayableGame, lots: random.Random) -> None:
    for rules in presets(playable):
        for _ in range(DEALS):
            state = finished(playable, rules, playable.seats(rules)[0], lots)
            sheet = playable.sheet(state, 1)
            assert json.loads(json.dumps(sheet)) == sheet
            assert playable.read_sheet(rules, playable.write_sheet(sheet)) == sheet
            scored, played = playable.score_sheet(rules, sheet), playable.score(state)
            assert (scored.points, scored.awards, scored.tiebreak) == (played.points, played.awards, 1)


def test_the_paper_sheet_keeps_to_the_form_that_is_described(game: ScoredGame, lots: random.Random) -> None:
    for rules in presets(game):
        sheet = a_sheet(game, rules, lots)
        values = game.write_sheet(sheet)
        fields = game.sheet_fields(rules, len(game.score_sheet(rules, sheet).points), 0)
        asked = {field["name"]: field for field in fields if not field["depths"] or values["depth"] in field["depths"]}
        assert set(values) - set(asked) == set()
        assert [name for name, field in asked.items() if field["needed"] and not values.get(name)] == []
        assert [name for name, typed in values.items() if not fits(asked[name], typed)] == []
        assert [field["label"] for field in fields if field["label"] not in set(game.phrases.values())] == []


def fits(field: Mapping[str, Json], typed: str) -> bool:
    """Whether a value is one that the field is said to take."""
    if not typed:
        return not field["needed"]
    if field["kind"] == "whole":
        return field["least"] <= int(typed) <= field.get("most", int(typed))
    if field["kind"] == "choice":
        return typed in field["choices"]
    return typed == "on" if field["kind"] == "flag" else len(typed) <= field["most"]


def test_a_fault_is_described_where_the_rules_know_one(game: ScoredGame) -> None:
    for rules in presets(game):
        causes = [field["choices"] for field in game.forfeit_fields(rules) if field["name"] == "cause"]
        assert causes == ([list(game.forfeit_causes(rules))] if game.forfeit_causes(rules) else [])


def test_a_line_that_lets_a_live_table_down_loses_by_a_forfeit_that_can_be_settled(
    playable: PlayableGame, lots: random.Random
) -> None:
    for rules in presets(playable):
        known = [cause for cause in playable.forfeit_causes(rules) if cause in LIVE_CAUSES]
        begun = started(playable, rules, playable.seats(rules)[0], lots)
        for cause in known:
            for state in (None, begun):
                forfeit = playable.live_forfeit(rules, (), state, 1, cause, 0)
                assert json.loads(json.dumps(forfeit)) == forfeit
                assert playable.settle_forfeit(rules, [], forfeit).losers == (1,)


def test_a_deal_in_progress_has_no_score_and_no_sheet(playable: PlayableGame, lots: random.Random) -> None:
    rules, seats = tables(playable)[0]
    with pytest.raises(RefusedError) as refused:
        playable.score(started(playable, rules, seats, lots))
    with pytest.raises(RefusedError):
        playable.sheet(started(playable, rules, seats, lots))
    assert playable.phrases[refused.value.code] % refused.value.params


@pytest.mark.without_coverage
def test_a_deal_is_stopped_by_time_only_before_its_end_and_at_once_where_none_counts(
    playable: PlayableGame, lots: random.Random
) -> None:
    for rules, seats in tables(playable):
        *before, last = states(playable, rules, seats, lots)
        assert not playable.stops_at_time(rules, last, len(before))
        if not playable.time_rule(rules, Circumstances()).counts_last_deal:
            assert all(playable.stops_at_time(rules, state, made) for made, state in enumerate(before))


@pytest.mark.without_coverage
def test_cards_are_conserved(playable: PlayableGame, lots: random.Random) -> None:
    for rules, seats in tables(playable):
        pack = sorted(playable.pack(rules))
        for state in states(playable, rules, seats, lots):
            in_hands = [card for seat in range(seats) for card in playable.view(state, seat)["hand"]]
            assert sorted({*in_hands} & {*pack}) == sorted({*in_hands})
            assert all(in_hands.count(card) <= pack.count(card) for card in in_hands)


@pytest.mark.without_coverage
def test_states_and_views_survive_json(playable: PlayableGame, lots: random.Random) -> None:
    for rules, seats in tables(playable):
        for state in states(playable, rules, seats, lots):
            assert json.loads(json.dumps(state)) == state
            for seat in [None, *range(seats)]:
                seen = playable.view(state, seat)
                assert json.loads(json.dumps(seen)) == seen


@pytest.mark.without_coverage
def test_replaying_the_notation_gives_the_same_state(playable: PlayableGame, lots: random.Random) -> None:
    for rules, seats in tables(playable):
        start = state = started(playable, rules, seats, lots)
        log = []
        while (turn := playable.turn(state)) is not None:
            done = playable.apply(state, turn, lots.choice(list(playable.legal_actions(state, turn))))
            log.append((turn, done.action))
            state = done.state
        for turn, action in log:
            start = playable.apply(start, turn, action).state
        assert start == state


@pytest.mark.without_coverage
def test_no_view_holds_a_card_of_another_hand(playable: PlayableGame, lots: random.Random) -> None:
    """A card that nobody but its holders can know is in no other view, not even inside a text, until the deal ends."""
    for rules, seats in tables(playable):
        pack, shown = Counter(playable.pack(rules)), set[str]()
        for state in states(playable, rules, seats, lots):
            if playable.turn(state) is None:
                break
            views = {viewer: playable.view(state, viewer) for viewer in [None, *range(seats)]}
            hands = [views[seat]["hand"] for seat in range(seats)]
            for viewer, seen in views.items():
                assert named(hidden_from(pack, hands, viewer) - shown, told(seen)) == set()
            shown |= named(pack, told(views[None]))


def test_a_view_for_a_seat_that_is_not_there_is_refused(playable: PlayableGame, lots: random.Random) -> None:
    rules, seats = tables(playable)[0]
    with pytest.raises(RefusedError) as refused:
        playable.view(started(playable, rules, seats, lots), seats)
    assert playable.phrases[refused.value.code] % refused.value.params


def test_events_have_phrases_and_no_hidden_cards(playable: PlayableGame, lots: random.Random) -> None:
    rules, seats = tables(playable)[0]
    state = started(playable, rules, seats, lots)
    pack, shown = Counter(playable.pack(rules)), set[str]()
    while (turn := playable.turn(state)) is not None:
        shown |= named(pack, told(playable.view(state, None)))
        done = playable.apply(state, turn, lots.choice(list(playable.legal_actions(state, turn))))
        hands = [playable.view(done.state, seat)["hand"] for seat in range(seats)]
        secret = hidden_from(pack, hands, None) - shown
        for event in done.events:
            assert playable.phrases[f"event.{event['event']}"] % event
            assert named(secret, told(dict(event))) == set()
        state = done.state


def matches(game: ScoredGame, rules: Json) -> list[Circumstances]:
    """The circumstances that a match can be played in: the smallest and the largest table, one or two to go on."""
    sizes = sorted(set(game.lines(rules)))
    found = [Circumstances(must_decide=decides, lines=size) for size in sizes for decides in (False, True)]
    return found + [Circumstances(must_decide=True, lines=size, through=2) for size in sizes if size > 2]


@pytest.mark.without_coverage
def test_a_match_ends_and_is_ranked(game: ScoredGame, lots: random.Random) -> None:
    for rules in presets(game):
        for circumstances in matches(game, rules):
            deals: list[DealScore] = []
            while not game.match(rules, deals, circumstances).is_over:
                tie = game.match(rules, deals, circumstances).tie
                if tie is not None and tie.kind != "deal":
                    break  # Lots decide this one, not a deal.
                deals.append(game.score_sheet(rules, next_sheet(game, rules, deals, circumstances, lots)))
                game.match(rules, deals, circumstances)
            else:
                assert_is_ranked(game, rules, deals, circumstances)


def assert_is_ranked(game: ScoredGame, rules: Json, deals: list[DealScore], circumstances: Circumstances) -> None:
    groups = game.match(rules, deals, circumstances).ranking
    course = game.match(rules, deals, circumstances).course
    assert sorted(line for group in groups for line in group) == list(range(circumstances.lines))
    assert game.match(rules, deals, circumstances).tie is None
    assert [line.total for line in course.lines] == list(game.match(rules, deals, circumstances).totals)
    assert len(course.rows) == len(deals)
    assert {f"state.{line.state}" for line in course.lines} <= set(game.phrases)
    assert {f"mark.{mark}" for row in course.rows for cell in row for mark in cell.marks} <= set(game.phrases)
    if circumstances.must_decide:
        through = [line for line, state in enumerate(course.lines) if state.state == "through"]
        assert len(through) == min(circumstances.through, circumstances.lines)
        ahead = [line for group in groups for line in group][: len(through)]
        assert sorted(ahead) == through


def released(key: str) -> list[Json]:
    """The presets of the game as each release had them."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(RELEASES.glob("*/presets.json"))]
    return [rules for presets in found for rules in presets.get(key, {}).values()]


def test_rules_of_every_release_are_upgraded(key: str, game: ScoredGame) -> None:
    for rules in released(key):
        kept = json.loads(json.dumps(rules))
        upgraded = game.upgrade_rules(rules)
        game.check_rules(upgraded)
        assert rules == kept
        assert {name: upgraded[name] for name in rules if name in upgraded and name != RULES_VERSION} == {
            name: rules[name] for name in upgraded if name in rules and name != RULES_VERSION
        }
        assert game.upgrade_rules(upgraded) == upgraded


def test_rules_of_today_carry_their_version_and_stay(game: ScoredGame) -> None:
    for rules in presets(game):
        assert type(rules[RULES_VERSION]) is int
        assert game.upgrade_rules(rules) == rules


@pytest.mark.parametrize("rules", [None, [], {}, "x", 7, {RULES_VERSION: 9_999}, {RULES_VERSION: []}, {"x": {}}])
def test_what_is_no_ruleset_is_upgraded_to_none(game: ScoredGame, rules: object) -> None:
    with pytest.raises(RefusedError) as refused:
        game.check_rules(game.upgrade_rules(rules))
    assert game.phrases[refused.value.code] % refused.value.params


def test_causes_and_presets_have_phrases(game: ScoredGame) -> None:
    for name, rules in game.presets.items():
        assert name in game.phrases
        assert [cause for cause in game.forfeit_causes(rules) if f"cause.{cause}" not in game.phrases] == []


def test_everything_that_ends_a_live_match_has_a_phrase(playable: PlayableGame) -> None:
    assert [cause for cause in LIVE_CAUSES if f"cause.{cause}" not in playable.phrases] == []


def test_an_empty_form_is_refused_with_a_phrase(game: ScoredGame) -> None:
    for rules in presets(game):
        with pytest.raises(RefusedError) as sheet:
            game.read_sheet(rules, {})
        with pytest.raises(RefusedError) as forfeit:
            game.read_forfeit(rules, {})
        for refused in (sheet.value, forfeit.value):
            assert game.phrases[refused.code] % refused.params
            assert refused.field != ""


@pytest.mark.parametrize("sheet", [None, [], {}, {"depth": None}, {"points": "x"}, 7])
def test_what_is_no_sheet_is_refused(game: ScoredGame, sheet: object) -> None:
    with pytest.raises(RefusedError) as refused:
        game.score_sheet(presets(game)[0], sheet)
    assert game.phrases[refused.value.code] % refused.value.params


@pytest.mark.parametrize("forfeit", [None, [], {}, {"cause": "x"}, 7])
def test_what_is_no_forfeit_is_refused(game: ScoredGame, forfeit: object) -> None:
    with pytest.raises(RefusedError) as refused:
        game.settle_forfeit(presets(game)[0], [], forfeit)
    assert game.phrases[refused.value.code] % refused.value.params


def refusal_codes(key: str) -> set[str]:
    """The first argument of every raised or returned refusal in the source of a game."""
    root = Path(package(key).__path__[0])
    calls = (node for path in root.rglob("*.py") for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    raised = [node for node in calls if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Error")]
    texts = [each for node in raised if node.args for each in ast.walk(node.args[0])]
    return {each.value for each in texts if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def test_every_refusal_code_in_the_source_has_a_phrase(key: str, game: ScoredGame) -> None:
    codes = {code for code in refusal_codes(key) if re.fullmatch(r"[a-z_]{4,}", code)}
    assert codes - set(game.phrases) - {"_sum"} == set()
    assert len(codes) > 20


def test_phrases_are_sentences_with_named_places(game: ScoredGame) -> None:
    assert [key for key, phrase in game.phrases.items() if not phrase or PLACE.search(phrase)] == []


def _deep() -> Json:
    deep: list[Json] = []
    for _ in range(3_000):
        deep = [deep]
    return deep


DEEP = _deep()
ODD = [
    None,
    True,
    1.0,
    -1,
    10**40,
    "x" * 1_000_000,
    "",
    [],
    {},
    DEEP,
    [[]],
    [None],
    {"a": 1},
    float("nan"),
    {"x": DEEP},
]
MOST_SAID = 600
odd = st.sampled_from(ODD) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def spoiled(value: Json, other: Json, way: random.Random) -> Json:
    """A copy of a JSON value in which one thing, somewhere, is another."""
    if way.random() < 0.25 or not value or not isinstance(value, dict | list):
        return other
    if isinstance(value, dict):
        name = way.choice(list(value))
        return {**value, name: spoiled(value[name], other, way)}
    place = way.randrange(len(value))
    return [*value[:place], spoiled(value[place], other, way), *value[place + 1 :]]


def only_refuses(game: ScoredGame, ask: Callable[..., object], *given: Json) -> None:
    """Whatever comes from outside is taken or refused in a short sentence; nothing else is raised."""
    try:
        ask(*given)
    except RefusedError as refused:
        assert len(game.phrases[refused.code] % refused.params) < MOST_SAID
        assert len(refused.field) < MOST_SAID


@pytest.fixture(scope="module", params=PLAYED)
def played(request: pytest.FixtureRequest) -> tuple[PlayableGame, Json, Json, Json]:
    """A game, its rules, a deal that is being played and one that is over."""
    game = registry.playable(str(request.param))
    rules = presets(game)[0]
    seen = list(states(game, rules, min(game.seats(rules)), random.Random(1)))
    return game, rules, seen[len(seen) // 3], seen[-1]


Written: TypeAlias = tuple[ScoredGame, Json, Json]
"""A game, its rules and a sheet of it."""


@pytest.fixture(scope="module", params=KEYS)
def written(request: pytest.FixtureRequest) -> Written:
    game = registry.game(str(request.param))
    rules = presets(game)[0]
    return game, rules, a_sheet(game, rules, random.Random(1))


@settings(max_examples=often(25), suppress_health_check=list(HealthCheck))
@given(other=odd, way=st.randoms(use_true_random=False))
def test_data_from_outside_is_taken_or_refused(
    played: tuple[PlayableGame, Json, Json, Json], other: Json, way: random.Random
) -> None:
    game, rules, mid, over = played
    seats = min(game.seats(rules))
    state, end = spoiled(mid, other, way), spoiled(over, other, way)
    for ask in (game.turn, lambda it: game.legal_actions(it, 0), lambda it: game.view(it, 0), game.score, game.sheet):
        only_refuses(game, ask, state)
        only_refuses(game, ask, end)
    only_refuses(game, game.apply, state, 0, "7d")
    only_refuses(game, game.apply, mid, other, "7d")
    only_refuses(game, game.apply, mid, game.turn(mid), other)
    only_refuses(game, game.view, mid, other)
    only_refuses(game, game.start, rules, other, 0, seats)
    only_refuses(game, game.start, rules, list(game.pack(rules)), other, seats)
    only_refuses(game, game.start, rules, list(game.pack(rules)), 0, other)
    only_refuses(game, game.sheet, over, 0, other)


@settings(max_examples=often(25), suppress_health_check=list(HealthCheck))
@given(other=odd, way=st.randoms(use_true_random=False))
def test_paper_from_outside_is_taken_or_refused(written: Written, other: Json, way: random.Random) -> None:
    game, rules, sheet = written
    form = dict(game.write_sheet(sheet))
    only_refuses(game, game.check_rules, spoiled(rules, other, way))
    only_refuses(game, game.upgrade_rules, spoiled(rules, other, way))
    for ask in (lambda it: game.score_sheet(rules, it), game.write_sheet):
        only_refuses(game, ask, spoiled(sheet, other, way))
    only_refuses(game, game.read_sheet, rules, spoiled(form, other, way))
    for each in presets(game):
        only_refuses(game, game.read_forfeit, each, other)
        only_refuses(game, game.settle_forfeit, each, [], spoiled(FORFEIT, other, way))
    only_refuses(game, game.settle_ruling, rules, [], other, 0)
    only_refuses(game, game.settle_ruling, rules, [], [other], 0)
    only_refuses(game, game.clock_forfeit, rules, other, 0)


FORFEIT: Json = {
    "cause": "abandon",
    "offenders": [0],
    "moment": "in_deal",
    "tiebreak": 0,
    "snapshot": {"cards": "open", "coins": "open", "settebello": 0, "primiera": "open", "sweeps": [0, 0]},
}


@pytest.mark.parametrize("other", ODD, ids=range(len(ODD)))
def test_every_odd_value_in_every_place_of_a_deal_is_taken_or_refused(
    played: tuple[PlayableGame, Json, Json, Json], other: Json
) -> None:
    """The known ones, wherever a deal has a place for them at its top."""
    game, _rules, mid, over = played
    for ask, value in ((game.turn, mid), (game.score, over)):
        for name in value:
            only_refuses(game, ask, {**value, name: other})


@pytest.mark.parametrize("other", ODD, ids=range(len(ODD)))
def test_every_odd_value_in_every_place_is_taken_or_refused(written: Written, other: Json) -> None:
    """The known ones, wherever a ruleset, a sheet or a forfeit has a place for them at its top."""
    game, rules, sheet = written
    form = dict(game.write_sheet(sheet))
    for ask, value in ((game.check_rules, rules), (game.write_sheet, sheet)):
        for name in value:
            only_refuses(game, ask, {**value, name: other})
    for name in form:
        only_refuses(game, game.read_sheet, rules, {**form, name: other})
    for name in FORFEIT:
        for each in presets(game):
            only_refuses(game, game.settle_forfeit, each, [], {**FORFEIT, name: other})


PICTURED = [key for key in KEYS if isinstance(registry.game(key), PicturedGame)]


@pytest.mark.parametrize("key", PICTURED)
def test_every_card_of_every_deck_has_a_picture_and_a_name_of_its_own(key: str) -> None:
    game, playable = registry.game_with_pictures(key), registry.playable(key)
    cards = {"back", *(card for rules in presets(game) for card in playable.pack(rules))}
    for deck, picture in game.decks.items():
        assert game.phrases[f"deck.{deck}"]
        views = set(re.findall(r'<view id="card-([^"]+)"', (package_folder(key) / "static" / picture).read_text()))
        assert views >= cards | {f"{card}-plain" for card in cards - {"back"}}
        assert len({game.card_name(deck, card, lambda _context, word: word) for card in cards}) == len(cards)
    assert set(game.deck_sample) < cards


@pytest.mark.parametrize("key", registry.practice_keys())
def test_every_choice_for_practice_has_a_phrase_and_makes_a_table_or_is_refused(key: str) -> None:
    game = registry.game_for_practice(key)
    named = {f"practice.{name}" for name in game.practice}
    named |= {f"practice.{name}.{option}" for name, options in game.practice.items() for option in options}
    assert named <= set(game.phrases)
    tables, usual = 0, {name: options[0] for name, options in game.practice.items()}
    for options in product(*game.practice.values()):
        chosen = dict(zip(game.practice, options, strict=True))
        try:
            table = game.practice_table(chosen)
        except RefusedError as refusal:
            assert chosen != usual
            assert game.phrases[refusal.code] % refusal.params
            continue
        game.check_rules(table.rules)
        assert len(table.seats) in game.seats(table.rules)
        tables += 1
    assert tables


def package_folder(key: str) -> Path:
    return Path(package(key).__path__[0])
