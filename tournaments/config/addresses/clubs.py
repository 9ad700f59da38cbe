"""Addresses of clubs and circuits."""

from django.urls import URLPattern, URLResolver, path

from tournaments.config.on_demand import Pages

CLUB = "circoli/<int:pk>/gestione/"
CIRCUIT = "circuiti/<slug:slug>/gestione/"

founding = Pages("tournaments.clubs.pages.founding")
presets = Pages("tournaments.clubs.pages.presets")
public = Pages("tournaments.clubs.pages.public")
roles = Pages("tournaments.clubs.pages.roles")
merging = Pages("tournaments.people.pages.merging")
people = Pages("tournaments.people.pages.people")
circuits = Pages("tournaments.seasons.pages")

urlpatterns: list[URLPattern | URLResolver] = [
    path("circoli/", public.clubs, name="clubs"),
    path("circoli/nuovo/", founding.club_found, name="club_found"),
    path("circoli/<int:pk>/", public.club, name="club"),
    path("circoli/<int:pk>/logo.png", public.club_logo, name="club_logo"),
    path(CLUB, founding.club_manage, name="club_manage"),
    path(f"{CLUB}tornei/", presets.club_events, name="club_events"),
    path(f"{CLUB}modelli/<int:preset_id>/", presets.club_preset, name="club_preset"),
    path(f"{CLUB}amministratori/", roles.club_admins, name="club_admins"),
    path(f"{CLUB}amministratori/<int:membership_id>/", roles.club_admin_remove, name="club_admin_remove"),
    path(f"{CLUB}inviti/<int:invitation_id>/", roles.club_invitation_revoke, name="club_invitation_revoke"),
    path(f"{CLUB}persone/", people.club_people, name="club_people"),
    path(f"{CLUB}persone/<int:person_id>/", people.club_person, name="club_person"),
    path(f"{CLUB}persone/<int:person_id>/anonima/", people.club_person_anonymise, name="club_person_anonymise"),
    path(f"{CLUB}doppioni/", merging.club_duplicates, name="club_duplicates"),
    path(f"{CLUB}doppioni/<int:kept_id>/<int:merged_id>/", merging.club_merge, name="club_merge"),
    path(f"{CLUB}doppioni/<int:merge_id>/annulla/", merging.club_merge_undo, name="club_merge_undo"),
    path("circuiti/", public.circuits, name="circuits"),
    path("circuiti/nuovo/", circuits.circuit_create, name="circuit_create"),
    path("circuiti/<slug:slug>/", public.circuit, name="circuit"),
    path("circuiti/<slug:slug>/classifica.csv", public.circuit_table, name="circuit_table"),
    path(CIRCUIT, circuits.circuit_manage, name="circuit_manage"),
    path(f"{CIRCUIT}dati/", circuits.circuit_edit, name="circuit_edit"),
    path(f"{CIRCUIT}classifica/", circuits.circuit_season, name="circuit_season"),
    path(f"{CIRCUIT}eventi/<int:event_id>/", circuits.circuit_event_remove, name="circuit_event_remove"),
    path(f"{CIRCUIT}proprietari/", roles.circuit_owners, name="circuit_owners"),
    path(f"{CIRCUIT}proprietari/<int:owner_id>/", roles.circuit_owner_remove, name="circuit_owner_remove"),
    path(f"{CIRCUIT}inviti/<int:invitation_id>/", roles.circuit_invitation_revoke, name="circuit_invitation_revoke"),
    path("organizza/<slug:slug>/circuito/esci/", circuits.organise_circuit_leave, name="organise_circuit_leave"),
]
