"""Somebody at a live table who sees nothing: the accessibility tree of the page, and its keys."""

from typing import Any

from playwright.sync_api import Page


class Listener:
    """Somebody who hears what the accessibility tree says, and presses keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tree = page.context.new_cdp_session(page)

    def nodes(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.tree.send("Accessibility.getFullAXTree")["nodes"]
        return [node for node in found if not node["ignored"]]

    def focused(self, nodes: list[dict[str, Any]]) -> dict[str, Any]:
        """The node with the focus; it is never the page as a whole once a card has had it."""
        return next(node for node in nodes[::-1] if self.holds(node, "focused"))

    @staticmethod
    def holds(node: dict[str, Any], name: str) -> bool:
        return any(each["name"] == name and each["value"].get("value") for each in node.get("properties", []))

    def name(self, node: dict[str, Any]) -> str:
        said: str = node.get("name", {}).get("value", "")
        return said

    def buttons(self, label: str) -> list[str]:
        """The names of the buttons of a list, in their order."""
        nodes = self.nodes()
        by_key = {node["nodeId"]: node for node in nodes}
        top = next(node for node in nodes if node["role"]["value"] == "list" and self.name(node) == label)
        names, queue = [], list(top["childIds"])
        while queue:
            node = by_key.get(queue.pop(0))
            if node is None:
                continue
            if node["role"]["value"] == "button":
                names.append(self.name(node))
            else:
                queue = [*node.get("childIds", []), *queue]
        return names

    def says(self, *texts: str) -> str:
        """What is written on the page and has some of these words in it; what to do comes before what was said."""
        return next(name for name in map(self.name, self.nodes()) if any(text in name for text in texts))

    def go_to(self, name: str, keys: str) -> None:
        """Press a key until the focus is on a button of that name."""
        for _press in range(30):
            if self.name(self.focused(self.nodes())) == name:
                return
            self.page.keyboard.press(keys)
        raise AssertionError(f"{keys} never comes to {name}")
