"""Every value that the log keeps as a code is shown in words, in both languages."""

import ast

import pytest
from django.utils.translation import override

from script import places
from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.clubs.writes import clubs
from tournaments.competition.discipline import PRESETS, ladder_to_json
from tournaments.competition.live.options import OPENS
from tournaments.competition.scoring import CHOICES, PUBLISHED, ForfeitTerms, terms_to_json
from tournaments.discipline.writes import penalties
from tournaments.events.forms.formats import KINDS, NAMED_ROUNDS, POLICIES
from tournaments.events.forms.next_stages import BEST_OF
from tournaments.events.writes import tournaments
from tournaments.frame.policies import JOBS, Right
from tournaments.games import registry
from tournaments.log.words.log_values import FIELDS, UNSAID, UNSAID_OF_PLACES, RowContext, changes, target
from tournaments.models import Entry, Invitation, Ruling, Scoresheet, Tournament
from tournaments.webhooks.writes.telling import SUBJECTS

GAMES = ("scopa", "scala40")
ENDINGS = ("tiebreak", "last_capture", "time", "forfeit", "walkover", "bye")
RULED = ("no_show", "loss", "disqualification")


def known(game, prefix):
    return [code.removeprefix(prefix) for code in registry.game(game).phrases if code.startswith(prefix)]


def codes():
    """Each field that keeps codes, with the verb of its row, its game and all its values."""
    yield "tournament_changed", "scopa", "status", Tournament.Status.values
    yield "score_confirmed", "scopa", "status", Scoresheet.Status.values
    yield "entry_withdrawn", "scopa", "status", Entry.Status.values
    yield "entries_taken", "scopa", "source", Entry.Source.values
    yield "role_granted", "scopa", "role", Invitation.Role.values
    yield "penalty_given", "scopa", "kind", Ruling.Kind.values
    yield "pass_opened", "scopa", "by", ("link", "pin")
    yield "webhook_made", "scopa", "subjects", SUBJECTS
    yield "tournament_changed", "scopa", "mode", Tournament.Mode.values
    yield "tournament_changed", "scopa", "prize_kind", Tournament.PrizeKind.values
    yield "tournament_changed", "scopa", "opens", OPENS
    yield "tournament_changed", "scopa", "vp_scale", PUBLISHED
    for game in GAMES:
        yield "tournament_created", game, "preset", registry.game(game).presets
        yield "score_confirmed", game, "ending", [*ENDINGS, *known(game, "tie.")]
        yield "score_confirmed", game, "kind", known(game, "tie.")
        yield "score_confirmed", game, "states", known(game, "state.")
        for name in ("cause", "left", "ruled"):
            yield "score_confirmed", game, name, [*RULED, *known(game, "cause.")]


WALK = [(verb, game, name, code) for verb, game, name, found in codes() for code in found]


def said(verb, game, name, value):
    """The words for a value in Italian and in English."""
    found = []
    for language in ("it", "en"):
        with override(language):
            (change,) = changes({}, {name: value}, RowContext(verb, game))
            found.append(change["after"])
    return found


@pytest.mark.parametrize(("verb", "game", "name", "code"), WALK)
def test_no_code_is_shown_by_itself(verb, game, name, code):
    italian, english = said(verb, game, name, code)

    assert italian and english
    assert "_" not in italian + english
    assert code != italian
    assert italian != english or name == "preset" or italian in ("File", "Online")


def test_a_state_is_that_of_what_the_row_is_about():
    assert said("score_confirmed", "scopa", "status", "confirmed") == ["Confermato", "Confirmed"]
    assert said("entry_accepted", "scopa", "status", "confirmed")[1] == "Entered"
    assert said("entries_taken", "scopa", "entries", [[3, "Rossi – Bianchi", "waiting"]])[1] == (
        "3 Rossi – Bianchi (Waiting list)"
    )
    assert said("score_running", "scopa", "status", "running")[1] == "In progress"
    assert said("tournament_finished", "scopa", "status", "running")[1] == "Running"


def test_a_document_is_called_as_on_its_page():
    for language in ("it", "en"):
        with override(language):
            assert not [
                kind
                for kind, right in JOBS.items()
                if right is Right.ORGANISE and target(kind, RowContext("job_started", "scopa")) == kind
            ]


def test_lines_are_letters_and_what_ended_a_match_is_told():
    note = {"cause": "abandon", "losers": [1]}
    table = {"left": {"2": "no_show"}, "states": ["through", "out"], "tiebreaks": [[2, 1]]}
    assert said("score_confirmed", "scopa", "note", note)[1] == "cause: left the match, lost by: B"
    assert said("score_confirmed", "scala40", "note", table)[1] == (
        "left: C: did not play, how the lines stand: through · out, tie-breaks: 2 · 1"
    )
    assert said("line_missing", "scopa", "line", 0) == ["A", "A"]


