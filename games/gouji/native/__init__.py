"""The native core of Gou Ji, where it has been built: what it is told of house rules and states (``core.c``)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.base.cards import Cards
from games.gouji.before.start import Buying, Declaring, Hidden, Returning, State
from games.gouji.facts import burn_of, standing_set, trick_of
from games.gouji.kinds import Makeup
from games.gouji.modes import Mode, mode_of
from games.gouji.numbers import number_of
from games.gouji.options import HouseRules
from games.gouji.play.sequence import BurnOffer
from games.gouji.scoring import Over
from games.gouji.state import DUE_KINDS, SEATS, Due
from games.gouji.state import Round as Played
from games.gouji.turns import to_act
from games.kit.native import Round, Rules, copies, core_of

__all__ = ["CORE", "Choosing", "going_on", "numbers_of", "rules_of"]

CORE: Final = core_of(__name__)
_MODES: Final = tuple(Mode)
_DEEDS: Final = ("play", "pass", "burn", "yield", "decline", "challenge", "revolt", "tribute", "return", "bought")
_NOBODY: Final = -1
_LARGEST: Final = 40  # Cards of a hand
_MOST_DUES: Final = 48
_NOTHING: Final = Makeup(0, 0)


@dataclass(frozen=True, slots=True)
class Choosing(Returning):
    """A return of many cards in the middle, for who chooses one by one: the rules, for which nothing has happened yet, do not
    look at what is ``chosen``."""

    chosen: Cards = ()


@lru_cache(maxsize=64)
def rules_of(house: HouseRules) -> Rules | None:
    """The rules as the core has them; ``None`` where there is no core."""
    sets = house.sets
    options = (
        sets.joker_threshold, sets.any_two, sets.open_with_twos, sets.each_card, sets.free_base,
        ("off", "pair", "on").index(sets.two_big_kill_one), house.natural_open, house.open_fours == "force", house.burn,
        house.burn_window == "before", ("any", "after_open", "before_own_open").index(house.burn_when), house.burn_needs_play,
        house.counter_burn, house.revolution, house.two_revolts == "allow", house.revolt_try, house.revolter_third,
        house.point_challenge, house.counter_challenge, (4, 2, "split").index(house.challenge_both),
        house.challenge_tie == "exchange", house.point_tie == "exchange", house.buy_fours, house.tribute, house.decline_tribute,
        house.drop_within_team, house.stifled == "left", ("standard", "small", "team2", "none").index(house.scoring),
    )  # fmt: skip
    return CORE.Rules(options) if CORE else None


def going_on(state: State) -> Round | None:
    """A round of the core that goes on from a state and knows what was done before. ``None`` where there is no core, and for
    what no dealt round has."""
    rules = rules_of(state.round.rules)
    position = numbers_of(state) if CORE else None
    return CORE.Round(rules, position) if CORE and rules and position else None


def numbers_of(state: State) -> list[int] | None:
    """A state as the core takes it; ``None`` for what no dealt round has."""
    round_ = state.round
    if isinstance(state, Over) or max(map(len, round_.hands)) > _LARGEST:
        return None
    due = (state.current, *state.pending) if isinstance(state, Returning) else ()
    if len(due) > _MOST_DUES:
        return None
    before, scored = round_.setting.before, round_.rules.scored
    given = state.given if isinstance(state, Returning) else ()
    chosen = state.chosen if isinstance(state, Choosing) else ()
    tried = state.tried if isinstance(state, Declaring) else None
    numbers = [
        *_bytes(state, due, tried), _NOBODY if tried is None else number_of("play", tried.cards), *_said(state),
        *(before.scores if scored else [0] * SEATS), *(before.team_scores if scored else (0, 0)), *before.sweeps,
    ]  # fmt: skip
    hands = [count for hand in (*round_.hands, given, chosen) for count in copies(hand)]
    return [*numbers, *hands, *_deeds(round_)]


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _bytes(state: State, due: Sequence[Due], tried: Hidden | None) -> list[int]:
    """What has a byte in the core, in its order."""
    round_, trick, burn, standing = state.round, trick_of(state), burn_of(state), standing_set(state)
    hidden = isinstance(state, Buying | Declaring)
    waiting = state.waiting if isinstance(state, Buying | Declaring | BurnOffer) else ()
    seats = (
        round_.must_fours,
        standing.seat if standing else None,
        trick.yielder if trick else None,
        burn.burner if burn else None,
        burn.victim if burn else None,
        waiting[0] if waiting and not hidden else None,
        tried.seat if tried else None,
    )
    gone = (*round_.finished, *round_.dead, *round_.revolted)
    sets = (
        waiting if hidden else (), {*range(SEATS)} - {*gone}, round_.revolted, round_.opened, round_.forfeited, round_.challenged,
        round_.played, trick.barred if trick else (), trick.has_yielded if trick else (),
    )  # fmt: skip
    made = standing.made if standing else _NOTHING
    natural = made.size - made.twos - made.jokers
    return [
        _MODES.index(mode_of(state)), to_act(state)[0], round_.setting.leader,
        *(_NOBODY if seat is None else seat for seat in seats), *map(_bits, sets),
        burn.chain if burn else 0, isinstance(state, BurnOffer) and state.duel_follows, False,
        len(round_.finished), len(round_.dead), len(round_.blocked), len(round_.burn_dues), len(due), 0,
        *_padded(round_.finished, SEATS), *_padded(round_.dead, SEATS),
        *_padded([seat for pair in round_.blocked for seat in pair], 2 * SEATS),
        made.base, made.size, natural, made.twos, made.small, made.big,
        *_padded(_dues(round_.burn_dues), 4 * SEATS), *_padded(_dues(due), 4 * _MOST_DUES),
    ]  # fmt: skip


def _padded(numbers: Sequence[int], size: int) -> list[int]:
    return [*numbers, *[_NOBODY] * (size - len(numbers))]


def _dues(dues: Iterable[Due]) -> list[int]:
    return [number for due in dues for number in (DUE_KINDS.index(due.kind), due.giver, due.receiver, due.cards)]


def _said(state: State) -> list[int]:
    """By seat: the answer that is hidden yet."""
    said = [_NOBODY] * SEATS
    match state:
        case Buying():
            for seat, verb in state.answers:
                said[seat] = number_of(verb)
        case Declaring():
            for one in state.answers:
                said[one.seat] = number_of(one.verb, one.cards)
    return said


def _deeds(round_: Played) -> Iterator[int]:
    """All that was done, with what two seats alone know of it."""
    returns = iter(round_.returns)
    for act in round_.history.acts():
        _, to, cards = next(returns) if act.verb == "return" else (act.seat, act.seat, act.cards)
        yield from (act.seat, _DEEDS.index(act.verb), to, len(cards), *cards)
