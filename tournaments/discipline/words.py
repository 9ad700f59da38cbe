"""Penalties in words: history, open proposals, and a preview of what they change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.discipline import DISQUALIFICATION, OF_STANDINGS, WARNING, Step
from tournaments.competition.match.outcomes import is_of_several
from tournaments.discipline import reads as penalties
from tournaments.discipline.reads import OBSOLETE, SUPERSEDED
from tournaments.discipline.writes.penalty_effects import Wanted, effects_of
from tournaments.frame import penalty_words
from tournaments.frame.numbers import minus
from tournaments.frame.policies import Actor
from tournaments.models import Ruling, Tournament, User
from tournaments.standings.reads.standings import StandingRow
from tournaments.standings.words.rows import place_of
from tournaments.tables.words import wording
from tournaments.templatetags.evening import with_sign

Status = Ruling.Status
PILLS = {Status.PROPOSED: "gold", Status.IN_FORCE: "red"}


def penalty_values(ruling: Ruling) -> dict[str, Any]:
    """Return what a penalty is and whose, for a message about it."""
    return {"what": penalty_words.effect(ruling.kind, ruling.value), "name": ruling.entry}


def history_of(ruling: Ruling) -> list[str]:
    """Return the sentences that say when the ruling was applied, dismissed or cancelled, by which account, and why."""
    decided_at, decided_by = ruling.decided_at, ruling.decided_by
    if ruling.status == Status.DISMISSED:
        if decided_by is None and ruling.cancel_reason == SUPERSEDED:
            return [_("A later step of the ladder took its place at %(at)s.") % {"at": penalty_words.at(decided_at)}]
        if decided_by is None and ruling.cancel_reason == OBSOLETE:
            return [_("The match ended otherwise at %(at)s.") % {"at": penalty_words.at(decided_at)}]
        dismissed = _history_sentence(_("Not applied at %(at)s by %(who)s"), decided_at, decided_by)
        return [f"{dismissed}: {ruling.cancel_reason}"]
    told = [_history_sentence(_("Applied at %(at)s by %(who)s"), decided_at, decided_by)] if decided_at else []
    if ruling.status == Status.CANCELLED:
        cancelled = _history_sentence(_("Cancelled at %(at)s by %(who)s"), ruling.cancelled_at, ruling.cancelled_by)
        told.append(f"{cancelled}: {ruling.cancel_reason}")
    return told


def _history_sentence(words: str, at: datetime | None, who: User | None) -> str:
    return words % {"at": penalty_words.at(at), "who": who or "–"}


@dataclass(frozen=True, slots=True)
class RefusedProposal:
    """A refused reason: the card, what was typed, and the error."""

    ruling: int
    typed: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ProposalCard:
    """A proposal: where, which line, how late, the rule in words, and what applying it does."""

    pk: int
    number: int
    hall: int
    name: str
    late: str
    rule: str
    what: str
    at: str
    reason: str = ""
    error: str = ""


def proposal_cards(event: Tournament, now: datetime, refused: RefusedProposal | None = None) -> list[ProposalCard]:
    """Return the open proposals, the oldest first, in two queries; one if there is none."""
    found = penalties.proposals(event)
    if not found:
        return []
    waiting = penalties.not_come(found)
    cards: list[ProposalCard] = []
    for ruling in found:
        table, late = ruling.table, _("has arrived by now")
        if (ruling.table_id, ruling.entry_id) in waiting:
            start = penalties.late_from(table) if table else None
            minutes = int((now - start).total_seconds() // 60) if start else 0
            late = _("%(late)s, not here yet") % {"late": penalty_words.minutes_late(max(0, minutes))}
        mine = refused if refused is not None and refused.ruling == ruling.pk else None
        cards.append(
            ProposalCard(
                pk=ruling.pk,
                number=table.number if table else 0,
                hall=table.public_number if table else 0,
                name=str(ruling.entry or ""),
                late=late,
                rule=penalty_words.rule(Step(ruling.details["after"], ruling.kind, ruling.value or 0)),
                what=penalty_words.effect(ruling.kind, ruling.value),
                at=penalty_words.at(ruling.made_at),
                reason=mine.typed if mine else "",
                error=mine.sentence if mine else "",
            )
        )
    return cards


def of_penalties(
    actor: Actor, event: Tournament, wanted: Sequence[Wanted], first: Sequence[Callable[[], object]] = ()
) -> dict[str, Any]:
    """Return what these penalties of one table would change after the steps in ``first``; refused like them."""
    found = effects_of(actor=actor, event=event, wanted=wanted, first=first)
    lines = found.lines
    kinds = {str(each["kind"]) for each in wanted}
    sentences = []
    if WARNING in kinds:
        sentences.append(_("A warning changes no result and no place. It stays on record."))
    if kinds & set(OF_STANDINGS):
        sentences.append(_("It is taken from the total in the standings, never from a match."))
    if DISQUALIFICATION in kinds:
        sentences.append(
            _("The open match is lost, and the entry leaves the event: its chair at every later table stays empty.")
        )
    sentences.append(_("It can be cancelled with a reason as long as no table that follows from it has been called."))
    return {
        "title": _("What it changes"),
        "sentences": sentences,
        # The place of each punished entry before and after.
        "moved": [
            {
                "name": after.name,
                "before": _standing(event, before) if before else ("–", ""),
                "after": _standing(event, after),
            }
            for _key, before, after in found.moves
        ],
        "results": [
            {
                "letter": wording.letter(line.index),
                "name": wording.name(line),
                "points": line.points,
                "place": line.place,
                "vp": line.vp,
                "mp": line.mp,
                "is_through": line.place is not None and line.place <= line.table.through,
            }
            for line in lines
        ],
        "many": is_of_several(lines),
        "through": lines[0].table.through if lines else 1,
    }


def _standing(event: Tournament, row: StandingRow) -> tuple[str, str]:
    """Return the place and what was earned, such as “5=” and “31 VP +12”."""
    if event.vp_scale is not None:
        return place_of(row), f"{minus(row.vp)} VP {with_sign(row.mp)}"
    return place_of(row), ngettext("%(n)s point", "%(n)s points", row.points) % {"n": row.points}
