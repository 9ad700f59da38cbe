"""The neutral name of an anonymous person, in texts and in the rows of the log.

Remove a person's names from the log: words of its rows change, the chain stays, and a new row attests the change. A
row's ``hash`` is made of its ``digest``, the hash of its original words. A cleared row gets another salt, so that
nobody can try names against that digest. A later row, ``names_removed``, attests the new hash: its ``after`` has
``digests``, by the number of each cleared row its new digest. Such a row may be cleared too, when the person who
removed the names is anonymised; but what it attests stays. The facts of a row about a result or a penalty have no names
and are never cleared: ``names`` keeps the digest of the original words, so that the first digest still proves the rest.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Final

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext, override, pgettext

from tournaments.entries.writes.entries import PersonName
from tournaments.frame.policies import Actor
from tournaments.frame.writes.chain import WORDS, digest_of, facts_of, has_proven_facts, names_digest, new_salt
from tournaments.frame.writes.transaction import record, write_back
from tournaments.games.contract import Json
from tournaments.models import AuditEntry, Tournament

# Names of a person in an audit row, beside the key ``person``.
OF_PERSON: Final = ("family_name", "given_name", "name")
# Values under these keys are always somebody's name.
SURE: Final = ("label", "name")
WORD: Final = re.compile(r"\w+")
# A status, a key, a table: never replaced, even if somebody enters under such a name.
OF_THE_PROGRAM: Final = re.compile(r"[a-z\W]*|\S*[\d_]\S*", re.ASCII)


def neutral_name(number: int) -> PersonName:
    """Return the neutral name of a player: the number of the person, in the language of the site."""
    with override(settings.LANGUAGE_CODE):
        return PersonName(
            family_name=pgettext("second part of a neutral name", "anonymous %(number)s") % {"number": number},
            given_name=pgettext("first part of a neutral name", "Player"),
        )


def neutral_account(number: int) -> str:
    """Return the neutral name of an account that never played."""
    with override(settings.LANGUAGE_CODE):
        return gettext("Closed account %(number)s") % {"number": number}


class TracedNames:
    """Replacements by name: a name of one word only where it is the whole text, others anywhere in it.

    Half a name is common: within a sentence it stays. ``people`` are known by their keys as well, and the entries of
    ``labels``, which have those labels now.
    """

    def __init__(
        self,
        instead: Mapping[str, str],
        people: Iterable[int] = (),
        neutral: PersonName | None = None,
        labels: Mapping[int, str] | None = None,
    ):
        self._instead = {old.casefold(): new for old, new in instead.items() if old}
        self._people = frozenset(people)
        self._neutral = neutral
        self._labels = labels or {}

    def __bool__(self) -> bool:
        """Return whether there is any name to replace."""
        return bool(self._instead or self._labels)

    @cached_property
    def _phrases(self) -> re.Pattern[str] | None:
        long = sorted((old for old in self._instead if re.search(r"[\s@]", old)), key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, long))})(?!\w)", re.IGNORECASE) if long else None

    def out_of(self, said: Json) -> Json:
        """Return a text, a list or an object without the names."""
        neutral = self._neutral
        if isinstance(said, str):
            return self.out_of_text(said)
        if isinstance(said, list | tuple):
            if neutral is not None and len(said) == 2 and all(isinstance(each, str) for each in said):
                # Family and given name, as in the rows of an import.
                family, given = said
                if f"{given} {family}".strip().casefold() in self._instead:
                    return [neutral.family_name, neutral.given_name]
            return [self.out_of(each) for each in said]
        if not isinstance(said, dict):
            return said
        cleared = {
            key: self.out_of_text(value, is_sure=key in SURE) if isinstance(value, str) else self.out_of(value)
            for key, value in said.items()
        }
        entry = said.get("key")
        if isinstance(entry, int) and entry in self._labels and "name" in said:
            # The key of an entry beside its name, as in the document of a draw.
            cleared["name"] = self._labels[entry]
        if neutral is not None and said.get("person") in self._people:
            full = f"{neutral.given_name} {neutral.family_name}"
            parts = {"family_name": neutral.family_name, "given_name": neutral.given_name, "name": full}
            cleared |= {part: parts[part] for part in OF_PERSON if part in said}
        return cleared

    def out_of_text(self, text: str, *, is_sure: bool = False) -> str:
        """Return a text without the names; a possible word of the program stays, unless it ``is_sure`` to be a name."""
        whole = self._instead.get(text.casefold())
        if whole is not None and (is_sure or " " in text or not OF_THE_PROGRAM.fullmatch(text)):
            return whole
        if self._phrases is None:
            return text
        return self._phrases.sub(lambda found: self._instead.get(found[0].casefold(), "-"), text)

    def may_be_apart_in(self, text: str) -> bool:
        """Return whether all words of a name are somewhere in a text."""
        found = set(WORD.findall(text.casefold()))
        return any(found.issuperset(words) for old in self._instead if len(words := WORD.findall(old)) > 1)


NAMES_REMOVED: Final = "names_removed"
CHUNK: Final = 500
LENGTHS: Final = {"actor_label": 160, "target": 200, "reason": 400}


def clear(
    rows: QuerySet[AuditEntry],
    cleared: Callable[[AuditEntry], Mapping[str, Json]],
    *,
    by: Actor,
    target: str,
    tournament: Tournament | None,
) -> None:
    """Replace the words of ``rows``, all of one chain, as ``cleared`` says, and attest it at the chain's end."""
    attested: dict[str, str] = {}
    names: dict[str, str] = {}
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), CHUNK):
        changed = []
        for row in AuditEntry.objects.filter(pk__in=keys[start : start + CHUNK]).order_by("pk"):
            first: str | None = None
            facts: tuple[str, ...] = ()
            if has_proven_facts(row.verb, _words(row)):
                first, facts = names_digest(row.salt, _words(row), row.verb), facts_of(row.verb)
            # The facts of the row stay, and those that the digests of other rows depend on.
            words = {name: said for name, said in cleared(row).items() if name not in facts}
            if row.verb == NAMES_REMOVED:
                words = {name: said for name, said in words.items() if name in LENGTHS}
            if all(getattr(row, name) == said for name, said in words.items()):
                continue
            for name, said in words.items():
                setattr(row, name, said[: LENGTHS[name]] if name in LENGTHS else said)
            row.salt = new_salt()
            changed.append(row)
            attested[str(row.seq)] = digest_of(row.salt, _words(row), row.verb)
            if first is not None:
                names[str(row.seq)] = first
        write_back(changed, [*WORDS, "salt"])
    if attested:
        after = {"digests": attested, "names": names}
        record(by=by, verb=NAMES_REMOVED, target=target, tournament=tournament, after=after)


def _words(row: AuditEntry) -> dict[str, Json]:
    return {name: getattr(row, name) for name in WORDS}
