"""What people do on an evening; what comes of it is the bot's."""

import random
from collections.abc import Awaitable, Callable
from typing import Final

from bot.session.port import commands as c
from bot.session.state.answers import digest
from games import GAMES
from games.base.actions import Pass
from games.lesson import Lesson, LessonStep, judge, lesson_of
from tests.evenings.stage import Choice, Key, Stage

_PASS: Final = digest(Pass())
Script = Callable[[Stage], Awaitable[None]]
_LONGEST: Final = 3600.0  # Seconds of a round in which nobody is asked anything: it hangs
_LONG: Final = frozenset({"gouji", "liujiatong"})  # Games of so many cards that what one person sees is enough to read


async def _seated(stage: Stage, people: list[str], game: str, options: str = "") -> None:
    """These people and as many AI players as it takes sit at a table, and the cards are dealt."""
    ann, *others = people
    for person in people:
        await stage.starts(person)
    if options:
        await stage.types(ann, "new", game=game, options=options)
    else:
        await stage.types(ann, "new", game=game)
    for person in others:
        await stage.presses(person, c.Join)
    await stage.presses(ann, c.DealCards)


def _whichever(dice: random.Random) -> Choice:
    """Any offer but the pass, unless there is no other; words have no say in it."""

    def choice(found: list[Key]) -> Key | None:
        offers = [key for key in found if isinstance(key.means, c.Offer)]
        acts = [key for key in offers if getattr(key.means, "digest", "") != _PASS]
        return dice.choice(acts or offers) if offers else None

    return choice


def _asked(stage: Stage, people: list[str]) -> str | None:
    return next((one for one in people if any(isinstance(command, c.Offer) for command in stage.panel(one))), None)


async def _played(stage: Stage, people: list[str], most: int = 1000) -> None:
    """A round, or so many turns of it, by what the panels offer, each turn after a few seconds."""
    dice, turns, since = random.Random(1), 0, stage.story.at
    while stage.story.at < since + _LONGEST and turns < most:
        person = _asked(stage, people)
        if person is None:
            if all(any(isinstance(command, c.Ready | c.DealCards) for command in stage.panel(one)) for one in people):
                return
            await stage.story.passes(1.0)
            continue
        await stage.story.passes(float(dice.randint(2, 6)))
        turns += 1
        if turns in _ASIDES and most > max(_ASIDES):
            await _ASIDES[turns](stage, person)
        await stage.takes(person, _whichever(dice))
    assert turns == most, "the round does not end"


async def _hint(stage: Stage, person: str) -> None:
    await stage.presses(person, c.Hint)


async def _nonsense(stage: Stage, person: str) -> None:
    await stage.types(person, "play", cards="3 3 4 4 7")


async def _looks(stage: Stage, person: str) -> None:
    await stage.types(person, "played")


async def _talks(stage: Stage, person: str) -> None:
    await stage.talks(person, "炸" if stage.language == "zh" else "bomb", alone=True)


_ASIDES: Final = {2: _hint, 4: _nonsense, 5: _looks, 6: _talks}  # What somebody does besides, before so many turns


def evening(game: str) -> Script:
    """From the opening of a table to the end of the match, with one round between."""

    async def script(stage: Stage) -> None:
        people = stage.people[: 1 if game in _LONG else 2]
        await _seated(stage, people, game)
        await _played(stage, people)
        await stage.presses(people[-1], c.Ready)
        await stage.types(people[0], "end")
        await stage.story.passes(30.0)

    return script


def _answer(lesson: Lesson, step: LessonStep, outcomes: set[str]) -> Choice:
    """The first answer of which this becomes."""

    def choice(found: list[Key]) -> Key | None:
        for key in found:
            answer = key.means.answer if isinstance(key.means, c.Learn) else ""
            if answer and judge(lesson, step, answer.replace("_", " ")).outcome in outcomes:
                return key
        return None

    return choice


