"""Events: made, set up, their rules changed; entries opened and closed; the roles. ``closing`` finishes them."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.text import slugify

from tournaments.clubs.writes import clubs
from tournaments.competition.discipline import DEFAULT, check_ladder, ladder_from_json, ladder_to_json, name_of, presets
from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.registry import format_of, format_of_stage, of_today
from tournaments.competition.formats.rounds import InRounds, PartnersFormat
from tournaments.competition.formats.stages import MOST_STAGES, StagesFormat
from tournaments.competition.pairing.options import KNOCKOUT
from tournaments.competition.pairing.table_options import LARGEST_TABLES, TABLES
from tournaments.competition.rooms import checked_rooms, rooms_of
from tournaments.competition.scoring import (
    PUBLISHED,
    check_terms,
    scale_for,
    scale_from_json,
    scale_to_json,
    terms_from_json,
    terms_to_json,
)
from tournaments.competition.stages import partners
from tournaments.competition.stages.ranking import first_fitting
from tournaments.deadlines import writes as deadlines
from tournaments.draw.reads.fixed_tables import fixed_rooms
from tournaments.draw.writes import draws, hand
from tournaments.errors import RefusedError
from tournaments.events.writes import online_events, waiting_list
from tournaments.frame.policies import Actor
from tournaments.frame.reads.teams import is_of_teams
from tournaments.frame.writes.slugs import save_at_free_slug
from tournaments.frame.writes.transaction import record, writing
from tournaments.games import registry
from tournaments.games.contract import RULES_VERSION, Json, ScaledGame, ScoredGame
from tournaments.models import Entry, Membership, Tournament, User
from tournaments.timing.writes import lateness

Status = Tournament.Status
# Formats that an event has when it names none.
USUAL: Final = (KNOCKOUT, TABLES)


@transaction.atomic
def create_tournament(
    *,
    actor: Actor,
    name: str,
    game: str,
    preset: str,
    starts_at: datetime,
    rules: Mapping[str, Json] | None = None,
    format: Mapping[str, Json] | None = None,  # noqa: A002 - the field's own name
    terms: Mapping[str, Json] | None = None,
    scale: str = "",
    discipline: Json = None,
    online: Mapping[str, Json] | None = None,
    **fields: Any,
) -> Tournament:
    """Create an event in preparation, with its own copy of ``preset`` and of the VP scale, organised by ``actor``.

    ``rules``, ``format`` and ``terms`` override single parameters; a format without a ``kind`` is the one that the
    game's lines fit, an entry without a size has the game's usual one. ``scale`` names a VP scale; when it is empty the
    scale follows from the length of the match, and a length that no table knows is refused (R-VP-02). ``discipline`` is
    the ladder of lateness: the name of a preset, its data, or nothing for the usual one (R-PEN-02). ``online`` are the
    settings of an event whose ``mode`` is not the hall, those that differ from the usual ones.
    """
    fields.setdefault("entry_size", 0)
    fields["rooms"] = _rooms_of(fields.get("rooms", ()))
    clubs.require_own(actor, fields.get("club"))
    tournament = Tournament(name=name, game=game, preset=preset, starts_at=starts_at, **fields)
    set_ruleset(tournament, rules=rules or {}, format=format or {}, terms=terms or {}, scale=scale)
    tournament.discipline = _discipline_of(tournament, discipline or DEFAULT)
    online_events.set_online(tournament, online or {})
    return begin(tournament, actor)


def begin(tournament: Tournament, actor: Actor) -> Tournament:
    """Save a new event at a free slug, organised by ``actor``; called inside a transaction."""
    # A team that does not come loses every board by forfeit, and who waited has won them.
    tournament.no_show_is_rest = not is_of_teams(tournament)
    tournament.format = of_today(tournament.format)
    save_at_free_slug(tournament, lambda: free_slug(tournament.name, tournament.starts_at))
    if actor.user is not None:
        Membership.objects.create(tournament=tournament, user=actor.user, role=Membership.Role.ORGANISER)
    record(by=actor, verb="tournament_created", target=tournament, tournament=tournament, after=describe(tournament))
    return tournament


def set_ruleset(
    tournament: Tournament,
    *,
    rules: Mapping[str, Json],
    format: Mapping[str, Json],  # noqa: A002
    terms: Mapping[str, Json] | None,
    scale: str | None,
) -> None:
    """Copy the preset into the event and override it; refuses an impossible ruleset with its field named.

    Rules that name an older version keep the meaning they had in it. Without ``terms`` and ``scale`` the event keeps
    its own, unless the format has no VP.
    """
    game = registry.game(tournament.game)
    if tournament.preset not in game.presets:
        raise RefusedError("unknown_preset", field="preset", value=tournament.preset)
    given = game.upgrade_rules(rules) if RULES_VERSION in rules else rules
    merged = {**game.presets[tournament.preset], **given}
    game.check_rules(merged)
    chosen = fitting_format(game, merged, format)

    has_entries = tournament.pk is not None and tournament.entries.exists()
    entry_size, sizes = tournament.entry_size, game.line_sizes(merged)
    if isinstance(chosen, PartnersFormat):
        # With rotating partners everybody enters singly.
        if entry_size != 1 and has_entries:
            raise RefusedError("partners_enter_singly", field="kind")
        entry_size = 1
    elif tournament.format and isinstance(format_of(tournament.format), PartnersFormat) and not has_entries:
        # Who tries rotating partners and goes back has the game's usual size again.
        entry_size = 0
    tournament.entry_size = entry_size or sizes[0]
    # The pair of a round is the line of rotating partners: that pairs play is all that they ask of the rules.
    if tournament.entry_size not in sizes and not isinstance(chosen, PartnersFormat):
        raise RefusedError(
            "line_size", field="entry_size", value=tournament.entry_size, sizes=", ".join(map(str, sorted(sizes)))
        )

    uses_vp = game.uses_vp(merged) and chosen.uses_vp
    own = game.vp_table(merged) if uses_vp and isinstance(game, ScaledGame) else None
    # Of a preset that gives VP the ranking alone says whether they count; a table that somebody chose would do nothing.
    if isinstance(game, ScaledGame) and game.uses_vp(merged) and not chosen.uses_vp:
        idle = [game.presets[tournament.preset]]
        if tournament.pk is not None and tournament.vp_scale is None:
            # A table that did nothing before was not chosen now.
            idle.append(game.upgrade_rules(tournament.rules))
        if all(not game.uses_vp(rules) or game.vp_table(rules) != game.vp_table(merged) for rules in idle):
            raise RefusedError("ranking_leaves_vp", field="ranking")
    if terms is None:
        terms = tournament.terms if uses_vp else {}
    if scale is None:
        scale = tournament.vp_scale["key"] if uses_vp and tournament.vp_scale is not None and own is None else ""
    # No scale and no terms where the event has no VP (R-VP-02, R-VP-14).
    if not uses_vp and scale:
        raise RefusedError("scale_unused", field="scale", value=scale)
    if not uses_vp and terms:
        raise RefusedError("terms_unused", field=sorted(terms)[0])
    if own is not None and scale not in ("", own["key"]):
        raise RefusedError("scale_of_rules", field="scale", value=scale)
    if own is None and scale and scale not in PUBLISHED:
        raise RefusedError("scale_missing", field="scale", value=scale)
    length = game.match_length(merged)
    if not uses_vp:
        tournament.vp_scale, tournament.terms = None, {}
    else:
        if own is not None:
            vp_scale = scale_from_json(own)
        else:
            vp_scale = PUBLISHED[scale] if scale else scale_for(length.target, length.deals)
        agreed = terms_from_json(dict(terms))
        check_terms(vp_scale, agreed)
        tournament.vp_scale, tournament.terms = scale_to_json(vp_scale), terms_to_json(agreed)

    tournament.rules = merged
    tournament.format = of_today(chosen.to_json())
    if tournament.round_minutes is None:
        tournament.round_minutes = length.minutes


def _discipline_of(tournament: Tournament, discipline: Json) -> Json:
    """Return the event's own copy of a ladder; refuse an impossible one with its field named (R-PEN-04)."""
    uses_vp = tournament.vp_scale is not None
    if isinstance(discipline, str):
        if discipline not in presets(uses_vp=uses_vp):
            raise RefusedError("discipline_preset", field="discipline", value=discipline)
        return ladder_to_json(presets(uses_vp=uses_vp)[discipline])
    ladder = ladder_from_json(discipline)
    check_ladder(ladder, uses_vp=uses_vp)
    return ladder_to_json(ladder)


