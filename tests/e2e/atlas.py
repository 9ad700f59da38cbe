"""Every page of the site, with who may look at it, on events of three games in different hours of their evening."""

from dataclasses import dataclass
from typing import Any

from tests.e2e.paper import PLAIN
from tests.e2e.tables import FORMAT, LEVEL_AT_THE_CUT

ANONYMOUS = ""
ORGANISER = "ornella@example.org"
REFEREE = "arturo@example.org"
# An account with a password.
OWNER, PASSWORD = "chiara@example.org", "tre scope e un re"
PLAYER = "piero@example.org"
# An account with passkeys.
KEYHOLDER = "sara@example.org"

DEAL = {
    "depth": "counts",
    "cards": [24, 16],
    "coins": [6, 4],
    "settebello": 0,
    "primiera": 0,
    "sweeps": [2, 1],
    "tiebreak": 0,
    "last_capture": None,
}
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
    Sight("decks", "/carte/"),
    Sight("practice", "/prova/"),
    Sight("practice", "/prova/?game=scala40"),
    Sight("api", "/api/"),
    Sight("my_tokens", "/miei/token/", ORGANISER),
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
    Sight("find", "/dove/"),
    Sight("find", "/dove/?q=ros"),
    *of_event("event_find", "/e/{slug}/dove/", "running", "open"),
    *of_event("event_find", "/e/{slug}/dove/?q=ros", "running", "finished"),
    *of_event("event_where", "/e/{slug}/dove/{entry}/", "running", "open", "finished"),
]
PEOPLE = [
    Sight("login", "/entra/"),
    Sight("register", "/registrati/"),
    Sight("password_change", "/password/", REFEREE),
    Sight("password_change_done", "/password/fatto/", REFEREE),
    Sight("password_reset", "/password/dimenticata/"),
    Sight("account_reset_password_done", "/password/dimenticata/inviata/"),
    Sight("account_reset_password_from_key", "/password/nuova/MQ/set-password/", status=404),
    Sight("account_reset_password_from_key_done", "/password/nuova/fatto/"),
    Sight("account_request_login_code", "/entra/codice/"),
    Sight("registered", "/registrati/fatto/"),
    Sight("account_confirm_email", "/email/conferma/scaduto/", status=404),
    *(Sight("account_confirm_email", f"/email/conferma/{{confirm[{n}]}}/") for n in (0, 1, 2)),
    Sight("account", "/miei/accesso/", REFEREE),
    Sight("change_email", "/miei/accesso/email/", REFEREE),
    Sight("account", "/miei/accesso/", KEYHOLDER),
    Sight("passkey_add", "/miei/accesso/chiavi/nuova/", REFEREE),
    Sight("passkey_rename", "/miei/accesso/chiavi/{key[0]}/", KEYHOLDER),
    Sight("passkey_remove", "/miei/accesso/chiavi/{key[0]}/togli/", KEYHOLDER),
    Sight("mfa_reauthenticate_webauthn", "/miei/accesso/ancora/chiave/", KEYHOLDER),
    Sight("account_reauthenticate", "/miei/accesso/ancora/", OWNER),
    Sight("account_code_again", "/miei/accesso/ancora/codice/", REFEREE),
    Sight("my_events", "/miei/", ORGANISER),
    Sight("enter_code", "/codice/"),
    Sight("hand_over", "/passaggio/"),
    *of_event("event_mine", "/e/{slug}/io/", "running", "open", "finished", by=PLAYER),
    *of_event("enter_pin", "/e/{slug}/entra/", "running"),
    *of_event("open_pass", "/e/{slug}/pass/{pass_}/", "running"),
    *of_event("open_code", "/e/{slug}/codice/{code}/", "running"),
    *of_event("sign_up", "/e/{slug}/iscrizione/", "open"),
    *of_event("sign_up", "/e/{slug}/iscrizione/", "open", "running", by=REFEREE),
]
# The hour as it may stand: over, over where the deal in progress is void, stopped; and clocks of the lines.
TIME_OVER, VOID, STOPPED, LINES = "time_over", "time_void", "time_stopped", "line_clocks"
# The first round of a Danish is over, and the second is to be paired.
PAIRED = "danish"
# Groups whose tables are called and not played: places can still be swapped.
IN_HAND = "groups"
PAPER = "paper"
# Everybody is level with somebody at the end, and two have drawn a card.
LEVEL_END = "level"
# Its archive has been sent, and one that is none.
ARRIVED = "finished"
AT_THE_HOUR = [
    *of_event("screen", "/e/{slug}/schermo/", TIME_OVER, STOPPED),
    *of_event("event", "/e/{slug}/", TIME_OVER, PAPER, STOPPED),
]
AT_TABLES = [
    *of_event("referee_desk", "/e/{slug}/arbitro/", "running", "finished", by=REFEREE),
    *of_event("results_grid", "/e/{slug}/risultati/", "running", PAPER, "finished", TIME_OVER, by=REFEREE),
    Sight("results_grid", "/e/{slug}/risultati/?salvato=1&solo=mancano", REFEREE),
    # 1 is over, 2 waits for the other line, 3 is disputed, 4 is level, 5 has not been called.
    *(Sight("table_sheet", f"/e/{{slug}}/tavoli/{n}/", REFEREE) for n in (1, 2, 3, 4, 5)),
    Sight("table_sheet", "/e/{slug}/tavoli/4/?game=0&deal=0", REFEREE),
    Sight("table_total", "/e/{slug}/tavoli/4/totale/", REFEREE),
    Sight("table_undo", "/e/{slug}/tavoli/1/annulla/", REFEREE),
    Sight("table_correct", "/e/{slug}/tavoli/1/correggi/", REFEREE),
    Sight("table_forfeit", "/e/{slug}/tavoli/4/colpa/", REFEREE),
    *of_event("round_clock", "/e/{slug}/orologio/1/", "running", TIME_OVER, STOPPED, by=REFEREE),
    Sight("round_clock_stop", "/e/{slug}/orologio/1/annulla/", REFEREE),
    # 2 has more time because a chair broke, 3 was called late and has a clock of its own.
    *(Sight("table_clock", f"/e/{{slug}}/tavoli/{n}/orologio/", REFEREE, STOPPED) for n in (1, 2, 3)),
    Sight("table_clock_stop", "/e/{slug}/tavoli/3/orologio/annulla/", REFEREE, STOPPED),
    *of_event("table_sheet", "/e/{slug}/tavoli/1/", PAPER, by=REFEREE),
    *of_event("table_total", "/e/{slug}/tavoli/1/totale/", PAPER, by=REFEREE),
    *of_event("table_forfeit", "/e/{slug}/tavoli/1/colpa/", PAPER, by=REFEREE),
    *of_event("table_sheet", "/e/{slug}/tavoli/1/", TIME_OVER, VOID, by=REFEREE),
    Sight("table_sheet", "/e/{slug}/tavoli/1/?prima=1", REFEREE, VOID),
    Sight("table_total", "/e/{slug}/tavoli/1/totale/", REFEREE, TIME_OVER),
    Sight("table_line_clocks", "/e/{slug}/tavoli/1/orologi/", REFEREE, LINES),
    Sight("table_line_clocks", "/e/{slug}/tavoli/2/orologi/", REFEREE, LINES),
    *of_event("referee_desk", "/e/{slug}/arbitro/", TIME_OVER, STOPPED, by=REFEREE),
    *of_event("penalties", "/e/{slug}/arbitro/penalita/", "running", "finished", by=REFEREE),
    Sight("penalty_new", "/e/{slug}/arbitro/penalita/nuova/?tavolo=4&linea=1", REFEREE),
    *of_event("penalty_cancel", "/e/{slug}/arbitro/penalita/{penalty}/annulla/", "running", by=REFEREE),
]
ORGANISING = [
    *of_event("organise", "/organizza/{slug}/", TIME_OVER, STOPPED, by=ORGANISER),
    *of_event("organise_rounds", "/organizza/{slug}/turni/", TIME_OVER, STOPPED, by=ORGANISER),
    Sight("event_create", "/organizza/nuovo/", ORGANISER),
    *of_event("organise", "/organizza/{slug}/", "open", "draft", "running", "finished", by=ORGANISER),
    *of_event("organise_copy", "/organizza/{slug}/copia/", "finished", by=ORGANISER),
    *of_event("organise_preset", "/organizza/{slug}/copia/modello/", "finished", by=ORGANISER),
    *of_event("organise_settings", "/organizza/{slug}/dati/", "open", by=ORGANISER),
    *of_event("organise_rules", "/organizza/{slug}/regole/", "open", "running", by=ORGANISER),
    *of_event("organise_entries", "/organizza/{slug}/iscritti/", "open", "running", by=ORGANISER),
    *of_event("organise_arrivals", "/organizza/{slug}/banco/", "open", "running", by=ORGANISER),
    Sight("organise_arrivals", "/organizza/{slug}/banco/?solo=mancano", ORGANISER, "open"),
    Sight("organise_arrivals", "/organizza/{slug}/banco/?q=nuovo+gino,+re+anita", ORGANISER, "open"),
    *of_event("organise_entry", "/organizza/{slug}/iscritti/{entry}/", "open", "running", by=ORGANISER),
    *of_event("organise_import", "/organizza/{slug}/iscritti/elenco/", "open", by=ORGANISER),
    *(
        Sight("organise_list", f"/organizza/{{slug}}/iscritti/elenco/{{sheet_{how}}}/", ORGANISER, "open")
        for how in ("reading", "refused", "read")
    ),
    *of_event("organise_seeds", "/organizza/{slug}/teste-di-serie/", "open", "running", by=ORGANISER),
    *of_event("organise_apart", "/organizza/{slug}/separati/", PAIRED, "open", by=ORGANISER),
    Sight("organise_apart", "/organizza/{slug}/separati/?set=1", ORGANISER, PAIRED),
    *of_event("organise_draw", "/organizza/{slug}/sorteggio/", "draft", "open", "running", by=ORGANISER),
    *of_event("organise_draw_announce", "/organizza/{slug}/sorteggio/annuncio/", "draft", by=ORGANISER),
    *of_event("organise_draw_discard", "/organizza/{slug}/sorteggio/scarta/", "draft", by=ORGANISER),
    *of_event("organise_draw_withdraw", "/organizza/{slug}/sorteggio/ritira/", "drawn", by=ORGANISER),
    *of_event("organise_rounds", "/organizza/{slug}/turni/", "running", "open", by=ORGANISER),
    *of_event("organise", "/organizza/{slug}/", PAIRED, by=ORGANISER),
    *of_event("organise_pairing", "/organizza/{slug}/turni/abbinamento/", PAIRED, "running", by=ORGANISER),
    *of_event("organise_unpair", "/organizza/{slug}/turni/abbinamento/ritira/", PAIRED, by=ORGANISER),
    *of_event("organise_hand", "/organizza/{slug}/turni/1/tavoli/", IN_HAND, "running", by=ORGANISER),
    *of_event(
        "organise_hand",
        "/organizza/{slug}/turni/1/tavoli/?a={tables[0][entries][1]}&b={tables[1][entries][0]}",
        IN_HAND,
        by=ORGANISER,
    ),
    *of_event("organise_as_seated", "/organizza/{slug}/turni/1/giocato/", PAIRED, "running", by=ORGANISER),
    *of_event(
        "organise_as_seated",
        "/organizza/{slug}/turni/1/giocato/?a={tables[0][entries][0]}&b={tables[1][entries][1]}",
        PAIRED,
        by=ORGANISER,
    ),
    Sight("organise_fix_table", "/organizza/{slug}/turni/1/tavoli/fisso/", ORGANISER, IN_HAND),
    Sight("organise_skip", "/organizza/{slug}/turni/1/tavoli/salta/?entry={tables[0][entries][0]}", ORGANISER, IN_HAND),
    Sight(
        "organise_end_skip", "/organizza/{slug}/turni/1/tavoli/torna/?entry={tables[0][entries][0]}", ORGANISER, IN_HAND
    ),
    *of_event("organise_pair_others", "/organizza/{slug}/turni/1/tavoli/riabbina/", IN_HAND, by=ORGANISER),
    *of_event("orders", "/e/{slug}/parita/", LEVEL_END, "running", by=ORGANISER),
    *of_event("order_take_back", "/e/{slug}/parita/{order}/annulla/", LEVEL_END, by=ORGANISER),
    *of_event("event_standings", "/e/{slug}/classifica/", LEVEL_END),
    *of_event("organise_print", "/organizza/{slug}/stampa/", "running", "open", by=ORGANISER),
    *of_event("organise_print", "/organizza/{slug}/stampa/1/", "running", by=ORGANISER),
    *of_event("organise_passes", "/organizza/{slug}/pass/", "running", "open", by=ORGANISER),
    *of_event("organise_poster", "/organizza/{slug}/locandina/", "open", by=ORGANISER),
    *of_event("print_entries", "/organizza/{slug}/stampa/iscritti/", "open", by=ORGANISER),
    *of_event("print_certificates", "/organizza/{slug}/stampa/attestati/", "finished", "open", by=ORGANISER),
    *of_event("print_money", "/organizza/{slug}/stampa/cassa/", "open", by=ORGANISER),
    *of_event("print_receipts", "/organizza/{slug}/stampa/ricevute/", "open", by=ORGANISER),
    *of_event("print_round", "/organizza/{slug}/stampa/tavoli/", "running", "open", by=ORGANISER),
    *of_event("print_sheets", "/organizza/{slug}/stampa/fogli/", "running", "open", by=ORGANISER),
    *of_event("print_standings", "/organizza/{slug}/stampa/classifica/?foglio=a3", "finished", "open", by=ORGANISER),
    *of_event("organise_jobs", "/organizza/{slug}/documenti/", "running", "open", by=ORGANISER),
    *of_event("organise_job", "/organizza/{slug}/documenti/{job}/", "running", by=ORGANISER),
    *of_event("organise_roles", "/organizza/{slug}/ruoli/", "running", by=ORGANISER),
    *of_event("organise_webhooks", "/organizza/{slug}/webhook/", "running", by=ORGANISER),
    *of_event("organise_webhooks_one", "/organizza/{slug}/webhook/{webhook}/", "running", by=ORGANISER),
    *of_event("organise_audit", "/organizza/{slug}/registro/", "running", by=ORGANISER),
    Sight("event_import", "/organizza/nuovo/archivio/", ORGANISER),
    Sight("event_import_job", "/organizza/nuovo/archivio/{brought}/", ORGANISER, ARRIVED),
    Sight("event_import_job", "/organizza/nuovo/archivio/{not_brought}/", ORGANISER, ARRIVED),
    *of_event("organise_closing", "/organizza/{slug}/chiusura/", "running", "finished", "played", by=ORGANISER),
    *of_event("organise_reopen", "/organizza/{slug}/chiusura/riapri/", "finished", by=ORGANISER),
]
# The same evening at tables of several players: what of it looks different there.
RUN, OPEN, DRAFT, ENDED = "tables", "tables_open", "tables_draft", "tables_finished"
TABLES = [
    *of_event("event_find", "/e/{slug}/dove/?q=ros", RUN),
    *of_event("event_where", "/e/{slug}/dove/{entry}/", RUN, ENDED),
    Sight("calculator_evening", "/calcolatrici/serata/"),
    Sight("calculator_evening", "/calcolatrici/serata/?n=19"),
    Sight("calculator_deal", "/calcolatrici/smazzata/?game=scala40"),
    Sight("calculator_deal", "/calcolatrici/smazzata/?game=punti"),
    Sight("calculator_deal", "/calcolatrici/smazzata/?game=squadre"),
    *of_event("event", "/e/{slug}/", RUN, ENDED),
    *of_event("event_bracket", "/e/{slug}/tabellone/", RUN, ENDED, OPEN),
    *of_event("event_tables", "/e/{slug}/turni/", RUN, ENDED),
    *of_event("event_standings", "/e/{slug}/classifica/", RUN, ENDED),
    *of_event("event_rules", "/e/{slug}/regolamento/", RUN, PAPER),
    *of_event("event_draw", "/e/{slug}/sorteggio/", RUN),
    *(match for n in (1, 2, 4, 5, 6, 9) for match in of_event("match", f"/e/{{slug}}/partite/{n}/", RUN)),
    *of_event("player", "/giocatori/{player}/", RUN),
    *of_event("screen", "/e/{slug}/schermo/", RUN, ENDED),
    *of_event("open_code", "/e/{slug}/codice/{code}/", RUN),
    *of_event("event_mine", "/e/{slug}/io/", RUN, by=PLAYER),
    *of_event("referee_desk", "/e/{slug}/arbitro/", RUN, by=REFEREE),
    *of_event("results_grid", "/e/{slug}/risultati/", RUN, by=REFEREE),
    # 1 is over, 2 waits, 3 is disputed, 4 has an extra deal to play and 5 cards to draw, 6 is in play and somebody has
    # left it, 7 has just been called and somebody is waited for; 9 has not.
    *(Sight("table_sheet", f"/e/{{slug}}/tavoli/{n}/", REFEREE, RUN) for n in (1, 2, 3, 4, 5, 6, 7, 9)),
    Sight("table_sheet", "/e/{slug}/tavoli/6/?game=0&deal=0", REFEREE, RUN),
    Sight("table_undo", "/e/{slug}/tavoli/1/annulla/", REFEREE, RUN),
    Sight("table_correct", "/e/{slug}/tavoli/1/correggi/", REFEREE, RUN),
    Sight("table_forfeit", "/e/{slug}/tavoli/7/colpa/", REFEREE, RUN),
    *of_event("penalties", "/e/{slug}/arbitro/penalita/", RUN, by=REFEREE),
    Sight("penalty_new", "/e/{slug}/arbitro/penalita/nuova/?tavolo=7&linea=1", REFEREE, RUN),
    *of_event("places", "/e/{slug}/posti/", RUN, by=REFEREE),
    *of_event("place_empty", "/e/{slug}/posti/{place}/annulla/", RUN, by=REFEREE),
    Sight("event_create", "/organizza/nuovo/?gioco=scala40", ORGANISER),
    Sight("event_create", "/organizza/nuovo/?gioco=punti", ORGANISER),
    Sight("event_create", "/organizza/nuovo/?gioco=squadre", ORGANISER),
    *of_event("organise", "/organizza/{slug}/", RUN, OPEN, ENDED, by=ORGANISER),
    *of_event("organise_headcount", "/organizza/{slug}/numeri/", RUN, OPEN, by=ORGANISER),
    *of_event("organise_stick", "/organizza/{slug}/chiavetta/", RUN, by=ORGANISER),
    *of_event("organise_resumed", "/organizza/{slug}/ripresa/", RUN, by=ORGANISER),
    *of_event("print_address", "/organizza/{slug}/stampa/indirizzo/", RUN, by=ORGANISER),
    *of_event("organise_rules", "/organizza/{slug}/regole/", OPEN, by=ORGANISER),
    *of_event("organise_entry", "/organizza/{slug}/iscritti/{entry}/", RUN, by=ORGANISER),
    *of_event("organise_draw", "/organizza/{slug}/sorteggio/", DRAFT, OPEN, RUN, by=ORGANISER),
    *of_event("organise_draw_announce", "/organizza/{slug}/sorteggio/annuncio/", DRAFT, by=ORGANISER),
    *of_event("organise_rounds", "/organizza/{slug}/turni/", RUN, by=ORGANISER),
    *of_event("organise_print", "/organizza/{slug}/stampa/", RUN, by=ORGANISER),
    *of_event("print_round", "/organizza/{slug}/stampa/tavoli/", RUN, by=ORGANISER),
    *of_event("print_sheets", "/organizza/{slug}/stampa/fogli/", RUN, by=ORGANISER),
    *of_event("print_standings", "/organizza/{slug}/stampa/classifica/", ENDED, by=ORGANISER),
    *of_event("organise_closing", "/organizza/{slug}/chiusura/", RUN, ENDED, by=ORGANISER),
]
MANAGING = "/circoli/{club}/gestione/"
SOCIETY = [
    Sight("clubs", "/circoli/"),
    Sight("club", "/circoli/{club}/"),
    Sight("club", "/circoli/{club}/", ORGANISER),
    Sight("club_found", "/circoli/nuovo/", ORGANISER),
    Sight("club_manage", MANAGING, ORGANISER),
    Sight("club_admins", f"{MANAGING}amministratori/", ORGANISER),
    Sight("club_events", f"{MANAGING}tornei/", ORGANISER),
    Sight("club_preset", f"{MANAGING}modelli/{{preset}}/", ORGANISER),
    Sight("event_create", "/organizza/nuovo/?modello={preset}", ORGANISER),
    Sight("club_people", f"{MANAGING}persone/", ORGANISER),
    Sight("club_person", f"{MANAGING}persone/{{person}}/?q=ros", ORGANISER),
    Sight("club_person_anonymise", f"{MANAGING}persone/{{person}}/anonima/", ORGANISER),
    Sight("club_duplicates", f"{MANAGING}doppioni/", ORGANISER),
    Sight("club_merge", f"{MANAGING}doppioni/{{person}}/{{twin}}/", ORGANISER),
    Sight("club_merge_undo", f"{MANAGING}doppioni/{{merge}}/annulla/", ORGANISER),
    Sight("club_tokens", "/circoli/{club}/token/", ORGANISER),
    Sight("club_webhooks", "/circoli/{club}/webhook/", ORGANISER),
    Sight("club_webhooks_one", "/circoli/{club}/webhook/{hook}/", ORGANISER),
    Sight("circuits", "/circuiti/"),
    Sight("circuit", "/circuiti/{circuit}/"),
    Sight("circuit_create", "/circuiti/nuovo/", ORGANISER),
    Sight("circuit_manage", "/circuiti/{circuit}/gestione/", ORGANISER),
    Sight("circuit_season", "/circuiti/{circuit}/gestione/classifica/", ORGANISER),
    Sight("circuit_edit", "/circuiti/{circuit}/gestione/dati/", ORGANISER),
    Sight("circuit_owners", "/circuiti/{circuit}/gestione/proprietari/", ORGANISER),
    Sight("invitation", "/invito/{invitation}/"),
    Sight("invitation", "/invito/{invitation}/", REFEREE),
    Sight("my_data", "/miei/dati/", ORGANISER),
    Sight("account_close", "/miei/dati/chiudi/", ORGANISER),
]
# At online tables: 1 waits for everybody, 2 is in play, 3 is over; in pairs 1 is in play and 2 is stopped.
ONLINE, PAIRS_ONLINE = "online", "online_pairs"
# Scala 40 at tables of four, as its player sees it: 1 waits for everybody, at 2 the first card lies turned up, at 3
# combinations lie and it is their turn, at 4 it is another's and a robot plays for who has left, at 5 a deal is over, 6
# is stopped, at 7 too few are left.
SCALA_ONLINE = "online_scala40"
LIVE_TABLES = [
    *(Sight("live_table", f"/tavolo/{{match[{n}]}}/", PLAYER, ONLINE) for n in (0, 1, 2)),
    Sight("live_table", "/tavolo/{match[1]}/", ANONYMOUS, ONLINE),
    *(Sight("live_table", f"/tavolo/{{match[{n}]}}/", REFEREE, PAIRS_ONLINE) for n in (0, 1)),
    Sight("live_replay", "/tavolo/{match[2]}/smazzate/1/0/", PLAYER, ONLINE),
    Sight("live_replay", "/tavolo/{match[0]}/smazzate/1/17/", ANONYMOUS, PAIRS_ONLINE),
    *of_event("event_lobby", "/e/{slug}/sala/", ONLINE, PAIRS_ONLINE),
    *of_event("event_lobby", "/e/{slug}/sala/", ONLINE, by=PLAYER),
    *of_event("organise_rounds", "/organizza/{slug}/turni/?turno=2", ONLINE, by=ORGANISER),
    Sight("live_abandon", "/tavolo/{match[1]}/abbandona/", PLAYER, ONLINE),
    *(Sight("live_referee", f"/tavolo/{{match[{n}]}}/arbitro/", REFEREE, PAIRS_ONLINE) for n in (0, 1)),
    Sight("live_log", "/tavolo/{match[0]}/registro/", REFEREE, PAIRS_ONLINE),
    *(Sight("live_table", f"/tavolo/{{match[{n}]}}/", PLAYER, SCALA_ONLINE) for n in range(7)),
    *(Sight("live_table", f"/tavolo/{{match[{n}]}}/", REFEREE, SCALA_ONLINE) for n in (2, 5)),
    Sight("live_replay", "/tavolo/{match[4]}/smazzate/1/40/", PLAYER, SCALA_ONLINE),
    Sight("live_abandon", "/tavolo/{match[2]}/abbandona/", PLAYER, SCALA_ONLINE),
    Sight("live_referee", "/tavolo/{match[2]}/arbitro/", REFEREE, SCALA_ONLINE),
    Sight("live_log", "/tavolo/{match[4]}/registro/", REFEREE, SCALA_ONLINE),
    *of_event("event_lobby", "/e/{slug}/sala/", SCALA_ONLINE, by=PLAYER),
    Sight("live_table", "/tavolo/{match[2]}/", ANONYMOUS, SCALA_ONLINE),
]
NOT_FOUND = [Sight("not_found", "/e/non-esiste/", status=404), Sight("offline", "/senza-rete/")]
EVERYWHERE = [*PUBLIC, *AT_THE_HOUR, *PEOPLE, *AT_TABLES, *ORGANISING, *TABLES, *SOCIETY, *LIVE_TABLES, *NOT_FOUND]

