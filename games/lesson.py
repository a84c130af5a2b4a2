"""Lessons: a game taught on real positions, step by step, as data beside the game (``lesson.toml``).

A step shows a position of the notation (``docs/notation.md``) after some deeds, to one seat. It is either to be read,
or it asks for something; what is right follows from the rules alone: every action that the engine accepts and that
meets the condition of the step. Nothing here knows a game. Texts are not here: they have the names of the steps."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from games import GAMES
from games.base.actions import Action, Do, Pass, Pattern, Play, action_text, verb_of
from games.base.cards import Card, Cards, rank_of, suit_of
from games.base.errors import GameError
from games.base.events import Event
from games.base.notation import read, read_cards, read_step
from games.compare import action_key
from games.contract import Game, Json
from games.scenario import ScenarioError, begin_match

__all__ = [
    "Asked", "Lesson", "LessonStep", "Moment", "Verdict", "Wrong", "answered", "answers_in", "card_verb", "judge", "lesson_of",
    "moment", "read_lesson", "right_answers",
]  # fmt: skip

_FILE: Final = "lesson.toml"
_CHOICES: Final = 3  # So many of the right answers are offered where answers are chosen from a list


@dataclass(frozen=True, slots=True)
class Wrong:
    """An answer that suggests itself and is not wanted. ``says``: the text that explains why. ``rule``: the rule by which the
    engine refuses it, ``""`` if the rules allow it and only this step asks for something else."""

    does: str
    says: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a step asks for. The right answers are the legal actions with this ``verb`` (``""``: any), of so many cards
    (``count``; ``None``: any number), of this ``kind`` (``""``: any), with all of the cards in ``holds`` and none of
    those in ``lacks`` (suits as far as they are written). ``right``: the same answers written out, the one that is
    shown first; empty where there are too many to write."""

    verb: str = ""
    count: int | None = None
    kind: str = ""
    holds: str = ""
    lacks: str = ""
    right: tuple[str, ...] = ()
    wrong: tuple[Wrong, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class LessonStep:
    """One step. ``key`` names its texts; ``before`` are deeds that lead to the question, ``after`` what the others do once it
    is answered; ``rule`` is the rule that it teaches. ``check``: a question of the check at the end, of which the first
    answer counts."""

    key: str
    position: str
    seat: int
    rule: str
    before: tuple[str, ...] = ()
    asked: Asked | None = None
    after: tuple[str, ...] = ()
    check: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A lesson. ``terms``: words of the game that can be looked up, each with its rule. ``positions``: by name, the keys of a
    ``start`` of the notation."""

    game: str
    options: Mapping[str, Json]
    terms: Mapping[str, str]
    positions: Mapping[str, Mapping[str, Json]]
    steps: tuple[LessonStep, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at a step: what has happened last, and how it stands."""

    state: Any
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of an answer: ``right`` (``after`` is how the table then stands), ``refused`` by the rules (``error``), or
    ``other``: allowed, but not what is asked. ``says``: the text of a wrong answer that was foreseen."""

    outcome: str
    says: str = ""
    error: GameError | None = None
    after: Moment | None = None


# --- reading ---------------------------------------------------------------------------------------------------------
@cache
def lesson_of(game: str) -> Lesson | None:
    """The lesson of a game, ``None`` if it has none. ``ScenarioError`` where a file of our own cannot be understood."""
    text = GAMES.beside(game, _FILE)
    if text is None:
        return None
    try:
        return read_lesson(game, text)
    except ScenarioError:
        if GAMES.is_own(game):
            raise
        return None  # whatever is in the file of another package, it costs only its own lesson


def read_lesson(game: str, text: str) -> Lesson:
    """A lesson as its file has it; ``ScenarioError`` names the part that cannot be understood."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError(f"{game}: {_FILE}: {error}") from None
    _known(raw, {"options", "terms", "positions", "steps", "seat"}, "the lesson")
    try:
        steps = tuple(_step(entry, raw.get("seat", 0)) for entry in raw.get("steps", ()))
    except (AttributeError, KeyError, TypeError) as error:
        raise ScenarioError(f"{game}: {_FILE}: a step lacks something, or has it in another form: {error}") from None
    positions = raw.get("positions", {})
    for step in steps:
        if step.position not in positions:
            raise ScenarioError(f"step {step.key}: there is no position {step.position!r}")
    if len({step.key for step in steps}) < len(steps):
        raise ScenarioError("two steps have the same key")
    return Lesson(game, raw.get("options", {}), raw.get("terms", {}), positions, steps)


def _step(raw: Mapping[str, Any], seat: int) -> LessonStep:
    _known(raw, {"key", "position", "seat", "rule", "before", "asked", "after", "check"}, f"step {raw.get('key')}")
    asked = raw.get("asked")
    return LessonStep(
        key=raw["key"],
        position=raw["position"],
        seat=raw.get("seat", seat),
        rule=raw["rule"],
        before=tuple(raw.get("before", ())),
        asked=None if asked is None else _asked(asked, raw["key"]),
        after=tuple(raw.get("after", ())),
        check=raw.get("check", False),
    )


def _asked(raw: Mapping[str, Any], key: str) -> Asked:
    _known(raw, {"verb", "count", "kind", "holds", "lacks", "right", "wrong"}, f"what step {key} asks")
    wrong = tuple(Wrong(**entry) for entry in raw.get("wrong", ()))
    return Asked(**{**raw, "right": tuple(raw.get("right", ())), "wrong": wrong})


def _known(raw: Mapping[str, Any], keys: set[str], where: str) -> None:
    for key in raw:
        if key not in keys:
            raise ScenarioError(f"unknown key {key!r} in {where}; known: {', '.join(sorted(keys))}")


# --- positions -------------------------------------------------------------------------------------------------------
@cache
def moment(lesson: Lesson, step: LessonStep) -> Moment:
    """The table as the step shows it; ``ScenarioError`` or ``GameError`` if it cannot come to stand so."""
    game: Game[Any] = GAMES[lesson.game]
    *_, begun = begin_match(game, game.option_set.complete(lesson.options), lesson.positions[step.position])
    return _went_on(game, Moment(begun.state, begun.events), step.before)


def _went_on(game: Game[Any], since: Moment, deeds: Sequence[str]) -> Moment:
    """The table after further deeds, with all that happened on the way."""
    state, events = since.state, list(since.events)
    for text in deeds:
        seat, said = read_step(text)
        step = game.apply(state, seat, game.read(state, seat, read(said)))
        state = step.state
        events += step.events
    return Moment(state, tuple(events))


# --- answers ---------------------------------------------------------------------------------------------------------
def judge(lesson: Lesson, step: LessonStep, text: str) -> Verdict:
    """Say what becomes of an answer in notation (``play 7 7``) to a step that asks for something."""
    game: Game[Any] = GAMES[lesson.game]
    assert step.asked is not None, "this step asks for nothing"
    state = moment(lesson, step).state
    says = _says_of(game, state, step, text)
    try:
        action = game.read(state, step.seat, read(text))
        game.check(state, step.seat, action)
    except GameError as error:
        return Verdict("refused", says, error)
    if not _meets(game, state, step.seat, step.asked, action):
        return Verdict("other", says)
    return Verdict("right", after=answered(lesson, step, action))


def answered(lesson: Lesson, step: LessonStep, action: Action) -> Moment:
    """The table once a right answer was given and the others have done what follows, as far as they still can."""
    game: Game[Any] = GAMES[lesson.game]
    done = game.apply(moment(lesson, step).state, step.seat, action)
    now = Moment(done.state, done.events)
    for text in step.after:
        try:
            now = _went_on(game, now, (text,))
        except GameError:  # another right answer than the one shown may have led elsewhere
            break
    return now


def _says_of(game: Game[Any], state: Any, step: LessonStep, text: str) -> str:
    """The text that explains a wrong answer, where it was foreseen."""
    assert step.asked is not None
    try:
        action = game.read(state, step.seat, read(text))
    except GameError:
        return next((one.says for one in step.asked.wrong if one.does == text), "")
    return next((one.says for one in step.asked.wrong if _is_same(game, state, step.seat, one.does, action)), "")


def _is_same(game: Game[Any], state: Any, seat: int, text: str, action: Action) -> bool:
    try:
        other = game.read(state, seat, read(text))
    except GameError:
        return False
    return type(other) is type(action) and verb_of(other) == verb_of(action) and _key(game, other) == _key(game, action)


def _key(game: Game[Any], action: Action) -> tuple[str, str]:
    """Return what tells answers apart: the cards, by rank where suits do not matter, and a reading that was named."""
    return action_key(action, game.suited), action.reading or "" if isinstance(action, Play) else ""


@cache
def right_answers(lesson: Lesson, step: LessonStep) -> tuple[Action, ...]:
    """Every right answer, as the rules list them; those that the file writes out in its order, before others."""
    if step.asked is None:
        return ()
    game: Game[Any] = GAMES[lesson.game]
    state = moment(lesson, step).state
    found = [one for one in game.legal(state, step.seat) if _meets(game, state, step.seat, step.asked, one)]
    named = [game.read(state, step.seat, read(text)) for text in step.asked.right]
    keys = [(verb_of(one), _key(game, one)) for one in named]
    return (*named, *(one for one in found if (verb_of(one), _key(game, one)) not in keys))


@cache
def answers_in(lesson: Lesson, step: LessonStep) -> tuple[tuple[Action, str, str], ...]:
    """Return answers to choose from, right and wrong ones mixed, each with kind and rank of its cards: in an order that
    says nothing."""
    if step.asked is None:
        return ()
    game: Game[Any] = GAMES[lesson.game]
    state = moment(lesson, step).state
    offered = [*right_answers(lesson, step)[:_CHOICES], *_wrong(game, state, step)]
    listed = {action_text(one): one for one in offered}
    ordered = sorted(listed.values(), key=_place_in_list)
    return tuple((one, *_named(game, state, step.seat, one)) for one in ordered)


@cache
def card_verb(lesson: Lesson, step: LessonStep) -> str:
    """What is done with cards that are tapped: the verb asked for, else one that the rules allow there, or that a wrong
    answer tries; ``""`` if none takes cards."""
    if step.asked is None:
        return ""
    game: Game[Any] = GAMES[lesson.game]
    state = moment(lesson, step).state
    tried = [*right_answers(lesson, step), *game.legal(state, step.seat), *_wrong(game, state, step)]
    return next((verb_of(one) for one in tried if _cards(one)), "")


def _place_in_list(action: Action) -> tuple[bool, int, list[int], str]:
    """Where an answer stands in a list: few cards first, low ones first, a pass last."""
    cards = _cards(action)
    return isinstance(action, Pass), len(cards), sorted(cards), "" if cards else action_text(action)


def _wrong(game: Game[Any], state: Any, step: LessonStep) -> Iterator[Action]:
    for one in step.asked.wrong if step.asked is not None else ():
        yield game.read(state, step.seat, read(one.does))


def _named(game: Game[Any], state: Any, seat: int, action: Action) -> tuple[str, str]:
    if not _cards(action):
        return "", ""
    seen = game.recognise(state, seat, _cards(action))
    return seen.kind or "", seen.rank or ""


def _meets(game: Game[Any], state: Any, seat: int, asked: Asked, action: Action) -> bool:
    cards = _cards(action)
    if asked.verb and verb_of(action) != asked.verb:
        return False
    if asked.count is not None and len(cards) != asked.count:
        return False
    left = list(cards)
    for one in read_cards(asked.holds):
        found = next((card for card in left if _is_meant(one, card)), None)
        if found is None:
            return False
        left.remove(found)
    if any(_is_meant(one, card) for one in read_cards(asked.lacks) for card in cards):
        return False
    return not asked.kind or (bool(cards) and game.recognise(state, seat, cards).kind == asked.kind)


def _is_meant(pattern: Pattern, card: Card) -> bool:
    return rank_of(card) == pattern.rank and pattern.suit in (None, suit_of(card))


def _cards(action: Action) -> Cards:
    return action.cards if isinstance(action, Play | Do) else ()
