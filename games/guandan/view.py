"""What a viewer may know (GD-90 to GD-92), put together by inclusion."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from games.base.cards import BIG_JOKER, Cards, sort_cards
from games.contract import Awaited, GameView, SeatView, Standing
from games.guandan.combinations.kinds import card_order
from games.guandan.facts import GuandanView, OwnFacts, PublicFacts, own_facts, public_facts
from games.guandan.state import SEATS, Exchanging, Over, Playing, State, team_of

__all__ = ["awaited", "facts", "phase", "view"]


def phase(state: State) -> str:
    """Return ``tribute``, ``return``, ``play`` or ``over``."""
    match state:
        case Exchanging():
            return state.verb
        case Playing():
            return "play"
        case Over():
            return "over"
        case _:
            assert_never(state)


def awaited(state: State) -> tuple[Awaited, ...]:
    """Return who may act: whoever still has to name a card, or the one whose turn it is.

    Where two name cards at the same time, they do so in private only (GD-92).
    """
    match state:
        case Exchanging():
            hidden = len(state.owed) > 1
            open_seats = [entry.seat for entry, card in zip(state.owed, state.named, strict=True) if card is None]
            return tuple(Awaited(seat, state.verb, private=hidden) for seat in sorted(open_seats))
        case Playing(standing=None):
            return (Awaited(state.turn, "lead"),)
        case Playing():
            return (Awaited(state.turn, "follow", autopass=True),)
        case Over():
            return ()
        case _:
            assert_never(state)


def facts(state: State) -> PublicFacts:
    """Return what everybody may know."""
    return public_facts(state, phase(state), tuple(entry.seat for entry in awaited(state)))


def view(state: State, viewer: int | None) -> GuandanView:
    """Return all that one seat (or, for ``None``, the channel) may know."""
    setting = state.setting
    standing = None
    trick = -1
    match state:
        case Playing():
            trick = state.trick
            if (play := state.standing) is not None:
                standing = Standing(play.seat, play.cards, play.reading.kind.value, play.rank, play.meaning)
        case Exchanging():
            pass
        case Over():
            trick = state.trick
        case _:
            assert_never(state)
    return GameView(
        game="guandan",
        viewer=viewer,
        phase=phase(state),
        options=setting.options,
        seats=tuple(_seat_view(state, seat) for seat in range(SEATS)),
        awaited=awaited(state),
        hand=None if viewer is None else state.hands[viewer],
        standing=standing,
        piles=(),
        acts=state.history.acts(),
        trick=trick,
        public=facts(state),
        own=OwnFacts() if viewer is None else own_facts(state, viewer),
        order=tuple(card_order(setting.level)),
        high=setting.level,
        wild=(setting.combos.wild,),
    )


def _seat_view(state: State, seat: int) -> SeatView:
    place: int | None = None
    shown: Cards = ()
    marks: tuple[str, ...] = ()
    score = state.setting.before.scores[seat]
    match state:
        case Exchanging():
            if (at := state.owed_by(seat)) is not None and state.named[at] is not None:
                marks = ("named",)
            shown = _known_of_exchanges(state, seat)
        case Playing():
            if seat in state.finished:
                place = state.finished.index(seat) + 1
            shown = _known_of_exchanges(state, seat)
            marks = _marks(state, seat)
        case Over():
            marks = _marks(state, seat)
            place, score, shown = state.places.index(seat) + 1, state.after.scores[seat], state.hands[seat]  # GD-91
        case _:
            assert_never(state)
    return SeatView(seat, len(state.hands[seat]), score, place=place, team=team_of(seat), marks=marks, shown=shown)


def _marks(state: Playing | Over, seat: int) -> tuple[str, ...]:
    """Return the mark of a seat whose big jokers spared its side the tribute, and how many it had (GD-52)."""
    held = dict(state.holders or ()).get(seat)
    return () if held is None else (f"resisted_{held}",)


def _known_of_exchanges(state: Exchanging | Playing, seat: int) -> Cards:
    """Return the cards that this seat certainly holds and everybody knows of: those that it was given (or was told to
    hold) before all eyes and has not parted with since.

    Copies are not told apart: whoever holds two and plays one may have played the one that was seen.
    """
    known = Counter(entry.card for entry in state.moved if entry.to == seat and entry.card is not None)
    if isinstance(state, Playing) and (jokers := dict(state.holders or ()).get(seat)):
        known[BIG_JOKER] += jokers
    for act in state.history.acts() if known else ():
        if act.seat == seat:
            known.subtract(card for card in act.cards if card in known)
    return sort_cards([card for card, count in known.items() for _ in range(count)])
