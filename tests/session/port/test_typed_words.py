"""What people type at a moment of a round, in both languages and all games: played, asked among several, or refused, and how."""

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.session.host.request import Refused
from bot.session.play import turns
from bot.session.port import commands as c
from bot.session.port.grammar import read_line, read_talk
from bot.session.port.replies import Menu, Reply
from bot.session.port.updates import Notice
from games import GAMES
from games.base.actions import Action, Do, Play, action_text
from games.base.cards import ranks_text
from games.base.errors import AmbiguousPlay
from games.base.notation import read
from games.meant import meant
from games.scenario import begin
from games.typed import typed
from tests.memory import MemoryStore
from tests.session.world import World

HERE = Path(__file__).parent / "typed"
POSITIONS: dict[str, dict[str, Any]] = json.loads((HERE / "positions.json").read_text(encoding="utf-8"))


def utterances(language: str) -> Iterator[tuple[str, str, str]]:
    """Position, what is typed there, and what comes of it."""
    position = ""
    for line in (HERE / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("@"):
            position = line[1:].strip()
        elif line.strip() and not line.startswith("#"):
            text, _, outcome = line.partition("  ")
            yield position, text.strip(), outcome.strip()


def state_of(position: str) -> Any:
    about = POSITIONS[position]
    game = GAMES[about["game"]]
    start = dict(about["start"])
    previous = start.pop("previous", {})
    _, begun = begin(game, game.option_set.complete(about.get("options", {})), start, previous, follows=False)
    state = begun.state
    for step in about.get("steps", ()):
        seat, _, said = step.partition(": ")
        action = game.read(state, int(seat), read(said))
        state = game.apply(state, int(seat), action).state
    return state


def shown(game: str, action: Action) -> str:
    """An action in notation; by rank where suits do not matter."""
    text = action_text(action)
    if GAMES[game].suited or not isinstance(action, Play | Do) or not action.cards:
        return text
    verb = action.verb if isinstance(action, Do) else "play"
    return f"{verb} {ranks_text(action.cards)}" + (text.partition(" as ")[2] and f" as {text.partition(' as ')[2]}")


@pytest.fixture
async def tables(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[World, dict[str, int], list[Action]]]:
    """A table for each position; what would be done there is written down and not done."""
    world, numbers, done = await World(MemoryStore()).start(), {}, []

    def note(session: Any, draft: Any, seat: int, action: Action, cause: str) -> None:
        draft.game.check(draft.play.state, seat, action)
        done.append(action)
        raise Refused("stale_offer")

    for position, about in POSITIONS.items():
        hands = about["start"]["hands"]
        names = [f"{position}{seat}" for seat in range(len(hands))]
        number = await world.seated(*names, game=about["game"], clock="0")
        assert (await world.do(names[0], c.DealCards(number))).ok
        numbers[position] = number
        world.book(number).play = replace(world.book(number).play, state=state_of(position))
    monkeypatch.setattr(turns, "apply_action", note)
    yield world, numbers, done
    await world.stop()


async def outcome(world: World, done: list[Action], position: str, text: str, language: str) -> str:
    about = POSITIONS[position]
    command = read_line(text) or read_talk(text)
    if isinstance(command, Notice):
        return f"no: {said(Reply(language, ok=False, body=command))}"
    reply = await world.do(f"{position}{about['seat']}", command, private=True)
    if done:
        return shown(about["game"], done.pop())
    if isinstance(reply.body, Menu):
        screen = render.reply(Reply(language, ok=False, body=reply.body))
        assert screen is not None
        return "ask: " + " | ".join(one.label for row in screen.rows for one in row if one.key != "close")
    return f"no: {said(Reply(language, ok=False, body=reply.body))}"


def said(reply: Reply) -> str:
    screen = render.reply(reply)
    return "" if screen is None else plain_text(screen).replace("\n", " ").strip()


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_what_people_type_is_played_asked_about_or_refused(
    language: str, tables: tuple[World, dict[str, int], list[Action]]
) -> None:
    world, _, done = tables
    corpus = list(utterances(language))
    assert len(corpus) >= 150
    assert {POSITIONS[position]["game"] for position, _, _ in corpus} == set(GAMES)
    wrong = []
    for position, text, wanted in corpus:
        found = await outcome(world, done, position, text, language)
        if found != wanted:
            wrong.append(f"@{position} {text}  {found}   (not: {wanted})")
    assert not wrong, "\n".join(wrong)


def test_a_word_that_may_fit_more_than_is_looked_at_is_asked_about() -> None:
    """A hand with all eight jokers has more plays than anybody can list: what was found first is never played unasked."""
    game = GAMES["liujiatong"]
    long = "3 3 4 4 5 5 6 6 7 7 8 8 9 9 T T J J Q Q K K A A 2 2 3 4 x x x x X X X X"
    hands: list[Any] = [long] + ["3 4 5"] * 5
    _, begun = begin(game, game.option_set.complete({}), {"hands": hands}, {}, follows=False)
    with pytest.raises(AmbiguousPlay) as caught:
        meant(game, begun.state, 0, typed("飞机", game, "lead"))
    assert caught.value.choices