def set_discipline(*, actor: Actor, tournament_id: int, discipline: Json) -> Tournament:
    """Set another ladder of lateness, also while the event runs: existing proposals stay."""
    with writing(tournament_id) as tournament:
        if tournament.status == Status.FINISHED:
            raise RefusedError("event_finished")
        before = tournament.discipline
        tournament.discipline = _discipline_of(tournament, discipline)
        tournament.save(update_fields=["discipline"])
        lateness.start_over(tournament)
        record(
            by=actor,
            verb="discipline_changed",
            target=tournament,
            tournament=tournament,
            before=before,
            after=tournament.discipline,
        )
        return tournament


def fitting_format(game: ScoredGame, rules: Json, wanted: Mapping[str, Json]) -> Format:
    """Return the format that ``wanted`` describes; without a kind, the elimination whose tables suit the game's lines.

    Without a ranking, a format in rounds has its usual one, or the first that suits the game. Refused when the game
    does not offer as many lines as the tables of the format have, or does not have what the ranking compares, and
    where points for places of heats and results of matches would be added up.
    """
    lines = game.lines(rules)
    kind = wanted.get("kind") or max(USUAL, key=lambda kind: _seats(format_of(_least(kind)), lines))
    wanted = _with_ranking(game, rules, {**wanted, "kind": kind})
    found = format_of(wanted)
    if "max_table" not in wanted and kind == TABLES and found.needs_lines[1] > lines[1]:
        found = format_of({**_least(kind), **wanted})
    if isinstance(found, StagesFormat) and (found.parts[0].first or found.parts[0].best):
        raise RefusedError("first_stage_takes_all", field="first" if found.parts[0].first else "best")
    if isinstance(found, StagesFormat) and not found.adds_alike:
        raise RefusedError("carried_between_alike", field="carries")
    if not _seats(found, lines):
        least, most = found.needs_lines
        raise RefusedError("format_lines", field="kind", tables=_span(least, most), lines=_span(*lines))
    if isinstance(found, PartnersFormat) and partners.PAIR not in game.line_sizes(rules):
        raise RefusedError("partners_need_pairs", field="kind")
    return found


