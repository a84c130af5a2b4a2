"""The examples in the docstrings of what games are written with: each shows what it says."""

import doctest
from importlib import import_module

import pytest

from tests.architecture.test_imports import modules

EXAMPLES = sorted(modules("games/base", "games/contract", "games/kit"))


@pytest.mark.parametrize("module", EXAMPLES)
def test_examples_of(module: str) -> None:
    failed, _ = doctest.testmod(import_module(module))
    assert failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    tried = [test for module in EXAMPLES for test in finder.find(import_module(module)) if test.examples]
    assert len(tried) > 10
