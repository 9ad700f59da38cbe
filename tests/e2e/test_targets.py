"""Whatever is touched is as high as a finger: links and buttons on the pages of everybody, on a desk and on a phone."""

from typing import Any

from tests.e2e.browsing import DESKTOP, PHONE, Hall

# What is lower than 44 px, save links within a sentence and what lies within a label that is high enough.
LOW = """() => [...document.querySelectorAll("a[href], button, summary, select, input:not([type=hidden])")]
.filter((one) => {
  const box = one.getBoundingClientRect(), style = getComputedStyle(one);
  const isUnseen = one.closest(".visually-hidden, .skip, [hidden], svg") || style.visibility === "hidden";
  if (isUnseen || box.width < 2 || !box.height) return false;
  const text = one.closest("p, li, dd, .prose")?.textContent.trim() ?? "";
  const isLink = one.localName === "a" && style.display === "inline";
  const isInText = isLink && text.length > one.textContent.trim().length + 3;
  return !isInText && Math.max(box.height, one.closest("label")?.getBoundingClientRect().height ?? 0) < 43.5;
}).map((one) => `${Math.round(one.getBoundingClientRect().height)} ${one.outerHTML.slice(0, 120)}`)
"""
ORGANISER = (
    "", "iscritti/", "sorteggio/", "turni/", "chiusura/", "documenti/", "ruoli/", "dati/", "regole/", "registro/",
    "pass/",
)  # fmt: skip
PUBLIC = ("", "tabellone/", "turni/", "classifica/", "iscritti/", "sorteggio/")
ANYBODY = ("/", "/entra/", "/registrati/", "/codice/", "/regole/", "/circoli/")


def test_whatever_is_touched_is_as_high_as_a_finger(hall: Hall, stage: Any) -> None:
    made = stage("event", name="Serata delle dita", state="called", pairs=6)
    slug, number = made["slug"], next(one["number"] for one in made["tables"] if one["status"] == "called")
    stage("start_clock", slug=slug)
    officials = [f"/organizza/{slug}/{path}" for path in ORGANISER]
    officials += [f"/e/{slug}/arbitro/", f"/e/{slug}/arbitro/penalita/", f"/e/{slug}/tavoli/{number}/", "/miei/"]
    officials += [f"/e/{slug}/tavoli/{number}/totale/"]
    anybody = [*(f"/e/{slug}/{path}" for path in PUBLIC), *ANYBODY]
    low = []
    for account, paths in (("ornella@example.org", officials), ("", anybody)):
        for viewport in (DESKTOP, PHONE):
            person = hall.person(account, viewport=viewport)
            low += [(path, found) for path in paths for found in person.open(path).evaluate(LOW)]
    assert low == []
