"""What may be known of a round of Guandan (GD-90 to GD-92), field by field."""

from collections import Counter
from dataclasses import dataclass
from typing import assert_never

from games.base.cards import BIG_JOKER, Card, Cards, Rank, sort_cards
from games.base.facts import named
from games.contract import CommonFacts, GameView, SeatView, Standing
from games.contract import OwnFacts as NoFacts
from games.guandan.combinations.kinds import card_order
from games.guandan.state import Exchange, Exchanging, Over, Playing, StandingPlay, State, team_of
from games.guandan.tribute import due_after
from games.kit.door import Common, OfRound

__all__ = [
    "DueFact", "ExchangeFact", "GuandanView", "OwnFacts", "PublicFacts", "StandingFact", "of_round", "own_facts", "public_facts",
    "seat_view", "standing",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class StandingFact:
    """The play to beat; ``rank`` is the compared rank as text."""

    seat: int
    cards: Cards
    kind: str
    rank: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DueFact:
    """A card that is owed; ``kind`` is ``tribute`` or ``return``. ``taker`` is ``None`` while that depends on what is named."""

    kind: str
    giver: int = named("from")
    taker: int | None = named("to")
    cards: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeFact:
    """A card that has changed hands before all eyes; ``kind`` is ``tribute`` or ``return``."""

    kind: str
    giver: int = named("from")
    taker: int | None = named("to")
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicFacts(CommonFacts):
    """The keys of ``expect`` (section 11 of the sheet).

    By team: ``team_points`` of the round once it is over, ``team_scores``, ``levels``, failed ``tries`` at A. ``level``
    is what the round is played at, ``declarer`` the team whose level it is. ``round`` counts from 1. ``places``: the
    seats from first to last, once the round is over. ``due`` and ``exchanges``: cards owed and moved; ``resisted``: big
    jokers spared the tribute (GD-52). ``turned``: the card that chose the first leader."""

    standing: StandingFact | None
    team_points: tuple[int, ...] | None
    team_scores: tuple[int, ...]
    levels: tuple[Rank, ...]
    level: Rank
    declarer: int | None
    tries: tuple[int, ...]
    round: int
    places: tuple[int, ...] | None
    due: tuple[DueFact, ...]
    resisted: bool
    exchanges: tuple[ExchangeFact, ...]
    turned: Card | None

    @property
    def round_number(self) -> int:
        return self.round


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFacts(NoFacts):
    """``named``: the card that this seat has named and that nobody else sees before all have named theirs (GD-92)."""

    named: Card | None = None


GuandanView = GameView[PublicFacts, OwnFacts]  # A view of this game


def public_facts(state: State, common: Common) -> PublicFacts:
    setting, ended = state.setting, state if isinstance(state, Over) else None
    now = setting.before if ended is None else ended.after
    return PublicFacts(
        **common,
        finished=() if isinstance(state, Exchanging) else state.finished,
        points=None if ended is None else ended.points,
        scores=now.scores,
        winner=None if ended is None else ended.winner,
        standing=_standing(state.standing) if isinstance(state, Playing) else None,
        team_points=None if ended is None else ended.points[:2],
        team_scores=now.scores[:2],
        levels=now.levels,
        level=setting.level,
        declarer=setting.declarer,
        tries=now.tries,
        round=setting.number,
        places=None if ended is None else ended.places,
        due=_due(state),
        resisted=not isinstance(state, Exchanging) and state.holders is not None,
        exchanges=tuple(_moved(entry) for entry in state.moved),
        turned=setting.turned,
    )


def own_facts(state: State, seat: int | None) -> OwnFacts:
    if seat is None or not isinstance(state, Exchanging) or (at := state.owed_by(seat)) is None:
        return OwnFacts()
    return OwnFacts(named=state.named[at])


def _standing(play: StandingPlay | None) -> StandingFact | None:
    return None if play is None else StandingFact(play.seat, play.cards, play.reading.kind.value, play.rank)


def _due(state: State) -> tuple[DueFact, ...]:
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
    return tuple(DueFact(kind=entry.verb, giver=entry.seat, taker=entry.to) for entry in owed)


def _moved(entry: Exchange) -> ExchangeFact:
    assert entry.card is not None, "it has moved"
    return ExchangeFact(kind=entry.verb, giver=entry.seat, taker=entry.to, card=entry.card)


def standing(state: State) -> Standing | None:
    if not isinstance(state, Playing) or (play := state.standing) is None:
        return None
    return Standing(play.seat, play.cards, play.reading.kind.value, play.rank, play.meaning)


def of_round(state: State) -> OfRound:
    """The level goes above the ace, and its hearts are wild."""
    setting = state.setting
    return {"order": tuple(card_order(setting.level)), "high": setting.level, "wild": (setting.combos.wild,)}


def seat_view(state: State, seat: int) -> SeatView:
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
    """The cards that this seat certainly holds and everybody knows of: those that it was given (or was told to
    hold) before all eyes and has not parted with since. Copies are not told apart: whoever holds two and plays one may
    have played the one that was seen."""
    known = Counter(entry.card for entry in state.moved if entry.to == seat and entry.card is not None)
    if isinstance(state, Playing) and (jokers := dict(state.holders or ()).get(seat)):
        known[BIG_JOKER] += jokers
    for act in state.history.acts() if known else ():
        if act.seat == seat:
            known.subtract(card for card in act.cards if card in known)
    return sort_cards([card for card, count in known.items() for _ in range(count)])