# Addresses that answer no page of their own: steps that are posted, files, streams, what a form leads to.
PAGELESS = {
    # Second names of pages that stand above by their first, and pages that need a step before them.
    "account_login",
    "account_signup",
    "account_email_verification_sent",
    "account_reset_password",
    "account_confirm_login_code",
    "mfa_login_webauthn",
    "session_end",
    "sessions_end_others",
    "set_language",
    "text_size",
    "favicon",
    "security_txt",
    "server_time",
    "logout",
    "worker",
    "manifest",
    "event_draw_document",
    "event_live",
    "event_marks",
    "live_socket",
    "organise_step",
    "organise_pair",
    "organise_let_meet",
    "organise_qualified",
    "organise_receipt",
    "organise_import_example",
    "organise_tick",
    "organise_decide",
    "organise_round_step",
    "organise_unfix_table",
    "organise_table_step",
    "organise_job_start",
    "organise_job_file",
    "organise_job_again",
    "organise_list_cancel",
    "club_admin_remove",
    "club_invitation_revoke",
    "circuit_event_remove",
    "circuit_owner_remove",
    "circuit_invitation_revoke",
    "organise_circuit_leave",
    "organise_invitation_revoke",
    "my_data_file",
    "organise_role_revoke",
    "organise_webhooks_step",
    "club_webhooks_step",
    "my_tokens_revoke",
    "club_tokens_revoke",
    "live_command",
    "live_reveal",
    "live_text",
    "shuffle_verifier",
    "draw_verifier",
    "table_preview",
    "table_time",
    "table_confirm",
    "table_dispute",
    "table_call_referee",
    "results_row",
    "results_typing",
    "table_missing",
    "table_arrived",
    "penalty_apply",
    "penalty_dismiss",
    "signed_up",
    "organise_passes_issue",
    "organise_pass_renew",
    "organise_pass_revoke",
    "organise_passes_revoke",
    # Calendars and tables.
    "calendar",
    "event_calendar",
    "circuit_table",
    "organise_table",
    "organise_audit_file",
    # A part of a page, asked for again and again.
    "organise_stick_line",
    # Pictures of links.
    "event_picture",
    "match_picture",
    "event_follow",
    "push_moved",
    "club_logo",
}


