"""Map keys of the archive to the keys that its rows have here, in their columns and inside their JSON."""

from collections.abc import Mapping
from typing import Any, Final

from tournaments.backups.writes.parts import AnyModel, label
from tournaments.backups.writes.rows import columns
from tournaments.errors import RefusedError
from tournaments.games.contract import Json
from tournaments.models import (
    AuditEntry,
    Deadline,
    Draw,
    Entry,
    Person,
    Receipt,
    Round,
    Ruling,
    Table,
    TableLine,
    Tournament,
    User,
)

# Relations to people or things of the other installation become empty; the log says who it was.
LEFT_BEHIND: Final = (User,)
DEADLINES: Final[Mapping[str, AnyModel]] = {
    "round": Round,
    "table": Table,
    "line": Table,
    "late": Table,
    "opens": Round,
    "draws": Round,
}
# What a decision about a place keeps, so that it can be undone.
OF_PLACES: Final[Mapping[str, AnyModel]] = {"line": TableLine, "source": Table, "gone": Entry}


NOT_BROUGHT: Final = frozenset({(Person, "merged_into"), (Tournament, "circuit")})
# A guest player's own club is in no archive of the event.
OF_PERSON: Final = (Person, "club")
# A row of the log without an event would be one of the installation's own.
OF_LOG: Final = (AuditEntry, "tournament")


class Keys:
    """The keys of rows here, by their model and their key in the archive."""

    def __init__(self) -> None:
        self._found: dict[AnyModel, dict[int, int]] = {}

    def learn(self, model: AnyModel, theirs: int, ours: int) -> None:
        self._found.setdefault(model, {})[theirs] = ours

    def knows(self, model: AnyModel, theirs: int) -> bool:
        return theirs in self._found.get(model, {})

    def ours(self, model: AnyModel, theirs: object, where: AnyModel) -> int:
        """Return the key here; refuse a row that is not in the archive."""
        found = self._found.get(model, {}).get(theirs) if isinstance(theirs, int) else None
        if found is None:
            raise RefusedError("archive_points_nowhere", part=label(where), to=label(model), key=str(theirs)[:20])
        return found

    def translate(self, row: Any) -> None:
        """Replace the keys of the archive in a row by the keys here."""
        model = type(row)
        for field in columns(model):
            theirs = getattr(row, field.attname)
            if (model, field.name) == OF_LOG and theirs is None:
                raise RefusedError("archive_points_nowhere", part=label(model), to=label(Tournament), key="null")
            if not field.is_relation or theirs is None:
                continue
            target: Any = field.related_model
            left = target in LEFT_BEHIND or (model, field.name) in NOT_BROUGHT
            left = left or ((model, field.name) == OF_PERSON and not self.knows(target, theirs))
            setattr(row, field.attname, None if left else self.ours(target, theirs, model))
        if isinstance(row, Draw):

            def ours(key: object) -> int | None:
                return None if key is None else self.ours(Entry, key, Draw)

            if row.document is not None:
                entrants = [{**each, "key": ours(each["key"])} for each in row.document["entrants"]]
                positions = [ours(key) for key in row.document["positions"]]
                row.document = {**row.document, "entrants": entrants, "positions": positions}
            row.moves = [
                {**move, "key": ours(move["key"]), "because_of_key": ours(move["because_of_key"])} for move in row.moves
            ]
        elif isinstance(row, Deadline):
            kind, _sign, rest = row.key.partition(":")
            number, sign, after = rest.partition(":")
            if kind not in DEADLINES or not number.isdecimal():
                raise RefusedError("archive_points_nowhere", part=label(Deadline), to="key", key=row.key[:20])
            row.key = f"{kind}:{self.ours(DEADLINES[kind], int(number), Deadline)}{sign}{after}"
        elif isinstance(row, Ruling):
            details: Json = row.details
            if row.kind == Ruling.Kind.LEVEL:
                row.details = {**details, "order": [self.ours(Entry, key, Ruling) for key in details["order"]]}
            elif row.kind == Ruling.Kind.REPLACEMENT:
                found = {
                    name: self.ours(of, details[name], Ruling)
                    for name, of in OF_PLACES.items()
                    if details.get(name) is not None and self.knows(of, details[name])
                }
                # A table removed by a later draw leaves a decision that nobody can undo, as in the other installation.
                row.details = {**details, **{name: found.get(name) for name in OF_PLACES if name in details}}
        elif isinstance(row, Receipt):
            # People who have left the entry since are in no archive of the event; the receipt still has the name.
            row.payers = [
                {
                    **each,
                    "person": self.ours(Person, each["person"], Receipt)
                    if self.knows(Person, each["person"])
                    else None,
                }
                for each in row.payers
            ]
