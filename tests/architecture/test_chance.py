"""Nothing in the tests is left to chance: no fixed wait, no bound of wall time, no page read while it works, no dice.

A test that failed once and passed alone reads a value too early, waits for a time instead of a sign, or measures the
machine. Each rule is shown to find the line that it is about.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTS = sorted((ROOT / "tests").glob("**/*.py"))
# What is measured starts servers too, some of them for tests.
SERVERS = [*TESTS, *sorted((ROOT / "bench").glob("**/*.py")), *sorted((ROOT / "script").glob("**/*.py"))]
BROWSER = [path for path in TESTS if path.parent.name == "e2e"]
# Where a wait between two looks stands, for everybody: bounded, and with what it waits for.
WAITS = ("tests/waiting.py", "tests/e2e/browsing.py")

SLEEPS: Final = {
    "tests/faults/test_deadlines.py": (2, "the time that somebody has to do what nobody may; a database that is away"),
    "tests/faults/test_lost_hints.py": (1, "a connection that was cut is noticed by a timer of another process"),
    "tests/nginx/test_nginx.py": (1, "the second that a page is kept for goes by in nginx, which no test can tell so"),
    "tests/tournaments/live/matches/test_rooms.py": (4, "a double that takes a moment; nothing may happen meanwhile"),
    "tests/tournaments/live/test_feeds.py": (1, "no sign of life may be given meanwhile"),
    "tests/tournaments/live/test_hub.py": (3, "a double that takes a moment; results that come one after the other"),
    "tests/tournaments/services/test_together_on_roles.py": (1, "a double that holds a lock for a moment"),
    "tests/tournaments/test_bridge.py": (1, "somebody who sends at a fair rate"),
    "tests/tournaments/test_slow_senders.py": (2, "connections that are held are held before the question is asked"),
    "tests/tournaments/views/public/test_kept.py": (1, "a double that takes a moment"),
}
"""Sleeps that are part of the scene, by file: how many, and why nothing can be looked at instead."""

BOUNDS: Final = {
    "tests/tournaments/test_celery.py": (
        2,
        "what is bounded would take half a minute: no thread may wait for a broker",
    ),
}

DICE: Final = ("tests/faults/", "tests/ports.py", "tests/tournaments/live/matches/test_served.py")
"""Where a kill or a return may come at any moment and what is promised holds for all; and numbers of ports."""

CLOCKS = {"monotonic", "perf_counter", "time.monotonic", "time.perf_counter", "time.time"}
READS = {
    "all_inner_texts",
    "all_text_contents",
    "bounding_box",
    "count",
    "evaluate",
    "evaluate_all",
    "get_attribute",
    "inner_text",
    "input_value",
    "is_checked",
    "is_enabled",
    "is_hidden",
    "is_visible",
    "text_content",
}
ACTIONS = {
    "check", "clear", "click", "dblclick", "dispatch_event", "down", "drag_to", "fill", "focus", "go_back", "goto",
    "hover", "press", "press_sequentially", "reload", "select_option", "set_checked", "set_input_files",
    "set_viewport_size", "tap", "type", "uncheck", "up",
}  # fmt: skip
SIGNS = ("settled", "eventually", "expect", "open", "until")
Rule = Callable[[ast.Module], Iterator[ast.AST]]


def calls_of(node: ast.AST) -> Iterator[ast.Call]:
    """The calls in a statement or an expression, in the order in which they are made; not those of functions in it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from calls_of(child)
            if isinstance(child, ast.Call):
                yield child


