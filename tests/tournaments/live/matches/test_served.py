"""Online tables on a real server: plays, devices, strangers, other sites, log-outs, floods, stops."""

import asyncio
import json
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from statistics import median
from typing import Any

import pytest
from websockets.asyncio.client import connect as asyncio_connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus
from websockets.typing import Origin

from tests.games.conformance import PLAYED, live_tables, ruleset_of
from tests.searching import in_short, often, short_of
from tests.tournaments.live.matches.served import Hall, Player, hall
from tests.tournaments.services.play.hidden_cards import named
from tournaments.games import registry
from tournaments.live import feeds
from tournaments.live.matches import frames, rooms

# Seconds, on a busy machine.
AT_ONCE = 10
SLACK = 3
SCOPA, *OTHERS = PLAYED
# Every game at tables of two, four and six; in a short run at tables of two.
TABLES = short_of(
    [pytest.param(*each, id=f"{each[0]} {len(each[1])}") for each in live_tables(2, 4, 6)],
    *(f"{key} 2" for key in PLAYED),
)
# Games of a deal at tables of each game, all sets of options together.
GAMES = 200
MOST_PLAYS, LEAST_PLAYS = in_short(20, 40), in_short(10, 30)
MISUSED_PLAYS = in_short(12, 60)


MISUSE = ("none", "twice", "reload", "late", "second device", "answer lost")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with hall(tmp_path_factory.mktemp("tables")) as made:
        yield made


def begun(
    site: Hall, seats: tuple[int, ...] = (0, 1), option: str = "", game: str = SCOPA
) -> tuple[dict[str, Any], list[Player]]:
    """A match whose players are all at their sockets, and its first deal dealt."""
    match = site.tell("opened", game, ruleset_of(game, seats), list(seats), option)
    players = [site.sit(match["match"], session, query="?age=30000") for session in match["sessions"]]
    for each in players:
        each.hear("view")
    deal(players)
    return match, players


def deal(players: list[Player]) -> None:
    for seat, each in enumerate(players):
        if seat in each.view["deal"]["seats"]:
            answer = each.ask("ready", f"{seat:032x}")
            for other in players:
                other.until(answer["sequence"])
    newest = players[0].view["sequence"]
    for each in players:
        each.until(newest)


def turn(players: list[Player]) -> Player:
    cards = players[0].view["cards"]
    return players[players[0].view["deal"]["seats"][cards["turn"]]]


def play(players: list[Player], lots: random.Random) -> dict[str, Any]:
    """Whose turn it is plays, and everybody hears of it."""
    mover = turn(players)
    answer = mover.ask("play", lots.choice(mover.view["cards"]["actions"]))
    assert answer["is"] == "receipt", answer
    for each in players:
        each.until(answer["sequence"])
    return answer


def closed(player: Player, seconds: float = AT_ONCE) -> int:
    """The code with which the server closes a socket; beats are answered until then."""
    with pytest.raises(ConnectionClosed) as ended:
        while True:
            player.hear("never", seconds=seconds)
    assert ended.value.rcvd is not None
    return ended.value.rcvd.code


