"""What a row of a list is beside an entry: a title, a heading, a total, the beginning of a section, an empty place."""

import re
from collections.abc import Sequence
from typing import Final

from tournaments.folding import fold, words_of
from tournaments.guessing.given_names import GIVEN, SURE
from tournaments.guessing.headings import meaning
from tournaments.guessing.marks import CONFIRM, OUT, WAIT, split_marks, strip_front

# Kinds of rows without an entry.
TITLE, HEADING, TOTAL, PLACE, ABOVE = "title", "heading", "total", "place", "above"
# Kinds of sections: reserves, those who left, a group.
GROUP: Final = "group"
SECTIONS: Final = (WAIT, OUT, CONFIRM, GROUP)

_WAIT: Final = re.compile(
    r"(?:coppie )?(?:di |in )(?:riserva|lista d ?attesa|lista di attesa)|prim[ae] riserv[ae]|riserve in ordine"
    r"|wait(?: ?list)?"
    r"|(?:elenco |lista )?(?:delle |dei |di )?riserv[ae](?: coppie)?|(?:lista|in|coppie in)? ?(?:d |di |l )?attesa"
    r"|(?:lista )?dattesa|panchina|reserves?|waiting(?: list)?|ripescaggi\w*"
)
_OUT: Final = re.compile(
    r"(?:si sono |hanno |coppie |giocatori )?"
    r"(?:ritirat[aoei]|assent[ei]|disdett[aeoi]|rinunc\w+|annullat[aoei]|cancellat[aoei]|withdrawn|withdrawals|scratched|absent)"
    r"|non (?:partecipano|vengono|ci sono)|hanno rinunciato"
)
_CONFIRM: Final = re.compile(
    r"(?:coppie |ancora )?(?:da confermare|in forse|non confermat[aoei]|to (?:be )?confirm(?:ed)?)"
)
_GROUP: Final = re.compile(
    r"(?:girone|gironi|gruppo|group|batteria|heat|turno|pool|serie|sezione|settore)(?: [a-z0-9]{1,3}| unico)?"
)
_TOTAL: Final = re.compile(
    r"(?:tot|totale|totali|total|somma|sum|subtotale|incasso|cassa)\b.*"
    r"|(?:numero|n|nr)? ?(?:di )?(?:coppie|giocatori|iscritti|squadre|pairs|players|entries)(?: iscritt[ei])? \d+"
    r"|\d+ (?:coppie|giocatori|iscritti|squadre|persone|iscrizioni|pairs|players|entries)(?: \w+)?"
)
# What begins a mail above its list, and what ends it.
_OF_MAIL: Final = re.compile(
    r"(?:da|from|a|to|cc|ccn|bcc|oggetto|subject|inviato|sent|inoltrato|data|date):(?P<said>.{0,200})",
    re.IGNORECASE,
)
# Behind it one name at most: who says good-bye. With two it may be an entry.
_GREETING: Final = re.compile(
    r"(?:(?:cordiali |distinti |cari |tanti |un )?salut[io]|(?:mille |tante )?grazie(?: mille| a tutti| ancora)?"
    r"|ciao(?: a tutti)?|a (?:presto|domani|stasera|dopo)|buon(?:a|e)? (?:serata|giornata|giorno|sera|lavoro)"
    r"|thanks|(?:best |kind )?regards|cheers)(?:[,.!;]{1,3} {0,3}\w{0,30}[.!]{0,3})?",
    re.IGNORECASE,
)
# Words behind the name of a total that is a family name too.
_OF_TOTAL: Final = frozenset(("euro", "eur", "quote", "quota", "coppie", "giocatori", "iscritti", "di", "in", "totale"))
# What stands behind the number of a place that nobody has yet.
_FREE: Final = re.compile(
    r"(?:coppia |posto |tavolo )?(?:in attesa|riserva|liber[oa]|vuot[oa]|riservat[oa]|prenotat[oa]|disponibile"
    r"|da (?:assegnare|definire|trovare|decidere|confermare)(?: da definire)?|tbc|tbd|free|empty|vacant)"
)
_TITLE_WORDS: Final = """
torneo tornei gara gare elenco lista liste iscritti iscrizioni iscrizione memorial trofeo campionato tournament
entries list aggiornata aggiornato aggiornamento partecipanti stagione edizione evento serata locandina regolamento
inizio ore organizza sorteggio mattina pomeriggio sera lunedi martedi mercoledi giovedi venerdi
"""
_TITLES: Final = frozenset(_TITLE_WORDS.split())
# Words of titles that are family names too: Maggio, Coppa, Sabato.
_NAMED_TITLE_WORDS: Final = """
coppa gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre sabato domenica
"""
_NAMED_TITLES: Final = frozenset(_NAMED_TITLE_WORDS.split())
# Words of sentences, which stand in no name.
_SPOKEN_WORDS: Final = """
non viene vengono forse grazie ciao buongiorno buonasera sentite sentitela sentitelo chi manca mancano alle ore perche
pero anche noi voi loro arriva arrivano arriviamo tardi ragazzi iscrivo iscrivete iscrivetemi segnate segnami segnatemi
aggiungi aggiungete aggiungo confermo confermano confermiamo possiamo posso vorrei siamo sono quando dove come cosa
serve servono compagno cerco cerca ci stasera domani sabato domenica quota euro entro ok va bene anzi invece please
thanks who not coming late
"""
_SPOKEN: Final = frozenset(_SPOKEN_WORDS.split())
# What begins a remark, and addresses of pages.
_OPENING: Final = frozenset(
    ["info", "quota", "presente", "presenti", "anchio", "anche", "per", "iscrizioni", "contatti"]
)
_ADDRESS: Final = re.compile(r"\bwww\.|\bhttps?:|\w\.(?:it|com|org|net|eu)\b", re.IGNORECASE)
_NAMELY: Final = frozenset(["sabato", "domenica", "bene", "grazie"])


