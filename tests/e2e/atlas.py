"""Every page of the site, with who may look at it, on four events in different hours of their evening."""

from dataclasses import dataclass
from typing import Any

ANONYMOUS = ""
ORGANISER = "ornella@example.org"
REFEREE = "arturo@example.org"

DEAL = {
    "depth": "counts", "cards": [24, 16], "coins": [6, 4], "settebello": 0, "primiera": 0, "sweeps": [2, 1],
    "tiebreak": 0, "last_capture": None,
}  # fmt: skip
LEVEL = {"depth": "points", "points": [11, 11], "tiebreak": 0, "last_capture": None}


@dataclass(frozen=True, slots=True)
class Sight:
    """A page: the name of its address, whose eyes see it, and the address with places for an event's parts."""

    name: str
    path: str
    by: str = ANONYMOUS
    event: str = "running"
    status: int = 200

    def __str__(self) -> str:
        return f"{self.name}-{self.event}-{self.by.split('@')[0] or 'anonymous'}"


def of_event(name: str, path: str, *events: str, by: str = ANONYMOUS) -> list[Sight]:
    return [Sight(name, path, by, event) for event in events]


PUBLIC = [
    Sight("home", "/"),
    Sight("home", "/", ORGANISER),
    Sight("rules", "/regole/"),
    Sight("about", "/informazioni/"),
    Sight("calculators", "/calcolatrici/"),
    Sight("calculator_vp", "/calcolatrici/vp/"),
    Sight("calculator_vp", "/calcolatrici/vp/?scale=21pt&a=21&b=16"),
    Sight("calculator_deal", "/calcolatrici/smazzata/"),
    *of_event("event", "/e/{slug}/", "running", "open", "finished"),
    *of_event("event", "/e/{slug}/", "running", by=ORGANISER),
    *of_event("event_bracket", "/e/{slug}/tabellone/", "running", "finished", "open"),
    *of_event("event_tables", "/e/{slug}/turni/", "running", "finished", "open"),
    *of_event("event_standings", "/e/{slug}/classifica/", "running", "finished", "open"),
    *of_event("event_entries", "/e/{slug}/iscritti/", "running", "open"),
    *of_event("event_rules", "/e/{slug}/regolamento/", "running"),
    *of_event("event_draw", "/e/{slug}/sorteggio/", "running", "open"),
    *of_event("match", "/e/{slug}/partite/1/", "running"),
    *of_event("match", "/e/{slug}/partite/2/", "running"),
    *of_event("match", "/e/{slug}/partite/7/", "running", "finished"),
    *of_event("player", "/giocatori/{player}/", "running"),
    *of_event("screen", "/e/{slug}/schermo/", "running", "open", "finished"),
]
PEOPLE = [
    Sight("login", "/entra/"),
    Sight("register", "/registrati/"),
    Sight("password_change", "/password/", REFEREE),
    Sight("password_change_done", "/password/fatto/", REFEREE),
    Sight("password_reset", "/password/dimenticata/"),
    Sight("password_reset_done", "/password/dimenticata/inviata/"),
    Sight("password_reset_confirm", "/password/nuova/MQ/set-password/"),
    Sight("password_reset_complete", "/password/nuova/fatto/"),
    Sight("my_events", "/miei/", ORGANISER),
    Sight("enter_code", "/codice/"),
    *of_event("open_code", "/e/{slug}/codice/{code}/", "running"),
    *of_event("sign_up", "/e/{slug}/iscrizione/", "open"),
    *of_event("sign_up", "/e/{slug}/iscrizione/", "open", "running", by=REFEREE),
]
AT_TABLES = [
    *of_event("referee_desk", "/e/{slug}/arbitro/", "running", "finished", by=REFEREE),
    # 1 is over, 2 waits for the other line, 3 is disputed, 4 is level, 5 has not been called.
    *(Sight("table_sheet", f"/e/{{slug}}/tavoli/{n}/", REFEREE) for n in (1, 2, 3, 4, 5)),
    Sight("table_sheet", "/e/{slug}/tavoli/4/?game=0&deal=0", REFEREE),
    Sight("table_total", "/e/{slug}/tavoli/4/totale/", REFEREE),
    Sight("table_undo", "/e/{slug}/tavoli/1/annulla/", REFEREE),
    Sight("table_correct", "/e/{slug}/tavoli/1/correggi/", REFEREE),
    Sight("table_forfeit", "/e/{slug}/tavoli/4/colpa/", REFEREE),
    Sight("table_warn", "/e/{slug}/tavoli/4/ammonisci/", REFEREE),
]
ORGANISING = [
    Sight("event_create", "/organizza/nuovo/", ORGANISER),
    *of_event("organise", "/organizza/{slug}/", "open", "draft", "running", "finished", by=ORGANISER),
    *of_event("organise_settings", "/organizza/{slug}/dati/", "open", by=ORGANISER),
    *of_event("organise_rules", "/organizza/{slug}/regole/", "open", "running", by=ORGANISER),
    *of_event("organise_entries", "/organizza/{slug}/iscritti/", "open", "running", by=ORGANISER),
    *of_event("organise_entry", "/organizza/{slug}/iscritti/{entry}/", "open", "running", by=ORGANISER),
    *of_event("organise_import", "/organizza/{slug}/iscritti/elenco/", "open", by=ORGANISER),
    *of_event("organise_draw", "/organizza/{slug}/sorteggio/", "draft", "open", "running", by=ORGANISER),
    *of_event("organise_draw_announce", "/organizza/{slug}/sorteggio/annuncio/", "draft", by=ORGANISER),
    *of_event("organise_draw_discard", "/organizza/{slug}/sorteggio/scarta/", "draft", by=ORGANISER),
    *of_event("organise_draw_withdraw", "/organizza/{slug}/sorteggio/ritira/", "drawn", by=ORGANISER),
    *of_event("organise_rounds", "/organizza/{slug}/turni/", "running", "open", by=ORGANISER),
    *of_event("organise_print", "/organizza/{slug}/stampa/", "running", "open", by=ORGANISER),
    *of_event("organise_print", "/organizza/{slug}/stampa/1/", "running", by=ORGANISER),
    *of_event("organise_poster", "/organizza/{slug}/locandina/", "open", by=ORGANISER),
    *of_event("organise_roles", "/organizza/{slug}/ruoli/", "running", by=ORGANISER),
    *of_event("organise_audit", "/organizza/{slug}/registro/", "running", by=ORGANISER),
    *of_event("organise_closing", "/organizza/{slug}/chiusura/", "running", "finished", "played", by=ORGANISER),
    *of_event("organise_reopen", "/organizza/{slug}/chiusura/riapri/", "finished", by=ORGANISER),
]
NOT_FOUND = [Sight("not_found", "/e/non-esiste/", status=404)]
EVERYWHERE = [*PUBLIC, *PEOPLE, *AT_TABLES, *ORGANISING, *NOT_FOUND]

