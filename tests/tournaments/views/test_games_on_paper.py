"""Games on paper through all the house: set up, written at the table and among the results, shown, filed."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.tournaments import factories as make
from tests.tournaments.services import importing_archives as archives
from tests.tournaments.services.played_evenings import close, play
from tests.tournaments.services.rounds import pair
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.filled import AS_SHOWN, shown
from tests.tournaments.views.referee.sheets import hidden, points, total, url, with_code
from tournaments.backups.verifying.events import violations_of
from tournaments.events.words.sentences import game_name
from tournaments.frame.numbers import score_text
from tournaments.frame.phrases import sentence
from tournaments.games import registry
from tournaments.games.contract import RefusedError
from tournaments.jobs.reads import spreadsheets
from tournaments.models import Table, Tournament
from tournaments.rulebook.words import parameters, value_word
from tournaments.standings.reads.standings import all_standings

pytestmark = pytest.mark.django_db
GAME = "punti"


@pytest.fixture
def client() -> Client:
    """The browser of somebody who may create events."""
    return make.client_of(make.organiser())


@pytest.mark.parametrize("title", ["tressette", "briscola", "game", "Rubamazzo"])
def test_a_game_is_called_as_the_organiser_calls_it(title: str) -> None:
    """R-PTI-01"""
    rules = registry.game(GAME).presets["other"]
    assert game_name(GAME, {**rules, "title": title}) == title


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            "Cause: “bored” does not lose a match under these rules; these do: Left the match, Did not come,"
            " Disqualified.",
        ),
        (
            "it",
            "Causa: «bored» con queste regole non fa perdere la partita; la fanno perdere: Abbandono, Assente,"
            " Squalifica.",
        ),
    ],
)
def test_a_refused_cause_names_the_others_in_words(language: str, expected: str) -> None:
    """R-PTI-21"""
    with pytest.raises(RefusedError) as refused:
        registry.game(GAME).read_forfeit(registry.game(GAME).presets["other"], {"cause": "bored", "offender": "a"})
    with translation.override(language):
        assert (sentence(refused.value), sentence(refused.value, GAME)) == (expected, expected)


def test_an_empty_list_of_causes_reads_nothing() -> None:
    with translation.override("en"):
        assert value_word("scopa", "forfeit_causes", []) == "nothing"
        assert value_word(GAME, "vp_steps", [10, 20]) == "10, 20"


def made(client: Client, preset: str, **chosen: str) -> Tournament:
    answer = client.post(reverse("event_create"), {**AS_SHOWN, "preset": f"{GAME}:{preset}", **chosen})
    assert answer.status_code == 303, re.findall(r'class="field__error"[^>]*>([^<]*)', answer.content.decode())
    return Tournament.objects.latest("pk")


def begun(preset: str, entries: int = 4, **options: object) -> Tournament:
    return make.called(make.drawn(make.closed(make.knockout(entries=entries, game=GAME, preset=preset, **options))))


def words(client: Client, address: str) -> str:
    return text(client.get(address, headers={"accept-language": "it"}))


def test_the_set_up_shows_every_game_with_its_picture_and_asks_no_more(client: Client) -> None:
    """R-PTI-01"""
    page = client.get(reverse("event_create"), {"gioco": GAME}, headers={"accept-language": "it"}).content.decode()
    assert len(re.findall(r'class="setup__picture"', page)) == len(registry.game(GAME).presets)
    assert "Briscola: vince chi fa per primo tre smazzate" in page
    assert 'name="scale"' not in page
    # It speaks of clocks that these games do not have.
    assert 'name="forfeits"' not in page


@pytest.mark.parametrize("preset", registry.game(GAME).presets)
@pytest.mark.parametrize("kind", ["knockout", "danish"])
def test_a_name_a_day_and_a_preset_are_enough(client: Client, preset: str, kind: str) -> None:
    """R-PTI-26: the proposed ranking gives way where the rules have no VP."""
    event = made(client, preset, kind=kind)
    assert (event.game, event.format["kind"]) == (GAME, kind)
    assert (event.vp_scale is not None) == preset.startswith(("burraco_3", "burraco_4"))


def test_tables_of_several_have_the_formats_of_several(client: Client) -> None:
    event = made(client, "machiavelli", kind="heats", entry_size="1")
    assert (event.format["kind"], event.entry_size) == ("heats", 1)


@pytest.mark.parametrize(
    ("preset", "expected"), [("machiavelli", "nothing"), ("briscola", "Left the match, Did not come")]
)
def test_the_rules_name_no_cause_that_their_tables_do_not_know(preset: str, expected: str) -> None:
    """R-PTI-21, R-PTI-22: at a table of several nobody loses by a fault."""
    with translation.override("en"):
        said = dict(parameters(GAME, registry.game(GAME).presets[preset]))["What loses a match by fault"]
    assert said.startswith(expected)


def test_a_refusal_of_the_set_up_says_its_field_once(client: Client) -> None:
    sent = {**AS_SHOWN, "preset": f"{GAME}:briscola", "kind": "heats"}
    answer = client.post(reverse("event_create"), sent, headers={"accept-language": "it"})
    assert (answer.status_code, text(answer).count("Formula: ai suoi tavoli")) == (422, 2)
    assert "Formula: Formula" not in text(answer)


def test_how_long_a_match_is_may_be_more_than_scopa_has(client: Client) -> None:
    assert made(client, "pinnacola", target="2500").rules["target"] == 2_500
    named = made(client, "other", title="Rubamazzo", target="30")
    assert (named.rules["title"], named.rules["target"]) == ("Rubamazzo", 30)
    assert "Rubamazzo" in words(client, reverse("event", args=[named.slug]))
    assert made(client, "briscola", deals="5").rules["match_mode"] == "fixed_deals"


def test_a_table_of_ones_own_is_typed_among_the_rules(client: Client) -> None:
    """R-PTI-27"""
    desk = Desk(make.knockout(entries=4, game=GAME, preset="other"))
    choices = shown(desk, "organise_rules")
    own = {"rule_vp": "typed", "rule_title": "Rubamazzo"}
    desk.follow("organise_rules", **{**choices, **own, "rule_vp_steps": "3, 6; 9 12"})
    event = desk.fresh()
    assert [row["from_mp"] for row in event.vp_scale["rows"]] == [0, 3, 6, 9, 12]
    assert shown(desk, "organise_rules")["rule_vp_steps"] == "3, 6, 9, 12"
    assert "Rubamazzo" in text(desk.get("event"))
    rules = text(desk.get("event_rules"))
    assert "3, 6, 9, 12" in rules
    refused = desk.post("organise_rules", **{**choices, **own, "rule_vp_steps": "3, x"})
    assert refused.status_code == 422
    assert "“x” is not a whole number." in text(refused)
    few = desk.post("organise_rules", **{**choices, **own, "rule_vp_steps": "3, 6"})
    assert "four to ten differences" in text(few)


def test_a_slip_of_burraco_has_thousands_below_nothing_too() -> None:
    """R-PTI-05, R-PTI-15"""
    event = begun("burraco_3")
    referee, table = make.client_of(make.boss_of(event)), make.tables_of(event)[0]
    page = referee.get(url("table_total", table)).content.decode()
    assert 'min="-3000"' in page
    assert 'max="9000"' in page
    assert total(referee, table, 9_005, 0).status_code == 422
    referee.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert "no multiple of 5" in text(total(referee, table, 1_001, 0))
    assert total(referee, table, -150, 1_505).status_code == 303
    lines = list(Table.objects.get(pk=table.pk).lines.order_by("index").values_list("points", "vp", "mp"))
    assert lines == [(-150, 0, -1_655), (1_505, 20, 1_655)]
    grid = referee.get(reverse("results_grid", args=[event.slug])).content.decode()
    assert 'pattern="-?[0-9]{1,4}" maxlength="5"' in grid
    assert ">-150<" in grid


def test_a_match_of_briscola_is_written_deal_by_deal_at_the_table() -> None:
    """R-PTI-07, R-PTI-10"""
    event = begun("briscola")
    referee, table = make.client_of(make.boss_of(event)), make.tables_of(event)[0]
    assert points(referee, table, 1, 1).status_code == 422
    for a, b in ((1, 0), (0, 1), (0, 0), (1, 0), (1, 0)):
        assert points(referee, table, a, b).status_code == 303
    assert Table.objects.get(pk=table.pk).is_over
    page = words(referee, url("match", table))
    assert "Briscola" in page
    assert "3" in page
    # These games have nothing else to write.
    assert "solo il punteggio" not in page


def test_a_level_match_is_decided_by_deals_and_at_last_by_the_card() -> None:
    """R-PTI-13, R-PTI-14"""
    event = begun("briscola_120", rules={"tiebreak_deals": 1})
    referee, table = make.client_of(make.boss_of(event)), make.tables_of(event)[0]
    assert total(referee, table, 60, 60).status_code == 303
    assert points(referee, table, 60, 60).status_code == 303
    page = words(referee, url("table_sheet", table))
    assert "Chi ha la carta più alta" in page
    data = {**hidden(referee, table), "depth": "card", "level": "ab", "lines": "2", "order_1": "b"}
    assert referee.post(url("table_sheet", table), data).status_code == 303
    found = Table.objects.get(pk=table.pk)
    assert (found.is_over, found.lines.get(place=1).index) == (True, 1)


def test_a_match_given_up_counts_without_the_lead_of_who_gave_up_and_the_score_so_far_may_be_on_paper() -> None:
    """R-PTI-21"""
    event = begun("burraco_3", format={"kind": "danish", "rounds": 2})
    referee, table = make.client_of(make.boss_of(event)), make.tables_of(event)[0]
    address = url("table_forfeit", table)
    page = referee.get(address).content.decode()
    assert 'min="-3000" max="9000" id="id_so_far_a"' in " ".join(page.split())
    sent = {
        **dict(re.findall(r'name="(game|deal|seen|base|key|tiebreak)" value="([^"]*)"', page)),
        "cause": "abandon",
        "offender": "a",
        "so_far_a": "1505",
        "so_far_b": "900",
        "reason": "Malore",
        "step": "save",
    }
    assert referee.post(address, sent).status_code == 303
    lines = list(Table.objects.get(pk=table.pk).lines.order_by("index").values_list("points", "vp"))
    assert lines == [(900, 0), (900, 14)]


def test_points_below_nothing_stand_apart_from_the_dash_between_two_scores() -> None:
    """R-PTI-05: one way to write the points of a match, on every page."""
    event = begun("burraco_3", format={"kind": "danish", "rounds": 2})
    referee, table = make.client_of(make.boss_of(event)), make.tables_of(event)[0]
    for _deal in range(3):
        assert points(referee, table, 505, -50).status_code == 303
    own = table.lines.get(index=0).entry
    pages = (
        ("1515 – −150", url("match", table)),
        ("1515 – −150", reverse("event_where", args=[event.slug, own.pk])),
        ("505 – −50", url("match", table)),
    )
    for shown_there, address in pages:
        page = words(referee, address).replace("\N{NO-BREAK SPACE}", " ")
        assert shown_there in page
        assert "–-" not in page
        assert "-150" not in page


@pytest.mark.parametrize(
    ("given", "expected"), [((21, 14), "21–14"), ((-5, 5), "−5 – 5"), ((1505, -150), "1505 – −150"), ((3, None), "3–?")]
)
def test_two_scores_are_written_in_one_way(given: tuple[int | None, int | None], expected: str) -> None:
    assert score_text(given).replace("\N{NO-BREAK SPACE}", " ") == expected


@pytest.mark.parametrize(
    ("at_time", "expected"),
    [
        ("stop_deal", "Il tempo è scaduto. Ci si ferma, e la smazzata in corso si conta com'è."),
        ("finish_deal", "Il tempo è scaduto. Si finisce la smazzata in corso, e non se ne comincia un'altra."),
    ],
)
def test_the_page_of_a_match_says_what_its_rules_do_when_time_is_over(at_time: str, expected: str) -> None:
    """R-PTI-19"""
    event = begun("pinnacola", rules={"at_time": at_time}, format={"kind": "danish", "rounds": 2})
    referee, table = make.client_of(make.boss_of(event)), make.tables_of(event)[0]
    assert points(referee, table, 300, 200, time_called="on").status_code == 303
    assert expected in words(referee, url("match", table))


def test_an_evening_of_burraco_is_played_filed_and_printed() -> None:
    """R-PTI-24"""
    event = begun("burraco_3", format={"kind": "danish", "rounds": 2})
    organiser = make.client_of(make.boss_of(event))
    papers = ("print_entries", "print_round", "print_sheets", "organise_print")
    for name in (*papers, "event", "event_standings", "event_rules", "screen", "organise"):
        assert organiser.get(reverse(name, args=[event.slug])).status_code == 200, name
    sheet = organiser.get(reverse("print_sheets", args=[event.slug])).content.decode()
    assert re.findall(r'<th scope="row">(\d*)</th>', sheet) == ["1", "2", "3"] * 2
    event = play(pair(play(event)))
    assert {row.vp for row in all_standings(event)} <= set(range(41))
    rows = close(event)
    assert sum(row.vp for row in rows) == 2 * 2 * 20
    files = dict(spreadsheets.archive_files(make.fresh(event)))
    assert len(files) == 3
    assert any("4500" in text.decode("utf-8-sig") for text in files.values())
    for name in ("print_standings", "print_certificates"):
        assert organiser.get(reverse(name, args=[event.slug])).status_code == 200, name


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("preset", ["briscola", "burraco_4", "machiavelli"])
def test_an_event_goes_to_another_house_and_comes_whole(preset: str) -> None:
    """R-PTI-01"""
    options = {"format": {"kind": "heats", "rounds": 2}} if preset == "machiavelli" else {}
    event = begun(preset, entries=8, **options)
    if preset != "machiavelli":
        event = play(event)
        close(event)
    there = archives.brought(archives.bring(archives.archive_of(event)))
    assert (there.game, there.rules, there.vp_scale) == (event.game, event.rules, event.vp_scale)
    assert list(violations_of(there)) == []


def test_the_calculator_says_whether_a_deal_can_be(client: Client) -> None:
    """R-PTI-07"""
    asked = {"game": GAME, "preset": "briscola_120", "depth": "points", "lines": "2", "points_a": "61"}
    right = client.get(reverse("calculator_deal"), {**asked, "points_b": "59"})
    wrong = client.get(reverse("calculator_deal"), {**asked, "points_b": "60"})
    assert (right.status_code, wrong.status_code) == (200, 422)
    assert client.get(reverse("rules")).status_code == 200


def test_the_calculator_says_everything_that_is_wrong(client: Client) -> None:
    """R-PTI-05"""
    asked = {"game": GAME, "preset": "burraco_3", "depth": "points", "lines": "2", "points_a": "99999"}
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = text(client.get(reverse("calculator_deal"), {**asked, "points_b": "-7"}))
    assert "line A: 99999 is not between -1000 and 3000" in page
    assert "line B: -7 is no multiple of 5" in page


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("9999", "9999 is not between 0 and 3."),
        ("50", "50 is not between 0 and 3."),
        ("abc", "“abc” is not a whole number."),
        ("1.5", "“1.5” is not a whole number."),
        ("١", "“١” is not a whole number."),
    ],
)
def test_a_total_that_cannot_be_is_refused_with_its_value_by_one_rule(typed: str, expected: str) -> None:
    """R-PTI-05, R-PTI-15: as the form of a deal refuses it."""
    event = begun("briscola")
    referee, table = make.client_of(make.boss_of(event)), make.tables_of(event)[0]
    referee.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    answer = total(referee, table, typed, 0)
    assert answer.status_code == 422
    assert expected in text(answer)
    assert 'max="3"' in answer.content.decode()


def test_a_deal_in_which_nothing_is_written_says_so() -> None:
    event = begun("briscola")
    referee, table = make.client_of(make.boss_of(event)), make.tables_of(event)[0]
    referee.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = text(referee.post(url("table_sheet", table), {**hidden(referee, table), "depth": "points", "lines": "2"}))
    assert "nothing is written. Write the points of each line, 0 where it has none." in page


def test_where_fewer_points_are_better_every_page_says_so() -> None:
    """R-TIE-05, R-TIE-14, R-TIE-18: the reason compares what was made, and the legend is that of the columns."""
    event = begun("machiavelli", entries=8, format={"kind": "heats", "rounds": 2})
    organiser = make.client_of(make.boss_of(event))
    for table, times in zip(make.tables_of(event), (1, 10), strict=True):
        made_there = {f"points_{letter}": str(10 * times * place) for place, letter in enumerate("abcd", 1)}
        sent = {**hidden(organiser, table, url("table_total", table)), **made_there}
        assert organiser.post(url("table_total", table), sent).status_code == 303
    standings = words(organiser, reverse("event_standings", args=[event.slug]))
    assert "Avanti nei punti fatti: 10 contro 100, meno è meglio. Punti fatti di troppo di" in standings
    assert "per essere pari: 90." in standings
    assert "V-N-P: vinte, nulle (pari), perse. Vince chi ha meno punti." in standings
    # Nobody concedes at a table of several.
    assert "Diff." not in standings + words(organiser, reverse("print_standings", args=[event.slug]))
    assert "Differenza" not in dict(spreadsheets.archive_files(event))["classifica.csv"].decode("utf-8-sig")
    assert "punti, meno punti fatti, partite vinte" in words(organiser, reverse("event_rules", args=[event.slug]))
    # Nobody is out in heats, so nobody goes on.
    screen = words(organiser, reverse("screen", args=[event.slug]))
    assert screen.count("(vince)") == 2
    assert "passa il turno" not in screen


def test_a_table_of_five_goes_through_every_door() -> None:
    """R-PTI-03, R-PTI-22: the phone of a line, an official, who leaves, and all that shows it."""
    heats = {"kind": "heats", "rounds": 2, "max_table": 5}
    event = begun("machiavelli", entries=5, format=heats, rules={"deals": 3})
    organiser, (table,) = make.client_of(make.boss_of(event)), make.tables_of(event)

    def write(by: Client, *made: int, **left: str) -> int:
        typed = {f"points_{letter}": str(each) for letter, each in zip("abcde", made, strict=False)}
        sent = {**hidden(by, table), "depth": "points", "lines": "5", **typed, **left}
        return by.post(url("table_sheet", table), sent).status_code

    phone = with_code(table, 1)
    assert write(phone, 0, 10, 20, 30) == 422
    assert write(phone, 0, 10, 20, 30, 40) == 303
    assert write(organiser, 0, 5, 10, 15, left_e="abandon") == 303
    assert write(organiser, 0, 7, 14, 21, 1) == 422
    assert write(organiser, 0, 7, 14, 21) == 303
    lines = table.lines.order_by("index").values_list("points", "place")
    assert list(lines) == [(0, 1), (22, 2), (44, 3), (66, 4), (40, 5)]
    # From a table of heats nobody goes on, and nobody is out.
    for address in (url("table_sheet", table), reverse("results_grid", args=[event.slug])):
        page = words(organiser, address)
        assert "fuori" not in page
        assert " passa" not in page
    gone = table.lines.get(index=4).entry
    assert f"{gone} (ha lasciato il tavolo) 40" in words(organiser, reverse("screen", args=[event.slug]))
    results = dict(spreadsheets.archive_files(event))["risultati.csv"].decode("utf-8-sig")
    assert [row.split(";")[4] for row in results.splitlines()[1:6]] == ["0", "22", "44", "66", "40"]
    assert words(organiser, reverse("organise_print", args=[event.slug])).count("E Gino") == 2
    found = organiser.get(f"/api/v1/events/{event.slug}/tables/{table.number}/").json()
    assert [each["deals"] for each in found["lines"]] == [3, 3, 3, 3, 1]
    assert list(violations_of(make.fresh(event))) == []


def test_the_difference_is_explained_as_it_is_counted() -> None:
    """R-TIE-05"""
    event = begun("scala40_pairs", format={"kind": "danish", "rounds": 2})
    organiser, table = make.client_of(make.boss_of(event)), make.tables_of(event)[0]
    assert total(organiser, table, 180, 90).status_code == 303
    standings = words(organiser, reverse("event_standings", args=[event.slug]))
    assert "+90 90" in standings
    assert "Diff.: punti subiti meno punti fatti. Vince chi ha meno punti." in standings


@pytest.mark.parametrize("count", [3, 4, 6])
def test_tables_of_three_of_four_and_of_six_go_through_every_door(count: int) -> None:
    """R-PTI-03, R-PTI-22: sheet, total, phone, paper, screen, files and API of one table."""
    heats = {"kind": "heats", "rounds": 2, "max_table": max(4, count)}
    event = begun("machiavelli", entries=count, format=heats, rules={"deals": 2})
    organiser, (table,) = make.client_of(make.boss_of(event)), make.tables_of(event, 1)
    letters = "abcdef"[:count]
    phones = [with_code(table, line) for line in range(count)]

    def write(by: Client, *made: int) -> int:
        typed = {f"points_{letter}": str(each) for letter, each in zip(letters, made, strict=True)}
        return by.post(
            url("table_sheet", table), {**hidden(by, table), "depth": "points", "lines": str(count), **typed}
        ).status_code

    first = tuple(10 * line for line in range(count))
    assert write(phones[0], *first) == 303
    path = f"/api/v1/events/{event.slug}/tables/{table.number}/"
    assert [each["points"] for each in organiser.get(path).json()["lines"]] == list(first)
    assert write(phones[count - 1], *(line + 1 for line in range(count))) == 303
    table.refresh_from_db()
    assert table.status == Table.Status.TO_CONFIRM
    confirmed = {"seen": table.version, "key": "k"}
    assert phones[0].post(url("table_confirm", table), confirmed).status_code == 303
    both = [11 * line + 1 for line in range(count)]
    lines = table.lines.order_by("index").values_list("points", "place")
    assert list(lines) == [(each, place) for place, each in enumerate(both, start=1)]
    names = [str(line.entry) for line in table.lines.order_by("index")]
    for address in (
        reverse("screen", args=[event.slug]),
        url("match", table),
        reverse("event_standings", args=[event.slug]),
    ):
        page = words(organiser, address)
        assert all(name in page for name in names), address
    results = dict(spreadsheets.archive_files(event))["risultati.csv"].decode("utf-8-sig")
    assert [row.split(";")[4] for row in results.splitlines()[1 : count + 1]] == list(map(str, both))

    # The second round by its total alone, and its paper.
    event = make.called(make.fresh(event), round=2)
    (again,) = make.tables_of(event, 2)
    slip = words(organiser, reverse("organise_print", args=[event.slug, 2]))
    assert all(name in slip for name in names)
    others = {f"points_{letter}": str(7 * line) for line, letter in enumerate(letters) if line > 1}
    assert total(organiser, again, "0", "7", **others).status_code == 303
    assert list(again.lines.order_by("index").values_list("points", flat=True)) == [7 * line for line in range(count)]
    assert [
        each["points"] for each in organiser.get(path.replace(f"/{table.number}/", f"/{again.number}/")).json()["lines"]
    ] == [7 * line for line in range(count)]
    close(make.fresh(event))
    assert list(violations_of(make.fresh(event))) == []