@pytest.mark.parametrize(("game", "seats"), [(SCOPA, (0, 1, 2)), (SCOPA, (0, 1, 0, 1)), *TABLES])
def test_a_whole_match_is_played_and_every_view_is_that_of_the_server(
    site: Hall, game: str, seats: tuple[int, ...]
) -> None:
    lots = random.Random(str(seats))
    match, players = begun(site, seats, game=game)
    site.tell("shown", match["match"])
    stranger = site.sit(match["match"])
    assert stranger.hear("view")["view"]["you"] is None
    everybody = [*players, stranger]
    for _ in range(often(60)):
        if players[0].view["is_over"]:
            break
        if players[0].view["deal"]["is_waiting"]:
            deal(players)
        else:
            play(players, lots)
        stranger.until(players[0].view["sequence"])
    for each in everybody:
        kept = {name: value for name, value in each.view.items() if name != "clock"}
        each.send(do="since", sequence=0)
        whole = each.hear("view")["view"]
        assert {name: value for name, value in whole.items() if name != "clock"} == kept
        assert [event["sequence"] for event in each.events] == [
            *range(each.events[0]["sequence"], each.view["sequence"] + 1)
        ]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_frames_sent_twice_or_late_reloads_and_second_devices_change_nothing(
    site: Hall, game: str, seats: tuple[int, ...]
) -> None:
    """In the middle of a turn too: each play is done once, and everybody sees what the server has."""
    lots = random.Random(f"{game} {seats}")
    match, players = begun(site, seats, game=game)
    answered: list[tuple[int, dict[str, Any], int]] = []
    for number in range(MISUSED_PLAYS):
        if players[0].view["is_over"] or players[0].view["deal"]["is_waiting"]:
            break
        mover = turn(players)
        seat = players.index(mover)
        session, before = match["sessions"][seat], mover.view
        trouble = MISUSE[number % len(MISUSE)]
        if trouble == "reload":
            mover.line.close()
        if trouble in ("reload", "second device"):
            mover = players[seat] = site.sit(match["match"], session, query="?age=0")
            mover.hear("view")
            assert mover.view["cards"] == before["cards"]
        asked = {
            "id": f"misused-{number}",
            "expected": before["sequence"],
            "text": lots.choice(before["cards"]["actions"]),
        }
        if trouble == "late":
            assert mover.ask("play", asked["text"], expected=1)["code"] == "stale_sequence"
        elif trouble == "answer lost":
            mover.send(do="play", **asked)
            mover.line.close()
            mover = players[seat] = site.sit(match["match"], session, query="?age=0")
            mover.hear("view")
        answer = mover.ask("play", **asked)
        assert answer["is"] == "receipt", answer
        answered.append((seat, asked, answer["sequence"]))
        if trouble == "twice":
            # And one of long ago, as a frame that was held up.
            own = [each for each in answered if each[0] == seat]
            for _seat, again, sequence in (own[-1], own[0]):
                answer = mover.ask("play", **again)
                assert (answer["repeated"], answer["sequence"]) == (True, sequence)
        newest = answered[-1][2]
        for each in players:
            each.until(newest)
    sequences = [sequence for _seat, _asked, sequence in answered]
    assert sequences == list(range(sequences[0], sequences[0] + len(sequences))) and len(sequences) >= len(MISUSE)
    for each in players:
        kept = {name: value for name, value in each.view.items() if name != "clock"}
        each.send(do="since", sequence=0)
        whole = each.hear("view")["view"]
        assert {name: value for name, value in whole.items() if name != "clock"} == kept
        each.line.close()


def test_a_command_sent_twice_is_done_once_and_a_refusal_has_a_sentence(site: Hall) -> None:
    _match, players = begun(site)
    mover = turn(players)
    other = next(each for each in players if each is not mover)
    text, expected = mover.view["cards"]["actions"][0], mover.view["sequence"]
    first = mover.ask("play", text, id="once", expected=expected)
    again = mover.ask("play", text, id="once", expected=expected)
    assert (first["is"], first["repeated"], again["repeated"]) == ("receipt", False, True)
    assert first["sequence"] == again["sequence"]
    for each in players:
        each.until(first["sequence"])
    late = mover.ask("play", text)
    assert (late["code"], late["sentence"]) == ("other_turn", "Tocca a un altro giocatore.")
    stale = other.ask("play", other.view["cards"]["actions"][0], expected=1)
    assert (stale["code"], stale["current"]) == ("stale_sequence", first["sequence"])
    assert other.ask("pause")["code"] == "only_watching"


def test_of_two_devices_of_a_seat_the_newest_plays_and_the_older_reads(site: Hall) -> None:
    match, players = begun(site)
    mover = turn(players)
    session = match["sessions"][players.index(mover)]
    newer = site.sit(match["match"], session, query="?age=0")
    newer.hear("view")
    mover.hear("older")
    assert mover.ask("play", mover.view["cards"]["actions"][0])["code"] == "device_older"
    # What a device's own clock says of the moment counts for nothing.
    for query in ("?age=60000", "?opened=99999999999999"):
        site.sit(match["match"], session, query=query).hear("older")
    answer = newer.ask("play", newer.view["cards"]["actions"][0])
    assert answer["is"] == "receipt"
    mover.until(answer["sequence"])
    newer.line.close()
    mover.hear("newest")


