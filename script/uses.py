"""What the files of the repository say, and which definition uses which: the graph behind script/touched.py.

A node is a definition (``module:name``, ``module:Class.method``, ``module:`` for what stands outside of definitions) or
a file that is not Python. A node uses what its text names: imported names, methods by their name, fixtures, addresses
of pages by name or path, templates, commands, files. Nothing is imported or run for that.

A graph of modules would not tell tests apart: by the factories every test of the platform imports nearly every service.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

# A name in another package that stands for something here.
OUTSIDE = {"django.urls.get_resolver": "tournaments.config.urls.urlpatterns"}
# Methods of built-in types: a mention of one of these names says nothing about whose method it is.
BUILTIN = {name for kind in (str, bytes, dict, list, set, tuple, int) for name in dir(kind)}
# Stands in a text for a part that is computed.
HOLE = "\0"
# More methods of one name than this say nothing about which is meant.
MOST_MEANINGS = 12
# How surely a test is about what is done around every test of its folder.
FAINT = 0.01
# Whose texts may name files of the repository.
READERS = ("tests.", "bench.", "script.")
# Who imports nothing of these asks for no page: "clubs" is a word there, not an address.
SITE = ("django", "tests.tournaments", "tests.e2e", "tests.faults", "tests.fuzz")


# What a file says


@dataclass(frozen=True, slots=True)
class Definition:
    """What one definition names: as names, as texts, and as arguments, which may be fixtures."""

    names: tuple[str, ...]
    strings: tuple[str, ...]
    arguments: tuple[str, ...] = ()
    is_fixture: bool = False
    is_autouse: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """An address: its name, its path with ``<parameters>``, and what its view is made from."""

    name: str
    path: str
    views: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Module:
    """A Python file: what it imports by which name, its definitions, and the addresses that it declares.

    The definition ``""`` is all that stands outside of definitions.
    """

    imports: Mapping[str, str]
    definitions: Mapping[str, Definition]
    routes: tuple[Route, ...] = ()


@dataclass(slots=True)
class _Said:
    names: dict[str, None] = field(default_factory=dict)
    strings: dict[str, None] = field(default_factory=dict)


def read_module(source: str) -> Module:
    """Read a Python file; SyntaxError if it is none."""
    tree = ast.parse(source)
    imports: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                first = each.name.partition(".")[0]
                imports[each.asname or first] = each.name if each.asname else first
        elif isinstance(node, ast.ImportFrom) and node.module:
            imports.update({each.asname or each.name: f"{node.module}.{each.name}" for each in node.names})
        elif isinstance(node, ast.Assign):
            imports.update(_on_demand(node))
    definitions = {name: _definition(nodes) for name, nodes in _parts(tree).items()}
    return Module(imports, definitions, tuple(_routes(tree)))


def _on_demand(node: ast.Assign) -> dict[str, str]:
    """The module that ``desk = Pages("tournaments.hall.pages.desk")`` loads later (tournaments/config/on_demand.py)."""
    match node:
        case ast.Assign([ast.Name(name)], ast.Call(ast.Name("Pages"), [ast.Constant(str(module))])):
            return {name: module}
    return {}


def _parts(tree: ast.Module) -> dict[str, list[ast.AST]]:
    parts: dict[str, list[ast.AST]] = defaultdict(list)
    for name, node in _definitions_in(tree.body):
        parts[name].append(node)
    return parts


def _definitions_in(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.AST]]:
    """Each definition at the top of a module with its name, methods by ``Class.method``."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
            for method in methods:
                yield f"{node.name}.{method.name}", method
            rest = [each for each in node.body if each not in methods] or [ast.Pass()]
            yield node.name, ast.ClassDef(node.name, node.bases, node.keywords, rest, node.decorator_list)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            named = [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
            for name in named or [""]:
                yield name, node
        elif isinstance(node, ast.If | ast.Try | ast.With):
            yield from _definitions_in(node.body)
            yield from _definitions_in(getattr(node, "orelse", []))
            for handler in getattr(node, "handlers", []):
                yield from _definitions_in(handler.body)
        elif not isinstance(node, ast.Import | ast.ImportFrom):
            yield "", node


def _definition(nodes: Sequence[ast.AST]) -> Definition:
    said = _Said()
    arguments: list[str] = []
    fixture = autouse = False
    for node in nodes:
        _listen(node, said)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments += [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
            for decorator in node.decorator_list:
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                fixture |= ast.unparse(called) in ("pytest.fixture", "fixture")
                autouse |= fixture and "autouse=True" in ast.unparse(decorator)
    return Definition(tuple(said.names), tuple(said.strings), tuple(arguments), fixture, autouse)


def _listen(node: ast.AST, said: _Said) -> None:
    """Collect the names and texts below a node: ``a.b.c`` as one name, ``.c`` of anything else, no docstrings."""
    if isinstance(node, ast.Name):
        said.names[node.id] = None
        return
    if isinstance(node, ast.Attribute):
        chain = [node.attr]
        below: ast.AST = node.value
        while isinstance(below, ast.Attribute):
            chain.append(below.attr)
            below = below.value
        if isinstance(below, ast.Name):
            said.names[".".join([below.id, *reversed(chain)])] = None
        else:
            said.names.update({f".{name}": None for name in chain})
            _listen(below, said)
        return
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            said.strings[node.value] = None
        return
    if isinstance(node, ast.JoinedStr):
        said.strings[_text_with_holes(node, {})] = None
        for each in node.values:
            if isinstance(each, ast.FormattedValue):
                _listen(each.value, said)
        return
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    for child in [] if is_docstring else ast.iter_child_nodes(node):
        _listen(child, said)


def _text_with_holes(node: ast.expr | None, constants: Mapping[str, str]) -> str:
    """A text with a hole for each part that is not known before the code runs."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_text_with_holes(each, constants) for each in node.values)
    if isinstance(node, ast.FormattedValue):
        return _text_with_holes(node.value, constants)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _text_with_holes(node.left, constants) + _text_with_holes(node.right, constants)
    return constants.get(node.id, HOLE) if isinstance(node, ast.Name) else HOLE


def _routes(tree: ast.Module) -> Iterator[Route]:
    constants: dict[str, str] = {}
    for each in tree.body:
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
            text = _text_with_holes(each.value, constants)
            if HOLE not in text:
                constants[each.targets[0].id] = text
    for node in ast.walk(tree):
        is_path = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("path", "re_path")
        if not is_path or not isinstance(node, ast.Call) or len(node.args) < 2:
            continue
        said = _Said()
        _listen(node.args[1], said)
        if "include" in said.names:
            continue
        name = next((_text_with_holes(each.value, constants) for each in node.keywords if each.arg == "name"), "")
        yield Route("" if HOLE in name else name, _text_with_holes(node.args[0], constants), tuple(said.names))


def changed_definitions(before: str, after: str) -> set[str]:
    """The names whose code is not what it was, those that are new or gone, and those whose imports lead elsewhere.

    ``before`` and ``after`` are the sources of a module; empty where there is none. SyntaxError if one is no Python.
    """
    old, new = (
        {name: [*map(ast.dump, nodes)] for name, nodes in _parts(ast.parse(each)).items()} for each in (before, after)
    )
    changed = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
    was, now = read_module(before), read_module(after)
    moved = {name for name in was.imports.keys() | now.imports.keys() if was.imports.get(name) != now.imports.get(name)}
    return changed | {
        name for name, each in now.definitions.items() if moved & {chain.split(".")[0] for chain in each.names}
    }


LINE = re.compile(r"{[{%](.*?)[%}]}", re.DOTALL)
QUOTED = re.compile(r"\"([^\"\s]+)\"|'([^'\s]+)'")
BEHAVIOUR = re.compile(r"data-behaviour=\"([^\"]*)\"")
WORD = re.compile(r"\w+")


def read_template(text: str) -> Definition:
    """Read a template: its quoted texts and behaviours as texts, the words of its tags as names."""
    tags = LINE.findall(text)
    strings = [one or other for tag in tags for one, other in QUOTED.findall(tag)]
    strings += [f"{word}.js" for words in BEHAVIOUR.findall(LINE.sub(" ", text)) for word in words.split()]
    words = dict.fromkeys(word for tag in tags for word in WORD.findall(tag))
    return Definition(tuple(words), tuple(dict.fromkeys(strings)))


# How the files hang together


class House:
    """All files of a state of the repository, and what each node of it uses."""

    def __init__(
        self, modules: Mapping[str, Module], templates: Mapping[str, Definition], files: Collection[str]
    ) -> None:
        self.modules, self.templates, self.files = modules, templates, set(files)
        self._methods: dict[str, list[str]] = defaultdict(list)
        self._addresses: dict[str, list[str]] = defaultdict(list)
        self._tails: dict[str, list[tuple[list[str], list[str]]]] = defaultdict(list)
        self._by_end: dict[str, list[str]] = defaultdict(list)
        self._tags: dict[str, list[str]] = defaultdict(list)
        self._commands: dict[str, str] = {}
        self._migrations: dict[str, str] = {}
        self._listing = "\n".join(sorted(self.files))
        self._matched: dict[str, list[str]] = {}
        self._roots = {name.partition(".")[0] for name in modules}
        self._index()

    def _index(self) -> None:
        for file in self.files:
            parts = file.split("/")
            for start in range(len(parts)):
                self._by_end["/".join(parts[start:])].append(file)
        for name, module in self.modules.items():
            for defined in module.definitions:
                node = f"{name}:{defined}"
                _owner, _, method = defined.partition(".")
                if method and method not in BUILTIN and not method.startswith("__"):
                    self._methods[method].append(node)
                if ".templatetags." in name:
                    self._tags[defined].append(node)
            if ".management.commands." in name:
                self._commands[name.rpartition(".")[2]] = name
            if ".migrations." in name:
                self._migrations[name.rpartition(".")[2]] = name
            for route in module.routes:
                views = [node for chain in route.views for node in self._nodes_of_chain(name, chain)]
                if route.name:
                    self._addresses[route.name] += views
                segments = [each for each in route.path.split("/") if each]
                literal = [each for each in segments if "<" not in each]
                if literal:
                    self._tails[literal[-1]].append((segments, views))

    def uses(self) -> dict[str, dict[str, float]]:
        """What each node uses directly, and how surely: a name that may mean one of three methods counts a third."""
        graph: dict[str, dict[str, float]] = {}
        for name, module in self.modules.items():
            graph[f"{name}:"] = {}
            for defined, said in module.definitions.items():
                graph[f"{name}:{defined}"] = self._uses(name, defined, said)
        for file, said in self.templates.items():
            graph[file] = found = dict[str, float]()
            for text in said.strings:
                _add(found, self._files(text))
            for word in said.names:
                _add(found, self._tags[word])
        self._add_methods(graph)
        return graph

    def _uses(self, name: str, defined: str, said: Definition) -> dict[str, float]:
        """What a definition uses, without the methods of objects."""
        found: dict[str, float] = {}
        # What is done around every test of a folder is about none of them.
        if said.is_autouse or _is_hook(name, defined):
            return found
        module = self.modules[name]
        is_in_tests = name.startswith("tests.")
        asks = is_in_tests and any(each.startswith(SITE) for each in module.imports.values())
        for chain in said.names:
            _add(found, self._nodes_of_chain(name, chain))
        for text in said.strings:
            _add(found, list(self._nodes_of_text(text, asks, name)))
            if name.startswith(READERS):
                named = self._files(text)
                found.update({file: max(found.get(file, 0.0), 1 / len(named)) for file in named})
        if "." not in defined:
            _add(found, *([f"{name}:{other}"] for other in module.definitions if other.startswith(f"{defined}.")))
        if is_in_tests:
            words = (*said.arguments, *(text for text in said.strings if text.isidentifier()))
            _add(found, *([each] for word in words if (each := self._fixture(name, word))))
            if defined.startswith("test_"):
                _add(found, [f"{name}:pytestmark"])
                found.update(dict.fromkeys(self._automatic(name), FAINT))
        found.pop(f"{name}:{defined}", None)
        return found

    def _add_methods(self, graph: dict[str, dict[str, float]]) -> None:
        """Add the methods that a node may call: those of the name in modules that its own one leads to."""
        reached = self._reach(graph)
        for name, module in self.modules.items():
            for defined, said in module.definitions.items():
                found = graph[f"{name}:{defined}"]
                if said.is_autouse or _is_hook(name, defined):
                    continue
                for method in {each for chain in said.names for each in self._attributes(name, chain)}:
                    _add(found, [each for each in self._methods.get(method, ()) if _module_in(each) in reached[name]])
                found.pop(f"{name}:{defined}", None)
        for file, said in self.templates.items():
            for word in said.names:
                _add(graph[file], self._methods.get(word, []))

    def _reach(self, graph: Mapping[str, Mapping[str, float]]) -> dict[str, set[str]]:
        """The modules that each module leads to, by imports and by what it names."""
        direct: dict[str, set[str]] = {name: {name} for name in self.modules}
        for name, module in self.modules.items():
            for dotted in module.imports.values():
                direct[name] |= {_module_in(each) for each in self._far(dotted)}
        for node, used in graph.items():
            if (name := _module_in(node)) in direct:
                direct[name] |= {_module_in(each) for each in used}
        number = {name: place for place, name in enumerate(direct)}
        bits = {name: sum(1 << number[each] for each in found if each in number) for name, found in direct.items()}
        is_growing = True
        while is_growing:
            is_growing = False
            for name, found in direct.items():
                more = bits[name]
                for each in found:
                    more |= bits.get(each, 0)
                if more != bits[name]:
                    bits[name], is_growing = more, True
        names = list(direct)
        return {name: {names[place] for place in _places(bits[name])} for name in names}

    def _attributes(self, module: str, chain: str) -> list[str]:
        """The parts of a chain that may be methods of objects."""
        first, *rest = chain.split(".")
        here = self.modules[module]
        if first and first in here.imports:
            target = [here.imports[first], *rest]
            known = next((cut for cut in range(len(target), 0, -1) if ".".join(target[:cut]) in self.modules), 0)
            return target[known + 1 :] if known else rest
        return rest

    def _nodes_of_chain(self, module: str, chain: str) -> list[str]:
        """The nodes that ``chain`` may mean in a module."""
        first, *rest = chain.split(".")
        here = self.modules[module]
        if first in here.imports:
            return self._far(".".join([here.imports[first], *rest]))
        if first in here.definitions:
            return self._inside(module, [first, *rest])
        return []

    def _far(self, dotted: str, depth: int = 0) -> list[str]:
        """The nodes that a dotted name means: a definition, wherever a package took it from; a method; a module."""
        if dotted in OUTSIDE:
            dotted = OUTSIDE[dotted]
        parts = dotted.split(".")
        for cut in range(len(parts), 0, -1):
            module, rest = ".".join(parts[:cut]), parts[cut:]
            if module not in self.modules:
                continue
            if not rest:
                return [f"{module}:"]
            if rest[0] in self.modules[module].definitions:
                return self._inside(module, rest)
            if rest[0] in self.modules[module].imports and depth < 9:
                return self._far(".".join([self.modules[module].imports[rest[0]], *rest[1:]]), depth + 1)
            # What was taken away is named still: a node without text.
            return [f"{module}:{rest[0]}"]
        return []

    def _inside(self, module: str, rest: Sequence[str]) -> list[str]:
        method = ".".join(rest[:2])
        return [f"{module}:{method if method in self.modules[module].definitions else rest[0]}"]

    def _nodes_of_text(self, text: str, asks: bool, module: str) -> Iterator[str]:
        """The nodes that a text means: a module, a template; where pages are asked for, an address or a command."""
        if not text or len(text) > 200 or " " in text or "\n" in text:
            return
        if "." in text and re.fullmatch(rf"[\w{HOLE}]+(\.\w+)+", text):
            if text.startswith(f"{HOLE}."):
                ends = [name for name in self.modules if name.count(".") == 1 and name.endswith(text[1:])]
                yield from (f"{name}:{each}" for name in ends for each in self.modules[name].definitions)
            elif text.partition(".")[0] in self._roots:
                yield from self._whole(text)
        if text.endswith((".html", ".txt", ".xml", ".js", ".json")) and (HOLE not in text or "/" in text):
            yield from (file for file in self._files(text) if "/templates/" in f"/{file}")
        if not asks:
            return
        yield from self._addresses.get(text, ())
        if text in self._commands:
            yield from self._whole(self._commands[text])
        if text in self._migrations:
            yield from self._whole(self._migrations[text])
        if "/" in text or ("tests.tournaments.api" in module and text.isidentifier()):
            yield from self._views_at(text)

    def _whole(self, dotted: str) -> list[str]:
        """All definitions of a module, for who takes it by its name; or what else a dotted name means."""
        if dotted in self.modules:
            return [f"{dotted}:{each}" for each in self.modules[dotted].definitions]
        return self._far(dotted)

    def _views_at(self, text: str) -> list[str]:
        """The views at a path, which may be the end of one; those that agree with most of its words."""
        segments = [each for each in text.partition("?")[0].partition("#")[0].split("/") if each]
        best, found = 0, list[str]()
        for last in {each for each in segments if HOLE not in each}:
            for route, views in self._tails.get(last, ()):
                agreed = _agreement(segments, route)
                if agreed > best:
                    best, found = agreed, []
                if agreed and agreed == best:
                    found += views
        return found

    def _files(self, text: str) -> list[str]:
        """The files that a text names: a path, the end of one that no other has, a folder, a pattern."""
        wanted = text.replace(HOLE, "*").removeprefix("./").rstrip("/")
        if not ("." in wanted or "/" in wanted) or len(wanted) > 200 or " " in wanted or "\n" in wanted:
            return []
        if "*" in wanted:
            if not re.search(r"\w{3}", wanted) or ("/" not in wanted and HOLE in text):
                return []
            if wanted not in self._matched:
                plain = re.escape(wanted.replace("**/", "*")).replace(r"\*", "[^\n]*").replace(r"\?", "[^\n]")
                found = re.findall(rf"^(?:[^\n]*/)?{plain}$", self._listing, re.MULTILINE)
                self._matched[wanted] = [self._node(file) for file in found]
            return self._matched[wanted]
        found = self._by_end.get(wanted, [])
        if found:
            return [self._node(file) for file in found] if len(found) <= 3 else []
        if "/" in wanted:
            return [self._node(file) for file in re.findall(rf"^{re.escape(wanted)}/.*$", self._listing, re.MULTILINE)]
        return []

    def _node(self, file: str) -> str:
        return f"{module_of(file)}:" if file.endswith(".py") else file

    def _fixture(self, module: str, name: str) -> str | None:
        for place in (module, *_conftests(module)):
            here = self.modules.get(place)
            if here is None:
                continue
            if name in here.definitions and here.definitions[name].is_fixture:
                return f"{place}:{name}"
            if place == module and name in here.imports:
                return next(iter(self._far(here.imports[name])), None)
        return None

    def _automatic(self, module: str) -> Iterator[str]:
        for place in (module, *_conftests(module)):
            here = self.modules.get(place)
            yield from (
                f"{place}:{name}"
                for name, each in (here.definitions if here else {}).items()
                if each.is_autouse or _is_hook(place, name)
            )


def _add(found: dict[str, float], *groups: Sequence[str]) -> None:
    """Add nodes of which one is meant; none where they are too many to say which."""
    for group in groups:
        if len(group) <= MOST_MEANINGS:
            for node in group:
                found[node] = max(found.get(node, 0.0), 1 / len(group))


def _module_in(node: str) -> str:
    return node.partition(":")[0]


def _places(bits: int) -> Iterator[int]:
    """The places of the bits that are set."""
    for place, each in enumerate(reversed(f"{bits:b}")):
        if each == "1":
            yield place


def _agreement(given: Sequence[str], route: Sequence[str]) -> int:
    """How many words a path shares with the end of a route; 0 if they do not go together."""
    agreed = 0
    for one, other in zip(reversed(given), reversed(route), strict=False):
        if "<" in other or HOLE in other:
            continue
        if one != other:
            return 0
        agreed += 1
    return agreed


def _is_hook(module: str, name: str) -> bool:
    """Whether pytest calls this for every test of the folder, or it is done before they are collected."""
    return module.endswith(".conftest") and (name.startswith("pytest_") or not name)


def _conftests(module: str) -> Iterator[str]:
    folder = module
    while "." in folder:
        folder = folder.rpartition(".")[0]
        yield f"{folder}.conftest"


def module_of(file: str) -> str:
    """The dotted name of a Python file."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def file_of(node: str) -> str:
    """The file of a test's node."""
    return node.partition(":")[0].replace(".", "/") + ".py"
