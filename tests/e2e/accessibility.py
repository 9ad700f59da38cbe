"""What axe finds grave on a page."""

from pathlib import Path

from playwright.sync_api import Page

CHECKER = Path(__file__).parent / "vendor/axe-core/axe.min.js"
# Every rule says how much it weighs; those that weigh less are not asked, two thirds of the time.
SERIOUS = """
async () => {
  if (!("axe" in window)) return null;
  const grave = (one) => ["serious", "critical"].includes(one.impact);
  const isAsked = (one) => one.enabled && !one.tags.some((tag) => ["experimental", "deprecated"].includes(tag));
  const values = axe._audit.rules.filter((one) => isAsked(one) && (grave(one) || !one.impact)).map((one) => one.id);
  const found = await axe.run(document, { resultTypes: ["violations"], runOnly: { type: "rule", values } });
  return found.violations
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => [one.id, one.impact, ...one.nodes.slice(0, 4).map((node) => node.target.join(" "))].join(" | "));
}
"""


def findings(page: Page, axe: str) -> list[str]:
    """What axe finds that is serious or critical; the checker comes onto a page that was not opened with it."""
    found: list[str] | None = page.evaluate(SERIOUS)
    if found is None:
        page.evaluate(axe)
        found = page.evaluate(SERIOUS)
    assert found is not None
    return found