def set_up(stage: Any) -> dict[str, dict[str, Any]]:
    """The events that the addresses speak of, by the hour of their evening."""
    stage("sign_in_account", email=OWNER, password=PASSWORD)
    events = {
        "open": stage("event", name="Torneo di Natale", pairs=5, fee_cents=1000, description="Con *rinfresco*."),
        "draft": stage("event", name="Torneo dei Santi", state="draft_draw", pairs=6),
        "drawn": stage("event", name="Torneo delle Ceneri", state="drawn", pairs=3),
        "running": stage("event", name="Torneo di Carnevale a Germagnano", state="called", pairs=8),
        "played": stage("event", name="Torneo di Pasqua", state="drawn", pairs=2),
        "finished": stage("event", name="Torneo di Ferragosto", state="finished", pairs=8),
    }
    events |= {
        OPEN: stage("event", name="Scala aperta", pairs=19, fee_cents=800, **FORMAT),
        DRAFT: stage("event", name="Scala in bozza", state="draft_draw", pairs=19, **FORMAT),
        RUN: stage(
            "event", name="Scala di Primavera a Germagnano", state="called", pairs=31, discipline="steps", **FORMAT
        ),
        ENDED: stage("event", name="Scala d'Estate", state="drawn", pairs=9, **FORMAT),
    }
    events[PAIRED] = stage(
        "event",
        name="Danese del giovedì",
        state="called",
        pairs=5,
        preset="online_002",
        format={"kind": "danish", "rounds": 3, "rematches": "not_in_a_row"},
    )
    stage("play_round", slug=events[PAIRED]["slug"], number=1)
    stage("keep_apart", slug=events[PAIRED]["slug"], name="Famiglia Bertolotto", people=2)
    events[IN_HAND] = stage(
        "event", name="Gironi del martedì", state="called", pairs=9, preset="online_002", format={"kind": "groups"}
    )
    events[PAPER] = stage(
        "event",
        name="Burraco del venerdì",
        state="called",
        pairs=4,
        game="punti",
        preset="burraco_3",
        format={"kind": "danish", "rounds": 2},
    )
    stage("grant", slug=events[PAPER]["slug"], email=REFEREE, role="referee")
    events[LEVEL_END] = stage(
        "event",
        name="Mitchell del sabato",
        state="called",
        pairs=8,
        preset="online_002",
        format={"kind": "mitchell", "rounds": 1, "ranking": {"chain": {"criteria": ["wins", "highest_card", "lot"]}}},
    )
    stage("play_round", slug=events[LEVEL_END]["slug"], number=1)
    events[LEVEL_END]["order"] = stage("record_order", slug=events[LEVEL_END]["slug"])
    play_the_tables(stage, events[RUN])
    stage("take_up", slug=events[RUN]["slug"])
    for number in (1, 2):
        stage("call_round", slug=events[ENDED]["slug"], number=number)
        stage("play_tables", slug=events[ENDED]["slug"], number=number)
    stage("finish", slug=events[ENDED]["slug"])
    play_the_running(stage, events["running"]["slug"])
    events["running"]["penalty"] = stage("punish", slug=events["running"]["slug"], number=4, line=0, kind="vp", value=2)
    events["running"]["job"] = stage("refused_list", slug=events["running"]["slug"])
    events["open"]["sheets"] = stage("sheets", slug=events["open"]["slug"])
    events["running"]["society"] = stage("society", slug=events["running"]["slug"])
    events[ARRIVED]["archives"] = stage("archives", slug=events[ARRIVED]["slug"])
    events["running"]["key"] = [
        stage("passkey", email=KEYHOLDER, name=name) for name in ("Il telefono", "Il computer di casa")
    ]
    events["running"]["confirm"] = stage("addresses_to_confirm")
    events["running"]["webhook"] = stage("webhook", slug=events["running"]["slug"])
    events |= by_the_clock(stage)
    events |= at_online_tables(stage)
    stage("grant", slug=events["finished"]["slug"], email=REFEREE, role="referee")
    for name in ("open", "running", "finished", RUN):
        stage("plays", slug=events[name]["slug"], email=PLAYER, entry=events[name]["entries"][3])
    events["running"]["pass"] = stage(
        "give_pass", slug=events["running"]["slug"], entry=events["running"]["entries"][2]
    )
    stage("play_round", slug=events["played"]["slug"], number=1)
    stage("name_entries", slug=events["open"]["slug"], people=[[["Solitario", "Pino"]]])
    return events


