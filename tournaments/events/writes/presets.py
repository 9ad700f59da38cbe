"""Presets of a club: the settings of an event stored under a name, and events made from them."""

from datetime import datetime
from typing import Final

from tournaments.clubs.writes import clubs
from tournaments.errors import MissingError, RefusedError
from tournaments.events.writes import copying
from tournaments.folding import fold
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import alone, record
from tournaments.games.contract import Json
from tournaments.models import Club, ClubPreset, Tournament

MOST_PRESETS: Final = 30


def save_preset(*, actor: Actor, club_id: int, source: Tournament, name: str) -> ClubPreset:
    """Save the settings of ``source`` as a preset of a club that ``actor`` runs."""
    with alone():
        club = clubs.locked_club(club_id)
        if not clubs.runs(actor, club):
            # A foreign club is answered like a missing one: its name may not be public.
            raise RefusedError("club_unknown", field="club", value=club_id)
        name = _free_name(club, name)
        if ClubPreset.objects.filter(club=club).count() >= MOST_PRESETS:
            raise RefusedError("too_many_presets", field="name", most=MOST_PRESETS)
        preset = ClubPreset.objects.create(club=club, name=name, settings=copying.settings_of(source))
        after = {**_preset_for_log(preset), "event": source.slug}
        record(by=actor, verb="preset_saved", target=preset, tournament=None, after=after)
        return preset


def rename_preset(*, actor: Actor, club_id: int, preset_id: int, name: str) -> ClubPreset:
    """Rename a preset; its settings stay."""
    with alone():
        preset = _lock_preset(club_id, preset_id)
        before, preset.name = _preset_for_log(preset), _free_name(preset.club, name, but=preset)
        preset.save(update_fields=["name"])
        record(
            by=actor,
            verb="preset_renamed",
            target=preset,
            tournament=None,
            before=before,
            after=_preset_for_log(preset),
        )
        return preset


def delete_preset(*, actor: Actor, club_id: int, preset_id: int) -> None:
    """Delete a preset; events made from it have their own copy of everything."""
    with alone():
        preset = _lock_preset(club_id, preset_id)
        before = {**_preset_for_log(preset), "settings": preset.settings}
        preset.delete()
        record(by=actor, verb="preset_deleted", target=preset, tournament=None, before=before)


def create_from_preset(*, actor: Actor, preset: ClubPreset, name: str, starts_at: datetime) -> Tournament:
    """Create an event of the preset's club, in preparation, with the preset's settings, organised by ``actor``."""
    clubs.require_own(actor, preset.club)
    return copying.event_from(preset.settings, actor=actor, name=name, starts_at=starts_at, club=preset.club)


def _lock_preset(club_id: int, preset_id: int) -> ClubPreset:
    """Return the preset with its club locked."""
    club = clubs.locked_club(club_id)
    preset = ClubPreset.objects.filter(club=club, pk=preset_id).first()
    if preset is None:
        raise MissingError
    preset.club = club
    return preset


def _free_name(club: Club, name: str, but: ClubPreset | None = None) -> str:
    """Return the name with single spaces; refuse it where another preset of the club has it."""
    name = " ".join(name.split())
    others = ClubPreset.objects.filter(club=club).values_list("pk", "name")
    if any(fold(other) == fold(name) for pk, other in others if but is None or pk != but.pk):
        raise RefusedError("preset_exists", field="name", value=name)
    return name


def _preset_for_log(preset: ClubPreset) -> dict[str, Json]:
    return {"name": preset.name, "club": preset.club.name}
