"""Whatever is done on a page a program can do too: each page that writes names the operations, or why there is none."""

import json
from collections.abc import Mapping

from django.conf import settings

from tests.tournaments.doors.addresses import routes

OWN = "keeps a browser's own account, sessions and keys, which no program may take over"
CHOICE = "is how this browser shows the pages; a program says Accept-Language"
# Pages that have no operation, and why.
BROWSERS: Mapping[str, str] = {
    **dict.fromkeys(("set_language", "text_size", "decks"), CHOICE),
    "hand_over": "moves what a browser holds to another address of the site; a program has its token",
    "results_typing": "tells the pages of others in which row a hand types now, and keeps nothing",
    **dict.fromkeys(
        (
            "login",
            "account_request_login_code",
            "account_confirm_login_code",
            "mfa_login_webauthn",
            "logout",
            "register",
            "account_confirm_email",
            "password_change",
            "password_reset",
            "account_reset_password_from_key",
            "account_reauthenticate",
            "mfa_reauthenticate_webauthn",
            "account_code_again",
            "change_email",
            "passkey_add",
            "passkey_rename",
            "passkey_remove",
            "session_end",
            "sessions_end_others",
            "account_close",
        ),
        OWN,
    ),
    "event_follow": "alerts a browser by way of its push service; a program has webhooks",
    "push_moved": "tells that a browser's push service has given it another address; a program has webhooks",
    "practice": "opens a table to try for a browser; a program tries its robot at tables of an event",
    "organise_stick": "chooses a stick that somebody put into this very computer",
    "invitation": "takes a role for an account: a stolen token must not gain rights",
    "club_tokens": "makes a token: only its owner, in a browser",
    "club_tokens_revoke": "ends a token: only its owner, in a browser",
}
# The operations that are not declared yet, by the pages that do what they do.
PROGRAMS: Mapping[str, str] = {
    "live_command": "match_command match_courtesy",
    "live_referee": "match_order",
    **dict.fromkeys(("enter_code", "open_code"), "code_open"),
    "enter_pin": "pass_open",
    "open_pass": "pass_open",
    "sign_up": "sign_up",
    "table_sheet": "table_deal_enter",
    "table_preview": "table_deal_preview",
    "results_row": "table_total_enter table_deal_enter table_confirm table_undo",
    "table_total": "table_total_enter table_score_enter",
    "table_time": "table_time_called",
    "table_correct": "table_correct table_correction_preview",
    "table_forfeit": "table_forfeit table_forfeit_preview table_absence table_absence_preview",
    "club_manage": "club_logo_set",
    "event_create": "event_create event_create_from_preset",
    "organise_copy": "event_copy",
    "event_import": "event_import event_import_again",
    "organise_settings": "event_update",
    "organise_entries": "entry_create entry_late_preview",
    "organise_arrivals": "entry_create",
    "organise_import": "entries_create job_start list_read_start",
    "organise_entry": "entry_rename entry_preview",
    "organise_hand": "round_swap_preview",
    "organise_headcount": "headcount_choose",
    "organise_seeds": "seeds_propose",
    "organise_job_start": "job_start",
}


def operations() -> set[str]:
    """The operations of the API that write."""
    paths = json.loads((settings.BASE_DIR / "docs" / "openapi.json").read_text())["paths"]
    return {told["operationId"] for methods in paths.values() for method, told in methods.items() if method != "get"}


def declared() -> dict[str, tuple[str, ...]]:
    """The pages that are made of declared operations, which say so themselves."""
    return {route.name: route.operations for route in routes() if route.operations}


def named() -> set[str]:
    return {each for said in PROGRAMS.values() for each in said.split()} | {
        each for offered in declared().values() for each in offered
    }


def test_whatever_is_done_on_a_page_a_program_can_do() -> None:
    written = {route.name for route in routes() if not route.is_api and route.door.writes}
    assert not any(set(declared()[page]) & set(PROGRAMS[page].split()) for page in set(declared()) & set(PROGRAMS))
    told = {**PROGRAMS, **BROWSERS, **declared()}
    assert (written - set(told), set(told) - written) == (set(), set())
    assert named() - operations() == set()


def test_whatever_a_program_does_is_done_on_a_page_too() -> None:
    # A calculator is a page that is read, with what it is asked in its address.
    assert operations() - named() == {"calculator_deal"}