def by_the_clock(stage: Any) -> dict[str, dict[str, Any]]:
    """Evenings of four tables whose time is over, stopped, or kept line by line."""
    void = {"on_time_expiry": "stop_and_void_deal"}
    made = {
        TIME_OVER: stage("event", name="Torneo dell'Ora", state="called", pairs=8),
        VOID: stage("event", name="Torneo del Fischio", state="called", pairs=4, rules=void),
        STOPPED: stage("event", name="Torneo in Pausa", state="called", pairs=8),
        LINES: stage("event", name="Torneo a Orologi", state="called", pairs=4, preset="online_002"),
    }
    for name, one in made.items():
        stage("grant", slug=one["slug"], email=REFEREE, role="referee")
        if name != LINES:
            stage("start_clock", slug=one["slug"], minutes=60)
            stage("write_deals", slug=one["slug"], number=1, deals=[DEAL])
    stage("add_time", slug=made[STOPPED]["slug"], minutes=5, table=2, reason="Una sedia rotta.")
    stage("own_clock", slug=made[STOPPED]["slug"], number=3)
    stage("pause_clock", slug=made[STOPPED]["slug"])
    for name in (TIME_OVER, VOID):
        stage("leave_seconds", slug=made[name]["slug"], seconds=0)
    stage("line_clocks_run", slug=made[LINES]["slug"], number=1, line=1)
    return made


