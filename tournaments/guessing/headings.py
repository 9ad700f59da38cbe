"""The meanings that columns of a list have, for who reads or writes one; and which of them a heading means. Pure."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from tournaments.folding import fold

# A full name or a whole pair; the partner's full name; parts of names; then other columns, and an ignored one ("").
PERSON1, PERSON2, FAMILY1, GIVEN1, FAMILY2, GIVEN2 = "person1", "person2", "family1", "given1", "family2", "given2"
PERSON3, FAMILY3, GIVEN3 = "person3", "family3", "given3"
CLUB, CIRCLE, SEED, CONTACT, PAID, STATE, NUMBER, NOTHING = (
    "club",
    "circle",
    "seed",
    "contact",
    "paid",
    "state",
    "number",
    "",
)
# A column that is known and left out: a label made of the names, a card, a birthday.
OTHER: Final = "other"

_FAMILY, _GIVEN, _PERSON, _PAIR, _PARTNER = "family", "given", "person", "pair", "partner"
# What a list of teams calls the column with their names.
TEAM_WORDS: Final = ("squadra", "squadre", "nome squadra", "nome della squadra", "team", "teams", "team name")
# The concept of each folded word of a heading, Italian and English, one and many.
_WORDS: Final = MappingProxyType({
    **dict.fromkeys(("cognome", "cognomi", "surname", "surnames", "lastname", "familyname", "family", "last"), _FAMILY),
    **dict.fromkeys(("nome", "nomi", "name", "names", "given", "givenname", "firstname", "forename"), _GIVEN),
    **dict.fromkeys(("giocatore", "giocatrice", "giocatori", "player", "players", "componente", "componenti"), _PERSON),
    **dict.fromkeys(("atleta", "atleti", "nominativo", "nominativi", "concorrente", "concorrenti", "member"), _PERSON),
    **dict.fromkeys(("partecipante", "partecipanti", "iscritto", "iscritti", "entrant", "entrants"), _PERSON),
    **dict.fromkeys(("capitano", "captain", "tesserato", "tesserati", "persona", "person", "fullname"), _PERSON),
    **dict.fromkeys(("coppia", "coppie", "pair", "pairs", "squadra", "squadre", "team", "teams", "formazione"), _PAIR),
    **dict.fromkeys(("compagno", "compagna", "compagni", "partner", "partners", "socio2", "incoppia"), _PARTNER),
    **dict.fromkeys(("circolo", "circoli", "club", "clubs", "societa", "soc", "associazione", "ass", "asd"), CLUB),
    **dict.fromkeys(("gruppo", "bocciofila", "sodalizio", "affiliato", "provenienza", "sezione"), CLUB),
    **dict.fromkeys(("valle", "valley", "zona", "lega", "league", "comitato", "circle", "delegazione", "area"), CIRCLE),
    **dict.fromkeys(("ts", "seed", "seeds", "seeding", "testadiserie", "tds"), SEED),
    **dict.fromkeys(("tel", "telefono", "telefoni", "cell", "cellulare", "cellulari", "phone", "mobile"), CONTACT),
    **dict.fromkeys(("mail", "email", "emails", "contatto", "contatti", "contact", "recapito", "recapiti"), CONTACT),
    **dict.fromkeys(("whatsapp", "telephone", "mails"), CONTACT),
    **dict.fromkeys(("pagato", "pagata", "pagati", "pag", "paid", "pagamento", "pagamenti", "quota", "quote"), PAID),
    **dict.fromkeys(("saldo", "saldato", "versato", "versata", "euro", "eur", "importo", "fee", "incasso"), PAID),
    **dict.fromkeys(("stato", "status", "state", "conferma", "confermato", "note", "nota", "notes"), STATE),
    **dict.fromkeys(("numero", "num", "nr", "no", "nro", "number", "pos", "posizione", "prog"), NUMBER),
    **dict.fromkeys(("ordine", "riga", "id", "progressivo"), NUMBER),
    **dict.fromkeys(("tessera", "tessere", "nascita", "anno", "data", "eta", "categoria", "cat", "sesso"), OTHER),
    **dict.fromkeys(("presente", "presenti", "present", "presenza", "girone", "tavolo", "birth", "born"), OTHER),
    **dict.fromkeys(("posto", "place", "classifica", "punti", "points", "firma", "orario", "ora", "handicap"), OTHER),
    **dict.fromkeys(("indirizzo", "citta", "comune", "provincia", "prov", "cf", "codice", "fiscale", "paese"), OTHER),
})  # fmt: skip
_FIRST: Final = frozenset(("1", "1o", "1a", "i", "a", "primo", "prima", "first", "uno", "one"))
_SECOND: Final = frozenset(("2", "2o", "2a", "ii", "b", "secondo", "seconda", "second", "due", "two", "altro", "altra"))
_THIRD: Final = frozenset(("3", "3o", "3a", "iii", "c", "terzo", "terza", "third", "tre", "three"))
_FILLING: Final = frozenset((
    "e", "ed", "and", "o", "or", "di", "del", "della", "dei", "delle", "il", "lo", "la", "i", "gli", "le", "of", "the",
    "n", "in", "con", "with", "full", "gioco", "iscrizione", "casa", "d", "al", "per", "final", "finale", "si", "full",
))  # fmt: skip
# Words that are also names or values of data: alone they are no heading.
_WEAK: Final = frozenset((CIRCLE, SEED, OTHER, NUMBER))
LONGEST: Final = 48
_WHOLE: Final = MappingProxyType({
    "testa di serie": SEED, "teste di serie": SEED,
    **dict.fromkeys(("in coppia con", "insieme a", "insieme con", "gioca con", "con chi", "con chi gioca"), PERSON2),
    **dict.fromkeys(("gioca insieme a", "chi gioca con te", "plays with", "playing with", "together with"), PERSON2),
    "secondo nome": GIVEN2,
    "first name": GIVEN1, "1st name": GIVEN1, "ts": SEED, "t s": SEED, "given name": GIVEN1,
    "last name": FAMILY1, "family name": FAMILY1,
    "sur name": FAMILY1, "e mail": CONTACT, "n": NUMBER, "n o": NUMBER, "socio": PERSON1, "squadra circolo": CLUB,
    "final place": OTHER, "posto finale": OTHER, "name": PERSON1, "names": PERSON1, "full name": PERSON1,
})  # fmt: skip


_TWO_WORDS: Final = re.compile(r"\b(last|first|family|given) name\b")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a heading means; ``is_given_first`` if it says which part of a full name comes first.

    ``is_placed``: it says of which player, the first, the second or the third.
    """

    role: str
    is_given_first: bool | None = None
    is_weak: bool = False
    is_pair: bool = False
    is_placed: bool = False