# Addresses that answer no page of their own: steps that are posted, files, streams, what a form leads to.
PAGELESS = {
    "set_language", "text_size", "favicon", "logout", "event_draw_document", "event_live", "organise_step",
    "organise_pair",
    "organise_import_example", "organise_tick", "organise_decide", "organise_round_step", "organise_table_step",
    "organise_role_revoke",
    "table_preview", "table_time", "table_confirm", "table_dispute", "table_call_referee", "warning_cancel",
    "signed_up",
}  # fmt: skip


def set_up(stage: Any) -> dict[str, dict[str, Any]]:
    """The events that the addresses speak of, by the hour of their evening."""
    events = {
        "open": stage("event", name="Torneo di Natale", pairs=5, fee_cents=1000, description="Con *rinfresco*."),
        "draft": stage("event", name="Torneo dei Santi", state="draft_draw", pairs=6),
        "drawn": stage("event", name="Torneo delle Ceneri", state="drawn", pairs=3),
        "running": stage("event", name="Torneo di Carnevale a Germagnano", state="called", pairs=8),
        "played": stage("event", name="Torneo di Pasqua", state="drawn", pairs=2),
        "finished": stage("event", name="Torneo di Ferragosto", state="finished", pairs=8),
    }
    play_the_running(stage, events["running"]["slug"])
    stage("grant", slug=events["finished"]["slug"], email=REFEREE, role="referee")
    stage("play_round", slug=events["played"]["slug"], number=1)
    stage("name_entries", slug=events["open"]["slug"], people=[[["Solitario", "Pino"]]])
    return events


def play_the_running(stage: Any, slug: str) -> None:
    """One table over, one to confirm, one disputed, one level; the clock runs."""
    stage("start_clock", slug=slug, minutes=60)
    stage("write_deals", slug=slug, number=1, deals=[DEAL, *[{**DEAL, "sweeps": [4, 0]}] * 2])
    stage("finish_as_line", slug=slug, number=2, line=0)
    stage("finish_as_line", slug=slug, number=3, line=0)
    stage("dispute", slug=slug, number=3, line=1)
    stage("write_deals", slug=slug, number=4, deals=[LEVEL])
    for email, role in ((REFEREE, "referee"), ("sara@example.org", "scorer")):
        stage("grant", slug=slug, email=email, role=role, tables=[4])


def address(sight: Sight, stage: Any, events: dict[str, dict[str, Any]]) -> str:
    """The address of a page, with the parts of its event."""
    made = events[sight.event]
    return sight.path.format(
        slug=made["slug"],
        entry=made["entries"][0],
        code=made["tables"][3]["codes"][0] if len(made["tables"]) > 3 else "",
        player=stage("people", slug=made["slug"])[0] if "{player}" in sight.path else "",
    )