def named(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def fixed_waits(tree: ast.Module) -> Iterator[ast.AST]:
    """Playwright's own sleep."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call) and named(node) == "wait_for_timeout")


def sleeps(tree: ast.Module) -> Iterator[ast.AST]:
    """A sleep of so many seconds; one of none lets the other tasks of a loop go on."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and named(node) == "sleep" and node.args:
            length = node.args[0]
            if isinstance(length, ast.Constant) and length.value:
                yield node


def has_clock(node: ast.AST, names: frozenset[str] = frozenset()) -> bool:
    """Whether what time it is counts in an expression, or a name that was given such a value."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and ast.unparse(each.func) in CLOCKS:
            return True
        if isinstance(each, ast.Name) and each.id in names:
            return True
    return False


def bounds(tree: ast.Module) -> Iterator[ast.AST]:
    """An assertion that so few seconds have passed; what a bound of the program itself is compared with is none."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        timed = {
            target.id
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and has_clock(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(function):
            if isinstance(node, ast.Assert) and isinstance(node.test, ast.Compare):
                sides = (node.test.left, *node.test.comparators)
                is_bound = any(isinstance(side, ast.Constant) for side in sides)
                if is_bound and has_clock(node.test, frozenset(timed)):
                    yield node


def seconds_of_pages(tree: ast.Module) -> Iterator[ast.AST]:
    """Around a browser no assertion has a clock in it, whatever it is compared with."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.Assert) and has_clock(node))


def dice(tree: ast.Module) -> Iterator[ast.AST]:
    """A draw that nobody can repeat."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        is_module = isinstance(node.func.value, ast.Name) and node.func.value.id == "random"
        if is_module and (node.func.attr != "Random" or not node.args) and node.func.attr != "seed":
            yield node


def ports(tree: ast.Module) -> Iterator[ast.AST]:
    """The number of a port that was free for a moment: the socket that had it is closed when it is used."""
    for holder in (node for node in ast.walk(tree) if isinstance(node, ast.With)):
        if any(named(call) == "socket" for item in holder.items for call in calls_of(ast.Expr(item.context_expr))):
            for node in ast.walk(holder):
                if isinstance(node, ast.Return) and any(named(call) == "getsockname" for call in calls_of(node)):
                    yield node


def early_reads(tree: ast.Module) -> Iterator[ast.AST]:
    """An assertion on what a page shows, read after an action without a sign in between that it has come to rest.

    The functions of a file are followed: one that returns what it reads is a reading itself, one that ends with an
    action is an action, one that ends with a sign is a sign. ``Person.open`` waits for rest.
    """
    own = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    readings: set[str] = set()
    ends: dict[str, str] = {}

    def kind(call: ast.Call) -> str:
        name = named(call)
        if isinstance(call.func, ast.Name) and name in own:
            return "read" if name in readings else ends.get(name, "")
        if name in SIGNS or name.startswith(("wait_for", "expect_")):
            return "sign"
        if name == "stage" or (name in ACTIONS and isinstance(call.func, ast.Attribute)):
            return "action"
        return "read" if name in READS and not (name == "count" and call.args) else ""

    for _round in own:
        before = (len(readings), dict(ends))
        for name, function in own.items():
            kinds = [found for call in calls_of(function) if (found := kind(call))]
            if "read" in kinds and not {"sign", "action"} & set(kinds) and not name.startswith("test_"):
                readings.add(name)
            ends[name] = next((each for each in reversed(kinds) if each != "read"), "")
        if before == (len(readings), ends):
            break

    def look(body: list[ast.stmt], is_working: bool) -> Iterator[ast.AST]:
        for statement in body:
            blocks = [block for name in ("body", "orelse", "finalbody") if (block := getattr(statement, name, None))]
            heads = (
                [statement]
                if not blocks
                else [
                    each
                    for each in ast.iter_child_nodes(statement)
                    if not isinstance(each, ast.stmt | ast.ExceptHandler)
                ]
            )
            made = [call for head in heads for call in calls_of(ast.Module([head], []))]
            for call in made:
                found = kind(call)
                if found == "read" and is_working and isinstance(statement, ast.Assert):
                    yield statement
                    break
                is_working = {"action": True, "sign": False}.get(found, is_working)
            if isinstance(statement, ast.FunctionDef):
                continue
            for block in blocks:
                yield from look(block, is_working)
                for call in (call for each in block for call in calls_of(ast.Module([each], []))):
                    is_working = {"action": True, "sign": False}.get(kind(call), is_working)
            # What is done within "with page.expect_…" is waited for at its end.
            if isinstance(statement, ast.With) and any(kind(call) == "sign" for call in made):
                is_working = False

    for function in own.values():
        yield from look(function.body, False)


WORDS: Final[Mapping[Rule, Sequence[str]]] = {
    fixed_waits: ("wait_for_timeout",),
    sleeps: ("sleep",),
    bounds: ("monotonic", "perf_counter", "time.time"),
    seconds_of_pages: ("monotonic", "perf_counter", "time.time"),
    dice: ("random.",),
    ports: ("getsockname",),
}
"""What a rule looks for has one of these words: a file without any of them is not parsed."""


def may_find(rule: Rule, text: str) -> bool:
    return rule not in WORDS or any(word in text for word in WORDS[rule])


def found(rule: Rule, paths: list[Path]) -> Counter[str]:
    """How often a rule finds something, by file, and on standard output where."""
    counted: Counter[str] = Counter()
    for path in paths:
        name, text = str(path.relative_to(ROOT)), path.read_text()
        for node in rule(ast.parse(text)) if may_find(rule, text) else ():
            counted[name] += 1
            print(f"{name}:{getattr(node, 'lineno', 0)}: {ast.unparse(node)[:100]}")  # noqa: T201 - where to look
    return counted


def test_nobody_sleeps_between_two_looks_but_in_one_place() -> None:
    assert found(fixed_waits, [path for path in TESTS if str(path.relative_to(ROOT)) not in WAITS]) == {}
    assert found(sleeps, TESTS) == {name: number for name, (number, _why) in SLEEPS.items()}


def test_no_assertion_measures_the_machine() -> None:
    measured = [path for path in TESTS if path.parent.name != "performance"]
    assert found(bounds, measured) == {name: number for name, (number, _why) in BOUNDS.items()}
    assert found(seconds_of_pages, BROWSER) == {}


def test_no_page_is_read_between_an_action_and_a_sign_of_rest() -> None:
    assert found(early_reads, BROWSER) == {}


def test_no_die_is_thrown_that_nobody_can_throw_again() -> None:
    assert found(dice, [path for path in TESTS if not str(path.relative_to(ROOT)).startswith(DICE)]) == {}


def test_no_port_is_chosen_and_let_go() -> None:
    assert found(ports, SERVERS) == {}


PLANTED = [
    (fixed_waits, "page.wait_for_timeout(500)"),
    (sleeps, "time.sleep(0.5)"),
    (sleeps, "async def scene(): await asyncio.sleep(0.01)"),
    (bounds, "def test_it(): assert time.monotonic() - begun < 15"),
    (bounds, "def test_it():\n  took = perf_counter() - begun\n  assert took < 2.5"),
    (seconds_of_pages, "def test_it(): assert time.monotonic() - begun < MOST_SECONDS"),
    (dice, "number = random.randint(1, 6)"),
    (dice, "dice = random.Random()"),
    (ports, "def free():\n  with socket.socket() as one:\n    one.bind(('', 0))\n    return one.getsockname()[1]"),
    (early_reads, "def test_it(page):\n  page.locator('a').click()\n  assert page.locator('p').inner_text() == 'x'"),
    (early_reads, "def test_it(page, stage):\n  stage('play')\n  if so:\n    assert page.evaluate(SHOWN) == []"),
    (early_reads, "def test_it(page):\n  expect(button).to_be_visible()\n  button.tap()\n  assert row.count() == 3"),
    (
        early_reads,
        "def names(page):\n  return page.locator('b').all_inner_texts()\n"
        "def test_it(page):\n  page.keyboard.press('Enter')\n  assert names(page) == ['x']",
    ),
    (
        early_reads,
        "def send(page):\n  page.locator('button').click()\n"
        "def test_it(page):\n  send(page)\n  assert page.locator('p').is_visible()",
    ),
]
ALLOWED = [
    (sleeps, "async def scene(): await asyncio.sleep(0)"),
    (bounds, "def test_it(): assert time.monotonic() - begun < workbooks.LONGEST / 2"),
    (dice, "dice = random.Random('the same')"),
    (early_reads, "def test_it(page):\n  button.click()\n  settled(page)\n  assert page.locator('p').count() == 3"),
    (early_reads, "def test_it(page):\n  with page.expect_navigation():\n    b.click()\n  assert p.count() == 3"),
    (early_reads, "def test_it(page):\n  button.click()\n  eventually(page, lambda: p.count(), 3)"),
]


@pytest.mark.parametrize(("rule", "source"), PLANTED, ids=lambda each: getattr(each, "__name__", each)[-40:])
def test_the_rule_finds_the_line_that_it_is_about(rule: Rule, source: str) -> None:
    assert may_find(rule, source) and len(list(rule(ast.parse(source)))) == 1


@pytest.mark.parametrize(("rule", "source"), ALLOWED, ids=lambda each: getattr(each, "__name__", each)[-40:])
def test_the_rule_lets_what_waits_go_by(rule: Rule, source: str) -> None:
    assert list(rule(ast.parse(source))) == []