def section_of(cells: Sequence[str]) -> str:
    """Return the kind of section that a row begins, "" for a row that begins none."""
    filled = [cell for cell in cells if cell.strip()]
    if len(filled) != 1:
        return ""
    text, number = strip_front(filled[0])
    text = fold(text.strip("*_:-–—=() "))
    if number is not None and _FREE.fullmatch(text):
        # “2) in attesa” is a place that nobody has yet.
        return ""
    for kind, pattern in ((WAIT, _WAIT), (OUT, _OUT), (CONFIRM, _CONFIRM), (GROUP, _GROUP)):
        if pattern.fullmatch(text) and text.strip():
            return kind
    return ""


def kind_of(cells: Sequence[str], *, is_begun: bool) -> str:
    """Return what a row without an entry is, "" for a row that may be one; ``is_begun``: entries came before it."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    if is_heading(cells):
        return HEADING
    if filled and _TOTAL.fullmatch(fold(filled[0].strip("*_ "))):
        told = words_of(" ".join(filled))
        if told[0] not in ("somma", "cassa"):
            is_total = not any(word in SURE for word in told)
        else:
            # A person may be called Cassa or Somma; their row has a word more, a total has a number.
            is_total = len(told) > 1 and all(any(map(str.isdigit, word)) or word in _OF_TOTAL for word in told[1:])
        if is_total:
            return TOTAL
    if is_place(cells):
        return PLACE
    if len(filled) != 1:
        return ""
    text = filled[0]
    if _GREETING.fullmatch(text):
        return TITLE
    # The head of a mail: above all entries, with an address or with no name.
    mail = None if is_begun else _OF_MAIL.fullmatch(text)
    if mail and ("@" in mail["said"] or not any(word in GIVEN for word in words_of(mail["said"]))):
        return TITLE
    words = words_of(text)
    titles = sum(word in _TITLES for word in words)
    if titles and text.startswith("*") and text.endswith("*") and len(words) > 1:
        return TITLE
    if any(word in SURE for word in words):
        return ""
    dated = sum(word in _NAMED_TITLES for word in words)
    is_called = text.endswith((":", "!"))
    if not titles and dated == 1:
        # “Sabato”, “Coppa”, “8 maggio”: above all entries a title, among them a player.
        has_number = any(word.isdigit() for word in words)
        is_title = is_called or (not is_begun and (len(words) == 1 or has_number) and len(words) < 3)
        return TITLE if is_title else ""
    titles += dated
    return TITLE if titles and (titles * 2 >= len(words) or not is_begun or is_called) else ""


def is_heading(cells: Sequence[str]) -> bool:
    """Return whether every cell of a row is a known heading, and one of them is about players."""
    told = [meaning(cell) for cell in cells if cell.strip()]
    known = [each for each in told if each is not None]
    strong = [each for each in known if not each.is_weak]
    return bool(strong) and len(known) == len(told)


def is_place(cells: Sequence[str]) -> bool:
    """Return whether a row is a numbered place that nobody has yet: no cell has a letter."""
    told = " ".join(cell for cell in cells if cell.strip())
    text, number = strip_front(told)
    free = fold(text)
    # Without a number one word may be a name: Libera, Prenotato, Free.
    is_told = len(free.split()) > 1 or free in ("riservato", "riservata", "tbc", "tbd")
    if _FREE.fullmatch(free) and (number is not None or (is_told and free != "in attesa")):
        return True
    return not any(letter.isalpha() for letter in told) and not split_marks(told).phones and "@" not in told


def is_spoken(text: str) -> bool:
    """Return whether a text is a sentence, not names."""
    words = words_of(text)
    if _ADDRESS.search(text) or (words and words[0] in _OPENING):
        return True
    spoken = [word for word in words if word in _SPOKEN and word not in _NAMELY]
    named = sum(word in GIVEN for word in words)
    return (len(spoken) >= (2 if named else 1) and len(words) > 2) or (len(spoken) >= 1 and len(words) > 5)