def test_a_player_who_comes_back_is_told_what_happened_meanwhile(site: Hall) -> None:
    match, players = begun(site)
    seen = players[1].view["sequence"]
    players[1].line.close()
    gone = players[0].hear("here")
    assert gone["seats"] == [0]

    back = site.sit(match["match"], match["sessions"][1], query=f"?since={seen - 2}")
    view = back.hear("view")
    assert [event["sequence"] for event in view["events"]] == [seen - 1, seen]
    assert players[0].hear("here")["seats"] == [0, 1]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "https://127.0.0.1:{port}"])
def test_another_site_opens_no_socket(site: Hall, origin: str) -> None:
    match = site.tell("opened", "scopa", "online_002", [0, 1])
    with pytest.raises(InvalidStatus) as refused:
        site.sit(match["match"], match["sessions"][0], Origin=origin.format(port=site.port))
    assert refused.value.response.status_code == 403


def test_a_hidden_match_and_a_missing_one_are_answered_alike(site: Hall) -> None:
    match = site.tell("opened", "scopa", "online_002", [0, 1])
    for number in (match["match"], 987_654_321):
        stranger = site.sit(number)
        assert stranger.hear("gone") == {"is": "gone"}
        assert closed(stranger) == frames.GONE


def test_a_socket_is_closed_within_five_seconds_of_the_end_of_its_session(site: Hall) -> None:
    match, players = begun(site)
    # The server has seen by now that the session is good.
    time.sleep(feeds.SESSION_SECONDS + 0.5)
    site.tell("log_out", match["sessions"][0])
    ended = time.monotonic()
    players[0].hear("gone")
    assert time.monotonic() - ended < feeds.SESSION_SECONDS + AT_ONCE
    assert closed(players[0]) == frames.SESSION
    players[1].hear("here")


@pytest.mark.parametrize(
    "said", ["no json", "[]", '{"do":"dance"}', '{"do":"play"}', '{"do":"play","id":7}', "x" * 3000, b"\x00\x01"]
)
def test_a_malformed_frame_closes_its_socket_and_no_other(site: Hall, said: str | bytes) -> None:
    _match, players = begun(site)
    players[0].line.send(said)
    assert closed(players[0]) in (frames.FLOOD, 1009)
    assert turn(players).view["sequence"] == players[1].view["sequence"]
    players[1].hear("beat")


def test_a_flood_of_frames_closes_the_socket(site: Hall) -> None:
    _match, players = begun(site)
    with suppress(ConnectionClosed):
        for number in range(3000):
            players[0].line.send(json.dumps({"do": "beat", "number": number}))
    assert closed(players[0]) == frames.FLOOD


def test_a_frame_is_small_and_a_long_one_comes_packed(site: Hall) -> None:
    _match, players = begun(site)
    extensions = players[0].line.protocol.extensions
    assert [each.name for each in extensions] == ["permessage-deflate"]
    for _ in range(8):
        play(players, random.Random(1))
    said = [text for text in players[0].said if '"is":"news"' in text]
    assert max(len(text.encode()) for text in said) <= 1024


def test_players_reconnect_after_the_server_stops_and_play_on(site: Hall) -> None:
    match, players = begun(site)
    play(players, random.Random(2))
    seen = players[0].view
    assert site.server is not None
    site.server.send_signal(signal.SIGTERM)
    assert [closed(each) for each in players] == [frames.STOPPING] * 2
    assert site.server.wait(timeout=30) in (0, -signal.SIGTERM)
    site.start()
    back = [site.sit(match["match"], session) for session in match["sessions"]]
    for each in back:
        each.hear("view")
    assert back[0].view["cards"] == seen["cards"]
    play(back, random.Random(3))


