"""Draw Gou Ji's table of modes: ``python scripts/draw_gouji_modes.py`` writes ``docs/gouji-modes.md``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from games.gouji.modes import TRANSITIONS, Deed, Mode, Transition  # noqa: E402 # found from the root set above

PAGE: Final = ROOT / "docs" / "gouji-modes.md"
_ASKED: Final = {
    Mode.RETURN: "who received a tribute: which cards go back",
    Mode.BUY: "everybody at once: buy a 4?",
    Mode.DECLARE: "everybody at once: challenge, revolt, or neither?",
    Mode.COUNTER: "the opposites of lone challengers at once: challenge too?",
    Mode.REVOLT_TRY: "the revolter's opposite: beat the set that was laid?",
    Mode.LEAD: "one seat: any set, it must play",
    Mode.FOLLOW: "the next seat in rotation: beat the set, pass, or yield to one's opposite",
    Mode.LAST_CHANCE: "who has yielded: beat the set after all?",
    Mode.DUEL: "the opposite of the set's owner alone: beat it, or pass",
    Mode.BURN_OFFER: "the owner's two other opponents, one after the other: burn?",
    Mode.BURN_ANSWER: "the burner's opposite: stop the burn?",
    Mode.BURN_LEAD: "the burner: any set with a joker, it must play",
    Mode.OVER: "nobody",
}
_PARTS: Final[tuple[tuple[str, tuple[Mode | None, ...]], ...]] = (
    ("Before the play", (None, Mode.RETURN, Mode.BUY, Mode.DECLARE, Mode.COUNTER, Mode.REVOLT_TRY)),
    ("The play", (Mode.LEAD, Mode.FOLLOW, Mode.LAST_CHANCE, Mode.DUEL)),
    ("Burns", (Mode.BURN_OFFER, Mode.BURN_ANSWER, Mode.BURN_LEAD)),
)
_HEAD: Final = """# The modes of Gou Ji

Drawn by `scripts/draw_gouji_modes.py` from the table in `games/gouji/modes.py`; a test compares the two, and another one
the table with what the engine does. A *mode* is the kind of decision that is open: a seat, or several at once, are asked,
and what they do decides which mode follows. The rule numbers are those of [the sheet](rules/gouji.md).

On the arrows stands what happens: `deal` (a round begins), `answer` (to a question before the play, whatever it says),
`play`, `pass`, `yield`, `burn`, and `threes`: whoever is to lead has 3s alone, which go by themselves (GJ-5).

| mode | who is asked for what |
| --- | --- |
"""


def _name(mode: Mode | None) -> str:
    return "[*]" if mode is None else mode.value


def _diagram(rows: Sequence[Transition]) -> list[str]:
    """Draw one arrow for each pair of modes, with all that leads along it."""
    arrows: dict[tuple[Mode | None, Mode], list[Deed]] = {}
    for row in rows:
        arrows.setdefault((row.mode, row.after), []).append(row.deed)
    lines = [f"    {_name(one)} --> {_name(other)}: {', '.join(deeds)}" for (one, other), deeds in arrows.items()]
    return ["```mermaid", "stateDiagram-v2", *lines, "```"]


def _table(rows: Sequence[Transition]) -> list[str]:
    head = ["| mode | what happens | then | rule | when |", "| --- | --- | --- | --- | --- |"]
    return head + [
        f"| {f'`{row.mode}`' if row.mode else '—'} | {row.deed} | `{row.after}` | {row.rule} | {row.when} |"
        for row in rows
    ]


def page() -> str:
    """Write the whole page: the modes, and for each part of a round a diagram and its rows."""
    lines = [_HEAD + "\n".join(f"| `{mode}` | {asked} |" for mode, asked in _ASKED.items())]
    for title, modes in _PARTS:
        rows = [row for row in TRANSITIONS if row.mode in modes]
        lines += ["", f"## {title}", "", *_diagram(rows), "", *_table(rows)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
