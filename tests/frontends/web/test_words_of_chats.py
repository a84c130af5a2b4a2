"""The page has no text box: what its texts call by a command of the chats is a button, a link or a name there."""

import re
import unicodedata
from importlib.resources import files

import pytest

from bot.frontends.web.wire.values import bare
from bot.present.words.text import LANGUAGES, catalogue, codes
from bot.session.port.commands.record import by_name
from tests.frontends.guandan import SEED
from tests.frontends.web.house import House, Visitor

ACTIONS = (files("bot.frontends.web") / "static" / "js" / "wire" / "actions.js").read_text(encoding="utf-8")
TYPED = re.compile(r"(?<![\w/<>:.])/([a-z]+)")
TABLE = ACTIONS[ACTIONS.index("const PRESSED") : ACTIONS.index("const TYPED")]
PLACED = set(re.findall(r'^  "?(\w+)(?::|",$)', TABLE, re.MULTILINE))
PICTURED = re.compile("[\u2580-\u259f\u25ae-\u25b1]")  # Bars made of letters


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_that_a_text_names_has_a_place_on_the_page(language: str) -> None:
    named = {(name, code) for code, text in catalogue(language).items() for name in TYPED.findall(text)}
    assert len(named) > 50
    said = {name for name, _ in named} - PLACED  # what has no place of its own is said at the table that is shown
    assert {name for name in said if (known := by_name(name)) is None or "table" not in known[0].fields} == set()
    assert {name for name, _ in named} <= {code.removeprefix("web.do.") for code in codes("web.do.")}


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("M25.1 could not be judged. /replay M25.1 shows the round.", "/replay M25.1"),
        ("回看：/replay M25", "/replay M25"),
        ("/review M3.12 begins again.", "/review M3.12"),
        ("Look at /fair M7.2.", "/fair M7.2"),
        ("type /accept T12-AB3D there", "/accept T12-AB3D"),
    ],
)
def test_a_command_of_a_text_is_linked_whole(text: str, linked: str) -> None:
    pattern = ACTIONS.partition("const TYPED = /")[2].partition("/g;")[0]
    found = re.search(pattern, text)
    assert found is not None
    assert found[0] == linked


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_little_pictures_of_chats_stay_there(language: str) -> None:
    """The page draws its own; what is left are signs that every font has."""
    kept = {sign for text in catalogue(language).values() for sign in bare(text) if unicodedata.category(sign) == "So"}
    assert kept <= set("♠♥♦♣✓★◆⇄⌨⚑①④\U0001f535\U0001f7e0")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_the_page_draws_bars_with_letters_or_counts_one_in_the_plural(language: str) -> None:
    texts = {code: text for code, text in catalogue(language).items() if code.startswith("web.")}
    assert [code for code, text in texts.items() if PICTURED.search(text)] == []
    if language == "en":  # `{n} {n|round|rounds}`; from two on, or in all, there is nothing to choose
        counted = re.compile(r"\{n\} (?!players|of|min)[a-z]+s\b")
        assert [code for code, text in texts.items() if counted.search(text)] == []


async def test_what_the_page_is_told_of_a_race_of_levels_is_drawn_there() -> None:
    async with House(seed=SEED) as house, Visitor(house) as ann:
        assert (await ann.ask("quick", game="guandan", level="easy"))["ok"]
        await ann.play_round()
        table = ann.latest("table")
        assert table is not None
        assert all(0 < side["part"] <= 1 for side in table["race"])
        assert len(table["race"]) == 2
        assert not PICTURED.search("".join(ann.frames))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_platform_is_named_on_the_page_only_where_it_runs(language: str) -> None:
    """In the windows of its own app, and where an invitation goes there; looking back speaks of none."""
    of_page = ("web.", "replay.", "review.", "history.", "stats.", "curve.", "share.", "lesson.")
    texts = {code: text for code, text in catalogue(language).items() if code.startswith(of_page)}
    naming = {code for code, text in texts.items() if re.search("telegram|discord", text, re.IGNORECASE)}
    assert {code.rpartition(".")[0] for code in naming} == {"web.host", "web.invite"}
