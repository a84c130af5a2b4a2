"""One arrow for a play: who may write a table's rows, replace its book, or look at it beside a draft."""

import ast
from collections.abc import Iterator
from typing import get_type_hints

from bot.session.host.request import Question, Request
from bot.session.host.session import Session, Surroundings, Table
from tests.architecture.test_imports import modules, source

STORED = "bot.session.state.stored"
CHANGE = "bot.session.host.change"
ASIDE = "bot.session.club.members.possessions"
"""Writes rows of tables that nobody has open: of people who are joined, parted or forgotten."""
WRITERS = {
    "tables.add": {CHANGE},
    "tables.put": {STORED, ASIDE},
    "tables.put_seat": {STORED, ASIDE},
    "tables.remove_seat": {STORED, ASIDE},
    "tables.put_remaining": {STORED},
    "tables.put_vote": {STORED},
    "tables.clear_votes": {STORED},
    "matches.add": {"bot.session.state.rounds"},
    "matches.put": {STORED},
    "matches.add_round": {STORED},
    "matches.put_round": {STORED, ASIDE},
    "matches.append": {STORED},
    "pledges.put": {STORED},
    "pledges.put_luck": {STORED},
    "results.add": {STORED},
    **{name: {ASIDE} for name in ("traces.move", "traces.forget")},
    "save": {CHANGE},
    "save_notes": {CHANGE},
}
"""Everything that writes what belongs to a table, and from where it may be called."""
ROOMS = tuple(f"bot/session/{room}" for room in ("play", "club", "member.py", "outcomes.py", "ticker.py"))


def writes(tree: ast.AST) -> Iterator[str]:
    """The writing functions and methods of units of work that are called."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id in WRITERS:
            yield called.id
        elif isinstance(called, ast.Attribute) and called.attr == "save_notes":
            yield called.attr
        elif isinstance(called, ast.Attribute) and "unit." in ast.unparse(called.value):
            written = ".".join(ast.unparse(called).split(".")[-2:])
            if written in WRITERS:
                yield written


def test_rows_of_tables_are_written_by_their_owners_alone() -> None:
    found = {(name, module) for module in modules("bot/session") for name in writes(source(module)[1])}
    assert found == {(name, module) for name, owners in WRITERS.items() for module in owners}


def test_the_check_of_writers_sees_a_row_written_elsewhere() -> None:
    around = "async def posted(unit, row):\n await unit.tables.put(row)\n await unit.tables.put_remaining(row)\n names.put(row)"
    assert list(writes(ast.parse(around))) == ["tables.put", "tables.put_remaining"]


def changed_books(tree: ast.AST) -> Iterator[str]:
    """Assignments to a table's book, or to anything in it."""
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) else ():
            if target is not None and ".book" in ast.unparse(target):
                yield ast.unparse(target)


def test_an_open_table_gets_another_book_in_one_place() -> None:
    found = {(module, target) for module in modules("bot") for target in changed_books(source(module)[1])}
    assert found == {(CHANGE, "table.book"), ("bot.session.host.session", "self.book")}


def test_who_works_on_a_draft_does_not_look_at_the_table_beside_it() -> None:
    drafts = 0
    for module in modules(*ROOMS):
        for node in ast.walk(source(module)[1]):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and "draft" in {a.arg for a in node.args.args}:
                drafts += 1
                beside = {ast.unparse(one) for one in ast.walk(node) if isinstance(one, ast.Attribute)}
                beside = {
                    one for one in beside if one.endswith((".book", ".tables")) and not one.endswith("unit.tables")
                }
                assert not beside, f"{module}.{node.name} looks at the live table beside its draft"
    assert drafts > 60


def test_no_table_can_be_reached_from_what_a_change_is_given() -> None:
    given = get_type_hints(Request)
    assert not [name for name, kind in given.items() if kind in (Table, Session)]
    offered = {*dir(Surroundings), *get_type_hints(Surroundings)}
    assert not offered & {"tables", "tables_of", "tables_in", "tables_of_chat", "store", "frontends"}
    assert get_type_hints(Question)["table"] is Table


def test_change_handlers_take_a_request_and_no_question() -> None:
    handlers = 0
    for module in modules(*ROOMS):
        for node in source(module)[1].body:
            if isinstance(node, ast.AsyncFunctionDef) and {"request", "draft"} <= {a.arg for a in node.args.args}:
                kind = next(a.annotation for a in node.args.args if a.arg == "request")
                assert kind is not None
                assert ast.unparse(kind) == "Request", f"{module}.{node.name}"
                handlers += 1
    assert handlers >= 19
