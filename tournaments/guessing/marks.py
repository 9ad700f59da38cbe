"""What stands around the names in a cell: a number, a bullet, a telephone, a mail address, a payment, a state. Pure."""

import re
from dataclasses import dataclass
from typing import Final
from unicodedata import category

from tournaments.folding import fold

# States of an entry that a list tells: to be confirmed, on the waiting list, withdrawn.
CONFIRM, WAIT, OUT = "confirm", "wait", "out"

_KEYCAP: Final = re.compile(r"([0-9#*])\ufe0f?\u20e3")
_KEYCAPS: Final = re.compile(r"(?:[0-9]\ufe0f?\u20e3)+")
# Signs of a payment.
TICKS: Final = "✅✔✓☑🗸✓💰💶💵"
# Signs that strike somebody out, which only somebody who knows can tell.
_STRUCK: Final = "❌✖✗✘🚫⛔"
# Signs that are no pictures for Unicode's categories So and Sk.
_KEPT: Final = f"`´^¨°{_STRUCK}"
_BULLET: Final = re.compile(
    rf"^(?:[•◦▪▫●○■□▶►➤➜→‣∙·⁃★☆☐☒⭐🔹🔸🔴🟢🟡⚫⚪{TICKS}\ufe0f*>~_]+|[-–—]+(?=\s)|\[[ xX✓]?\]|[oO](?=\s\s))\s*"
)
# A number with a sign behind it, or alone before a word: 6 -, 7, 10:, 3), (4), n. 5, 2ª, 1^ coppia.
_NUMBER: Final = re.compile(
    r"^(?:(?:n|nr|num|no|coppia|squadra|giocat(?:ore|rice))\s*[.°º:]?\s*)?[(\[]?(?P<number>\d{1,3})[*_]{0,2}\s*(?:[.)\]:°ºª^/_]+|[-–—]+(?=[\s\w])|(?=\s))+[-–—:.]*\s*"
    r"(?:(?:coppia|squadra|giocat(?:ore|rice))\b[:.]?\s*)?(?=[^\W\d_]|[•\-–—\"'“«(*✅✔✓]|$|\d)",
    re.IGNORECASE,
)
_PAIR: Final = re.compile(r"^(?:coppia|squadra)\b[\s:.–—-]+(?=[^\W\d_])", re.IGNORECASE)
_MAIL: Final = re.compile(
    r"(?:\b(?:e-?mail|mail)\s*[:.]?\s*)?[<(\[]?(?P<mail>[\w.+%-]+@[\w-]+(?:\.[\w-]+)+)[>)\]]?", re.IGNORECASE
)
_PHONE: Final = re.compile(
    r"[(\[]?\s*(?:\b(?:tel|cell|telefono|cellulare|mobile|phone|whatsapp|wa|num(?:ero)?|nr?|h)\b\s*[.:]?\s*|[☎📞📱✆]\ufe0f?\s*)?"
    r"(?P<phone>(?:\+|(?<!\d)00)?\(?\d[\d\s./()\-]{5,}\d)\s*[)\]]?",
    re.IGNORECASE,
)
_DATE: Final = re.compile(r"\b\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})\b|\b(?:19|20)\d\d-\d\d-\d\d\b")
# In front of a pair: “prima coppia”, “IV squadra”, “1ª riserva”, “Riserva:”.
_RANKED: Final = re.compile(
    r"^(?:prim[ao]|second[ao]|terz[ao]|quart[ao]|quint[ao]|[ivx]+)\s+(?:coppia|squadra)\b[\s:.]*(?=\w)", re.IGNORECASE
)
# Without a sign or a rank two words must follow: somebody may be called Riserva.
_RESERVE: Final = re.compile(
    r"^(?:(?:prim|second|terz)[ae]\s+riserva\s*:?\s*(?=\w)|riserv[ae]\s*:\s*(?=\w)|riserv[ae]\s+(?=[^\W\d_]+\s+[^\W\d_]))",
    re.IGNORECASE,
)
# A year or a day of birth behind a name: it is nobody's business here, and no name.
_BORN: Final = re.compile(
    r"(?<=[^\W\d_])[\s,]+[(\[]?\s*(?:(?:nat[oa]|born|classe|cl|anno|del)\b\.?\s*(?:(?:il|nel|in)\s+)?)?"
    r"(?:(?:\d{1,2}[./-]\d{1,2}[./-])?(?:19\d\d|20[01]\d)|(?:19\d\d|20[01]\d)-\d\d-\d\d)\s*[)\]]?"
    r"(?=\s*(?:$|[+&,;|×(]|[-–—/](?!\d)|(?:e|ed|con|x)\s))",
    re.IGNORECASE,
)
# No part of a larger number: of 1250 € nobody paid 250.
_AMOUNT: Final = r"(?<![\d.,/])\d{1,3}(?:[.,]\d{1,2})?(?![.,/]?\d)"
_MONEY: Final = rf"(?:(?:€|\beuro|\beur)\s*{_AMOUNT}|{_AMOUNT}\s*(?:€|euro\b|eur\b))"
_UNPAID: Final = re.compile(
    rf"[(\[]?\s*\b(?:non\s+(?:ha(?:nno)?\s+)?pagat\w+|da\s+pagare|non\s+pag\b\.?|not\s+paid|unpaid|(?:deve|devono|manca|mancano)\s+(?:ancora\s+)?{_MONEY})\s*[)\]]?",
    re.IGNORECASE,
)
_PAID: Final = re.compile(
    rf"[(\[]?\s*(?:(?:\b(?:ha(?:nno)?\s+)?(?:pagat[oaie]|pag|paid|saldat[oaie]|versat[oaie]|quota\s+ok|ok\s+quota)\b\.?\s*:?\s*(?:{_MONEY})?)|(?:\b(?:ok|sì|si|dati|dato|acconto)\s+)?{_MONEY}(?:\s*(?:ok|pagat\w+|a\s+testa))?)\s*[)\]]?",
    re.IGNORECASE,
)
_STATES: Final = (
    (
        OUT,
        r"ritirat[oaie]|annullat[oaie]|disdett[oaie]|rinuncia(?:no|t[oaie])?|cancellat[oaie]|withdrawn|cancelled|refused|rifiutat[oaie]",
    ),
    (
        CONFIRM,
        r"da\s+conferm\w*|in\s+attesa\s+di\s+conferma|to\s+review|da\s+conf\b\.?|in\s+forse|forse|provvisori[oaie]|non\s+conferm\w+|to\s+(?:be\s+)?confirm(?:ed)?|tbc|\?",
    ),
    (WAIT, r"riserv[ae]|(?:in\s+|lista\s+d['’]\s*)attesa|reserves?|waiting(?:\s+list)?"),
)
_STATE: Final = tuple(
    # Within brackets, or at the end behind a space or a sign.
    (state, re.compile(rf"[(\[]\s*(?:{words})\s*[)\]]|(?:(?:^|\s|[-–—,:;])\s*(?:{words})\s*[.!]?)$", re.IGNORECASE))
    for state, words in _STATES
)
_CONFIRMED: Final = re.compile(
    r"[(\[]\s*(?:confermat[oaie]|conf\.?|ok|confirmed|presente?i?)\s*[)\]]|\s+[-–—]?\s*(?:confermat[oaie]|ok)\s*[.!]?$",
    re.IGNORECASE,
)
_CROSS: Final = re.compile(r"(?:\s|^)[(\[]?[xX][)\]]?$")
_BLANKS: Final = re.compile(r"\s{3,}")
_EMPTY: Final = re.compile(r"[(\[]\s*[)\]]")
# Letters of a note that are looked at.
LONGEST_NOTE: Final = 200
_ENDS: Final = " ,;:|"
# Between two names.
_SIGNS: Final = ("-", "–", "—", "/", "+", "&")
# A full stop behind a list; an abbreviated name ends with a consonant.
_STOP: Final = re.compile(r"(?<=[^\W\d_]{3}[aeiouàèéìòù])\.$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Marks:
    """The names of a cell alone, and what was around them.

    ``paid`` is "" or what the list says: a tick, a word, an amount. ``is_dashed``: a telephone or a mail address stands
    where a sign makes one expect a name. ``is_crossed``: an x behind the names, which may be a payment.
    """

    text: str
    number: int | None = None
    phones: tuple[str, ...] = ()
    mails: tuple[str, ...] = ()
    paid: str = ""
    state: str = ""
    is_dashed: bool = False
    is_crossed: bool = False


def split_marks(text: str) -> Marks:
    """Take from a cell what is no name; a row of blanks counts as two, so that no search goes through them again."""
    text, number = strip_front(_BLANKS.sub(lambda blanks: "\n" if "\n" in blanks[0] else "  ", text))
    state = ""
    if match := _RESERVE.match(text):
        text, state = text[match.end() :], WAIT
    text = _RANKED.sub("", text)
    mails: list[str] = []
    phones: list[str] = []
    is_dashed = False
    for pattern, found in ((_MAIL, mails), (_PHONE, phones)):
        at = 0
        while match := pattern.search(text, at):
            value = match[match.lastgroup or 0].strip(" ./-()")
            if pattern is _PHONE and (sum(map(str.isdigit, value)) not in range(7, 16) or _DATE.search(value)):
                at = match.end()
                continue
            found.append(" ".join(value.split()))
            ahead = text[: match.start()].rstrip()
            behind = text[match.end() :].strip(" ,;:")
            is_dashed |= ahead.endswith(_SIGNS) and not behind
            text, at = f"{ahead.rstrip(_ENDS) if not behind else ahead} {behind}".strip(), 0
    text = _BORN.sub(" ", text)
    paid = ""
    for pattern in (_UNPAID, _PAID):
        if match := pattern.search(text):
            paid = match[0].strip(" ()[]") if pattern is _PAID else ""
            is_dashed |= text[: match.start()].rstrip().endswith(_SIGNS) and not text[match.end() :].strip(" ,;:")
            text = pattern.sub(" ", text)
    ends = text.rstrip("\ufe0f ")
    if ends and ends[-1] in TICKS:
        paid = paid or ends[-1]
    # Pictures go.
    text = "".join(
        " " if letter == "\ufe0f" or (category(letter) in ("So", "Sk") and letter not in _KEPT) else letter
        for letter in text
    )
    text = _CONFIRMED.sub(" ", text)
    for each, pattern in _STATE:
        stripped = " ".join(text.split())
        if (match := pattern.search(stripped)) and (match.start() or match[0][:1] in "(["):
            state, text = state or each, f"{stripped[: match.start()]} {stripped[match.end() :]}"
    text = " ".join(_EMPTY.sub(" ", text).split()).strip(_ENDS)
    is_crossed = bool(_CROSS.search(text)) and len(text.split()) > 1 and not re.search(r"[-–—/+&,;]\s*[xX]$", text)
    if is_crossed:
        text = _CROSS.sub("", text).rstrip()
    if is_dashed:
        text = text.rstrip(" -–—/+&")
    return Marks(_STOP.sub("", text), number, tuple(phones), tuple(mails), paid, state, is_dashed, is_crossed)


def strip_front(text: str) -> tuple[str, int | None]:
    """Return a cell without numbers, bullets and ticks in front of it, and the number."""
    number: int | None = None
    if keycaps := _KEYCAPS.match(text):
        text = "".join(filter(str.isdigit, keycaps[0])) + " " + text[keycaps.end() :]
    elif not _KEYCAP.match(text):
        text = _KEYCAP.sub(r"\1", text)
    text = text.replace("🔟", "10 ", 1) if text.startswith("🔟") else text
    before = None
    while before != text:
        before = text
        text = _PAIR.sub("", _BULLET.sub("", text, count=1).lstrip())
        if number is None and (match := _NUMBER.match(text)) and not _PHONE.match(text) and not _DATE.match(text):
            rest = text[match.end() :].lstrip()
            if not _PAID.match(text):
                number, text = int(match["number"]), rest
    return text.strip().strip("*_").strip(), number


def payment_in(cell: str) -> str | None:
    """Return what a cell of a column of payments says: "" for not paid, None if it says nothing that is known."""
    # A tick that somebody deleted may leave its invisible half.
    said = cell.strip("\ufe0f \t")
    word = fold(said)
    if not said or word in ("no", "n", "da pagare", "non pagato", "0", "unpaid") or said in ("-", "–", "—"):
        return ""
    if said[-1] in TICKS or word in (
        "x",
        "xx",
        "si",
        "s",
        "yes",
        "y",
        "ok",
        "pagato",
        "pagata",
        "pagati",
        "pag",
        "paid",
        "saldato",
        "v",
        "1",
        "vero",
        "true",
    ):
        return said
    if re.fullmatch(_MONEY, said, re.IGNORECASE) or re.fullmatch(_AMOUNT, said):
        return said
    return said if _PAID.fullmatch(said) else None


def cents_of(paid: str) -> int | None:
    """Return the amount that a payment tells, in cents; None if it tells none."""
    found = re.search(_AMOUNT, paid)
    if not found or fold(paid) == "1":
        return None
    whole, _dot, part = found[0].replace(",", ".").partition(".")
    return int(whole) * 100 + int(part.ljust(2, "0"))


def state_of(cell: str) -> str:
    """Return the state that a cell tells, "" for none."""
    return next(
        (state for state, words in _STATES if re.fullmatch(rf"\W*(?:{words})\W*", cell.strip(), re.IGNORECASE)), ""
    )


_WITH: Final = re.compile(
    r"(?:(?P<sure>.{0,60}\b(?:(?:gioc\w{1,8}|coppia|assieme|insieme|abbinat[oa]|plays?|playing|pair|together)\s+(?:con|a|with)"
    r"|(?:compagn[oa]|partner|socio|socia)(?:\s+(?:di|con|is|e)\b|:)?)\s)|(?P<before>.{0,40}\s)?(?:con|with|c/)\s)"
    r"\s*(?P<who>(?!per\b)[^,;()]{2,80})(?:[,;(].{0,120})?",
    re.IGNORECASE,
)


def partner_in(note: str) -> tuple[str, bool]:
    """Return the partner that a note names, "" for none, and whether it says so in words: “gioca con Leo”."""
    match = _WITH.fullmatch(" ".join(note.split())[:LONGEST_NOTE])
    if match is None:
        return "", False
    is_alone = not match["before"] and match["who"][0].isupper()
    return match["who"].strip(" .!"), bool(match["sure"]) or is_alone


def is_contact(cell: str) -> bool:
    """Return whether a cell is a telephone number or a mail address and nothing else."""
    found = split_marks(cell)
    return bool(found.phones or found.mails) and not any(map(str.isalpha, found.text))
