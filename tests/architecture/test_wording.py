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
    r"|scope|spareggi|squadre|anni)"
)
COUNTED = re.compile(rf"%\((\w+)\)s {NOUN}\b")
# Bounds that are never one: they stand in the code.
BOUNDS = {"most", "least", "bound", "needed", "seconds", "columns", "rows", "size"}
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
    "Deal %(deal)s comes too late: the table was over before it. Out is who has %(out_at)s points or more.",
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
def test_a_counted_noun_has_a_singular(path: Path) -> None:
    """A number before a noun may be one: such a sentence goes through ngettext, or puts the number elsewhere."""
    found = [
        italian
        for english, italian, counted in sentences(path)
        for name, _noun in COUNTED.findall(italian)
        if not counted and name not in BOUNDS and english not in MANY
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
