"""Sets by definition, over rank letters, sharing no line with the room: every choice of cards is looked at by itself."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product

ORDER = "3456789TJQKA2xX"
Rules = Mapping[str, object]
ENOUGH = {"T": 5, "J": 4, "Q": 3, "K": 2, "A": 2}


def choices(hand: str) -> Iterator[str]:
    """Every non-empty choice of cards of a hand, by rank: the hand is a text of rank letters."""
    counts = Counter(hand)
    ranks = sorted(counts, key=ORDER.index)
    for amounts in product(*(range(counts[rank] + 1) for rank in ranks)):
        if any(amounts):
            yield "".join(rank * amount for rank, amount in zip(ranks, amounts, strict=True))


def is_set(cards: str) -> bool:
    """GJ-4, GJ-5."""
    natural = {card for card in cards if card not in "2xX"}
    if "3" in natural:
        return set(cards) == {"3"}
    return len(natural) <= 1


def base(cards: str) -> float:
    """GJ-4: the place of the base in the order; jokers by themselves above everything."""
    natural = [card for card in cards if card not in "2xX"]
    if natural:
        return ORDER.index(natural[0])
    return ORDER.index("2") if "2" in cards else 99


def kind(cards: str, rules: Rules) -> str | None:
    """GJ-6 with its options."""
    if not is_set(cards):
        return None
    if cards[0] == "3":
        return "threes"
    natural = [card for card in cards if card not in "2xX"]
    jokers = sum(card in "xX" for card in cards)
    twos = cards.count("2")
    if not natural:
        return "gouji"
    enough = natural[0] in ENOUGH and len(natural) + twos >= ENOUGH[natural[0]]
    if jokers:
        if rules.get("joker_gouji") != "threshold":
            return "gouji"
        return "gouji" if enough or (rules.get("two_gouji") == "any" and twos) else "plain"
    if twos:
        if enough:
            return "open" if rules.get("open_with_twos") else "gouji"
        return "gouji" if rules.get("two_gouji") == "any" else "plain"
    return "open" if enough else "plain"


def beats(new: str, old: str, rules: Rules) -> bool:
    """GJ-7 with its options."""
    if not is_set(new) or not is_set(old) or "3" in new:
        return False
    new_big, old_big, old_small = new.count("X"), old.count("X"), old.count("x")
    two_kill = rules.get("two_big_kill_one", "off")
    if two_kill != "off" and sorted(new) == ["X", "X"] and (old == "X" or (len(old) == 2 and old_big < 2)):
        return True
    if len(new) != len(old):
        return False
    higher = base(new) > base(old)
    only_jokers = all(card in "xX" for card in old)
    if two_kill == "on" and old_big:
        return new_big >= 2 * old_big + old_small and (higher or only_jokers)
    if rules.get("joker_compare") == "each_card":
        pairs = zip(_downwards(new), _downwards(old), strict=True)
        return all(mine > theirs for mine, theirs in pairs)
    if not old_big and not old_small:
        return "x" in new or "X" in new or higher
    return not old_big and new_big >= old_small and (higher or only_jokers)


def _downwards(cards: str) -> list[float]:
    values: list[float] = []
    for card in cards:
        values.append({"X": 1000.0, "x": 500.0}.get(card, base(cards)))
    return sorted(values, reverse=True)


def answers(hand: str, old: str, rules: Rules) -> set[str]:
    """Every set of the hand that beats a set."""
    return {cards for cards in choices(hand) if is_set(cards) and beats(cards, old, rules)}


def leads(hand: str) -> set[str]:
    """Every set that may be led: 3s only as all that is left."""
    found = {cards for cards in choices(hand) if is_set(cards)}
    return {cards for cards in found if cards[0] != "3" or len(cards) == len(hand)}