@pytest.mark.parametrize("game", GAMES)
def test_every_parameter_of_a_game_has_a_name_and_its_values_words(game):
    found = {f"{name}={value}" for rules in registry.game(game).presets.values() for name, value in rules.items()}
    assert found
    for rules in registry.game(game).presets.values():
        for language in ("it", "en"):
            with override(language):
                told = changes({}, {"rules": dict(rules)}, RowContext("rules_changed", game))
            assert len(told) == sum(value is not None for value in rules.values()) - 1
            assert not [each for each in told if "_" in each["name"] + each["after"] or "rule." in each["name"]]
            assert not [each for each in told if each["after"] in ("", "True", "False", "None")]


def test_the_format_is_told_in_the_words_of_its_form():
    lengths = {**dict.fromkeys(NAMED_ROUNDS, 3), "round_of_16": 5}
    values = [
        {
            "kind": kind,
            "policy": policy,
            "byes": byes,
            "redraw": redraw,
            "third_place": True,
            "placement": False,
            "separate_by_group": True,
            "separate_rounds": 2,
            "max_table": 6,
            "re_entry": False,
            "best_of": lengths,
        }
        for kind in KINDS
        for policy in POLICIES
        for byes in ("seeds", "lot")
        for redraw in (True, False)
    ]
    for value in values:
        with override("it"):
            told = {
                each["name"]: each["after"]
                for each in changes({}, {"format": value}, RowContext("rules_changed", "scopa"))
            }
        words = " ".join([*told, *told.values()])
        assert len(told) == len(value) - 1 + len(lengths)
        assert "_" not in words
        assert not {"True", "False", *KINDS, *POLICIES, "seeds", "lot", "final"} & set(told.values())
        assert told["formula, Finale"] == str(BEST_OF[3]) == "Al meglio di 3"


@pytest.mark.parametrize("terms", [ForfeitTerms(**{name: each}) for name, found in CHOICES.items() for each in found])
def test_the_terms_of_a_forfeit_are_sentences_and_only_those_that_differ(terms):
    italian, english = said("rules_changed", "scopa", "terms", terms_to_json(terms))
    assert "_" not in italian + english
    (change,) = changes(
        {"terms": terms_to_json(terms)},
        {"terms": terms_to_json(ForfeitTerms(bye_vp=11))},
        RowContext("rules_changed", "scopa"),
    )
    assert "11" in change["after"]
    assert "a zero" not in change["after"]
    assert change["before"] != change["after"]


@pytest.mark.parametrize("name", PRESETS)
def test_a_ladder_is_told_step_by_step(name):
    italian, english = said("discipline_changed", "scopa", "ladder", ladder_to_json(PRESETS[name])["ladder"])
    assert italian.endswith(".")
    assert english != italian
    assert "_" not in italian + english


@pytest.mark.parametrize("odd", [5, "x", [["a", {}]], {"a": [None]}, {"ladder": {"x": 1}}, [{"after": "x"}], 1.5, True])
def test_no_row_makes_the_page_fail(odd):
    for name in (*FIELDS, "format", "rules", "anything"):
        changes({name: odd}, {name: {name: odd}}, RowContext("score_confirmed", "scopa"))
        changes(odd, {name: [odd]}, RowContext("place_filled", "scala40"))


def kept_names():
    """The names of what services write into a row of an event's log."""
    for path in places.floors("writes"):
        for call in ast.walk(ast.parse(path.read_text())):
            if not isinstance(call, ast.Call) or getattr(call.func, "id", "") not in ("record", "_record"):
                continue
            given = {one.arg: one.value for one in call.keywords}
            if isinstance(given.get("tournament"), ast.Constant):
                continue
            for side in ("before", "after"):
                keys = [each for each in ast.walk(given[side]) if isinstance(each, ast.Dict)] if side in given else []
                yield from (key.value for one in keys for key in one.keys if isinstance(key, ast.Constant))


def test_everything_that_is_kept_has_a_name():
    found = set(kept_names())
    assert len(found) > 30
    assert found - set(FIELDS) - UNSAID - UNSAID_OF_PLACES == set()


@pytest.mark.django_db
def test_the_page_names_tables_as_the_hall_does_and_clubs_by_their_name():
    event = make.called(make.drawn(make.knockout(entries=8)))
    boss = make.boss_of(event)
    table = event.tables.filter(round__number=1).order_by("-number").first()
    entry = table.lines.first().entry_id
    given = {"entry_id": entry, "table_id": table.pk, "reason": "Segnali."}
    penalties.give_penalty(actor=boss, tournament_id=event.pk, kind="vp", value=2, **given)
    club = clubs.found_club(actor=boss, name="Circolo Cervino")
    tournaments.update_tournament(actor=boss, tournament_id=event.pk, club=club)
    desk = Desk(make.fresh(event))

    page = text(desk.get("organise_audit"))

    assert f"table {table.hall_number} (quarterfinals)" in page
    assert "Circolo Cervino" in page