def what_ranks(game: ScoredGame, rules: Json) -> dict[str, bool]:
    """Return what a ranking asks of matches by these rules, as ``Ranking.suits`` takes it."""
    return {"uses_vp": game.uses_vp(rules), "low_wins": game.low_wins(rules)}


def _with_ranking(game: ScoredGame, rules: Json, wanted: Json) -> Json:
    """Return the format, or each of its stages, with a ranking that suits the game where it names none.

    What is no format at all is returned as it is: reading it refuses it.
    """
    if type(wanted) is not dict:
        return wanted
    if type(parts := wanted.get("stages")) is list:
        return {**wanted, "stages": [_with_ranking(game, rules, part) for part in parts[: MOST_STAGES + 1]]}
    has = what_ranks(game, rules)
    found = format_of_stage(wanted)
    if not isinstance(found, InRounds) or found.ranking.suits(**has):
        return wanted
    if "ranking" in wanted:
        raise RefusedError("ranking_unfit", field="ranking")
    return {**wanted, "ranking": first_fitting(**has)}


def _span(least: int, most: int) -> str:
    """Return “2”, or “4–6”."""
    return str(least) if least == most else f"{least}–{most}"


def _least(kind: str) -> Mapping[str, Json]:
    """Return a format with the smallest tables that it has."""
    return {"kind": kind, "max_table": LARGEST_TABLES[0]} if kind == TABLES else {"kind": kind}


def _seats(found: Format, lines: tuple[int, int]) -> int:
    """Return the lines at a table of a format; 0 where a game with so many lines (fewest, most) cannot play it."""
    least, most = found.needs_lines
    return most if lines[0] <= least and most <= lines[1] else 0


# Reserved words, which are not used as an event's address.
RESERVED_SLUGS = frozenset({"nuovo"})


def free_slug(name: str, starts_at: datetime) -> str:
    """Return a free slug: the name, with the year and then a number if it is taken."""
    base = slugify(name)[:60] or "torneo"
    candidates = [base, f"{base}-{starts_at.year}"]
    taken = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | RESERVED_SLUGS
    number = 2
    while candidates[0] in taken:
        candidates.pop(0)
        if not candidates:
            candidates = [f"{base}-{starts_at.year}-{number}"]
            number += 1
    return candidates[0]


