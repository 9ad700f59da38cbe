"""The public draw in three steps: commitment, draft, announcement, which makes the tables."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import Final
from unicodedata import normalize

from django.utils import timezone

from tournaments.competition.draw.document import draw_document, draw_from_seed
from tournaments.competition.draw.lots import (
    LISTED_DOMAIN,
    LISTED_HALL_DOMAIN,
    LONGEST_HALL,
    check_hall,
    commitment,
    list_digest,
)
from tournaments.competition.formats.registry import format_of
from tournaments.competition.pairing.knockout import plan_round_bracket
from tournaments.competition.pairing.options import options_from_json
from tournaments.competition.pairing.positions import Positions, Swap
from tournaments.competition.types import Entrant
from tournaments.deadlines import writes as deadlines
from tournaments.draw.reads.apart import ApartSet, apart_sets
from tournaments.draw.reads.drawing import draws_made, seal
from tournaments.draw.writes import plans
from tournaments.errors import RefusedError
from tournaments.events.reads.rounds import round_values
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import record, writing
from tournaments.games.contract import Json
from tournaments.models import Draw, Entry, Table, Tournament

Status = Draw.Status
OPEN: Final = (Status.COMMITTED, Status.DRAFT)

# Seconds for each place of a draw on the big screen, and for all places together at most.
PACES: Final = {"slow": (5, 480), "normal": (3, 240), "quick": (1.5, 120)}
PACE: Final = "normal"

# What the hall may name: digits and Latin letters, which cannot be confused with other letters.
SPOKEN: Final = re.compile(r"[0-9A-Za-zÀ-ÖØ-öø-ÿ .,'-]+")


def prepare_draw(*, actor: Actor, tournament_id: int, seed: str = "", seen: int | None = None) -> Draw:
    """Choose the secret seed of the next draw and publish its commitment; nothing is drawn yet.

    ``seen`` is the number of draws that the page knew: a form sent again after a discard seals nothing. ``seed`` (64
    hexadecimal digits) is for callers with their own random numbers, such as the demonstration.
    """
    with writing(tournament_id) as tournament:
        number = next_round(tournament)
        _require_enough(tournament, number)
        standing = current_draw(tournament, number)
        if standing is not None:
            raise RefusedError("draw_exists", seal=seal(standing.commitment), **round_values(tournament, number))
        if seen is not None and seen != draws_made(tournament):
            raise RefusedError("draw_discarded_since", **round_values(tournament, number))
        attempt = Draw.objects.filter(tournament=tournament, round_number=number).count() + 1
        reference = f"{tournament.slug}-{number}-{attempt}"
        seed = seed or secrets.token_hex(32)
        domain = LISTED_DOMAIN if tournament.mode == Tournament.Mode.ONLINE else LISTED_HALL_DOMAIN
        digest = _digest(tournament, number)
        draw = Draw.objects.create(
            tournament=tournament,
            round_number=number,
            attempt=attempt,
            reference=reference,
            seed=seed,
            format=domain,
            commitment=commitment(reference, seed, domain, digest),
            list_digest=digest,
        )
        record(
            by=actor,
            verb="draw_committed",
            target=reference,
            tournament=tournament,
            after={"commitment": draw.commitment, "list": digest},
        )
        return draw


def next_round(tournament: Tournament) -> int:
    """Return the number of the round to draw next; refused while entries are open or a drawn round is played."""
    if tournament.status == Tournament.Status.CLOSED:
        return 1
    if tournament.status != Tournament.Status.RUNNING:
        raise RefusedError("entries_not_closed")
    if not format_of(tournament.format).redraw:
        raise RefusedError("bracket_is_fixed")
    last = tournament.rounds.order_by("-number").first()
    if last is None or last.tables.exclude(status__in=(Table.Status.DONE, Table.Status.BYE)).exists():
        raise RefusedError("round_unfinished", **round_values(tournament, last.number if last else 1))
    return last.number + 1


def _require_enough(tournament: Tournament, number: int) -> None:
    """Refuse a draw of fewer than two, or of a number that the format cannot play."""
    event_format, found = format_of(tournament.format), plans.count_in(tournament, number)
    if found < 2:
        raise RefusedError("too_few_entries", found=found, least=event_format.fewest_entrants)
    event_format.check_entrants(found)


def current_draw(tournament: Tournament, number: int | None = None) -> Draw | None:
    """Return the draw in force for a round; of the newest round if none is named."""
    found = Draw.objects.filter(tournament=tournament).exclude(status=Status.DISCARDED)
    if number is not None:
        found = found.filter(round_number=number)
    return found.order_by("-round_number", "-attempt").first()


def _draw(tournament: Tournament, draw_id: int, *statuses: str) -> Draw:
    draw = Draw.objects.select_for_update().filter(tournament=tournament, pk=draw_id).first()
    if draw is None:
        raise RefusedError("draw_missing")
    if draw.status not in statuses:
        raise RefusedError("draw_step", status=draw.status)
    return draw


def draw_round(*, actor: Actor, tournament_id: int, draw_id: int, hall: str = "", pace: str = PACE) -> Draw:
    """Draw a draft from the committed seed, the hall's number and the sealed list (R-DRW-09).

    If the hall names a number (R-DRW-08) the draft is public at once. The big screen shows it place by place, at the
    ``pace`` that the organiser chose.
    """
    if pace not in PACES:
        raise RefusedError("unknown_pace", field="pace", value=pace[:20], paces=", ".join(PACES))
    with writing(tournament_id) as tournament:
        draw = _draw(tournament, draw_id, Status.COMMITTED)
        _require_next(tournament, draw)
        _require_enough(tournament, draw.round_number)
        _require_sealed_list(tournament, draw)
        _require_hall(tournament, draw)
        named_by_hall = None
        if draw.is_in_hall:
            # Invisible characters are refused: with them an organiser could try one draw after the other unnoticed.
            named_by_hall = normalize("NFC", " ".join(hall.split()))
            check_hall(named_by_hall)
            if not SPOKEN.fullmatch(named_by_hall):
                raise RefusedError("bad_hall_number", field="hall", most=LONGEST_HALL)
        elif hall:
            raise RefusedError("no_hall_number", field="hall")
        entries = plans.still_in(tournament, draw.round_number)
        event_format, sets = format_of(tournament.format), apart_sets(tournament)
        field = entrants(entries, sets, draw.round_number)
        draw.document = draw_document(
            reference=draw.reference,
            seed=draw.seed,
            event_format=event_format,
            entrants=field,
            names={entry.pk: entry.label for entry in entries},
            hall=named_by_hall,
            numbers={entry.pk: entry.number for entry in entries} if draw.is_listed else None,
        )
        drawn = draw_from_seed(draw.reference, draw.seed, field, event_format, named_by_hall, draw.format)
        draw.moves = [asdict(move) for move in drawn.moves]
        draw.status, draw.drawn_at = Status.DRAFT, timezone.now()
        for_each, altogether = PACES[pace]
        draw.shown_at = draw.drawn_at + timedelta(seconds=min(for_each * len(entries), altogether))
        draw.save(update_fields=["document", "moves", "status", "drawn_at", "shown_at"])
        named = {} if named_by_hall is None else {"hall": named_by_hall}
        record(
            by=actor,
            verb="draw_made",
            target=draw.reference,
            tournament=tournament,
            after={"entries": len(entries), **named},
        )
        return draw


def _digest(tournament: Tournament, number: int) -> str:
    """Return the digest of the list of a round as it is now."""
    entries = plans.still_in(tournament, number)
    rows = [
        {
            "key": entrant.key,
            "number": entry.number,
            "seed": entrant.seed,
            "groups": entrant.groups,
            "apart": entrant.apart,
        }
        for entry, entrant in zip(entries, entrants(entries, apart_sets(tournament), number), strict=True)
    ]
    return list_digest(format_of(tournament.format).document_options(), rows)


def is_outdated(tournament: Tournament, draw: Draw) -> bool:
    """Return whether entries, seeds, clubs or options have changed since the draw was sealed (R-DRW-09)."""
    return draw.is_listed and _digest(tournament, draw.round_number) != draw.list_digest


def _require_sealed_list(tournament: Tournament, draw: Draw) -> None:
    if is_outdated(tournament, draw):
        raise RefusedError("seal_outdated", **round_values(tournament, draw.round_number))


def _require_hall(tournament: Tournament, draw: Draw) -> None:
    """Refuse a draw without the hall's number, unless the event is online only."""
    if not draw.is_in_hall and tournament.mode != Tournament.Mode.ONLINE:
        raise RefusedError("hall_left_out", **round_values(tournament, draw.round_number))


