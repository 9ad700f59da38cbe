"""What the tests of draws share: the seed, formats that are drawn by lots, and a document that was changed."""

import hashlib
from random import Random

from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.registry import format_of
from tournaments.games.contract import Json

SEED = hashlib.sha256(b"a test").hexdigest()
LOTS_ALONE = ("danish", "swiss", "mitchell", "king", "partners", "heats")


def relabelled(document: Json) -> Json:
    """The same entrants, where the last two have each other's key."""
    *others, one, two = document["entrants"]
    return {**document, "entrants": [*others, {**one, "key": two["key"]}, {**two, "key": one["key"]}]}


def groups(chance: Random) -> Format:
    return format_of(
        {
            "kind": "groups",
            "size": chance.randint(3, 12),
            "fill": chance.choice(("snake", "lots")),
            "separate_by_group": chance.random() < 0.8,
            "double": chance.random() < 0.2,
        }
    )