def describe(tournament: Tournament) -> Json:
    """Return the fields of an event that its audit rows compare."""
    return {
        "name": tournament.name,
        "status": tournament.status,
        "preset": tournament.preset,
        "starts_at": tournament.starts_at.isoformat(),
        "venue": tournament.venue,
        "club": tournament.club_id,
        "capacity": tournament.capacity,
        "rules": dict(tournament.rules),
        "format": dict(tournament.format),
        "terms": dict(tournament.terms),
        "vp_scale": tournament.vp_scale and tournament.vp_scale["key"],
        "mode": tournament.mode,
        "prize_kind": tournament.prize_kind,
        "fee_cents": tournament.fee_cents,
        "fee_kind": tournament.fee_kind,
        "online": tournament.online,
        **({"rooms": ", ".join(map(str, rooms_of(tournament.rooms)))} if tournament.rooms else {}),
    }


def _rooms_of(given: Iterable[Mapping[str, Json]]) -> list[Json]:
    """Return rooms as an event keeps them, or refuse the first that cannot be one."""
    return [asdict(each) for each in checked_rooms(rooms_of(given))]


EDITABLE = frozenset(
    {
        "name",
        "venue",
        "description",
        "prizes",
        "starts_at",
        "capacity",
        "public_sign_up",
        "review_sign_ups",
        "fee_cents",
        "fee_kind",
        "round_minutes",
        "club",
        "mode",
        "prize_kind",
        "rooms",
    }
)


def update_tournament(
    *, actor: Actor, tournament_id: int, online: Mapping[str, Json] | None = None, **fields: Any
) -> Tournament:
    """Change the description of an event; its rules are fixed once there is a draw.

    Fields left out of ``online`` stay; open matches go on with the settings they began with.
    """
    unknown = set(fields) - EDITABLE
    if unknown:
        raise TypeError(f"not editable: {sorted(unknown)}")
    with writing(tournament_id) as tournament:
        if "club" in fields and fields["club"] != tournament.club:
            clubs.require_own(actor, fields["club"])
        before = describe(tournament)
        if "rooms" in fields:
            fields["rooms"] = _rooms_of(fields["rooms"])
            names = [each["name"] for each in fields["rooms"]]
            for key, room in fixed_rooms(tournament).items():
                if room not in names:
                    raise RefusedError("room_in_use", field="rooms", who=str(Entry.objects.get(pk=key)), name=room)
        has_other_rooms = fields.get("rooms", tournament.rooms) != tournament.rooms
        for name, value in fields.items():
            setattr(tournament, name, value)
        if tournament.mode != before["mode"]:
            draws.require_none_open(tournament)
            online_events.require_none_in_hall(tournament)
        online_events.set_online(tournament, online or {})
        online_events.require_no_money(tournament)
        tournament.save(update_fields=sorted({*fields, "online"}))
        if has_other_rooms:
            hand.number_tables(tournament, anew=True)
        deadlines.keep_next(tournament)
        record(
            by=actor,
            verb="tournament_changed",
            target=tournament,
            tournament=tournament,
            before=before,
            after=describe(tournament),
        )
        if "capacity" in fields and tournament.status not in (Status.RUNNING, Status.FINISHED):
            waiting_list.promote(tournament, actor)
    return tournament


def change_rules(
    *,
    actor: Actor,
    tournament_id: int,
    rules: Mapping[str, Json] | None = None,
    format: Mapping[str, Json] | None = None,  # noqa: A002
    terms: Mapping[str, Json] | None = None,
    scale: str | None = None,
) -> Tournament:
    """Override the event's copy of its ruleset; refused once the draw is announced. Fields left out stay.

    VP that a new format does not use go with their terms; a usual ladder of lateness follows them.
    """
    with writing(tournament_id) as tournament:
        if tournament.status in (Status.RUNNING, Status.FINISHED):
            raise RefusedError("rules_fixed")
        before = describe(tournament)
        had_vp = tournament.vp_scale is not None
        set_ruleset(
            tournament,
            rules=tournament.rules if rules is None else rules,
            format=tournament.format if format is None else format,
            terms=terms,
            scale=scale,
        )
        ladder = ladder_from_json(tournament.discipline)
        tournament.discipline = _discipline_of(tournament, name_of(ladder, uses_vp=had_vp) or ladder_to_json(ladder))
        online_events.require_possible(tournament)
        changed = ["rules", "vp_scale", "terms", "format", "entry_size", "round_minutes", "discipline"]
        tournament.save(update_fields=changed)
        record(
            by=actor,
            verb="rules_changed",
            target=tournament,
            tournament=tournament,
            before=before,
            after=describe(tournament),
        )
    return tournament


