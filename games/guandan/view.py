"""What a viewer may know (GD-90 to GD-92), put together by inclusion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import assert_never

from games.contract import Awaited, GameView, Json, SeatView, Standing, View
from games.guandan.kinds import card_order
from games.guandan.state import SEATS, Exchange, Exchanging, Over, Playing, State, team_of
from games.guandan.tribute import due_after
from games.kit.cards import BIG_JOKER, RANKS, Cards, card_text, cards_text, sort_cards

__all__ = ["awaited", "facts", "phase", "view"]


def phase(state: State) -> str:
    """``tribute``, ``return``, ``play`` or ``over``."""
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
    """Who may act: whoever still has to name a card, or the one whose turn it is.

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


def _due(state: State) -> list[Json]:
    owed: tuple[Exchange, ...] = ()
    match state:
        case Exchanging():
            owed = state.owed
        case Over(winner=None) if state.setting.rules.tribute:
            owed = due_after(state.places)
        case Playing() | Over():
            pass
        case _:
            assert_never(state)
    return [entry.owed() for entry in owed]


def facts(state: State) -> Mapping[str, Json]:
    """The keys of ``expect`` (section 11 of the sheet); all of them are public."""
    setting = state.setting
    match_now = state.after if isinstance(state, Over) else setting.before
    common: dict[str, Json] = {
        "phase": phase(state),
        "to_act": [entry.seat for entry in awaited(state)],
        "standing": None,
        "counts": [len(hand) for hand in state.hands],
        "finished": [] if isinstance(state, Exchanging) else list(state.finished),
        "points": None,
        "scores": list(match_now.scores),
        "team_points": None,
        "team_scores": [match_now.scores[0], match_now.scores[1]],
        "levels": [RANKS[level] for level in match_now.levels],
        "level": RANKS[setting.level],
        "declarer": setting.declarer,
        "tries": list(match_now.tries),
        "round": setting.number,
        "places": None,
        "winner": None,
        "due": _due(state),
        "resisted": not isinstance(state, Exchanging) and state.holders is not None,
        "exchanges": [entry.text() for entry in state.moved],
        "turned": None if setting.turned is None else card_text(setting.turned),
    }
    match state:
        case Playing(standing=play) if play is not None:
            cards, kind = cards_text(play.cards), play.reading.kind.value
            common["standing"] = {"seat": play.seat, "cards": cards, "kind": kind, "rank": play.rank}
            return common
        case Over():
            ended: dict[str, Json] = {
                "points": list(state.points),
                "team_points": [state.points[0], state.points[1]],
                "places": list(state.places),
                "winner": None if state.winner is None else list(state.winner),
            }
            return common | ended
        case Exchanging() | Playing():
            return common
        case _:
            assert_never(state)


def view(state: State, viewer: int | None) -> View:
    """All that one seat (or, for ``None``, the channel) may know."""
    setting = state.setting
    standing = None
    trick = -1
    own: dict[str, Json] = {}
    match state:
        case Playing():
            trick = state.trick
            if (play := state.standing) is not None:
                standing = Standing(play.seat, play.cards, play.reading.kind.value, play.rank, play.meaning)
        case Exchanging():
            at = None if viewer is None else state.owed_by(viewer)
            named = None if at is None else state.named[at]
            if named is not None:
                own["named"] = card_text(named)
        case Over():
            trick = state.trick
        case _:
            assert_never(state)
    return GameView(
        game="guandan",
        viewer=viewer,
        phase=phase(state),
        options=dict(setting.options),
        seats=tuple(_seat_view(state, seat) for seat in range(SEATS)),
        awaited=awaited(state),
        hand=None if viewer is None else state.hands[viewer],
        standing=standing,
        piles=(),
        acts=state.history.acts(),
        trick=trick,
        public=facts(state),
        own=own,
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
    """That this seat's big jokers spared its side the tribute, and how many it had (GD-52)."""
    held = dict(state.holders or ()).get(seat)
    return () if held is None else (f"resisted_{held}",)


def _known_of_exchanges(state: Exchanging | Playing, seat: int) -> Cards:
    """Cards that this seat was given (or was told to hold) before all eyes and has not parted with since, as far as that
    is certain.

    Copies are not told apart: whoever holds two and plays one may have played the one that was seen.
    """
    known = Counter(entry.card for entry in state.moved if entry.to == seat and entry.card is not None)
    if isinstance(state, Playing) and (jokers := dict(state.holders or ()).get(seat)):
        known[BIG_JOKER] += jokers
    for act in state.history.acts() if known else ():
        if act.seat == seat:
            known.subtract(card for card in act.cards if card in known)
    return sort_cards([card for card, count in known.items() for _ in range(count)])