def at_online_tables(stage: Any) -> dict[str, dict[str, Any]]:
    """Events whose matches are played online, for single players and for pairs."""
    # Nobody plays while the tables are looked at: two digits of minutes, and longer than the slowest run.
    online = {"move_seconds": 600, "bank_minutes": 99, "grace_minutes": 60}
    # The longest of the usual names at every seat, since seats are drawn by lot.
    rules = {"state": "called", "preset": "online_002", "mode": "online", "online": online, "family": "Rocchietti"}
    made = {
        ONLINE: stage("event", name="Torneo in Rete", pairs=8, entry_size=1, **rules),
        PAIRS_ONLINE: stage("event", name="Coppie in Rete", pairs=4, **rules),
    }
    for one in made.values():
        numbers = [table["number"] for table in one["tables"] if table["status"] == "playing"]
        one["match"] = [stage("open_match", slug=one["slug"], number=number) for number in numbers[:3]]
        stage("grant", slug=one["slug"], email=REFEREE, role="referee")
        stage("play_online", match=one["match"][1], plays=4)
    stage("play_online", match=made[ONLINE]["match"][2])
    stage("leave_match", match=made[ONLINE]["match"][2], seat=0)
    stage("play_online", match=made[PAIRS_ONLINE]["match"][0], plays=42, deals=2)
    stage("open_hand", match=made[PAIRS_ONLINE]["match"][0], seat=0)
    stage("stop_match", match=made[PAIRS_ONLINE]["match"][1])
    for table in made[ONLINE]["tables"][:3]:
        stage("plays", slug=made[ONLINE]["slug"], email=PLAYER, entry=table["entries"][0])
    made[SCALA_ONLINE] = at_scala40_online(stage, **rules)
    return made