def lesson(game: str) -> Script:
    """A lesson from the first step to the first round, with a wrong answer to each question and then the right one."""

    async def script(stage: Stage) -> None:
        ann = stage.people[0]
        found = lesson_of(game)
        assert found is not None
        await stage.starts(ann)
        await stage.types(ann, "learn", alone=True, game=game)
        for number, step in enumerate(found.steps, 1):
            for outcomes in ({"other", "refused"}, {"right"}) if step.asked is not None else ():
                await stage.takes(ann, _answer(found, step, outcomes))
            await stage.presses(ann, c.Learn, step=number + 1, answer="")
        await stage.presses(ann, c.FirstRound)
        await stage.story.passes(60.0)

    return script


async def first_contact(stage: Stage) -> None:
    """People who have never seen the bot: a word to it, a table, a seat, the cards."""
    ann, ben, cat = stage.people[:3]
    await stage.talks(ann, "你好" if stage.language == "zh" else "hello")
    await stage.types(ann, "new")
    await stage.presses(ann, c.NewTable, game="doudizhu")
    await stage.presses(ben, c.Join)
    await stage.presses(ann, c.DealCards)
    await stage.presses(ann, c.Join)
    await stage.starts(ann)
    await stage.presses(ann, c.DealCards)
    await stage.starts(ben)
    await stage.presses(ann, c.DealCards)
    await stage.story.passes(10.0)
    await stage.talks(cat, "怎么玩" if stage.language == "zh" else "how does it work", alone=True)
    await stage.types(cat, "hand")
    await stage.story.passes(100.0)


async def commands(stage: Stage) -> None:
    """What can be asked beside the game, before a round, in it and after it."""
    ann, ben = people = stage.people[:2]
    await _seated(stage, people, "gandengyan", "deals=2")
    for name in ("hand", "table", "turns", "away", "back", "autopass", "undo", "invite", "settings", "leave"):
        await stage.types(ben, name)
    await _played(stage, people[:1], most=20)
    for name in ("table", "stats", "history", "leaderboard", "replay", "fair", "language", "prefer", "luck", "review"):
        await stage.types(ann, name)
    await stage.types(ann, "ai")
    await stage.types(ann, "end")
    await stage.story.passes(5.0)
    await stage.types(ann, "deal")
    await stage.types(ann, "leave")


async def help(stage: Stage) -> None:
    """Everything that can be read, by whoever has not sat down yet."""
    ann = stage.people[0]
    await stage.starts(ann)
    for alone in (False, True):
        await stage.types(ann, "help", alone=alone)
    for name in ("rules", "privacy", "prefer", "settings", "learn", "notify", "turns"):
        await stage.types(ann, name, alone=True)
    for game in GAMES:
        await stage.types(ann, "rules", game=game)


async def tournament(stage: Stage) -> None:
    """Four people, two tables, one round."""
    ann, ben, cat, dan = stage.people
    for person in stage.people:
        await stage.starts(person)
    await stage.types(ann, "tournament", game="gandengyan", options="rounds=1 deals=1 players=2")
    for person in (ann, ben, cat, dan):
        await stage.presses(person, c.Enter)
    await stage.presses(dan, c.Withdraw)
    await stage.presses(dan, c.Enter)
    await stage.presses(ann, c.StartTournament)
    for _ in range(200):
        await stage.story.passes(3.0)
        if asked := _asked(stage, stage.people):
            await stage.presses(asked, c.Offer)
    await stage.types(ann, "tournament")


async def lost_channel(stage: Stage) -> None:
    """The place of a table is gone in the middle of a round."""
    people = stage.people[:2]
    await _seated(stage, people, "doudizhu")
    await _played(stage, people, most=6)
    await stage.loses_group()
    await stage.story.passes(10.0)
    for _ in range(3):
        await stage.story.passes(5.0)
        if person := _asked(stage, people):
            await stage.presses(person, c.Offer)
    for name in ("turns", "hand", "back"):
        await stage.types(people[0], name, alone=True)
    await stage.story.passes(30.0)


SCRIPTS: Final[dict[str, Script]] = {
    **{game: evening(game) for game in GAMES},
    **{f"lesson_{game}": lesson(game) for game in GAMES},
    "first_contact": first_contact,
    "commands": commands,
    "help": help,
    "tournament": tournament,
    "lost_channel": lost_channel,
}
