"""The Italian of the site: one register (tu), one apostrophe, one kind of quotation marks, and counted nouns in plural.

docs/design.md, section 9, says what is meant.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from script.places import packages

CATALOGUES = sorted(Path().glob("*/locale/it/LC_MESSAGES/django.po"))
CODE = sorted(file for folder in packages() for file in Path(folder).rglob("*.py"))
TRANSLATES = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "npgettext"}
INFINITIVE = r"[A-Zi][a-zàèéìòù]+(?:are|ere|ire|ar|er|ir)(?:l[oaie]|ne|si|ci|vi|gli)?"
# Words that only look like a step that is to be done, and two rules of a game.
NO_STEP = {"Mazziere", "Titolare", "Compare", "Bearer", "Scartare", "Svuotare"}
FORBIDDEN = {
    "Lei": r"\b(Lei|Suo|Sua|Suoi|Sue|La preghiamo|Le)\b(?! (carte|linee|penalità|iscrizioni|due|posizioni|le|partite"
    r"|somme|smazzate|regole|righe|finali|persone|pagine|colonne|batterie|parti|ultime|scritture|copie|altre|prime"
    r"|decisioni|smazzata|ore))",
    "Lei, in verbs": r"\b(controlli la|la mandi|ricarichi|chieda|entri o|venga comunque|aveva scritto|ha scritto è)\b",
    "voi": r"\b([Vv]oi|[Vv]ostr[oaie])\b|\b(riprovate|scegliete|prendete\w*|chiedete\w*|fermate\b|aggiornatel?a?"
    r"|ristampate|rimettete|conservatel[ao]|custoditel[ao]|ripristinatel[ao]|preparatel[ao]|fatel[ao]|guardate\b|stampatel?a?)\b",
    "si for a step": r"\bsi (faccia|scelga|scriva|indichi|inserisca|prema|apra|tocchi|attenda|sceglie|scrive|scrivono"
    r"|segue «|aggiungono i|entra con|può cercare|può annullare|può ritirare|sorteggia\.)\b",
    "infinitive for a step": rf"(?:^|[.:;,] )(?:[Nn]on )?({INFINITIVE})\b",
    "va fatto": r"\b(va|vanno) (dett[oi]|dat[oa]|invitato|scritto|tolto|impostato|revocato|scelte|copiata)\b",
    "riddle": r"\b(lasciata|chiusa|persa) la pagina\b|\bsi spera\b|\ba cui ci si\b",
}
NOUN = (
    r"(tavol[oi]|coppi[ae]|giocator[ei]|punt[oi]|smazzat[ae]|minut[oi]|partit[ae]|post[oi]|iscritt[oi]|iscrizion[ei]"
    r"|risultat[oi]|cart[ae]|denari|righe|persone|tentativi|inviti|giorni|turni|gradin[oi]|colonne|caratteri|secondi"
    r"|scope|spareggi|squadre|anni|linee|lettere|versioni|celle)"
)
PLURAL = (
    r"(boards|cards|cells|chairs|characters|coins|columns|deals|discards|entries|files|games|groups|hands|letters|lines"
    r"|matches|minutes|moves|people|players|points|results|rooms|rounds|rows|seats|seconds|sevens|sheets|tables"
    r"|teams|things|tie-breaks|times|versions|years)"
)
COUNTED = {
    "in Italian": re.compile(rf"%\((\w+)\)s {NOUN}\b"),
    "in English": re.compile(rf"%\((\w+)\)s {PLURAL}\b"),
    "in English, after a verb": re.compile(r"\b(?:there|here) (?:are|were) %\((\w+)\)s()"),
}
# Bounds that are never one: they stand in the code. A ratio is one of them.
BOUNDS = {
    "allowed",
    "bound",
    "cells",
    "columns",
    "least",
    "letters",
    "most",
    "needed",
    "ratio",
    "rows",
    "seconds",
    "size",
}
# Values that name somebody or something before a verb: the seat discards, the winner of a table moves up.
NAMES = {"entry", "first", "from_position", "name", "second", "seat", "to_position"}
# A published scale is for 7 points and more, a round is played over 3 games or 5, an opening makes 40 points.
# What a phone carries has sentences of its own for one result.
MANY = {
    "%(n)s results not sent yet",
    "%(n)s results to send",
    "%(n)s results come from this phone. Look at them and send them: they count only once.",
    "Take the %(n)s results there",
    "Send the %(n)s results",
    "Matches to %(points)s points",
    "up to %(points)s points",
    "%(round)s: best of %(n)s games.",
    "Seat %(seat)s has opened with %(points)s points.",
    "%(who)s has opened with %(points)s points.",
    "You have opened with %(points)s points.",
    "Deal %(deal)s comes too late: the table was over before it. Out is who has %(out_at)s points or more.",
    "%(name)s: player %(line)s went out in deal %(deal)s with %(total)s points; out at %(out_at)s, without return.",
    "Seat %(seat)s lays %(meld)s, %(points)s points.",
    "These cards make %(points)s points at most; an opening needs %(needed)s in one turn.",
    # A match of teams has two boards and more, a published table of VP is for three deals or four.
    "%(n)s boards",
    "A match has %(n)s boards.",
    "%(name)s: this table is for matches of %(deals)s deals: choose the other one, or type your own.",
    # What is repeated, work that is given up, and a table that does not fit a game of two.
    "%(format)s, %(n)s times",
    "The work was begun %(tries)s times and came no further. Try again, or look into the log.",
    "Format: at its tables sit %(tables)s lines; this game is played by %(lines)s. Choose a format whose tables fit "
    "the game.",
    # More than a bound, or too many for some tables and too few for others.
    "%(found)s columns; a list has at most %(most)s.",
    "%(found)s players, but an entry has at most %(most)s.",
    "%(name)s: %(cards)s cards, but nobody is left with more than %(most)s.",
    "%(name)s: that makes %(held)s cards “%(card)s” in all hands; two packs have %(most)s.",
    "%(name)s: there are %(found)s of them; %(most)s at most are possible.",
    "The archive has %(found)s rows; at most %(most)s are taken.",
    "The file holds %(found)s files; at most %(most)s are opened.",
    "“%(value)s” has %(found)s characters; at most %(most)s fit.",
    "Heats of %(least)s to %(most)s with one winner each cannot lead %(given)s players to a final of four: %(fewer)s "
    "or %(more)s could be played.",
    "Only full tables of four are played: of %(given)s players the first %(fewer)s could play, or %(more)s.",
    "The winners and the best thirds of %(given)s players do not fill the next round: %(fewer)s or %(more)s could be "
    "played.",
}


def sentences(path: Path) -> Iterator[tuple[str, str, bool]]:
    """The English, an Italian form of it, and whether it is counted, for every entry of a catalogue."""
    with path.open("rb") as file:
        for message in read_po(file, locale="it"):
            if message.id:
                counted = not isinstance(message.id, str)
                forms = message.string if counted else (message.string,)
                for form in forms:
                    yield (message.id[0] if counted else message.id), form, counted


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[0])
def test_one_apostrophe_and_one_kind_of_quotation_marks(path: Path) -> None:
    assert [italian for _english, italian, _counted in sentences(path) if re.search("[’‘“”º]", italian)] == []


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[0])
def test_what_is_paused_is_resumed_in_english(path: Path) -> None:
    """The clocks of the hall and of tables, and webhooks; the two clocks of the lines are run and stopped."""
    mixed = re.compile(r"\b(clock|webhook)\b.*\b((runs?|goe?s?) on\b(?! to\b)|is (not )?stopped)", re.IGNORECASE)
    assert sorted({english for english, _italian, _counted in sentences(path) if mixed.search(english)}) == []


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[0])
@pytest.mark.parametrize("kind", FORBIDDEN)
def test_everybody_is_addressed_as_tu(path: Path, kind: str) -> None:
    rule = re.compile(FORBIDDEN[kind])
    found = [(match[0], italian) for _e, italian, _c in sentences(path) for match in rule.finditer(italian)]
    assert [one for one in found if one[0].split()[-1] not in NO_STEP] == []


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[0])
@pytest.mark.parametrize("language", COUNTED)
def test_a_counted_noun_has_a_singular(path: Path, language: str) -> None:
    """A number before a noun may be one: such a sentence goes through ngettext, or puts the number elsewhere."""
    found = [
        said
        for english, italian, counted in sentences(path)
        for said in [italian if language == "in Italian" else english]
        for name, _noun in COUNTED[language].findall(said)
        if not counted and name not in BOUNDS | NAMES and english not in MANY
    ]
    assert found == []


# A call within braces: without one on some line no f-string has one.
HOLDS_ONE = re.compile(rf"\{{.*\b({'|'.join(TRANSLATES)})\(")


def translated_inside(text: ast.JoinedStr) -> Iterator[str]:
    for node in ast.walk(text):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TRANSLATES:
            yield from (ast.unparse(node) for each in node.args if isinstance(each, ast.Constant))


def test_no_sentence_is_translated_inside_an_f_string() -> None:
    """The collector does not read there: such a sentence stays English in every language."""
    found = [
        f"{path}: {call}"
        for path in CODE
        for written in [path.read_text()]
        if HOLDS_ONE.search(written)
        for text in ast.walk(ast.parse(written))
        if isinstance(text, ast.JoinedStr)
        for call in translated_inside(text)
    ]
    assert found == []


def test_the_catalogues_are_found() -> None:
    assert [path.parts[0] for path in CATALOGUES] == ["punti", "scala40", "scopa", "squadre", "tournaments"]