def require_none_open(tournament: Tournament) -> None:
    """Refuse to change the event's mode while a draw is sealed or a draft: the mode decides about the hall."""
    if Draw.objects.filter(tournament=tournament, status__in=OPEN).exists():
        raise RefusedError("mode_while_drawing", field="mode")


def show_whole(*, actor: Actor, tournament_id: int, draw_id: int) -> Draw:
    """Stop showing the draft place by place: everybody sees all of it now."""
    with writing(tournament_id) as tournament:
        draw = _draw(tournament, draw_id, Status.DRAFT)
        now = timezone.now()
        if draw.shown_at is None or draw.shown_at <= now:
            return draw
        draw.shown_at = now
        draw.save(update_fields=["shown_at"])
        record(by=actor, verb="draw_shown", target=draw.reference, tournament=tournament)
        return draw


def entrants(entries: Sequence[Entry], sets: Sequence[ApartSet] = (), number: int = 1) -> list[Entrant]:
    """Return entries for the draw of a round; their club and its circle are the groups that it can keep apart.

    ``sets`` are those who should not meet. Of one whose rounds are over by then nothing is said.
    """
    # How many rounds more, this one included; 0: all.
    left = {each.number: each.until - number + 1 if each.until else 0 for each in sets}
    held = [each for each in sets if not each.until or left[each.number] > 0]
    return [
        Entrant(
            key=entry.pk,
            seed=entry.seed,
            groups=(entry.club.name, entry.club.circle) if entry.club else (),
            apart=tuple([(each.number, left[each.number]) for each in held if entry.pk in each.entries]),
        )
        for entry in entries
    ]


