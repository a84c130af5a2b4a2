"""What a function does is its docstring's first word: a verb. Properties and classes are named after what they are."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.test_imports import ROOT

FOLDERS = ("arena", "bot", "games", "storage")
"""Where it holds."""
NO_VERBS = {
    "A", "After", "All", "Always", "An", "Another", "As", "At", "Back", "Before", "Both", "By", "Each",
    "Every", "Everybody", "Everything", "Few", "For", "From", "He", "How", "If", "In", "It", "Its", "Many",
    "Most", "No", "Nobody", "None", "Nothing", "Of", "On", "One", "Only", "Other", "Our", "Several", "She",
    "So", "Some", "Somebody", "Something", "That", "The", "There", "These", "They", "This", "Those", "Three",
    "Two", "Until", "We", "What", "Whatever", "When", "Where", "Whether", "Which", "While", "Who", "Whoever",
    "Whole", "Whose", "Why", "With", "Without", "You",
}  # fmt: skip


def nouns(source: str) -> Iterator[str]:
    """Yield each function whose docstring begins with none of the words that may be a verb: its line, and that word."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        text = ast.get_docstring(node)
        if not text or any("property" in ast.unparse(decorator) for decorator in node.decorator_list):
            continue
        word = text.split()[0].strip(",.:;")
        if not (word.isalpha() and word.istitle()) or word in NO_VERBS:
            yield f"{node.lineno}: {node.name}: {word}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_of_functions_begin_with_a_verb(folder: str) -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob("*.py")}
    assert any('"""Return ' in source for source in sources.values())
    found = [f"{path.relative_to(ROOT)}:{noun}" for path, source in sources.items() for noun in nouns(source)]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(
    "text", ["The seats.", "Whether it is over.", "``777``: equal ranks.", "0 for a two.", "what it is"]
)
def test_a_docstring_that_names_a_thing_is_found(text: str) -> None:
    assert list(nouns(f'def seats():\n    """{text}"""\n')) == [f"1: seats: {text.split()[0].strip(',.:;')}"]


def test_properties_may_say_what_they_are() -> None:
    assert not list(nouns('class Table:\n    @property\n    def seats(self):\n        """The seats."""\n'))
