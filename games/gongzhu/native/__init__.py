"""The native core of Gong Zhu, where it has been built: what it is told of house rules, states and tables (``core.c``)."""

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.base.cards import Card
from games.gongzhu.ai.odds import factors_for
from games.gongzhu.options import HouseRules
from games.gongzhu.state import SEATS, Exposing, Playing
from games.kit.native import Round, Rules, core_of

__all__ = ["CORE", "Begun", "Dealt", "going_on", "played_out", "rules_of"]

CORE: Final = core_of(__name__)
_NOBODY: Final = -1
_AT_ONCE: Final = 64  # So many tables are played out in one call
_TOLD: Final = 2 * SEATS  # Numbers of an end: points and cards taken


class Begun(NamedTuple):
    """How a choice lets tables begin, all cards as bits (``ai.bits``)."""

    place: int  # Of the card that is played; -1: none
    exposed: int
    waiting: int  # What is exposed and of a suit that has not been led
    void: int  # By suit, four bits: the seats known to hold none of it


class Dealt(NamedTuple):
    """A table that could be the real one, and the chances that decide there."""

    leader: int
    hands: Sequence[int]
    draws: Sequence[float]


def _bits(numbers: Iterable[float]) -> Iterable[int]:
    return array("q", array("d", numbers).tobytes())


@lru_cache(maxsize=64)
def rules_of(house: HouseRules) -> Rules | None:
    """The rules, and the odds that belong to them, as the core has them; ``None`` where there is no core."""
    flags = (house.expose_rounds, house.diamond_queen, house.all_cards_win, house.teams, house.pig_is_good)
    return CORE.Rules([*flags, *_bits(factors_for(house))]) if CORE else None


def _set(cards: Iterable[Card]) -> int:
    return sum(1 << card for card in cards)


def going_on(state: Exposing | Playing) -> Round | None:
    """A round of the core that goes on from a state, and has heard nothing of what was done before; ``None`` where there is no
    core."""
    setting = state.setting
    rules = rules_of(setting.rules)
    if not CORE or not rules:
        return None
    if isinstance(state, Exposing):
        decided = {answer.seat: _set(answer.cards) for answer in state.answers}
        leader = _NOBODY if setting.leader is None else setting.leader
        round_ = [state.number, leader, 0, *setting.before.scores, *[0] * 2 * SEATS, *[_NOBODY] * SEATS]
        answers = [decided.get(seat, _NOBODY) for seat in range(SEATS)]
    else:
        trick = [*state.trick, *[_NOBODY] * (SEATS - len(state.trick))]
        round_ = [0, state.leader, state.turn, *setting.before.scores, *state.won, *state.queen, *trick]
        answers = [0] * SEATS
    cards = map(_set, (*state.hands, *state.taken, state.exposed))
    return CORE.Round(rules, [*round_, *answers, *cards, state.led])


def played_out(
    house: HouseRules,
    table: tuple[int, Sequence[int], Sequence[int], Sequence[int]],
    begun: Sequence[Begun],
    dealt: Sequence[Dealt],
    *,
    by_odds: bool,
) -> list[tuple[list[int], list[int]]] | None:
    """The points and the cards taken by seat at the end of each of these tables, begun in each of these ways; by the odds, or by
    rule of thumb; ``None`` where there is no core. ``table``: who searches, the trick on it, what seats have taken and their
    bonus."""
    rules = rules_of(house)
    if rules is None:
        return None
    seat, trick, taken, bonus = table
    same = [by_odds, seat, len(trick), *trick, *[0] * (SEATS - len(trick)), *taken, *bonus, len(begun)]
    beginnings = [number for one in begun for number in one]
    told: list[tuple[list[int], list[int]]] = []
    for at in range(0, len(dealt), _AT_ONCE):
        some = dealt[at : at + _AT_ONCE]
        tables = [number for one in some for number in (one.leader, *one.hands, *_bits(one.draws if by_odds else ()))]
        ends = rules.answer([*same, len(some), *beginnings, *tables])
        told += [
            (list(ends[end : end + SEATS]), list(ends[end + SEATS : end + _TOLD])) for end in range(0, len(ends), _TOLD)
        ]
    return told
