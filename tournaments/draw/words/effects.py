"""A step about an entry or a free place in words, before it is confirmed: the entries and tables that change."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.rooms import room_at
from tournaments.draw.writes.effects import Effects, TableEffect
from tournaments.events.reads.rounds import rounds_in
from tournaments.events.words.by_format import is_paired, stage_of
from tournaments.events.words.sentences import list_of_names
from tournaments.frame.round_names import round_name_inside
from tournaments.models import Entry, Table, Tournament
from tournaments.standings.words.stage_words import rest_worth

# Tables named one by one, at most; the others are only counted.
MOST_TABLES = 12
Status = Entry.Status


def effect_sentences(effects: Effects, event: Tournament, about: int | None = None) -> list[str]:
    """Return one sentence for each entry and table that changes; ``about`` is an entry already named on the page."""
    rounds, stage = rounds_in(event), stage_of(event)
    people = []
    for entry in effects.entries:
        values = {"name": entry.name}
        if entry.pk == about:
            continue
        if entry.after == Status.CONFIRMED and entry.before == Status.WAITING:
            people.append(_("%(name)s comes in from the waiting list.") % values)
        elif entry.after == Status.CONFIRMED:
            people.append(_("%(name)s takes part again.") % values)
        elif entry.after == Status.WAITING:
            people.append(_("%(name)s goes to the waiting list.") % values)
        elif entry.after == Status.WITHDRAWN:
            people.append(_("%(name)s is out.") % values)
        else:
            people.append(_("%(name)s: %(status)s.") % {**values, "status": Status(entry.after).label})
    if effects.breaks_seal:
        people.append(_("The draw is sealed with the list as it is: it has to be discarded, and sealed again."))
    tables = [
        _of_table(each, rounds, room_at(event.rooms, each.sitting.hall_number), in_rounds=stage is not None)
        for each in effects.tables[:MOST_TABLES]
    ]
    more = len(effects.tables) - MOST_TABLES
    if more > 0:
        tables.append(ngettext("%(n)s more table changes.", "%(n)s more tables change.", more) % {"n": more})
    later = []
    if stage is not None:
        worth = rest_worth(event, stage)
        if worth and any(each.is_decided and each.sitting.through for each in effects.tables):
            later.append(_("A win by walkover counts as a rest does: %(worth)s.") % {"worth": worth})
        if is_paired(event) and any(each.after == Status.WITHDRAWN for each in effects.entries):
            later.append(_("In the rounds to come they are not paired any more."))
    return [*people, *tables, *later] or [_("No table and nobody else is touched.")]


def _of_table(effect: TableEffect, rounds: int, room: str, *, in_rounds: bool) -> str:
    now, before = effect.sitting, effect.before
    # A table without a number in the hall is named by its number in the event.
    number = _("Table %(n)s") % {"n": now.public_number}
    values = {
        "table": ", ".join(filter(None, (number, room, round_name_inside(now.round, rounds)))),
        "names": list_of_names(now.people),
        "through": list_of_names(now.through),
    }
    if effect.is_decided and in_rounds and now.status == Table.Status.BYE:
        return _("%(table)s: %(names)s rests.") % values
    if effect.is_decided and in_rounds and now.through:
        return _("%(table)s: it is not played, %(through)s wins by walkover.") % values
    if effect.is_decided and in_rounds:
        return _("%(table)s: it is not played, nobody wins.") % values
    if effect.is_decided and now.through:
        return _("%(table)s: it is not played, %(through)s goes on.") % values
    if effect.is_decided:
        return _("%(table)s: it is not played, nobody goes on.") % values
    if before is not None and before.is_over and not now.is_over:
        return _("%(table)s: it is played after all, by %(names)s.") % values
    if before is not None and before.people == now.people:
        return _("%(table)s: the same people, but it stands otherwise.") % values
    if not now.people:
        return _("%(table)s: nobody sits there yet.") % values
    return _("%(table)s: there sit %(names)s.") % values
