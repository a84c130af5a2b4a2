"""A few sensible actions for a panel, and the action when the clock runs out."""

from collections.abc import Iterator

from games.base.actions import Action, Do, Pass, Play
from games.base.cards import Card, Cards, rank_counts
from games.gouji.ai.hand import holding, left_after
from games.gouji.ai.player import can_run
from games.gouji.before.start import Buying, Declaring, Returning, State, lowest_returns
from games.gouji.kinds import DEUCE, FOUR, THREE, Makeup, cards_by_rank, makeup_of
from games.gouji.play.sequence import BurnLead, BurnOffer, Following, Leading, why_no_yield
from games.gouji.turns import legal

__all__ = ["fallback", "runs_through", "suggested"]

_MOST = 10
_TRIES = 3  # So many sets are offered with a revolution that lays one, the highest


def runs_through(state: BurnOffer | BurnLead, action: Action) -> bool:
    """Whether the rest of the hand can go with a joker in every set once these cards are burned with, whoever answers."""
    cards: Cards = getattr(action, "cards", ())
    made = makeup_of(cards) if cards else None
    return made is None or can_run(left_after(holding(state.round.hands[state.turn]), made))


def fallback(state: State, seat: int) -> Action:
    """Choose what is done when the clock runs out (section 14 of the sheet)."""
    match state:
        case Returning():
            return Do("return", lowest_returns(state.round.hands[seat], len(state.given)))
        case Buying() | Declaring():
            return Do("decline")
        case Leading():
            return Play(_lowest_lead(state.round.hands[seat]))
        case BurnLead():
            return Play(_lowest_run(state.round.hands[seat]))
        case _:
            return Pass()


def _lowest_lead(hand: Cards) -> Cards:
    """Take the lowest natural rank that is no 3, all of it; else the lowest wild card."""
    ranks = cards_by_rank(hand)
    for rank in range(FOUR, DEUCE):
        if ranks[rank]:
            return tuple(ranks[rank])
    return next((cards[0],) for cards in ranks[DEUCE:] if cards)


def _lowest_run(hand: Cards) -> Cards:
    """Take the lowest natural rank that is no 3, or the 2s, all of it, with the lowest joker; else that joker."""
    ranks = cards_by_rank(hand)
    joker = (ranks[13] or ranks[14])[0]
    for rank in range(FOUR, DEUCE + 1):
        if ranks[rank]:
            return (*ranks[rank], joker)
    return (joker,)


def suggested(state: State, seat: int) -> Iterator[Action]:
    """Offer up to ten legal actions with cards, smallest sensible first, and every action without."""
    match state:
        case Returning():
            yield from _returns(state)
        case Buying() | Declaring():
            actions = list(legal(state, seat))
            yield from (action for action in actions if not getattr(action, "cards", ()))
            yield from [action for action in actions if getattr(action, "cards", ())][-_TRIES:]
        case Leading():
            yield from _leads(state, seat)
        case BurnLead():
            yield from _cheapest(state, seat)
        case _:
            plays = list(_cheapest(state, seat))
            if isinstance(state, Following) and why_no_yield(state) is None:
                yield Do("yield")
            yield from plays
            yield Pass()


def _returns(state: Returning) -> Iterator[Action]:
    hand, count = state.round.hands[state.turn], len(state.given)
    yield Do("return", lowest_returns(hand, count))
    seen = {lowest_returns(hand, count)}
    for cards in cards_by_rank(hand)[1:]:
        if len(cards) >= count and tuple(cards[:count]) not in seen:
            yield Do("return", tuple(cards[:count]))
    if state.round.rules.decline_tribute:
        yield Do("decline")


def _leads(state: Leading, seat: int) -> Iterator[Action]:
    """Offer the 4s that are due, then every rank by itself with all its cards, lowest first."""
    round_ = state.round
    ranks = cards_by_rank(round_.hands[seat])
    whole = [tuple(cards) for rank, cards in enumerate(ranks) if cards and rank != THREE]
    if round_.must_fours == seat:
        yield Play(tuple(ranks[FOUR]))
        if round_.rules.open_fours == "force":
            return
        whole = [cards for cards in whole if cards != tuple(ranks[FOUR])]
    yield from (Play(cards) for cards in whole[:_MOST])


def _cheapest(state: State, seat: int) -> Iterator[Action]:
    """Offer the plays that cost least: few wild cards, small bases, groups that are not torn."""
    held = rank_counts(state.round.hands[seat])
    priced: list[tuple[tuple[int, ...], Action]] = []
    for action in legal(state, seat):
        cards: tuple[Card, ...] = getattr(action, "cards", ())
        made = makeup_of(cards) if cards else None
        if made is not None:
            priced.append((_price(made, held), action))
    priced.sort(key=lambda entry: entry[0])
    chosen: list[Action] = []
    seen: set[tuple[int, int]] = set()
    for price, action in priced:
        key = (price[0], price[2])
        if key not in seen:
            seen.add(key)
            chosen.append(action)
    if isinstance(state, BurnOffer | BurnLead):
        through = [action for action in chosen if runs_through(state, action)]
        yield from (through or chosen if isinstance(state, BurnLead) else through)[: _MOST // 2]
    else:
        yield from chosen[:_MOST]


def _price(made: Makeup, held: list[int]) -> tuple[int, ...]:
    """Order plays by what they cost: jokers most, then 2s, then a torn group, then height."""
    torn = int(made.base < DEUCE and made.natural < held[made.base])
    return (4 * made.big + 3 * made.small + made.twos, torn, made.base)
