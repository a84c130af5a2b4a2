"""The calls, the tricks, and what happens by itself (DZ-30 to DZ-44, DZ-50)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from games.base.actions import Action, Bid, Pass, Play
from games.base.cards import BIG_JOKER, RANKS, SMALL_JOKER, Cards, cards_text, rank_counts, rank_of, sort_cards
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Called, Event, PileShown, RoleTaken, Voided, WentOut
from games.contract import Act, Recognised, Step
from games.doudizhu.combos import Kind, Reading, beats, best_reading, legal_plays, pack, readings, take
from games.doudizhu.scoring import settle, void
from games.doudizhu.state import SEATS, Bidding, Over, Playing, StandingPlay, State, following
from games.kit.climb import Climb, ClimbRules, laid
from games.kit.match import ended, hands_left

__all__ = [
    "apply_call", "apply_play", "check_call", "check_play", "ending_events", "legal_actions", "legal_calls",
    "lowest_lead", "reading_of", "recognise",
]  # fmt: skip

HIGHEST = 3


def check_call(state: Bidding, seat: int, action: Action) -> None:
    """Refuse anything but a pass or a bid from 1 to 3 above all bids so far; ``bid 0`` is a pass (DZ-31)."""
    match action:
        case Pass() | Bid(0):
            return
        case Bid(amount):
            if not 0 <= amount <= HIGHEST:
                bids = "/".join(map(str, range(state.bid + 1, HIGHEST + 1)))
                raise IllegalAction(Refusal.BID_RANGE, "DZ-31", bids=bids)
            if amount <= state.bid:
                raise IllegalAction(Refusal.BID_TOO_LOW, "DZ-31", bid=state.bid, lowest=state.bid + 1)
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "DZ-31", phase="bid")


def legal_calls(state: Bidding, seat: int) -> Iterator[Action]:
    yield Pass()
    for amount in range(state.bid + 1, HIGHEST + 1):
        yield Bid(amount)


def apply_call(state: Bidding, seat: int, action: Action) -> Step[State]:
    """Take a call that ``check_call`` has let through, and end the bidding if it is over (DZ-32, DZ-33)."""
    amount = action.amount if isinstance(action, Bid) else 0
    act = Act(seat, "bid", number=amount) if amount else Act(seat, "pass")
    state = replace(state, calls=(*state.calls, (seat, amount)), turn=following(seat), history=state.history.add(act))
    called = Called(audience=EVERYONE, seat=seat, amount=amount)
    if not _is_over(state):
        return Step(state, (called,))
    if state.bid:
        winner = next(seat for seat, amount in state.calls if amount == state.bid)
        return _to_play(state, winner, state.bid, called)
    if state.setting.rules.all_pass == "force":
        return _to_play(state, state.first, 1, called)
    return Step(void(state), (called, Voided(audience=EVERYONE, why="all_passed")))


def _is_over(state: Bidding) -> bool:
    amounts = [amount for _, amount in state.calls]
    if amounts[-1] == HIGHEST:
        return True
    if state.setting.rules.bidding == "once" or not any(amounts):
        return len(amounts) == SEATS
    return amounts[-2:] == [0, 0]


def _to_play(state: Bidding, landlord: int, stake: int, called: Event) -> Step[State]:
    """Begin the play: the kitty is shown to all and joins the landlord's hand; the landlord leads (DZ-34)."""
    hands = tuple(sort_cards(hand + state.kitty) if seat == landlord else hand for seat, hand in enumerate(state.hands))
    kitty = sort_cards(state.kitty)
    playing = Playing(
        setting=state.setting,
        hands=hands,
        kitty=kitty,
        landlord=landlord,
        bid=stake,
        turn=landlord,
        history=state.history,
    )
    events = (
        called,
        RoleTaken(audience=EVERYONE, seat=landlord, role="landlord", stake=stake),
        PileShown(audience=EVERYONE, pile="kitty", cards=kitty, seat=landlord),
    )
    return Step(playing, events)


def reading_of(cards: Cards, standing: Reading | None, state: Playing, named: str | None) -> Reading:
    """Return how cards are taken when they are played now (DZ-18); raise ``IllegalAction`` with the reason if they
    may not be."""
    rules = state.setting.rules.combos
    kind = None
    if named is not None:
        if named not in Kind.__members__.values():
            raise IllegalAction(Refusal.NO_SUCH_READING, "DZ-18", reading=named)
        kind = Kind(named)
    counts = pack(cards)
    all_readings = readings(counts, rules)
    if not all_readings:
        raise IllegalAction(Refusal.NO_COMBINATION, "DZ-10", cards=cards_text(sort_cards(cards)))
    if kind is not None and all(reading.kind is not kind for reading in all_readings):
        raise IllegalAction(Refusal.NO_SUCH_READING, "DZ-18", reading=kind.value)
    reading = best_reading(counts, standing, rules, kind)
    if reading is None:
        assert standing is not None, "a combination can always be led"
        raise IllegalAction(
            Refusal.DOES_NOT_BEAT,
            "DZ-20",
            kind=(kind or all_readings[0].kind).value,
            standing=standing.kind.value,
            rank=RANKS[standing.top],
            size=standing.size,
        )
    return reading


