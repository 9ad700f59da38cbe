"""The neutral name of an anonymous person, in texts and in the rows of the log.

Remove a person's names from the log: words of its rows change, the chain stays, and a new row attests the change. A
row's ``hash`` is made of its ``digest``, the hash of its original words. A cleared row gets another salt, so that
nobody can try names against that digest. A later row, ``names_removed``, attests the new hash: its ``after`` has
``digests``, by the number of each cleared row its new digest. Such a row may be cleared too, when the person who
removed the names is anonymised; but what it attests stays. The facts of a row about a result or a penalty have no names
and are never cleared: ``names`` keeps the digest of the original words, so that the first digest still proves the rest.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
        if isinstance(said, str):
            return self.out_of_text(said)
        if isinstance(said, list | tuple):
            return self._of_list(said) or [self.out_of(each) for each in said]
        if isinstance(said, dict):
            cleared = {
                key: self.out_of_text(value, is_sure=key in SURE) if isinstance(value, str) else self.out_of(value)
                for key, value in said.items()
            }
            return {**cleared, **self._of_entry(said), **self._of_person(said)}
        return said

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

    def _of_list(self, said: Sequence[Json]) -> list[str] | None:
        """Return the neutral name in place of a list of family and given name, as in the rows of an import."""
        if self._neutral is None or len(said) != 2 or not all(isinstance(each, str) for each in said):
            return None
        is_theirs = f"{said[1]} {said[0]}".strip().casefold() in self._instead
        return [self._neutral.family_name, self._neutral.given_name] if is_theirs else None

    def _of_entry(self, said: Mapping[str, Json]) -> dict[str, Json]:
        """Replace the name of one of these entries where its key is stored with it, as in the document of a draw."""
        key = said.get("key")
        return {"name": self._labels[key]} if isinstance(key, int) and key in self._labels and "name" in said else {}

    def _of_person(self, said: Mapping[str, Json]) -> dict[str, Json]:
        """Replace the name of one of these people, part by part, where the person is stored with it."""
        if self._neutral is None or said.get("person") not in self._people:
            return {}
        full = f"{self._neutral.given_name} {self._neutral.family_name}"
        parts = {"family_name": self._neutral.family_name, "given_name": self._neutral.given_name, "name": full}
        return {key: parts[key] for key in OF_PERSON if key in said}


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
    for batch in _batches(rows):
        first = {
            row.pk: names_digest(row.salt, _words(row), row.verb)
            for row in batch
            if has_proven_facts(row.verb, _words(row))
        }
        changed = [row for row in batch if _clear(row, _but_attested(row, cleared(row)))]
        write_back(changed, [*WORDS, "salt"])
        attested |= {str(row.seq): digest_of(row.salt, _words(row), row.verb) for row in changed}
        names |= {str(row.seq): first[row.pk] for row in changed if row.pk in first}
    if attested:
        after = {"digests": attested, "names": names}
        record(by=by, verb=NAMES_REMOVED, target=target, tournament=tournament, after=after)


def _words(row: AuditEntry) -> dict[str, Json]:
    return {name: getattr(row, name) for name in WORDS}


def _batches(rows: QuerySet[AuditEntry]) -> Iterator[list[AuditEntry]]:
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), CHUNK):
        yield list(AuditEntry.objects.filter(pk__in=keys[start : start + CHUNK]).order_by("pk"))


def _but_attested(row: AuditEntry, words: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the words without the facts of the row, and without those that the digests of other rows depend on."""
    facts = facts_of(row.verb) if has_proven_facts(row.verb, _words(row)) else ()
    kept = {name: said for name, said in words.items() if name not in facts}
    return kept if row.verb != NAMES_REMOVED else {name: said for name, said in kept.items() if name in LENGTHS}


def _clear(row: AuditEntry, words: Mapping[str, Json]) -> bool:
    """Return whether the row had a name; if so, it gets another salt."""
    if all(getattr(row, name) == said for name, said in words.items()):
        return False
    for name, said in words.items():
        setattr(row, name, said[: LENGTHS[name]] if name in LENGTHS else said)
    row.salt = new_salt()
    return True
