"""What is worth weighing: from a fast round, by the hand of the seat to act alone."""

from typing import Final

from games.gouji.fast_round import FastRound
from games.gouji.kinds import DEUCE, FOUR
from games.gouji.twin.modes import LEAD, OFFER, RUN
from games.gouji.twin.numbers import (
    BASE,
    BIG,
    BURN,
    FIRST,
    NATURAL,
    PLAY,
    SMALL,
    TWOS,
    YIELD,
    place_in_block,
    wild_number,
)
from games.gouji.twin.opening import fours_lead

__all__ = ["BURDEN", "NEEDED", "sensible"]

NEEDED: Final = (*(99,) * 7, 5, 4, 3, 2, 2)  # By natural rank: so many cards of it are gouji by number (GJ-6)
BURDEN: Final = tuple(
    tuple(
        0.0 if not cards or cards >= NEEDED[rank] else max(0.35, 1.8 - 1.2 * rank / 11 - 0.25 * (cards - 1))
        for cards in range(17)
    )
    for rank in range(DEUCE)
)
"""By natural rank and number of cards: what it costs to get rid of them."""
_MOST: Final = 12


def sensible(round_: FastRound) -> list[int]:
    """What is worth weighing for the seat to act during the play; at least one action, each of them legal."""
    if round_.mode in (LEAD, RUN):
        return _leads(round_) or round_.legal()
    hand, burning = round_.hands[round_.turn], round_.mode == OFFER
    legal = round_.legal()
    shift = BURN - PLAY if burning else 0
    by_base: dict[int, list[tuple[float, int]]] = {}
    rest: list[int] = []
    for number in legal:
        if number < PLAY:
            rest.append(number)
            continue
        play = number - shift
        base, natural = BASE[play], NATURAL[play]
        cost = TWOS[play] + 2.5 * SMALL[play] + 4 * BIG[play]
        if natural and natural < hand[base]:
            cost += 1.7 if cost else 0.7
        by_base.setdefault(base, []).append((cost, number))
    found: list[tuple[float, int]] = []
    for base, entries in by_base.items():
        entries.sort()
        kept = 3 if burning else 2
        whole = max(entries, key=lambda entry: NATURAL[entry[1] - shift])
        chosen = entries[:kept]
        if whole not in chosen and whole[0] < 4:
            chosen.append(whole)
        found += [(cost + 0.05 * base, number) for cost, number in chosen]
    found.sort()
    if not found and YIELD in rest:
        rest.remove(YIELD)  # there is nothing that it could beat the set with later
    return [number for _, number in found[:_MOST]] + rest


def _leads(round_: FastRound) -> list[int]:
    """Return whole groups with few wild cards or none, parts of large groups, wild cards alone, and the last set but 3s."""
    hand, run = round_.hands[round_.turn], round_.mode == RUN
    if not run and round_.must_fours == round_.turn:
        return [fours_lead(hand[FOUR])]
    twos, small, big = hand[12:]
    hung = _hung(twos, small, big, run=run)
    found: list[int] = []
    bases = [base for base in range(1, DEUCE) if hand[base]]
    for base in bases:
        count, first = hand[base], FIRST[base]
        found += [first + place_in_block(count, *main) for main in hung]
        if count > 1 and not run:
            found.append(first + place_in_block(count - 1, 0, 0, 0))
            if count > 3:
                found.append(first + place_in_block(count // 2, 0, 0, 0))
    if twos and not run:
        found += [wild_number(some, 0, 0) for some in sorted({1, min(2, twos), twos})]
    for s, b in ((1, 0), (0, 1)):
        if small >= s and big >= b:
            found.append(wild_number(0, s, b))
            if run and twos:
                found.append(wild_number(twos, s, b))
    if twos + small + big and (not run or small or big):
        last = None
        if len(bases) == 1:
            last = FIRST[bases[0]] + place_in_block(hand[bases[0]], twos, small, big)
        elif not bases and twos + small + big > 1:
            last = wild_number(twos, small, big)
        if last is not None and last not in found:
            found.append(last)
    return found


def _hung(twos: int, small: int, big: int, *, run: bool) -> list[tuple[int, int, int]]:
    """The wild cards that may be hung on a whole group: few; in a run with a joker, as it asks for."""
    hung = [] if run else [(some, 0, 0) for some in range(min(twos, 2) + 1)]
    hung += [(0, s, b) for s, b in ((1, 0), (0, 1)) if small >= s and big >= b]
    if run and twos:
        hung += [(1, s, b) for s, b in ((1, 0), (0, 1)) if small >= s and big >= b]
    return hung