def legal_actions(state: Playing, seat: int) -> Iterator[Action]:
    """Yield every set of cards by rank once, whatever its readings, and a pass if one may pass."""
    hand = state.hands[seat]
    standing = state.standing.reading if state.standing else None
    for counts in legal_plays(pack(hand), standing, state.setting.rules.combos):
        yield Play(take(hand, counts))
    if standing is not None:
        yield Pass()


class _Tricks(Climb[Playing, Over]):
    """Tricks of three seats; the round ends with the first empty hand (DZ-40 to DZ-50)."""

    rules = ClimbRules(lead="DZ-41", hand="DZ-40", verbs="DZ-44")

    def reading(self, state: Playing, cards: Cards, named: str | None) -> Reading:
        """Return the reading of DZ-18; raise ``IllegalAction`` if there is none."""
        return reading_of(cards, state.standing.reading if state.standing else None, state, named)

    def lay(self, state: Playing, action: Play, events: list[Event], *, auto: bool) -> Playing:
        """Lay the cards; bombs, rockets and plays are counted (DZ-51, DZ-52)."""
        seat, cards = state.turn, sort_cards(action.cards)
        reading = self.reading(state, cards, action.reading)
        play = StandingPlay(seat, cards, reading)
        hands, turn, history = laid(state, cards, reading.kind.value, play.rank, events, auto=auto)
        return replace(
            state,
            hands=hands,
            standing=play,
            turn=turn,
            bombs=_counted(state.bombs, seat, reading.kind is Kind.BOMB),
            rockets=_counted(state.rockets, seat, reading.kind is Kind.ROCKET),
            plays=_counted(state.plays, seat, True),
            history=history,
        )

    def is_over(self, state: Playing) -> bool:
        """Whether a seat is out (DZ-50)."""
        return not all(state.hands)

    def settle(self, state: Playing) -> tuple[Over, list[Event]]:
        over = settle(state, state.hands.index(()))
        return over, ending_events(over)

    def must_pass(self, state: Playing) -> bool:
        """Whether nothing can beat: no play the rocket, one card only a lower solo (DZ-43)."""
        standing = state.standing
        assert standing is not None, "there is something to follow"
        reading = standing.reading
        if reading.kind is Kind.ROCKET:
            return True
        return len(state.hands[state.turn]) == 1 and (reading.size > 1 or reading.top == rank_of(BIG_JOKER))


_TRICKS: Final = _Tricks()
check_play = _TRICKS.check
apply_play = _TRICKS.apply


def _counted(counts: tuple[int, ...], seat: int, happened: bool) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :]) if happened else counts


def ending_events(over: Over) -> list[Event]:
    """What is told when a seat has gone out: the cards that are left are shown to all (DZ-72)."""
    assert over.out is not None
    told: list[Event] = [WentOut(audience=EVERYONE, seat=over.out, place=1)]
    return [*told, *hands_left(over.hands), *ended(over.points, over.after.winner(over.setting.rules))]


def recognise(state: Playing, seat: int, cards: Cards) -> Recognised:
    """What cards of a hand are: against the standing play of another seat if there is one, else as a lead."""
    rules = state.setting.rules.combos
    found = readings(pack(cards), rules) if cards else ()
    if not found:
        return Recognised(None)
    standing = state.standing.reading if state.standing and state.standing.seat != seat else None
    best = best_reading(pack(cards), standing, rules)
    chosen = best or found[0]
    ordered = sort_cards(cards)
    others: dict[Kind, Reading] = {}
    for reading in found:
        if standing is None or beats(reading, standing):
            others.setdefault(reading.kind, reading)
    others.pop(chosen.kind, None)
    return Recognised(
        action=Play(ordered),
        kind=chosen.kind.value,
        rank=RANKS[chosen.top],
        legal=best is not None,
        others=tuple((Play(ordered, kind.value), kind.value, RANKS[reading.top]) for kind, reading in others.items()),
    )


def lowest_lead(hand: Cards) -> Action:
    """The lead when the clock runs out: the lowest solo that breaks neither four of a kind nor the rocket."""
    counts = rank_counts(hand)
    rocket = {SMALL_JOKER, BIG_JOKER} if {SMALL_JOKER, BIG_JOKER} <= set(hand) else set()
    kept = [card for card in hand if counts[rank_of(card)] < 4 and card not in rocket]
    return Play((min(kept or hand),))
