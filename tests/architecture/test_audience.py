"""The table of ``docs/architecture.md`` that says who may read an answer is the one in the code, and every body is in it."""

from typing import get_args

from bot.present.render import SCREENS
from bot.session.port.replies import MANNERS, Audience, Body, Manner
from tests.architecture.test_imports import ROOT

HEAD = "| answer | typed in a group | pressed in a group | private command | refused | alone |"


def _cell(manner: Manner) -> str:
    return f"{manner.audience.value}, {manner.placement.value}"


def drawn() -> str:
    lines = [HEAD, "|" + " --- |" * HEAD.count(" |")]
    for subject, row in MANNERS.items():
        name, _, more = subject.partition(" ")
        title = f"`{name}` {more}".strip()
        asked = " | ".join(_cell(manner) for manner in (row.typed, row.pressed, row.private, row.refused))
        lines.append(f"| {title} | {asked} | {row.alone.value} |")
    return "\n".join(lines) + "\n"


def test_the_page_shows_the_table_in_the_code() -> None:
    assert drawn() in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"), drawn()


def test_every_body_has_a_row_and_every_row_is_of_a_body() -> None:
    assert {subject.partition(" ")[0] for subject in MANNERS} == {body.__name__ for body in get_args(Body)}
    assert SCREENS.keys() == set(get_args(Body))


def test_a_hand_is_for_who_holds_it_and_a_refusal_for_who_tried() -> None:
    for subject in ("PrivateUpdate", "PlayedCard", "PageLink"):
        row = MANNERS[subject]
        assert {manner.audience for manner in (row.typed, row.pressed, row.private, row.refused)} == {Audience.SENDER}
    assert all(row.refused.audience is not Audience.EVERYBODY for row in MANNERS.values())
