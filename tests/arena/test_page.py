"""``docs/environments.md``: what it says of the games, and its examples as they stand."""

import re

import pytest

from scripts.describe_environments import PAGE, page


def test_the_page_says_what_is() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python scripts/describe_environments.py writes it anew"


@pytest.mark.filterwarnings("ignore")  # of other people's libraries
@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))
def test_its_examples_run_as_they_stand(example: str) -> None:
    try:
        exec(example, {"__name__": "example"})
    except ModuleNotFoundError as missing:
        pytest.skip(f"{missing.name} is not installed: this example was NOT run")
