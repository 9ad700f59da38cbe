"""A match as a bracket shows it: each of its parts where it has one, and what people typed only as text."""

from dataclasses import replace

from django.utils import translation

from tournaments.tables.words.cards import MatchView, SideView
from tournaments.templatetags.matches import match_card

WINNER = SideView("Rossi", 21, "won", 3)
OTHER = SideView("O'Neri <b>", -14, "", None)
PLAYED = MatchView("/e/x/partite/7/", "done", False, "Over", "", "", (WINNER, OTHER))


def card(match: MatchView) -> str:
    with translation.override("en"):
        return match_card(match)


def test_a_match_is_one_link_with_its_sides_and_what_is_read_aloud() -> None:
    assert card(PLAYED) == (
        '<a href="/e/x/partite/7/" class="match match--done">'
        '<span class="match__side match__side--won">'
        '<span class="match__name">Rossi <small class="match__seed">3</small>'
        '<span class="visually-hidden"> (winner)</span></span><span class="match__points">21</span></span>'
        '<span class="match__side"><span class="match__name">O&#x27;Neri &lt;b&gt;</span>'
        '<span class="match__points">−14</span></span>'
        '<span class="visually-hidden">Over</span></a>'
    )


def test_a_final_without_an_address_is_no_link_and_its_note_stands_below() -> None:
    final = replace(PLAYED, url="", is_final=True, state_label="", note="<i>", note_kind="tie", sides=())
    text = (
        '<div class="match match--done match--final"><span class="match__note match__note--tie">&lt;i&gt;</span></div>'
    )
    assert card(final) == text


def test_a_table_of_several_has_its_name_with_the_state_and_the_place_of_each() -> None:
    side = SideView("Rossi", "", "through", None, place=1, said="goes on & up")
    table = replace(PLAYED, head="Table 7", note="late", sides=(side,))
    assert card(table) == (
        '<a href="/e/x/partite/7/" class="match match--done">'
        '<span class="match__head"><b>Table 7</b><small>Over</small></span>'
        '<span class="match__side match__side--through">'
        '<span class="match__place">1<span class="visually-hidden">. </span></span>'
        '<span class="match__name">Rossi<span class="visually-hidden"> (goes on &amp; up)</span></span>'
        '<span class="match__points"></span></span><span class="match__note">late</span></a>'
    )
    assert "<small>" not in card(replace(table, state_label=""))