# From each status to those that a step leads to, and the verb of the step's audit row.
STEPS: dict[tuple[str, str], str] = {
    (Status.DRAFT, Status.OPEN): "entries_opened",
    (Status.OPEN, Status.DRAFT): "tournament_hidden",
    (Status.OPEN, Status.CLOSED): "entries_closed",
    (Status.CLOSED, Status.OPEN): "entries_reopened",
    (Status.DRAFT, Status.CLOSED): "entries_closed",
}


def _step(actor: Actor, tournament_id: int, to: str) -> Tournament:
    with writing(tournament_id) as tournament:
        verb = STEPS.get((tournament.status, to))
        if verb is None:
            raise RefusedError("wrong_status", status=tournament.status)
        before, tournament.status = tournament.status, to
        tournament.save(update_fields=["status"])
        record(
            by=actor,
            verb=verb,
            target=tournament,
            tournament=tournament,
            before={"status": before},
            after={"status": to},
        )
        if to == Status.CLOSED:
            waiting_list.put_back_last(tournament, actor)
        elif before == Status.CLOSED:
            waiting_list.promote(tournament, actor)
    return tournament


def open_entries(*, actor: Actor, tournament_id: int) -> Tournament:
    """Publish the event and take entries, again if they were closed."""
    return _step(actor, tournament_id, Status.OPEN)


def close_entries(*, actor: Actor, tournament_id: int) -> Tournament:
    """Close the entries; the draw is next. Entries beyond what the format can play go to the waiting list."""
    return _step(actor, tournament_id, Status.CLOSED)


def hide_tournament(*, actor: Actor, tournament_id: int) -> Tournament:
    """Return to preparation: only the event's officials see it."""
    return _step(actor, tournament_id, Status.DRAFT)


def grant_role(*, actor: Actor, tournament_id: int, user: User, role: str, tables: tuple[int, ...] = ()) -> Membership:
    """Give ``user`` a role in the event, in place of an older one; the last organiser keeps theirs."""
    with writing(tournament_id) as tournament:
        held = Membership.objects.filter(tournament=tournament, user=user).first()
        if held is not None and held.role == Membership.Role.ORGANISER and role != Membership.Role.ORGANISER:
            _keep_an_organiser(tournament, held)
        before = {"role": held.role, "tables": held.tables} if held else None
        membership, _created = Membership.objects.update_or_create(
            tournament=tournament, user=user, defaults={"role": role, "tables": list(tables)}
        )
        if held is not None and role != Membership.Role.ORGANISER:
            clubs.withdraw(user, tournament=tournament)
        record(
            by=actor,
            verb="role_granted",
            target=user,
            tournament=tournament,
            before=before,
            after={"role": role, "tables": list(tables), "account": user.pk},
        )
    return membership


def revoke_role(*, actor: Actor, tournament_id: int, membership_id: int) -> None:
    """Revoke a role; the last organiser cannot go."""
    with writing(tournament_id) as tournament:
        held = Membership.objects.filter(tournament=tournament, pk=membership_id).select_related("user").first()
        if held is None:
            raise RefusedError("role_missing")
        if held.role == Membership.Role.ORGANISER:
            _keep_an_organiser(tournament, held)
        record(
            by=actor,
            verb="role_revoked",
            target=held.user,
            tournament=tournament,
            before={"role": held.role, "tables": held.tables, "account": held.user_id},
        )
        held.delete()
        clubs.withdraw(held.user, tournament=tournament)


def _keep_an_organiser(tournament: Tournament, leaving: Membership) -> None:
    others = Membership.objects.filter(tournament=tournament, role=Membership.Role.ORGANISER).exclude(pk=leaving.pk)
    if not others.exists():
        raise RefusedError("last_organiser")
