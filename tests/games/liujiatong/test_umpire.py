"""Whole series against the umpire, a second engine written from the sheet: play, readings, points, totals."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

import pytest

from games.base import notation
from games.base.actions import Play
from games.base.cards import RANKS, Cards, full_pack, make_card, ranks_text, sort_cards
from games.base.errors import GameError
from games.contract import Deal
from games.liujiatong import GAME
from tests.games.liujiatong import naive
from tests.games.liujiatong.test_combos import small_hand, spaced
from tests.games.liujiatong.umpire import Umpire
from tests.seeds import seeds
from tests.strategies import random_options

_SERIES = 12
_ROUNDS = 4  # In a series that does not end sooner
_SEEN: Counter[str] = Counter()


def text(cards: Cards | str) -> str:
    written = cards if isinstance(cards, str) else ranks_text(cards)
    return naive.in_order("".join(letter for letter in written if letter in RANKS))


def cards_of(hands: Sequence[str]) -> tuple[Cards, ...]:
    """Cards of these ranks, suits as they come."""
    dealt: Counter[str] = Counter()
    found: list[Cards] = []
    for hand in hands:
        mine = []
        for rank in hand:
            mine.append(make_card(RANKS.index(rank), dealt[rank] % 4))
            dealt[rank] += 1
        found.append(sort_cards(mine))
    return tuple(found)


def flight_of(random: Random) -> str:
    """A flight and two more cards, some of them jokers."""
    meant = random.choice([made for made, _ in naive.known(random.choice((10, 10, 10, 15))) if made.kind == "flight"])
    cards = [*random.choice((meant.ranks, meant.ranks[1:])), *random.choices(naive.NATURAL, k=2)]
    for joker in random.choice(("", "x", "xX", "xxX")):
        cards[random.randrange(len(cards))] = joker
    return naive.in_order("".join(cards))


def hands_of(random: Random) -> list[str]:
    """Small hands out of the pack, some empty, now and then a long row of one rank; never a whole side out."""
    mood = random.random()
    left = Counter(text(full_pack(4)))
    sizes = [random.choice((0, 1, 1, 2, 3, 5, 7, 9)) if mood < 0.7 else random.randint(2, 9) for _ in range(6)]
    for side in (0, 1):
        sizes[side] = sizes[side] or 1
    hands = []
    for size in sizes:
        hand = small_hand(random, size)
        if size > 5 and random.random() < 0.15:
            hand = flight_of(random)
        elif size > 4 and random.random() < 0.4:
            hand = random.choice("325A") * random.randint(7, 10) + random.choice(("", "x", "xxxx", "XXXX", "X"))
        kept = Counter(hand) & left
        left -= kept
        hands.append(naive.in_order("".join(kept.elements())))
    return hands if all(any(hands[side::2]) for side in (0, 1)) else hands_of(random)


def check_facts(state: Any, umpire: Umpire, told: list[Any]) -> None:
    facts: dict[str, Any] = dict(GAME.facts(state))
    mine = umpire.facts()
    if facts["standing"]:
        told_of = {name: facts["standing"][name] for name in ("seat", "kind", "top")}
        facts["standing"] = {**told_of, "cards": text(facts["standing"]["cards"])}
    wrong = {}
    for name, wanted in mine.items():
        got = facts[name]
        if (list(got) if isinstance(got, tuple) else got) != wanted:
            wrong[name] = (got, wanted)
    assert not wrong, (wrong, told, umpire.told, dict(umpire.rules))
    assert [text(hand) for hand in GAME.hands(state)] == [umpire.hand(seat) for seat in range(6)], (told, umpire.told)


def accepted(state: Any, seat: int, said: str) -> bool:
    try:
        GAME.check(state, seat, GAME.read(state, seat, notation.read(said)))
    except GameError:
        return False
    return True


def probe(random: Random, state: Any, umpire: Umpire, told: list[Any]) -> None:
    """Something that may or may not be allowed: both say the same."""
    seat = umpire.turn if random.random() < 0.9 else random.randrange(6)
    hand = umpire.hand(seat) if random.random() < 0.95 else umpire.hand((seat + 1) % 6)
    if not hand:
        return
    cards = naive.in_order("".join(random.sample(hand, random.randint(1, min(len(hand), 10)))))
    ranks = None
    if random.random() < 0.5:
        possible = naive.readings(cards)
        ranks = random.choice(possible).ranks if possible else cards
    said = f"play {spaced(cards)}" + (f" as {spaced(ranks)}" if ranks else "")
    allowed = umpire.read(seat, cards, ranks) is not None
    assert accepted(state, seat, said) is allowed, (seat, said, told, umpire.told)
    may_pass = umpire.phase == "play" and seat == umpire.turn and umpire.standing is not None
    assert accepted(state, seat, "pass") is may_pass, (seat, told, umpire.told)


def is_flight(cards: str) -> bool:
    return any(made.kind == "flight" for made in naive.readings(cards))


def chosen(random: Random, lawful: set[str], meek: float) -> str:
    plays = sorted(lawful - {"pass"})
    if not plays or ("pass" in lawful and random.random() < meek):
        return "pass"
    rare = [cards for cards in plays if cards in ("xxxx", "XXXX") or (len(cards) > 9 and is_flight(cards))]
    if rare and random.random() < 0.5:
        return random.choice(rare)
    if random.random() < 0.3:
        return max(plays, key=len)
    return random.choice(plays)


def act(state: Any, umpire: Umpire, seat: int, choice: str, ranks: str | None) -> Any:
    """The same by both."""
    if choice == "pass":
        umpire.decline(seat)
        return GAME.apply(state, seat, GAME.read(state, seat, notation.read("pass"))).state
    made = umpire.read(seat, choice, ranks)
    assert made
    _SEEN[made.kind] += 1
    _SEEN["named"] += ranks is not None
    umpire.play(seat, choice, ranks)
    said = f"play {spaced(choice)}" + (f" as {spaced(ranks)}" if ranks else "")
    return GAME.apply(state, seat, GAME.read(state, seat, notation.read(said))).state


def named(random: Random, umpire: Umpire, cards: str) -> str | None:
    """Now and then a reading that beats what stands."""
    if random.random() < 0.5 or cards == "pass":
        return None
    old = umpire.standing
    among = [made for made in naive.readings(cards) if old is None or naive.beats(made, old[2])]
    return random.choice(among).ranks


def play_round(random: Random, state: Any, umpire: Umpire, told: list[Any]) -> Any:
    meek = random.choice((0, 0.3, 0.6))
    while True:
        check_facts(state, umpire, told)
        if umpire.phase == "over":
            return state
        seat = umpire.turn
        lawful = umpire.legal(seat)
        listed = [text(entry.cards) if isinstance(entry, Play) else "pass" for entry in GAME.legal(state, seat)]
        assert len(listed) == len(set(listed)), (listed, told, umpire.told)
        assert set(listed) == lawful, (set(listed) ^ lawful, seat, told, umpire.told)
        assert not list(GAME.legal(state, (seat + 1) % 6))
        for _ in range(3):
            probe(random, state, umpire, told)
        choice = chosen(random, lawful, meek)
        state = act(state, umpire, seat, choice, named(random, umpire, choice))


def play_series(seed: str) -> None:
    random = Random(seed)
    options = random_options(GAME, random, target=(0, 1, 20, 60, 150, 1000))
    previous: dict[str, Any] = {}
    if random.random() < 0.3:
        previous = {"scores": [random.choice((0, 5, 10, 40)) for _ in range(6)], "leader": 0, "first_out": 1}
    even, odd = (sum(previous.get("scores", ())[side::2]) for side in (0, 1))
    if options["target"] and even != odd and max(even, odd) >= options["target"]:
        previous = {}  # a series that is over cannot go on
    umpire, carry = Umpire(options, previous), dict[str, Any](previous)
    for number in range(_ROUNDS):
        hands = hands_of(random)
        keys: dict[str, Any] = {}
        if not hands[umpire.settled()] or random.random() < 0.5:
            keys["leader"] = random.choice([seat for seat in range(6) if hands[seat]])
        gone = [seat for seat in range(6) if not hands[seat]]
        if gone and random.random() < 0.7:
            random.shuffle(gone)
            keys["finished"] = gone
        if random.random() < 0.5:
            keys["taken"] = [random.choice((0, 0, 5, 30)) for _ in range(6)]
        told: list[Any] = [seed, number, hands, keys, dict(carry)]
        state = GAME.start(options, Deal(cards_of(hands), keys=keys, follows=number > 0), carry).state
        umpire.begin(hands, keys.get("leader"), keys.get("finished"), keys.get("taken"))
        state = play_round(random, state, umpire, told)
        result = GAME.result(state)
        assert result is not None
        assert list(result.points) == umpire.points
        assert sorted(result.won) == [seat for seat in range(6) if seat % 2 == umpire.round_winner]
        assert (None if result.winner is None else sorted(result.winner)) == umpire.winner
        carry = dict[str, Any](result.carry)
        _SEEN["drawn"] += len(set(umpire.facts()["team_points"])) == 1
        _SEEN["won by the others"] += umpire.round_winner != umpire.finished[-1] % 2
        _SEEN.update({f"{len(umpire.finished)} out": 1, "leftover": int(bool(umpire.leftover))})
        _SEEN["led by who led before"] += "leader" not in keys and options["first_lead"] == "same" and number > 0
        _SEEN["led by the first out"] += "leader" not in keys and options["first_lead"] == "first_out" and number > 0
        if umpire.winner is not None:
            _SEEN["won"] += 1
            return


def test_a_second_engine_agrees_on_whole_series_that_show_every_side_of_the_game() -> None:
    _SEEN.clear()
    for number in seeds(3 * _SERIES, 15 * _SERIES):
        play_series(f"umpire all.{number}")
    wanted = {
        "single", "pair", "triple", "triple_pair", "bomb", "joker_bomb", "straight", "pair_chain", "triple_chain", "flight",
        "named", "drawn", "won by the others", "3 out", "4 out", "5 out", "leftover", "won", "led by who led before",
        "led by the first out",
    }  # fmt: skip
    assert not {name for name in wanted if not _SEEN[name]}


@pytest.mark.parametrize("seed", range(2))
def test_a_second_engine_agrees_on_whole_deals(seed: int) -> None:
    """Hands of 36 cards: the lists are too long to be made twice, but every play and every refusal is compared."""
    random, pack = Random(f"deal {seed}"), list(full_pack(4))
    random.shuffle(pack)
    options = random_options(GAME, random, target=(0, 1, 20, 60, 150, 1000))
    dealt = tuple(sort_cards(pack[seat::6]) for seat in range(6))
    umpire, leader = Umpire(options), random.randrange(6)
    state = GAME.start(options, Deal(dealt, keys={"leader": leader}), {}).state
    umpire.begin([text(hand) for hand in dealt], leader)
    while umpire.phase != "over":
        check_facts(state, umpire, [seed])
        seat = umpire.turn
        for _ in range(6):
            probe(random, state, umpire, [seed])
        listed = list(islice(GAME.legal(state, seat), random.choice((5, 50, 600))))
        plays = [text(action.cards) for action in listed if isinstance(action, Play)]
        assert all(umpire.read(seat, cards) for cards in plays)
        choice = random.choice(plays) if plays and random.random() < 0.8 else "pass"
        if choice == "pass" and umpire.standing is None:
            choice = plays[0]
        state = act(state, umpire, seat, choice, named(random, umpire, choice))
    check_facts(state, umpire, [seed])


@pytest.mark.parametrize("block", seeds(1, 6))
def test_jokers_become_the_highest_that_beats_what_stands(block: int) -> None:
    random, options, several = Random(f"highest {block}"), GAME.option_set.complete({}), 0
    while several < 40:
        size = random.choice((5, 5, 6, 8, 10))
        meant = random.choice([made for made, _ in naive.known(size) if not made.is_bomb])
        cards = list(meant.ranks)
        for at in random.sample(range(size), random.choice((1, 2, 3))):
            cards[at] = random.choice("xX")
        new = naive.in_order("".join(cards))
        old = random.choice([made for made, _ in naive.known(size) if made.kind == meant.kind])
        beating = [made for made in naive.readings(new) if naive.beats(made, old)]
        if len({made.place for made in beating}) < 2:
            continue
        several += 1
        hands = cards_of([old.ranks + "45", new + "45", *["4679"] * 4])
        state = GAME.start(options, Deal(hands), {}).state
        umpire = Umpire(options)
        umpire.begin([text(hand) for hand in hands])
        for seat, chosen_cards in ((0, old.ranks), (1, new)):
            state = act(state, umpire, seat, chosen_cards, None)
            check_facts(state, umpire, [old, new])