def swap_places(*, actor: Actor, tournament_id: int, draw_id: int, a: int, b: int, reason: str) -> Draw:
    """Swap two positions of a draft (counted from 0), with a reason that is published with the draw.

    Refused while the big screen shows the draft place by place: what the hall has read must stay.
    """
    with writing(tournament_id) as tournament:
        draw = _draw(tournament, draw_id, Status.DRAFT)
        if draw.is_being_shown:
            raise RefusedError("draw_being_shown")
        swaps = [*swaps_of(draw), Swap(a, b, reason)]
        _positions_after_swaps(draw, swaps)
        draw.swaps = [{"a": swap.a, "b": swap.b, "reason": swap.reason} for swap in swaps]
        draw.save(update_fields=["swaps"])
        record(
            by=actor,
            verb="draw_swapped",
            target=draw.reference,
            tournament=tournament,
            after={"a": a, "b": b},
            reason=reason,
        )
        return draw


def swaps_of(draw: Draw) -> list[Swap]:
    """Return the swaps of a draw for the pairing."""
    return [Swap(swap["a"], swap["b"], swap["reason"]) for swap in draw.swaps]


def positions_of(draw: Draw) -> Positions:
    """Return the first-round positions of a draft or an announced draw, with its swaps."""
    return _positions_after_swaps(draw, swaps_of(draw))


def _positions_after_swaps(draw: Draw, swaps: Sequence[Swap]) -> Positions:
    if not draw.document:
        raise RefusedError("draw_step", status=draw.status)
    positions: Positions = tuple(draw.document["positions"])
    event_format = format_of(draw.document["options"])
    for swap in swaps:
        positions = event_format.swap(positions, swap)
    return positions


def discard_draw(*, actor: Actor, tournament_id: int, draw_id: int, reason: str) -> Draw:
    """Discard a draft; it stays on the public record with its seed, so that repeated draws are noticed."""
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        draw = _draw(tournament, draw_id, *OPEN)
        draw.status = Status.DISCARDED
        draw.save(update_fields=["status"])
        deadlines.keep_next(tournament)
        record(by=actor, verb="draw_discarded", target=draw.reference, tournament=tournament, reason=reason)
        return draw


