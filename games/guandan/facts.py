"""What may be known of a round of Guandan (GD-90 to GD-92), field by field."""

from collections import Counter

from games.base.cards import BIG_JOKER, Card, Cards, Rank, sort_cards
from games.base.facts import named
from games.base.values import Value
from games.contract import CommonFacts, GameView
from games.contract import OwnFacts as NoFacts
from games.guandan.combinations.kinds import card_order
from games.guandan.state import Exchange, Exchanging, Over, Playing, State, team_of
from games.guandan.tribute import due_after
from games.kit.door import Common, OfRound, OfSeat

__all__ = [
    "DueFact", "ExchangeFact", "GuandanView", "OwnFacts", "PublicFacts", "known_of_exchanges", "of_round", "of_seat",
    "own_facts", "public_facts",
]  # fmt: skip


class DueFact(Value):
    """A card that is owed; ``kind`` is ``tribute`` or ``return``. ``taker`` is ``None`` while that depends on what is named."""

    kind: str
    giver: int = named("from")
    taker: int | None = named("to")
    cards: int = 1


class ExchangeFact(Value):
    """A card that has changed hands before all eyes; ``kind`` is ``tribute`` or ``return``."""

    kind: str
    giver: int = named("from")
    taker: int | None = named("to")
    card: Card


class PublicFacts(CommonFacts):
    """The keys of ``expect`` (section 11 of the sheet).

    By team: ``team_points`` of the round once it is over, ``team_scores``, ``levels``, failed ``tries`` at A. ``level``
    is what the round is played at, ``declarer`` the team whose level it is. ``round`` counts from 1. ``places``: the
    seats from first to last, once the round is over. ``due`` and ``exchanges``: cards owed and moved; ``resisted``: big
    jokers spared the tribute (GD-52). ``turned``: the card that chose the first leader."""

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


class OwnFacts(NoFacts):
    """``named``: the card that this seat has named and that nobody else sees before all have named theirs (GD-92)."""

    named: Card | None = None


GuandanView = GameView[PublicFacts, OwnFacts]  # A view of this game


def public_facts(state: State, common: Common) -> PublicFacts:
    over, last = (state, state.last) if isinstance(state, Over) else (None, state)
    setting = last.setting
    now = setting.before if over is None else over.after
    return PublicFacts(
        **common,
        team_points=None if over is None else over.points[:2],
        team_scores=now.scores[:2],
        levels=now.levels,
        level=setting.level,
        declarer=setting.declarer,
        tries=now.tries,
        round=setting.number,
        places=None if over is None else over.places,
        due=_due(state),
        resisted=isinstance(last, Playing) and last.holders is not None,
        exchanges=tuple(_moved(entry) for entry in last.moved),
        turned=setting.turned,
    )


def own_facts(state: State, seat: int | None) -> OwnFacts:
    if seat is None or not isinstance(state, Exchanging) or (at := state.owed_by(seat)) is None:
        return OwnFacts()
    return OwnFacts(named=state.named[at])


def _due(state: State) -> tuple[DueFact, ...]:
    owed: tuple[Exchange, ...] = ()
    if isinstance(state, Exchanging):
        owed = state.owed
    elif isinstance(state, Over) and state.winner is None and state.setting.rules.tribute:
        owed = due_after(state.places)
    return tuple(DueFact(kind=entry.verb, giver=entry.seat, taker=entry.to) for entry in owed)


def _moved(entry: Exchange) -> ExchangeFact:
    assert entry.card is not None, "it has moved"
    return ExchangeFact(kind=entry.verb, giver=entry.seat, taker=entry.to, card=entry.card)


def of_round(state: State) -> OfRound:
    """The level goes above the ace, and its hearts are wild."""
    setting = state.setting
    return {"order": tuple(card_order(setting.level)), "high": setting.level, "wild": (setting.combos.wild,)}


def of_seat(state: State, seat: int) -> OfSeat:
    """The team; the mark of a seat whose big jokers spared its side the tribute, and how many it had (GD-52)."""
    if isinstance(state, Exchanging):
        named = own_facts(state, seat).named is not None
        marks: tuple[str, ...] = ("named",) if named else ()
        return {"team": team_of(seat), "marks": marks, "shown": known_of_exchanges(state, seat)}
    last = state.last if isinstance(state, Over) else state
    held = dict(last.holders or ()).get(seat)
    known: OfSeat = {"team": team_of(seat), "marks": () if held is None else (f"resisted_{held}",)}
    if isinstance(state, Over):
        return {**known, "place": state.places.index(seat) + 1}
    return {**known, "shown": known_of_exchanges(state, seat)}


def known_of_exchanges(state: Exchanging | Playing, seat: int) -> Cards:
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
