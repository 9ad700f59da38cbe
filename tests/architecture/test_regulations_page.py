"""docs/regulations.md says what the events of the regulations are."""

from script import regulations_page


def test_the_page_of_the_regulations_is_what_the_code_says() -> None:
    assert regulations_page.PAGE.read_text(encoding="utf-8") == regulations_page.page(), (
        "docs/regulations.md is old: python -m script.regulations_page --update"
    )
