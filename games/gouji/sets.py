"""Which sets a hand can lay (GJ-4 to GJ-7), and why one may not be laid."""

from collections.abc import Iterator

from games.base.cards import RANKS, Cards, rank_of
from games.base.errors import IllegalAction, Refusal
from games.gouji import kinds  # fmt: skip
from games.gouji.events import No
from games.gouji.state import StandingSet
from games.kit.climb import require_held

__all__ = ["answers", "check_beats", "check_set", "leads"]


def leads(hand: Cards) -> Iterator[tuple[kinds.Makeup, Cards]]:
    """List every set that may be led, once by rank, smallest base first; the cards are the first by suit."""
    ranks = kinds.cards_by_rank(hand)
    twos, small, big = ranks[12], ranks[13], ranks[14]
    wild = [
        (t, s, b, (*twos[:t], *small[:s], *big[:b]))
        for t in range(len(twos) + 1)
        for s in range(len(small) + 1)
        for b in range(len(big) + 1)
    ]
    if ranks[kinds.THREE] and len(ranks[kinds.THREE]) == len(hand):
        yield kinds.Makeup(kinds.THREE, len(hand)), tuple(ranks[kinds.THREE])
        return
    for base in range(1, kinds.DEUCE):
        held = ranks[base]
        for count in range(1, len(held) + 1):
            natural = tuple(held[:count])
            for t, s, b, hung in wild:
                yield kinds.Makeup(base, count + t + s + b, t, s, b), (*natural, *hung)
    for t, s, b, hung in wild[1:]:
        yield kinds.Makeup(kinds.DEUCE if t else kinds.JOKERS_ONLY, t + s + b, t, s, b), hung


def answers(
    hand: Cards, standing: kinds.Makeup, rules: kinds.SetRules, *, gouji: bool = False, joker: bool = False
) -> Iterator[tuple[kinds.Makeup, Cards]]:
    """List every set of a hand that beats the standing one; only gouji-level ones, or only such with a joker, if so asked."""
    ranks = kinds.cards_by_rank(hand)
    twos, small, big = ranks[12], ranks[13], ranks[14]
    sizes = {standing.size} | ({2} if rules.two_big_kill_one != "off" and standing.size == 1 else set())
    for size in sorted(sizes):
        for base in range(1, kinds.DEUCE):
            for count in range(1, min(len(ranks[base]), size) + 1):
                for t, s, b in _hung(size - count, len(twos), len(small), len(big)):
                    made = kinds.Makeup(base, size, t, s, b)
                    if _will_do(made, standing, rules, gouji=gouji, joker=joker):
                        yield made, (*ranks[base][:count], *twos[:t], *small[:s], *big[:b])
        for t, s, b in _hung(size, len(twos), len(small), len(big)):
            made = kinds.Makeup(kinds.DEUCE if t else kinds.JOKERS_ONLY, size, t, s, b)
            if _will_do(made, standing, rules, gouji=gouji, joker=joker):
                yield made, (*twos[:t], *small[:s], *big[:b])


def _hung(count: int, twos: int, small: int, big: int) -> Iterator[tuple[int, int, int]]:
    for b in range(min(big, count) + 1):
        for s in range(min(small, count - b) + 1):
            if count - b - s <= twos:
                yield count - b - s, s, b


def _will_do(made: kinds.Makeup, standing: kinds.Makeup, rules: kinds.SetRules, *, gouji: bool, joker: bool) -> bool:
    if joker and not made.jokers:
        return False
    return kinds.beats(made, standing, rules) and (not gouji or kinds.is_gouji(made, rules))


def check_set(cards: Cards, reading: str | None, hand: Cards) -> kinds.Makeup:
    """Take the cards apart if they are held and a set that may be laid at all, else raise ``IllegalAction``."""
    if reading is not None:
        raise IllegalAction(No.NO_AS, "GJ-4")
    if not cards:
        raise IllegalAction(Refusal.NO_CARDS, "GJ-4")
    require_held(cards, hand, "GJ-4")
    made = kinds.makeup_of(cards)
    if made is None:
        with_three = any(rank_of(card) == kinds.THREE for card in cards)
        wild_only = len({rank_of(card) for card in cards if rank_of(card) < kinds.DEUCE}) == 1
        if with_three and wild_only:
            raise IllegalAction(No.THREES_ALONE, "GJ-5")
        raise IllegalAction(No.TWO_RANKS, "GJ-4")
    if made.base == kinds.THREE and len(cards) < len(hand):
        raise IllegalAction(No.THREES_LAST, "GJ-5")
    return made


def check_beats(made: kinds.Makeup, standing: StandingSet, rules: kinds.SetRules, *, gouji: bool = False) -> None:
    """Refuse a set that does not beat the standing one, or is not gouji-level where it has to be; the reason says why."""
    against = standing.made
    if not kinds.beats(made, against, rules):
        code, rule = _why_not(made, against, rules)
        raise IllegalAction(code, rule, **_data(made, against))
    if gouji and not kinds.is_gouji(made, rules):
        code = No.NOT_GOUJI_BY_NUMBER if rules.joker_threshold else No.NOT_GOUJI
        raise IllegalAction(code, "GJ-23", size=against.size)


def _why_not(made: kinds.Makeup, against: kinds.Makeup, rules: kinds.SetRules) -> tuple[No, str]:
    if made.base == kinds.THREE:
        return No.THREES_BEAT_NOTHING, "GJ-5"
    if made.size != against.size:
        return No.WRONG_SIZE, "GJ-7"
    if rules.each_card and not (against.big and rules.two_big_kill_one == "on"):
        return (No.EACH_CARD if against.jokers or made.base > against.base else No.BASE_TOO_LOW), "GJ-7"
    if against.big and rules.two_big_kill_one != "on":
        return No.ABSOLUTE, "GJ-8"
    covered = made.big >= (2 * against.big + against.small if against.big else against.small)
    return (No.BASE_TOO_LOW if covered else No.JOKERS_NOT_TOPPED), "GJ-7"


def _data(made: kinds.Makeup, against: kinds.Makeup) -> dict[str, str | int]:
    return {
        "size": against.size,
        "given": made.size,
        "rank": made.rank,
        "standing": against.rank,
        "small": against.small,
        "big": against.big,
        "top": RANKS[min(against.base, 14)],
    }