def at_scala40_online(stage: Any, **rules: Any) -> dict[str, Any]:
    """An online event at tables of four, somebody known at seven of them, in the states that the atlas names."""
    made: dict[str, Any] = stage("event", name="Scala in Rete", pairs=32, **{**rules, **FORMAT})
    tables = [table for table in made["tables"] if table["round"] == 1][:7]
    made["match"] = match = [stage("open_match", slug=made["slug"], number=table["number"]) for table in tables]
    stage("grant", slug=made["slug"], email=REFEREE, role="referee")
    for table in tables:
        stage("plays", slug=made["slug"], email=PLAYER, entry=table["entries"][0])
    for at, plays, who in ((1, 12, 0), (2, 40, 0), (3, 24, 1), (5, 16, 0)):
        stage("robots_play", match=match[at], plays=plays, entry=tables[at]["entries"][who])
    for at in (4, 6):
        stage("robots_play", match=match[at])
    stage("leave_match", match=match[3], entry=tables[3]["entries"][2])
    stage("stop_match", match=match[5])
    assert any(stage("leave_match", match=match[6], entry=entry) for entry in tables[6]["entries"][1:3])
    return made


def play_the_running(stage: Any, slug: str) -> None:
    """One table over, one to confirm, one disputed, one level; the clock runs."""
    stage("start_clock", slug=slug, minutes=60)
    stage("write_deals", slug=slug, number=1, deals=[DEAL, *[{**DEAL, "sweeps": [4, 0]}] * 2])
    stage("finish_as_line", slug=slug, number=2, line=0)
    stage("finish_as_line", slug=slug, number=3, line=0)
    stage("dispute", slug=slug, number=3, line=1)
    stage("write_deals", slug=slug, number=4, deals=[LEVEL])
    for email, role in ((REFEREE, "referee"), (KEYHOLDER, "scorer")):
        stage("grant", slug=slug, email=email, role=role, tables=[4])