@pytest.mark.parametrize("game", short_of(PLAYED, SCOPA))
def test_after_a_crash_an_answered_play_is_kept_and_a_repeated_one_is_done_once(site: Hall, game: str) -> None:
    match, players = begun(site, game=game)
    mover = turn(players)
    text, expected = mover.view["cards"]["actions"][0], mover.view["sequence"]
    answer = mover.ask("play", text, id="kept", expected=expected)
    assert site.server is not None
    site.server.kill()
    site.server.wait()
    site.start()
    back = [site.sit(match["match"], session) for session in match["sessions"]]
    for each in back:
        each.hear("view")
    again = back[players.index(mover)].ask("play", text, id="kept", expected=expected)
    assert (again["repeated"], again["sequence"]) == (True, answer["sequence"])
    play(back, random.Random(4))


LEAKS = [
    (SCOPA, (0, 1), ""),
    (SCOPA, (0, 1), "carte_viste"),
    (SCOPA, (0, 1, 2), "carte_viste"),
    (SCOPA, (0, 1, 0, 1), ""),
    (SCOPA, (0, 1, 0, 1), "carte_scoperte_partners"),
    *((game, seats, "") for game, seats in live_tables(2, 4, 6) if game in OTHERS),
]


@pytest.mark.parametrize(
    ("game", "seats", "option"),
    [pytest.param(*case, marks=[] if case[0] == SCOPA or case[1] == (0, 1) else pytest.mark.full) for case in LEAKS],
)
def test_no_byte_on_any_socket_names_a_card_before_its_time(
    site: Hall, game: str, seats: tuple[int, ...], option: str, record_property: Callable[[str, object], None]
) -> None:
    """Each seat also watches as a stranger, and from a second device."""
    lots = random.Random(f"{game} {seats} {option}")
    games = in_short(1, -(-GAMES // len([key for key, *_others in LEAKS if key == game])))
    looked = sum(_looked_at(site, game, seats, option, lots) for _game in range(games))
    assert looked > LEAST_PLAYS * games
    record_property(
        "figure", f"{games} games of {game} over sockets, {len(seats)} seats, {option or 'no option'}: 0 leaks"
    )


def _looked_at(site: Hall, game: str, seats: tuple[int, ...], option: str, lots: random.Random) -> int:
    """Play a deal, and look after each play at all that everybody has been sent since the last; how often."""
    playable = registry.playable(game)
    deck = tuple(playable.pack(playable.presets[ruleset_of(game, seats)]))
    match, players = begun(site, seats, option, game)
    site.tell("shown", match["match"])
    watching = [site.sit(match["match"]) for _ in seats]
    seconds = [site.sit(match["match"], session, query="?age=60000") for session in match["sessions"]]
    for each in (*watching, *seconds):
        each.hear("view")
    looked = 0
    for _ in range(MOST_PLAYS):
        secret = site.tell("secrets", match["match"])
        if not secret:
            break
        for viewer, each in [*enumerate(players), *enumerate(seconds), *((None, one) for one in watching)]:
            found = named(deck, " ".join(each.said)).intersection(secret[str(viewer)])
            assert found == set(), (viewer, found)
            # What was no secret any more when it was sent never is one again.
            each.said.clear()
        looked += 1
        answer = play(players, lots)
        for each in (*watching, *seconds):
            each.until(answer["sequence"])
    for each in (*players, *watching, *seconds):
        each.line.close()
    return looked


def test_an_official_stops_the_match_and_players_say_courtesies(site: Hall) -> None:
    night = site.tell("evening")
    players = [site.sit(night["match"], session) for session in night["sessions"]]
    referee = site.sit(night["match"], night["referee"])
    for each in (*players, referee):
        each.hear("view")
    assert referee.ask("pause")["code"] == "reason_missing"
    for unreadable in ("Una carta \ud83c", "Una carta\0"):
        assert referee.ask("pause", unreadable)["code"] == "text_unreadable"
    answer = referee.ask("pause", "Una carta è caduta")
    players[0].until(answer["sequence"])
    assert players[0].view["is_paused"] is True
    assert referee.ask("resume")["is"] == "receipt"
    assert referee.ask("play", "7d")["code"] == "only_watching"

    players[0].send(do="courtesy", id="c1", text="good_game")
    assert players[1].hear("courtesy") == {"is": "courtesy", "seat": 0, "code": "good_game"}
    players[0].send(do="courtesy", id="c2", text="a word of one's own")
    assert players[0].hear("refused")["code"] == "courtesy_unknown"
    referee.send(do="courtesy", id="c3", text="thanks")
    assert referee.hear("refused")["code"] == "only_watching"


def test_a_courtesy_that_another_process_was_told_is_heard_once(site: Hall) -> None:
    match = site.tell("opened", "scopa", "online_002", [0, 1])
    site.tell("speak", match["match"], 1, "thanks")
    players = [site.sit(match["match"], session) for session in match["sessions"]]
    for each in players:
        each.hear("view")
    for code in ("good_game", "one_moment"):
        site.tell("speak", match["match"], 1, code)
        for each in players:
            assert each.hear("courtesy") == {"is": "courtesy", "seat": 1, "code": code}
    for each in players:
        for _beat in range(2):
            assert each.hear("beat", "courtesy")["is"] == "beat"


def test_the_socket_of_a_revoked_role_is_closed_and_the_players_stay(site: Hall) -> None:
    night = site.tell("evening")
    player, referee = site.sit(night["match"], night["sessions"][0]), site.sit(night["match"], night["referee"])
    for each in (player, referee):
        each.hear("view")
    site.tell("dismiss", night["event"], night["account"])
    taken = time.monotonic()
    referee.hear("gone")
    assert time.monotonic() - taken < rooms.LOOK_SECONDS + AT_ONCE
    assert closed(referee) == frames.GONE
    player.hear("beat")


@pytest.mark.full
def test_a_storm_of_reconnections_is_served_within_ten_seconds(
    site: Hall, record_property: Callable[[str, object], None]
) -> None:
    """The server is killed, and everybody dials again by the pauses of ``link.js``, from the event that they know."""
    tables = in_short(10, 50)
    matches = [site.tell("opened", "scopa", "online_002", [0, 1]) for _ in range(tables)]
    for match in matches:
        site.tell("shown", match["match"])
    who = [(match["match"], session) for match in matches for session in (*match["sessions"], *[""] * 8)]
    here = f"127.0.0.1:{site.port}"

    def line(match_id: int, session: str) -> asyncio_connect:
        headers = {"Cookie": f"sessionid={session}"} if session else {}
        url, origin = f"ws://{here}/tavolo/{match_id}/filo/?since=1", Origin(f"http://{here}")
        return asyncio_connect(url, origin=origin, additional_headers=headers, open_timeout=60)

    async def seen(match_id: int, session: str, there: asyncio.Barrier) -> float:
        """See the match, and see it again after the server has gone; when."""
        async with line(match_id, session) as first:
            while '"is":"view"' not in str(await first.recv()):
                pass
            await there.wait()
            with suppress(ConnectionClosed):
                while True:
                    await first.recv()
        for tried in count():
            await asyncio.sleep(min(0.25 * 1.5**tried, 1.5) * random.uniform(0.5, 1.5))
            with suppress(OSError, InvalidStatus, InvalidMessage, ConnectionClosed):
                async with line(match_id, session) as again:
                    while '"is":"view"' not in str(await again.recv()):
                        pass
                    return time.monotonic()
        raise AssertionError

    def begin_anew() -> float:
        assert site.server is not None
        site.server.kill()
        site.server.wait()
        site.start()
        return time.monotonic()

    async def storm() -> tuple[float, list[float]]:
        there = asyncio.Barrier(len(who) + 1)
        async with asyncio.timeout(180):
            waiting = asyncio.gather(*(seen(*each, there) for each in who))
            await there.wait()
            listens = await asyncio.to_thread(begin_anew)
            return listens, await waiting

    listens, back = asyncio.run(storm())
    seconds = [each - listens for each in back]
    record_property(
        "figure",
        f"online tables, {len(who)} sockets come back after kill -9: p50 {median(seconds):.1f} s,"
        f" the last {max(seconds):.1f} s after the server listens",
    )
    # Ten seconds on a machine with nothing else to do (docs/promises.md).
    assert max(seconds) < 10 * SLACK
