"""Writes docs/policies.md from tournaments/frame/policies.py: who may do what, as a page for people.

``python -m script.policies_page`` prints it, ``--update`` writes it; a test holds the page against the code.
"""

from collections.abc import Iterable, Mapping, Sequence

from script.made_page import DOCS, write

PAGE = DOCS / "policies.md"

HEAD = """# Who may do what

Made from `tournaments/frame/policies.py` by `python -m script.policies_page --update`; a test holds one
against the other.
Everything that is not allowed here is refused.

Every page and every endpoint names one right for reading (`GET`, `HEAD`) and one for writing,
`@door(reads=..., writes=...)`; a view without that mark is opened to nobody, and a test fails
(`tests/architecture/test_doors.py`). Which object a visitor means, and what they are to it, is found in one place,
`frame/access.py`. `tests/tournaments/doors/` tries every address with every kind of visitor on own, foreign and
missing objects, and expects what stands here.

What a refusal looks like:

| who asks | answer |
|---|---|
| nobody is logged in, and the page is for officials or accounts | to the log-in, before anything is looked for |
| a program without a token, over the API | 401 where everybody sees the event, club or circuit; else 404 |
| somebody who holds a role in the event, club or circuit, but not the right | 403 |
| somebody who holds none there, page and API alike | 404, the same as where nothing is |
| anybody who names, in what they may see to, a part that is another's | as for a part that is not there |
| anybody who has a link or a code that is itself the secret, but a wrong one | 404; a code or a pass of a hall 422 |
| anybody who uses a method that the page does not take | 405 |

Circuits are public pages, and clubs that somebody runs or that hold a public event or a circuit. What there is to
manage is told to nobody who does not run them: anybody who is logged in, or comes with a token, is answered as if
there were no such club, so that no answer tells what another club has. Somebody whose token lacks the scope in an
event, club or circuit of theirs is told so: 403.
"""
ROLES = """Roles are given for one event, one club or one circuit, and count there only. `see` of a stranger is for
events that are public. At the computer itself is a browser on the laptop that serves the site, and never one behind
a proxy: a stick is for all events of the installation, and somebody puts it in there."""
TOKENS = """Programs come with a token, which has at most the rights of its scopes, and never more than the person or
the club whose it is. Reading is in every token; a token with no other scope changes nothing."""


def meaning() -> Mapping[str, str]:
    """Return what each right is about, by its name in the code."""
    return {
        "BROWSE": "read what is everybody's: home, rules, calculators; log in, type a code",
        "HAVE_ACCOUNT": "see what is one's own: my events",
        "KEEP_ACCOUNT": "one's own data; change one's own account: password, passkeys, sessions, tokens",
        "CREATE_EVENT": "make a new event, and be its organiser",
        "FOUND_CLUB": "found a club or a circuit, and run it",
        "OPERATE": "run the installation: commands, the worker, the sweeper, the figures for Prometheus",
        "KEEP_COPY": "choose the stick of the whole installation, and whether the evening is kept on this computer",
        "SEE": "see an event that is public, or that one works at",
        "SIGN_UP": "sign up for an event",
        "PLAY": "play at an online table, in one's own seat",
        "ENTER_SCORE": "write, confirm, dispute and take back a result at a table",
        "CALL_REFEREE": "call the referee to a table",
        "SEE_DESK": "see the referee's desk: the tables of the round and what they wait for",
        "RUN_TABLE": "run a table: its lines’ clocks, the visit of a referee, the last step back",
        "DIRECT": "direct: correct, rule, punish, give places, keep the clocks of rounds and tables",
        "ORGANISE": "organise: settings, entries, draw, rounds, roles, documents, log",
        "SEE_CLUB": "see a club and a circuit",
        "MANAGE_CLUB": "manage a club: its people, its administrators, its tokens",
        "MANAGE_CIRCUIT": "manage a circuit: its events and its owners",
    }


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---", *([":-:"] * (len(head) - 1))], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def page() -> str:
    """Return the whole page."""
    from tournaments.frame import policies
    from tournaments.frame.policies import RIGHTS, Right

    scorer = RIGHTS["scorer"]
    everybody = policies.OF_EVERYBODY | {Right.BROWSE, Right.SEE_CLUB}
    account = everybody | policies.OF_ACCOUNTS
    manager = account.union(
        *policies.RIGHTS_IN_CLUB.values(),
        *policies.RIGHTS_IN_CIRCUIT.values(),
        *policies.RIGHTS_AT_THE_COMPUTER.values(),
        RIGHTS["organiser"],
    )
    roles = {
        "anybody": everybody,
        "account": account,
        "line at its table (code, event pass, or account)": everybody | policies.LINE_AT_TABLE,
        "scorer": account | scorer,
        "scorer at own tables": account | scorer | policies.SCORER_AT_OWN_TABLES,
        "referee": account | RIGHTS["referee"],
        "organiser": account | RIGHTS["organiser"],
        "organiser at the computer itself": account.union(
            RIGHTS["organiser"], *policies.RIGHTS_AT_THE_COMPUTER.values()
        ),
        "club administrator, in the club and its events": account.union(
            *policies.RIGHTS_IN_CLUB.values(), RIGHTS["organiser"]
        ),
        "owner of a circuit, in it": account.union(*policies.RIGHTS_IN_CIRCUIT.values()),
        "superuser": manager,
    }
    limits = {f"`{name}`": policies.limits_of([name]) for name in policies.SCOPES}
    unattended = {
        "job": policies.JOBS,
        "task of the worker": policies.TASKS,
        "duty of the sweeper": policies.DUTIES,
        "command": policies.COMMANDS,
    }
    work = [[f"{kind} `{name}`", right.value] for kind, named in unattended.items() for name, right in named.items()]
    words = meaning()
    parts = [
        HEAD.rstrip(),
        "## Rights",
        "\n".join(["| right | to |", "|---|---|", *(f"| `{right.value}` | {words[right.name]} |" for right in Right)]),
        "## Roles",
        ROLES,
        _crosses(roles, list(Right)),
        "## Tokens",
        TOKENS,
        _crosses(limits, list(Right)),
        "## What works unattended",
        table(["what", "right that begins it"], work),
    ]
    return "\n\n".join(parts) + "\n"


def _crosses(columns: Mapping[str, frozenset], rights: Sequence) -> str:
    rows = [[f"`{right.value}`", *("x" if right in held else "" for held in columns.values())] for right in rights]
    return table(["", *columns], rows)


if __name__ == "__main__":
    write(PAGE, page)