@lru_cache(4_096)
def meaning(heading: str) -> Meaning | None:
    """Return what a heading means, None for a cell that is no heading that is known."""
    if len(heading) > LONGEST:
        return None
    if heading.strip() in ("#", "€", "N°", "n°", "Nº", "nº", "☎", "📞"):
        return Meaning({"#": NUMBER, "€": PAID, "☎": CONTACT, "📞": CONTACT}.get(heading.strip(), NUMBER), is_weak=True)
    text = fold(re.sub(r"(?<=\d)\s*[°ºª^]", " ", heading).replace("_", " ").replace(".", " ").replace("€", " euro "))
    text = " ".join(re.sub(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])", " ", text).split())
    return _meaning(text) or _meaning(text.replace(" ", ""))


def loosely(heading: str) -> Meaning | None:
    """Return what a cell of a row of headings means by the words in it that are known: “Circolo di residenza”."""
    found = meaning(heading)
    words = [word for word in fold(heading).split() if word in _WORDS or word in _FIRST | _SECOND | _THIRD]
    if found or not any(word in _WORDS for word in words):
        return found
    return meaning(" ".join(words))


def _meaning(text: str) -> Meaning | None:
    tail, place = text, 1
    match = re.fullmatch(r"(.+?) ([123])", text)
    if match:
        tail, place = match[1], int(match[2])
    if tail in _WHOLE:
        role = _WHOLE[tail]
        if tail == "full name":
            return Meaning(f"person{place}", is_given_first=True)
        if place > 1 and role in (PERSON1, FAMILY1, GIVEN1):
            role = f"{role[:-1]}{place}"
        return Meaning(role, is_weak=role in _WEAK, is_placed=bool(match))
    text = _TWO_WORDS.sub(r"\1name", text)
    concepts: list[str] = []
    places: list[int] = []
    for word in text.split():
        if word in _WORDS:
            concepts.append(_WORDS[word])
        elif word in _THIRD:
            places.append(3)
        elif word in _SECOND:
            places.append(2)
        elif word in _FIRST:
            places.append(1)
        elif word not in _FILLING:
            return None
    if "n" in text.split() and set(concepts) & {_PAIR, _PERSON} and not set(concepts) & {_FAMILY, _GIVEN}:
        concepts.insert(0, NUMBER)
    if not concepts or len(concepts) > 4:
        return None
    return replace(_meaning_of(concepts, min(places, default=1)), is_placed=bool(places))


def _meaning_of(concepts: list[str], place: int) -> Meaning:
    """Return the meaning of the concepts of a heading, in their order."""
    found = set(concepts)
    if _PARTNER in found:
        place = max(place, 2)
    # The name of the club, the telephone of the player: what is named most closely counts.
    for role in (CONTACT, OTHER, PAID, SEED, CLUB, CIRCLE):
        if role in found and not (role == CLUB and _FAMILY in found):
            return Meaning(role, is_weak=role in _WEAK)
    if {_FAMILY, _GIVEN} <= found:
        return Meaning(f"person{place}", concepts.index(_GIVEN) < concepts.index(_FAMILY))
    if _FAMILY in found:
        # Family names of a pair in one column.
        return Meaning(PERSON1, is_pair=True) if _PAIR in found else Meaning(f"family{place}")
    if NUMBER in found and found & {_PERSON, _PAIR} and concepts[0] == NUMBER:
        return Meaning(NUMBER, is_weak=True)
    if _PAIR in found and not found & {_PERSON, _GIVEN}:
        return Meaning(NUMBER if NUMBER in found else PERSON1, is_pair=NUMBER not in found, is_weak=NUMBER in found)
    if _GIVEN in found and _PAIR not in found:
        # “Nome giocatore”: a given name beside a column of family names, else a whole name.
        return Meaning(f"given{place}")
    if found & {_PERSON, _PAIR, _PARTNER}:
        return Meaning(f"person{place}", is_pair=_PAIR in found)
    role = next(iter(found))
    return Meaning(role, is_weak=role in _WEAK)
