"""Events as sentences, and what each seat did last in the current trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields as fields_of
from typing import Any

from bot.present.games import presentation_of
from bot.present.presentation import SHARED_FIELDS, Told
from bot.present.screens.elements import side_names
from bot.present.words.catalogue import first, has, say
from bot.present.words.plays import loose_cards, play_text
from bot.present.words.text import by_suit, card_word, grouped, name_of, rank_word, signed
from bot.session.port.updates import Player
from games.base.cards import Cards
from games.base.events import Called, Event, HandShown, MatchEnded, Passed, PileShown, Played, RoundEnded
from games.contract import Act, View
from games.kit.history import LAID

__all__ = ["cause_mark", "deed", "deeds_by_seat", "event_text", "last_play", "trick_on_table"]

_SPEECH = {"play", "pass", "bid"}
_DEEDS = (Played, Passed, Called)
"""Events that are somebody's act, so that it matters who acted."""


def cause_mark(cause: str, language: str) -> str:
    """A short remark on who acted in a person's place (clock, stand-in, an automatic pass); empty for the
    person.
    """
    return first(language, (f"cause.{cause}",)) or ""


def _marked(text: str, cause: str, seat: int, players: Sequence[Player], language: str) -> str:
    """A deed with who acted, unless the seat's own name says so: an AI player finishes somebody's round."""
    if cause == "stand_in" and any(player.seat == seat and player.kind == "ai" for player in players):
        return text
    mark = cause_mark(cause, language)
    return f"{text}{mark}" if mark.startswith("（") else f"{text} {mark}".rstrip()


def deed(game: str, act: Act, language: str) -> str:
    """What a seat did, without its name: ``pair 9-9``, ``passes``, ``bids 2``."""
    if act.verb == "play":
        return play_text(game, language, act.cards, act.kind, act.rank)
    if act.verb == "pass":
        return pass_word(game, act, language)
    if act.verb == "bid":
        return say(language, "deed.bid", game, n=act.number or 0)
    shown = loose_cards(game, language, act.cards)
    if act.kind and act.verb in LAID:
        shown = play_text(game, language, act.cards, act.kind, act.rank)
    known = (f"deed.{act.verb}.{act.kind or game}", f"deed.{act.verb}.{game}", f"deed.{act.verb}")
    word = first(language, known, n=act.number or 0) or say(language, f"verb.{act.verb}", game)
    return f"{word} {shown}".rstrip()


def pass_word(game: str, act: Act, language: str) -> str:
    """What a pass is called: before the play nothing is bid, and some passes decline a question of their own."""
    own = first(language, (f"deed.pass.{act.kind}",)) if act.kind else None
    return own or say(language, "deed.pass" if act.trick >= 0 else "deed.decline", game)


def deeds_by_seat(
    view: View, recent: Sequence[tuple[Event, str]], players: Sequence[Player], language: str
) -> Mapping[int, str]:
    """The last deed of each seat in the current trick (or in the bidding), with who really acted."""
    trick = trick_on_table(view)
    causes = {event.seat: cause for event, cause in recent if isinstance(event, _DEEDS)}
    found: dict[int, str] = {}
    for act in view.acts:
        if act.trick == trick:
            found[act.seat] = deed(view.game, act, language)
            cause = "auto" if act.auto else causes.get(act.seat, "")
            if act.verb in _SPEECH:
                found[act.seat] = _marked(found[act.seat], cause, act.seat, players, language)
    return found


def last_play(view: View) -> Act | None:
    """The play that nobody beat, while its owner (or who inherits) has not led anew; a game may number the next
    trick later.
    """
    return presentation_of(view.game).won(view) if view.standing is None else None


def trick_on_table(view: View) -> int:
    """The trick whose cards lie on the table; -1 before the play."""
    if view.phase != "play":
        return -1
    begun = view.trick <= 0 or any(act.trick == view.trick for act in view.acts)
    return view.trick if begun or not presentation_of(view.game).stays else view.trick - 1


def event_text(game: str, event: Event, cause: str, players: Sequence[Player], language: str) -> str:
    """One event as a sentence, for logs and replays: ``player 1: pair 9-9``. Where the catalogue has a part for a field
    (``event.declared.void``), the sentence is made of the parts of those that hold anything."""
    told = {**SHARED_FIELDS, **presentation_of(game).event_fields}
    data: dict[str, object] = {}
    for known in fields_of(event):
        value = getattr(event, known.name)
        if known.name in told:
            data[known.name] = _told(told[known.name], value, game, players, language)
        elif isinstance(value, str | int):
            data[known.name] = value
    match event:
        case Played(cards=cards, kind=kind, rank=rank):
            data["play"] = play_text(game, language, cards, kind, rank)
        case PileShown(pile=pile):
            data["pile"] = say(language, f"pile.{pile}", game)
        case HandShown(cards=cards):
            data["cards"] = _laid_open(game, cards, language)
        case RoundEnded(points=points):
            data["points"] = " · ".join(
                f"{name_of(players, seat, language)} {signed(number)}" for seat, number in enumerate(points)
            )
    code = f"event.{event.code}"
    if event.code == "called" and not data.get("amount"):
        code = "event.declined"
    if isinstance(event, MatchEnded) and not event.winners:
        code = "event.match_unwon"
    named = [f"{code}.{name}" for name, value in data.items() if value and has(f"{code}.{name}")]
    sentence = say(language, "list.dot").join(say(language, part, **data) for part in named)
    sentence = sentence or first(language, (f"{code}.{data.get('stage')}",)) or say(language, code, game, **data)
    if not isinstance(event, _DEEDS):
        return sentence
    cause = "auto" if getattr(event, "auto", False) else cause
    return _marked(sentence, cause, event.seat, players, language)


def _told(how: Told, value: Any, game: str, players: Sequence[Player], language: str) -> str:
    """One field of an event in words."""
    match how:
        case Told.SEAT:
            return name_of(players, value, language) if value is not None else say(language, "seat.nobody")
        case Told.SEATS:
            seats = (one if isinstance(one, int) else one[0] for one in value)
            return say(language, "list.and").join(name_of(players, seat, language) for seat in seats)
        case Told.SIDE:
            return "" if value is None else side_names(value, None, players, language)
        case Told.CARD:
            return card_word(value, language)
        case Told.CARDS:
            return _laid_open(game, value, language)
        case Told.RANK:
            return rank_word(value, language)
        case Told.RANKS:
            return " : ".join(rank_word(rank, language) for rank in value)
        case _:
            return say(language, f"{how}.{value}", game)


def _laid_open(game: str, cards: Cards, language: str) -> str:
    """Cards side by side, by suit where suits matter."""
    return by_suit(cards, language) if presentation_of(game).suited else grouped(cards, language)