def announce_draw(*, actor: Actor, tournament_id: int, draw_id: int) -> Tournament:
    """Publish the draw and its seed, and make the tables; the event is running from here."""
    with writing(tournament_id) as tournament:
        draw = _draw(tournament, draw_id, Status.DRAFT)
        event_format = format_of(tournament.format)
        _require_sealed_list(tournament, draw)
        _require_hall(tournament, draw)
        # A draft drawn from other people, seeds, clubs or options than the current ones is refused.
        sets = apart_sets(tournament)
        field = entrants(plans.still_in(tournament, draw.round_number), sets, draw.round_number)
        document = draw.document or {"entrants": (), "positions": ()}
        is_current = {entrant["key"] for entrant in document["entrants"]} == {entrant.key for entrant in field}
        if is_current:
            again = draw_from_seed(draw.reference, draw.seed, field, event_format, draw.hall, draw.format)
            is_current = document["positions"] == list(again.positions)
        if not is_current:
            raise RefusedError("draw_outdated", **round_values(tournament, draw.round_number))
        _require_next(tournament, draw)
        positions = positions_of(draw)
        if draw.round_number == 1:
            plan = event_format.plan(positions)
        else:
            # Only a knockout is drawn round by round.
            plan = plan_round_bracket(
                positions,
                options_from_json(tournament.format),
                round_number=draw.round_number,
                first_number=Table.objects.filter(tournament=tournament).count() + 1,
                beaten=plans.losers_of(tournament, draw.round_number - 1),
            )
        plans.make_tables(tournament, plan, minutes=tournament.round_minutes)
        draw.status, draw.announced_at = Status.ANNOUNCED, timezone.now()
        draw.save(update_fields=["status", "announced_at"])
        tournament.status = Tournament.Status.RUNNING
        tournament.save(update_fields=["status"])
        # The first round of an online event opens at the start of the event, if that is still to come.
        is_first_online = draw.round_number == 1 and tournament.mode == Tournament.Mode.ONLINE
        if is_first_online and tournament.starts_at > timezone.now():
            tournament.rounds.filter(number=1).update(opens_at=tournament.starts_at)
        deadlines.keep_next(tournament)
        record(
            by=actor,
            verb="draw_announced",
            target=draw.reference,
            tournament=tournament,
            after={"tables": len(plan.tables), "rounds": plan.rounds},
        )
        return tournament


def _require_next(tournament: Tournament, draw: Draw) -> None:
    """Refuse a draw if entries are open again, or if an earlier result was taken back."""
    if next_round(tournament) != draw.round_number:
        raise RefusedError("draw_outdated", **round_values(tournament, draw.round_number))


def withdraw_draw(*, actor: Actor, tournament_id: int, reason: str) -> Tournament:
    """Take back the last announced draw while none of its tables was called; the tables go, the record stays."""
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        if tournament.status != Tournament.Status.RUNNING:
            raise RefusedError("not_running", status=tournament.status)
        draw = current_draw(tournament)
        if draw is None or draw.status != Status.ANNOUNCED:
            raise RefusedError("draw_missing")
        plans.unmake_tables(tournament, draw.round_number)
        draw.status = Status.DISCARDED
        draw.save(update_fields=["status"])
        if draw.round_number == 1:
            tournament.status, tournament.stage = Tournament.Status.CLOSED, 1
            tournament.save(update_fields=["status", "stage"])
        record(by=actor, verb="draw_withdrawn", target=draw.reference, tournament=tournament, reason=reason)
        return tournament


def published_document(draw: Draw) -> Json:
    """Return what is public of a draw: the commitment before, the seed and the whole draw after.

    A draw with the hall's number is public as soon as it is drawn: the hall named its number and sees the result.
    """
    is_out = draw.status in (Status.ANNOUNCED, Status.DISCARDED) or (draw.status == Status.DRAFT and draw.is_in_hall)
    if is_out and draw.document:
        return {**draw.document, "swaps": draw.swaps, "positions": list(positions_of(draw)), "status": draw.status}
    promised = {
        "format": draw.format,
        "reference": draw.reference,
        "commitment": draw.commitment,
        **({"list": draw.list_digest} if draw.is_listed else {}),
        "status": draw.status,
    }
    # Discarded before it was drawn: the seed is no longer secret, and anybody can check it against the commitment.
    return {**promised, "seed": draw.seed} if draw.status == Status.DISCARDED else promised
