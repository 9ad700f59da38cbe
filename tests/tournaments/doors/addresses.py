"""Every address of the site with the things of an evening put into it, taken from the URLconf."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from tests.tournaments.doors.cast import Somebody
from tests.tournaments.doors.stage import HIDDEN, HOME, Stage
from tournaments.frame.pages.steps import operations_of
from tournaments.frame.policies import Door, door_of

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")

# What a parameter means: by its own name, or by the word before it and its name where that says more.
THINGS: Mapping[str, str] = {
    "circuiti:slug": "circuit", "circuits:slug": "circuit", "event": "slug",
    "circoli:pk": "club", "clubs:pk": "club", "giocatori:pk": "player",
    "tavoli:number": "table", "tables:number": "table", "partite:number": "table",
    "risultati:number": "table",
    "turni:number": "round", "rounds:number": "round", "orologio:number": "round", "stampa:number": "round",
    "entry_id": "entry", "job_id": "job", "archivio:job_id": "import_job", "imports:job_id": "import_job",
    "elenco:job_id": "list_job", "lists:job_id": "list_job",
    "draw_id": "draw", "match_id": "match",
    "penalita:pk": "penalty", "penalties:pk": "penalty", "posti:pk": "place", "places:pk": "place",
    "parita:pk": "order", "level:pk": "order",
    "preset_id": "preset",
    "person_id": "person", "kept_id": "kept", "merged_id": "merged", "merge_id": "merge", "owner_id": "owner",
    "membership_id": "membership", "invitation_id": "invitation", "webhook:pk": "hook", "event_id": "event",
    "token:pk": "own_token", "tokens:pk": "own_token", "chiavi:pk": "passkey", "browser:pk": "session",
    "problems:code": "problem", "games:key": "game", "conferma:key": "letter_key", "nuova:key": "reset_key",
    "nuova:uidb36": "reset_account", "pass:secret": "pass_secret", "invito:secret": "invitation_secret",
}  # fmt: skip
# What a club, and a circuit, has of its own where an event has one too.
OF_CLUBS = frozenset({"hook", "delivery", "membership", "invitation"})
OF_CIRCUITS = frozenset({"invitation"})
# What belongs to an account and to no evening.
OF_ACCOUNTS = frozenset({"own_token", "passkey", "session", "import_job"})
# What nobody has; numbers that no row of the stage has, where nothing is said here.
NOBODYS = 987_654_321
MISSING: Mapping[str, Any] = {
    "slug": "nobodys-event",
    "circuit": "nobodys-circuit",
    "code": "ZZZZZZZZ",
    "round": 987,
    "table": 987,
    "problem": "nobodys-problem",
    "game": "nobodys-game",
    "what": "nothing",
    "form": "exe",
    "letter_key": "nobodys-key",
    "reset_account": "zzzzz",
    "reset_key": "nobodys-key",
    "pass_secret": "nobodys-secret",
    "invitation_secret": "nobodys-secret",
    "version": 987,
}


@dataclass(frozen=True, slots=True)
class Route:
    """An address of the URLconf, its door, the methods that its view has, and the operations that it declares."""

    pattern: str
    name: str
    door: Door
    methods: tuple[str, ...]
    is_api: bool
    operations: tuple[str, ...] = ()

    def parameters(self) -> list[str]:
        """What each parameter of the address means."""
        return [self._meaning(found) for found in PARAMETER.finditer(self.pattern)]

    def _meaning(self, found: re.Match[str]) -> str:
        words = [word for word in re.split(r"[/.]", self.pattern[: found.start()]) if word and "<" not in word]
        name = found[1]
        thing = THINGS.get(f"{words[-1]}:{name}") or THINGS.get(name, name)
        if thing in OF_CLUBS and {"circoli", "clubs"} & set(words):
            return f"club_{thing}"
        if thing in OF_CIRCUITS and {"circuiti", "circuits"} & set(words):
            return f"circuit_{thing}"
        return f"club_{thing}" if thing == "token" else thing

    def address(self, values: list[Any]) -> str:
        rest = iter(values)
        return "/" + PARAMETER.sub(lambda _found: str(next(rest)), self.pattern)

    @property
    def path(self) -> str:
        """The address as ``bodies.described`` has it."""
        return "/" + PARAMETER.sub("{}", self.pattern)


def routes() -> list[Route]:
    """Every address of the site, the API's among them; where two have one address, the first answers."""
    found: dict[str, Route] = {}
    for pattern, name, view in _walk(get_resolver(), ""):
        found.setdefault(pattern, _route(pattern, name, view))
    return list(found.values())


def _walk(resolver: URLResolver, before: str) -> Iterator[tuple[str, str, Any]]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from _walk(each, before + str(each.pattern))
        elif isinstance(each, URLPattern):
            yield before + str(each.pattern), str(each.name), each.callback


def _route(pattern: str, name: str, view: Any) -> Route:
    marked = door_of(view)
    assert marked is not None, f"/{pattern} has no door"
    made_of = getattr(view, "cls", None)
    if made_of is None:
        methods = (*(["GET"] if marked.reads else []), *(["POST"] if marked.writes else []))
    else:
        methods = tuple(verb.upper() for verb in ("get", "post", "put", "patch", "delete") if hasattr(made_of, verb))
    offered = tuple(each.name for each in operations_of(view))
    return Route(pattern, name, marked, methods, made_of is not None, offered)


@dataclass(frozen=True, slots=True)
class Target:
    """One address of a route: whose things are in it, and the address that differs in one thing that nobody has.

    ``container`` is the evening whose event or club is named, empty where nobody has it; ``lacks`` is what in it is
    somebody else's or nobody's.
    """

    kind: str
    address: str
    container: str
    lacks: str = ""
    twin: str = ""


def targets(route: Route, stage: Stage, somebody: Somebody | None = None) -> list[Target]:
    """The address with own things, with the other club's, with nobody's, and with each of the other's in one's own."""
    names = route.parameters()
    if not names:
        return [Target("own", route.address([]), HOME)]
    own = [_thing(name, stage, HOME, somebody) for name in names]
    foreign = [_thing(name, stage, HIDDEN, None) for name in names]
    nobodys = [MISSING.get(name, NOBODYS) for name in names]
    found = [Target("own", route.address(own), HOME)]
    if own[0] != foreign[0]:
        twin = route.address([nobodys[0], *foreign[1:]])
        found.append(Target("other's", route.address(foreign), HIDDEN, twin=twin))
    found.append(Target("missing", route.address([nobodys[0], *own[1:]]), ""))
    for place, name in list(enumerate(names))[1:]:
        nothing = route.address([*own[:place], nobodys[place], *own[place + 1 :]])
        found.append(Target("own with nothing", nothing, HOME, name))
        if own[place] != foreign[place]:
            part = route.address([*own[:place], *foreign[place:]])
            nothing = route.address([*own[:place], nobodys[place], *foreign[place + 1 :]])
            found.append(Target("own with other's", part, HOME, name, nothing))
    return found


def _thing(name: str, stage: Stage, evening: str, somebody: Somebody | None) -> Any:
    """Own things of an account are that person's, and others' those of an account that nobody here knows."""
    if name not in OF_ACCOUNTS:
        return stage.evenings[evening].things[name]
    if evening == HOME and somebody is not None and somebody.things:
        return somebody.things[name]
    return stage.accounts[evening][name]
