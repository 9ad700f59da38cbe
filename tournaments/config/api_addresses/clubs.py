"""Addresses of clubs, circuits and one's own data."""

from django.urls import path

from tournaments.accounts.api import me
from tournaments.clubs.api import clubs, presets, roles
from tournaments.seasons.api import circuits, seasons

CLUB = "clubs/<int:pk>/"
CIRCUIT = "circuits/<slug:slug>/"

urlpatterns = [
    path("clubs/", clubs.FOUND.as_view(), name="api_clubs"),
    path(CLUB, clubs.CHANGE.as_view(), name="api_club"),
    path(f"{CLUB}logo/", clubs.LOGO.as_view(), name="api_club_logo"),
    path(f"{CLUB}people/", clubs.ADD_PERSON.as_view(), name="api_people"),
    path(f"{CLUB}people/<int:person_id>/", clubs.CHANGE_PERSON.as_view(), name="api_person"),
    path(f"{CLUB}people/<int:person_id>/anonymise/", clubs.ANONYMISE.as_view(), name="api_person_anonymise"),
    path(f"{CLUB}merges/", clubs.MERGE.as_view(), name="api_merges"),
    path(f"{CLUB}merges/<int:merge_id>/undo/", clubs.UNDO_MERGE.as_view(), name="api_merge_undo"),
    path(f"{CLUB}presets/<int:preset_id>/", presets.PRESET.as_view(), name="api_club_preset"),
    path("presets/", presets.Presets.as_view(), name="api_presets"),
    path("events/<slug:slug>/presets/", presets.SAVE.as_view(), name="api_event_presets"),
    path(f"{CLUB}admins/", roles.Admins.as_view(), name="api_club_admins"),
    *(path(CLUB + step.address, view.as_view(), name=f"api_{step.name}") for step, view in roles.CLUB_STEPS),
    path("circuits/", circuits.MAKE.as_view(), name="api_circuits"),
    path(CIRCUIT, circuits.CHANGE.as_view(), name="api_circuit"),
    path(f"{CIRCUIT}events/", circuits.ADD_EVENT.as_view(), name="api_circuit_events"),
    path(f"{CIRCUIT}events/<slug:event>/", circuits.REMOVE_EVENT.as_view(), name="api_circuit_event"),
    path(f"{CIRCUIT}season/", seasons.CHANGE.as_view(), name="api_circuit_season"),
    path(f"{CIRCUIT}owners/", roles.Owners.as_view(), name="api_circuit_owners"),
    *(path(CIRCUIT + step.address, view.as_view(), name=f"api_{step.name}") for step, view in roles.CIRCUIT_STEPS),
    path("events/<slug:slug>/circuit/", circuits.LEAVE.as_view(), name="api_event_circuit"),
    path("me/data/", me.MyData.as_view(), name="api_my_data"),
]