def play_the_tables(stage: Any, event: dict[str, Any]) -> None:
    """One table over, one to confirm, one disputed, two level, one in play that somebody left; the clock runs.

    Both winners of the first table have gone home: one place is given away, one is free.
    """
    slug = event["slug"]

    def write(number: int, *papers: str, **more: Any) -> None:
        stage("write_papers", slug=slug, number=number, papers=papers, **more)

    stage("start_clock", slug=slug, minutes=60)
    write(1, PLAIN, PLAIN)
    write(2, PLAIN, PLAIN, line=0)
    write(3, PLAIN, PLAIN, line=1)
    stage("dispute", slug=slug, number=3, line=0)
    write(4, *LEVEL_AT_THE_CUT)
    write(5, *LEVEL_AT_THE_CUT, tiebreaks=["- = = -", "- = = -"])
    write(6, "0! 10 20 30", "0 15 25 x")
    stage("miss", slug=slug, number=7, line=1)
    stage("grant", slug=slug, email=REFEREE, role="referee")
    for entry in event["tables"][0]["entries"][:2]:
        stage("withdraw", slug=slug, entry=entry)
    event["place"] = stage("fill_place", slug=slug)


def address(sight: Sight, stage: Any, events: dict[str, dict[str, Any]]) -> str:
    """The address of a page, with the parts of its event."""
    made = events[sight.event]
    return sight.path.format(
        **made.get("society", {}),
        **made.get("archives", {}),
        **made.get("sheets", {}),
        slug=made["slug"],
        entry=made["entries"][0],
        place=made.get("place", ""),
        penalty=made.get("penalty", ""),
        job=made.get("job", ""),
        key=made.get("key", [""]),
        confirm=made.get("confirm", [""]),
        webhook=made.get("webhook", ""),
        order=made.get("order", ""),
        tables=made["tables"],
        match=made.get("match", ""),
        pass_=made.get("pass", {}).get("secret", ""),
        code=made["tables"][3]["codes"][0] if len(made["tables"]) > 3 else "",
        player=stage("people", slug=made["slug"])[0] if "{player}" in sight.path else "",
    )
