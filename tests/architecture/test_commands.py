"""A command stands in few files: its record, its handler, and the screens that offer it."""

import ast
import re
from collections.abc import Iterator

import pytest

from bot.present.words.text import LANGUAGES, codes, say
from bot.session.handlers import HANDLERS
from bot.session.port.commands import Command, records
from bot.session.port.commands.record import by_name, menu
from tests.architecture.test_imports import modules, source

DOOR = "bot.session.port.commands"
MOST = 4
"""Files of the program in which a command's class may stand: its record, its handler, and two that offer its button."""
OFFERED = {
    "MyHand": (12, "the button that leads to one's own cards stands wherever somebody is told that it is their turn"),
    "Leave": (
        10,
        "offered in lobby, house rules and in refusals that come from sitting somewhere; whoever left loses the panel",
    ),
    "AskReview": (5, "offered anew where one was stopped, or where its message cannot be changed any more"),
    "Replay": (6, "a finished round is what is shared and judged, too"),
    "DealCards": (
        9,
        "the next step in lobby, hand, table and help, taking a table up again, what a host is asked to whom nobody came",
    ),
    "NewTable": (
        10,
        "the games to choose from, with the house rules of a group, a first round after a lesson; the page opens rooms with it;"
        " tables put aside are offered in its place; a chat without the bot has it under a closed table",
    ),
    "ClosePoll": (9, "the way out of every question, and of what was looked up"),
    "Invite": (5, "a table that is offered to another chat goes there by its code"),
    "Join": (
        8,
        "offered at the table, in help, in refusals and to who is called; by invitation it means another table than the one here",
    ),
    "ShowHelp": (6, "what platforms answer to whatever they cannot read"),
    "Ready": (7, "the next step in hand, table, help and the list of my turns; between rounds readiness is counted"),
    "ShowRules": (7, "refusals, cards and lessons lead to the rule that they follow"),
    "TableSettings": (6, "each house rule is its button; platforms complete its words and turn its card in place"),
    "Back": (6, "offered on the hand and in help; it ends a holiday as well"),
    "End": (5, "offered in house rules; a broken table takes nothing else, and who was asked may answer from anywhere"),
    "PickCard": (5, "a panel is made of it, in games where suits matter and on the page"),
    "PlayText": (6, "what is no command is read as one; its form is tried for a host"),
    "Leaderboard": (
        5,
        "its card holds the question, with which its pages are turned; the page has another name for it",
    ),
}
"""More, and why."""
NOT_IN_HELP = {"do", "help", "leave", "link", "page", "unlink"}
"""Commands of the menu that /help may leave to the places where they are needed."""


def commands_in(module: str) -> Iterator[str]:
    """The commands that a module names: imported from their door, or taken from it by attribute."""
    tree = source(module)[1]
    doors = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(DOOR):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            doors |= {alias.asname or alias.name for alias in node.names if f"{node.module}.{alias.name}" == DOOR}
        elif isinstance(node, ast.ClassDef) and module.startswith(DOOR):
            yield node.name
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in doors:
            yield node.attr


def test_a_command_stands_in_few_files() -> None:
    named = {module: set(commands_in(module)) for module in modules("bot")}
    for kind in (record.kind.__name__ for record in records()):
        found = sorted(module for module, names in named.items() if kind in names)
        most, why = OFFERED.get(kind, (MOST, "its record, its handler, two that offer it"))
        assert 2 <= len(found) <= most, (kind, found, why)


def test_each_command_has_its_handler_and_each_handler_its_command() -> None:
    assert set(HANDLERS) == {record.kind for record in records()}
    assert all(issubclass(kind, Command) for kind in HANDLERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_tells_of_every_command_of_the_menu_and_of_no_other(language: str) -> None:
    said = set(re.findall(r"/([a-z]+)", " ".join(say(language, code) for code in codes("help."))))
    assert {typed.name for _, typed in menu()} - said <= NOT_IN_HELP
    assert all(by_name(name) is not None for name in said)
