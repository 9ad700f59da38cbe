"""docs/policies.md says what the code does."""

from script import policies_page


def test_the_page_of_the_rights_is_what_the_code_says() -> None:
    assert policies_page.PAGE.read_text(encoding="utf-8") == policies_page.page(), (
        "docs/policies.md is old: python -m script.policies_page --update"
    )
