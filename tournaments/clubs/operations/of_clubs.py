"""What is done with clubs and with the presets that they keep of events."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from tournaments.clubs.writes import clubs, logos
from tournaments.events.writes import presets
from tournaments.frame.operations.inputs import MOST_NUMBER, Input, Number, Text
from tournaments.frame.operations.operation import Operation, Target
from tournaments.frame.policies import Right
from tournaments.models import Club, ClubPreset

CLUB: Final = Input(
    "ClubBody",
    "What a club is called.",
    (
        Text("name", _("Name of the club"), 120, kind="club"),
        Text(
            "circle",
            _("Valley or league"),
            120,
            required=False,
            kind="circle",
            help=_("A draw can keep clubs of one valley apart."),
        ),
    ),
)
PRESET_NAME: Final = Text("name", _("Name of the preset"), 80, kind="preset")
SENT: Final = ("Sent", {"name": "Circolo di Traves", "circle": "Valli di Lanzo"})

FOUND: Final = Operation(
    name="club_found",
    address="clubs/",
    summary="Found a club; anybody who does runs it.",
    right=Right.FOUND_CLUB,
    service=clubs.found_club,
    takes=CLUB,
    example=SENT,
)
CHANGE: Final = Operation(
    name="club_change",
    address="",
    method="put",
    summary="Rename a club.",
    right=Right.MANAGE_CLUB,
    service=clubs.change_club,
    takes=CLUB,
    example=SENT,
)
REMOVE_LOGO: Final = Operation(
    name="club_logo_remove",
    address="logo/",
    method="delete",
    summary="Take the logo away; nothing where there is none.",
    right=Right.MANAGE_CLUB,
    service=logos.remove_logo,
)


def _save_preset(*, club: int, **given: Any) -> ClubPreset:
    """Keep a preset in the club that is named."""
    return presets.save_preset(club_id=club, **given)


SAVE_PRESET: Final = Operation(
    name="preset_save",
    address="presets/",
    summary="Keep the settings of the event as a preset of a club that the caller runs.",
    right=Right.ORGANISE,
    service=_save_preset,
    takes=Input(
        "PresetBody",
        "The club that keeps it, which the caller runs.",
        (PRESET_NAME, Number("club", _("Club"), 1, MOST_NUMBER)),
    ),
    example=("Sent", {"name": "Coppie, 21 punti, un'ora", "club": 4}),
)
RENAME_PRESET: Final = Operation(
    name="preset_rename",
    address="presets/<int:preset_id>/",
    method="put",
    summary="Give the preset another name.",
    right=Right.MANAGE_CLUB,
    service=presets.rename_preset,
    takes=Input("PresetName", "What a preset is called.", (PRESET_NAME,)),
    example=("Sent", {"name": "Coppie, 21 punti, un'ora"}),
)
DELETE_PRESET: Final = Operation(
    name="preset_delete",
    address="presets/<int:preset_id>/",
    method="delete",
    summary="Delete the preset; events that were made from it stay.",
    right=Right.MANAGE_CLUB,
    service=presets.delete_preset,
)


def of_club(club: Club, **more: int) -> Target:
    """The ids of a club and of something that it keeps, as its services take them."""
    return {"club_id": club.pk, **more}
