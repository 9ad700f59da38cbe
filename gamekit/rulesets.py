"""Rulesets of every game: the check of each parameter, JSON with a version, and upgrades of older versions."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import lru_cache
from operator import itemgetter
from typing import Any, Generic, NoReturn, TypeAlias, TypeVar

from gamekit.domains import Domain, Rising, Several, Texts, Whole
from gamekit.refusals import RefusalError, brief

Json: TypeAlias = Any
Rules = TypeVar("Rules")


def require_domains(rules: Any, domains: Mapping[str, Domain], error: type[RefusalError]) -> None:
    """Raise the refusal of its domain for the first parameter whose value is outside it."""
    for name, domain in domains.items():
        value = getattr(rules, name)
        if value not in domain:
            code, said = domain.refusal(value)
            raise error(code, field=name, **said)


def _since(changes: Mapping[int, Mapping[str, Json]], version: int) -> dict[str, Json]:
    """Return the parameters that versions after ``version`` added, or removed, with their values."""
    return {name: value for then, values in changes.items() if then > version for name, value in values.items()}


class Rulesets(Generic[Rules]):
    """Reads the rulesets of one game from JSON and writes them as JSON.

    ``kind`` is a frozen dataclass whose fields are the parameters of ``domains`` in that order; ``added`` lists the
    parameters that each version added, with the value that means what was played before, and ``removed`` those that
    each version removed, with the only value that they could have.
    """

    def __init__(
        self,
        kind: type[Rules],
        domains: Mapping[str, Domain],
        *,
        version: int,
        error: type[RefusalError],
        added: Mapping[int, Mapping[str, Json]] = {},
        removed: Mapping[int, Mapping[str, Json]] = {},
    ) -> None:
        self.kind, self.version, self.error, self.added, self.removed = kind, version, error, added, removed
        self.fields = tuple(each.name for each in fields(kind))  # type: ignore[arg-type]
        self._names = ("version", *domains)
        self._domains = domains
        self._values: Callable[[Mapping[str, Json]], tuple[Json, ...]] = itemgetter(*self._names)
        self._lists = [at for at, domain in enumerate(domains.values()) if isinstance(domain, Several | Rising | Texts)]
        # Every result reads the same rules many times: they are checked once.
        self._kept = lru_cache(maxsize=64, typed=True)(kind)

    def read(self, data: Json) -> Rules:
        """Return the ruleset of a JSON object: its version, and every parameter once, none unknown.

        Raises ``rules_not_a_mapping``, ``rule_unknown``, ``rule_missing``, ``rules_version`` and what ``kind`` refuses.
        """
        if type(data) is not dict and not isinstance(data, Mapping):
            raise self.error("rules_not_a_mapping")
        if len(data) != len(self._names):
            self._refuse_names(data)
        values: list[Any]
        try:
            version, *values = self._values(data)
        except KeyError:
            self._refuse_names(data)
        if type(version) is not int or version != self.version:
            raise self.error("rules_version", field="version", typed=brief(version), known=self.version)
        for at in self._lists:
            if isinstance(values[at], list):
                values[at] = tuple(values[at])
        try:
            return self._kept(*values)
        except TypeError:
            # The value may be unhashable where a word or a number belongs: its domain refuses it.
            return self.kind(*values)

    def _refuse_names(self, data: Mapping[Any, Json]) -> NoReturn:
        for name in data:
            if name not in self._names:
                raise self.error("rule_unknown", field=brief(name), name=brief(name))
        raise self.error("rule_missing", field=next(name for name in self._names if name not in data))

    def upgrade(self, data: Json) -> Json:
        """Return a ruleset of an older version in the current one, with the same meaning; else unchanged.

        A removed parameter with another value than its only one stays, for ``read`` to refuse.
        """
        then = data.get("version", 1) if isinstance(data, Mapping) else self.version
        if type(then) is not int or not 1 <= then < self.version:
            return data
        brought, gone = _since(self.added, then), _since(self.removed, then)
        kept = {name: value for name, value in data.items() if name not in gone or value != gone[name]}
        whole = {**brought, **kept, "version": self.version}
        return {name: whole[name] for name in self._names if name in whole} | whole

    def of_version(self, data: Mapping[str, Json], version: int) -> dict[str, Json]:
        """Return a ruleset of today without the parameters that came after ``version``, for ``upgrade`` to read.

        So a preset that somebody named in an older version says what it said then.
        """
        later = _since(self.added, version) if version >= 1 else {}
        return {name: value for name, value in data.items() if name not in later} | {"version": version}

    @property
    def retired(self) -> dict[str, Json]:
        """The parameters of earlier versions that are gone, with the only value that each of them could have."""
        return _since(self.removed, 0)

    def schema(self, words: Callable[[str], str]) -> dict[str, Json]:
        """Return the parameters as JSON Schema, each with its domain, its default and its ``words``."""
        usual = self.write(self.kind())
        parameters = {
            name: {**domain.schema(), "default": usual[name], "description": words(name)}
            for name, domain in self._domains.items()
        }
        return {
            "type": "object",
            "properties": {"version": Whole(self.version, self.version).schema(), **parameters},
            "additionalProperties": False,
        }

    def write(self, rules: Rules) -> dict[str, Json]:
        """Return the ruleset as JSON: ``read(write(rules)) == rules``."""
        values = {name: getattr(rules, name) for name in self.fields}
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return {"version": self.version} | plain
