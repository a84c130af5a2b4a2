"""A slow second opinion on combinations: every subset of a hand, every body, straight from the rule sheet.

It shares nothing with the engine but the order of the ranks. Cards are texts of ranks, ``334455x``."""

from collections import Counter
from itertools import product

RANKS = "3456789TJQKA2xX"
IN_RUNS = "3456789TJQKA"

Naive = tuple[str, str, int]  # Kind, top rank of the body, number of cards


def combinations_in(hand: str) -> set[str]:
    """Every different set of cards, by rank, that can be taken out of a hand."""
    held = Counter(hand)
    ranks = [rank for rank in RANKS if held[rank]]
    amounts = product(*(range(held[rank] + 1) for rank in ranks))
    return {"".join(rank * count for rank, count in zip(ranks, chosen, strict=True)) for chosen in amounts}


def bodies(kind: str) -> list[str]:
    """All bodies of a kind (DZ-10, DZ-11), without kickers."""
    each = {"solo": 1, "pair": 2, "trio": 3, "trio_single": 3, "trio_pair": 3}
    each |= {"four_two_singles": 4, "four_two_pairs": 4, "bomb": 4}
    if kind in each:
        ranks = RANKS if kind == "solo" else RANKS[:13]
        return [rank * each[kind] for rank in ranks]
    if kind == "rocket":
        return ["xX"]
    times, shortest, longest = {
        "chain": (1, 5, 12), "pair_chain": (2, 3, 10), "airplane": (3, 2, 12), "airplane_small": (3, 2, 12),
        "airplane_large": (3, 2, 12), "shuttle": (4, 2, 12), "shuttle_small": (4, 2, 12),
        "shuttle_large": (4, 2, 12),
    }[kind]  # fmt: skip
    return [
        "".join(rank * times for rank in IN_RUNS[low : low + length])
        for length in range(shortest, longest + 1)
        for low in range(12 - length + 1)
    ]


KINDS = [
    "solo", "pair", "trio", "trio_single", "trio_pair", "chain", "pair_chain", "airplane", "airplane_small",
    "airplane_large", "four_two_singles", "four_two_pairs", "shuttle", "shuttle_small", "shuttle_large", "bomb",
    "rocket",
]  # fmt: skip
BODIES = {kind: bodies(kind) for kind in KINDS}
BY_SIZE: dict[int, list[tuple[str, str]]] = {
    size: [(kind, body) for kind in KINDS for body in BODIES[kind] if len(body) <= size <= len(body) * 2]
    for size in range(55)
}
"""The kinds and bodies that can be in so many cards: kickers never outnumber the body."""


def readings(cards: str, *, joker_kickers: int = 1, equal_kickers: bool = True, shuttles: bool = True) -> set[Naive]:
    """Everything that some cards can be read as."""
    found = set()
    for kind, body in BY_SIZE[len(cards)]:
        if body not in cards and (len(set(body)) == 1 or not Counter(body) <= Counter(cards)):
            continue
        kickers = Counter(cards) - Counter(body)
        if set(kickers) & set(body):  # DZ-12
            continue
        if kind.startswith("shuttle") and not shuttles:
            continue
        if _kickers_fit(kind, body, kickers, joker_kickers, equal_kickers):
            found.add((kind, body[-1], len(cards)))
    return found


def _kickers_fit(kind: str, body: str, kickers: Counter[str], joker_kickers: int, equal_kickers: bool) -> bool:
    wanted = 2 if kind.startswith("four") else len(set(body))
    amount = sum(kickers.values())
    if kind in ("trio_single", "airplane_small", "four_two_singles", "shuttle_small"):
        if not equal_kickers and any(count > 1 for count in kickers.values()):
            return False
        jokers = kickers["x"] + kickers["X"]
        return amount == wanted and max(kickers.values()) < 4 and jokers <= joker_kickers
    if kind in ("trio_pair", "airplane_large", "four_two_pairs", "shuttle_large"):
        return len(kickers) == wanted and all(count == 2 for count in kickers.values())
    return amount == 0


def default_reading(found: set[Naive]) -> Naive:
    """What a leader means (DZ-18): the fewest kickers, then the highest body."""
    no_kickers = ("airplane", "shuttle")
    return min(found, key=lambda reading: (reading[0] not in no_kickers, -RANKS.index(reading[1])))


def beats(challenger: Naive, standing: Naive) -> bool:
    """DZ-20 to DZ-22."""
    kind, top, size = challenger
    standing_kind, standing_top, standing_size = standing
    if "rocket" in (kind, standing_kind):
        return standing_kind != "rocket"
    higher = RANKS.index(top) > RANKS.index(standing_top)
    if kind == "bomb":
        return standing_kind != "bomb" or higher
    return kind == standing_kind and size == standing_size and higher


def legal(hand: str, standing: Naive | None, **rules: bool | int) -> set[str]:
    """All sets of cards that may be played."""
    return {
        cards
        for cards in combinations_in(hand)
        for reading in readings(cards, **rules)  # type: ignore[arg-type]  # keywords of one mixed type
        if standing is None or beats(reading, standing)
    }
