"""Whole random matches under random house rules: the engine and the oracle agree after every step, allowed or not."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from games.base.actions import Play
from games.base.cards import cards_text, ranks_text
from games.base.errors import GameError
from games.base.notation import read
from games.check import run_scenario
from games.doudizhu import GAME
from games.scenario import begin, read_scenario
from tests.cases import each
from tests.games.doudizhu.oracle_engine import DECK, KINDS, RANKS, Meaning, Oracle, RefusedError, meanings, sort_key
from tests.seeds import seeds

VALUES: dict[str, list[Any]] = {
    "first_bidder": ["random", "three_of_hearts", "winner"], "bidding": ["once", "until_passed"],
    "all_pass": ["redeal", "force"], "scoring": ["stake", "cards_left"], "share": ["equal", "winner"],
    "spring": [1, 2, 3], "joker_kickers": ["none", "one", "both"], "equal_kickers": [True, False],
    "shuttles": [True, False], "deals": [0, 1, 2, 3], "target": [0, 1, 6, 20],
}  # fmt: skip


def random_options(rng: Random) -> dict[str, Any]:
    """Each option is left out half of the time."""
    return {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < 0.5}


def random_keys(rng: Random) -> dict[str, Any]:
    """A deal to bid on or a position to play: well shuffled, or in lumps as after a round, or trio upon trio, so that
    long kinds and those with two readings occur."""
    deck = sorted(DECK, key=sort_key)
    style = rng.random()
    if style < 0.4:
        rng.shuffle(deck)
    elif style < 0.6:
        deck.sort(key=lambda card: card in "xX" or card[1] == "c")
    else:
        lumps = [deck[at : at + 4] for at in range(0, 54, 4)]
        if rng.random() < 0.5:
            rng.shuffle(lumps)
        deck = [card for lump in lumps for card in lump]
        for _ in range(rng.randrange(12)):
            one, other = rng.randrange(54), rng.randrange(54)
            deck[one], deck[other] = deck[other], deck[one]
    if rng.random() < 0.6:
        hands = [deck[:17], deck[17:34], deck[34:51]]
        rng.shuffle(hands)
        keys: dict[str, Any] = {"phase": "bid", "stock": " ".join(deck[51:])}
        if rng.random() < 0.5:
            keys["leader"] = rng.randrange(3)
    else:
        trios = 0.4 <= style < 0.6
        sizes = [rng.choice([12, 15, 18] if trios else [1, 1, 2, 3, 5, 8, 12, 17, 18]) for _ in range(3)]
        hands = [deck[: sizes[0]], deck[18 : 18 + sizes[1]], deck[36 : 36 + sizes[2]]]
        rng.shuffle(hands)
        keys = {"phase": "play"} if rng.random() < 0.5 else {}
        choices = {"landlord": rng.randrange(3), "leader": rng.randrange(3), "bid": rng.randint(1, 3)}
        choices["bombs"] = rng.randrange(3)
        choices["plays"] = [rng.randrange(3) for _ in range(3)]  # type: ignore[assignment]  # one list among numbers
        keys |= {key: value for key, value in choices.items() if rng.random() < 0.5}
    return keys | {"hands": [" ".join(hand) for hand in hands]}


def random_step(rng: Random, oracle: Oracle, legal: list[str]) -> str:
    """Mostly something near to what is allowed: a legal play, or one with a card more, less or changed."""
    seat = oracle.turn if rng.random() < 0.95 else rng.randrange(4)
    if oracle.phase == "bid" or rng.random() < 0.02:
        return f"{seat}: " + rng.choice(["pass", "bid 0", "bid 1", "bid 2", "bid 3", "bid 4", "bid -1", "pass"])
    if rng.random() < 0.15:
        return f"{seat}: pass"
    most = rng.choice([1, 1, 6, 12, 16])
    long = [text for text in legal if len(text.split()) >= most]
    chosen = rng.choice(long or legal)
    cards = [] if chosen == "pass" else chosen.split()
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        if cards and rng.random() < 0.6:
            cards.remove(rng.choice(cards))
        if rng.random() < 0.6:
            cards.append(rng.choice(oracle.hands[oracle.turn] if rng.random() < 0.9 else DECK))
    text = f"{seat}: play {' '.join(cards)}"
    if len(cards) >= 12 and rng.random() < 0.3:
        return f"{text} as airplane_small"
    return f"{text} as {rng.choice(KINDS)}" if rng.random() < 0.2 else text


def oracle_does(oracle: Oracle, step: str) -> bool:
    """Whether the oracle took the step."""
    seat, _, rest = step.partition(": ")
    words, _, named = rest.partition(" as ")
    verb, *arguments = words.split()
    amount = int(arguments[0]) if verb == "bid" else 0
    try:
        oracle.do(int(seat), verb, arguments, named or None, amount)
    except RefusedError:
        return False
    return True


def engine_does(state: Any, step: str) -> Any:
    """The state after the step, ``None`` if it is refused."""
    seat, _, rest = step.partition(": ")
    try:
        action = GAME.read(state, int(seat), read(rest))
        GAME.check(state, int(seat), action)
    except GameError:
        return None
    return GAME.apply(state, int(seat), action).state


def compare(state: Any, oracle: Oracle) -> None:
    hands = [cards_text(hand).split() for hand in GAME.hands(state)]
    facts: dict[str, Any] = {**GAME.facts(state), "hands": hands}
    standing = GAME.view(state, None).standing
    if standing is not None:
        assert facts["standing"].pop("rank") == standing.rank, "which the oracle does not tell"
    assert facts == oracle.facts()
    if oracle.standing is None:
        assert standing is None
    else:
        assert standing is not None
        assert standing.rank == RANKS[oracle.standing[2][1]]


def compare_legal(state: Any, oracle: Oracle) -> list[str]:
    """All that the engine calls legal for the seat to act, by card; compared by rank when the hand is small."""
    if oracle.phase == "over":
        return []
    actions = list(GAME.legal(state, oracle.turn))
    if oracle.phase == "play" and len(oracle.hands[oracle.turn]) <= 7:
        shown = [ranks_text(action.cards) if isinstance(action, Play) else "pass" for action in actions]
        assert len(shown) == len(set(shown))
        assert set(shown) == oracle.legal()
    assert not any(list(GAME.legal(state, seat)) for seat in range(3) if seat != oracle.turn)
    return [cards_text(action.cards) if isinstance(action, Play) else "pass" for action in actions]


def play_match(seed: int) -> tuple[int, int, set[str]]:
    """A match of at most four deals; how many steps were taken and refused, and the kinds that were played."""
    rng = Random(seed)
    options = random_options(rng)
    complete = GAME.option_set.complete(options)
    previous: dict[str, Any] = {}
    if rng.random() < 0.3:
        previous = {"scores": [2, -5, 3], "deals": 0, "out": rng.choice([None, 0, 1, 2])}
        if 0 < options.get("target", 0) <= 3:
            previous["scores"] = [0, -1, 0]
    oracle = Oracle(options, previous)
    carry: Any = previous
    taken = refused = 0
    kinds = set()
    script: list[Any] = []
    first: dict[str, Any] = {}
    for number in range(4):
        keys = random_keys(rng)
        oracle.begin(keys)
        state: Any = begin(GAME, complete, keys, carry, follows=number > 0)[1].state
        if number == 0:
            first = keys | ({"previous": previous} if previous else {})
        else:
            script.append({"deal": keys})
        compare(state, oracle)
        legal = compare_legal(state, oracle)
        for _ in range(2000):
            if oracle.phase == "over":
                break
            step = random_step(rng, oracle, legal)
            after = engine_does(state, step)
            accepted = oracle_does(oracle, step)
            assert (after is not None) is accepted, (seed, step, oracle.facts())
            if accepted:
                state = after
                taken += 1
                script.append(step)
                compare(state, oracle)
                legal = compare_legal(state, oracle)
                if oracle.standing is not None:
                    kinds.add(oracle.standing[2][0])
            else:
                refused += 1
                script.append({"illegal": step})
        assert oracle.phase == "over"
        wanted = oracle.facts()
        wanted["hands"] = {str(seat): " ".join(reversed(hand)) for seat, hand in enumerate(wanted["hands"])}
        script.append({"expect": wanted})
        result = GAME.result(state)
        assert result is not None
        assert result.void is oracle.redeal
        carry = result.carry
        if oracle.winner() is not None:
            break
    whole: dict[str, Any] = {
        "title": str(seed),
        "game": "doudizhu",
        "options": options,
        "start": first,
        "steps": script,
    }
    assert run_scenario(read_scenario(whole)) is None
    return taken, refused, kinds


@pytest.mark.parametrize("block", seeds(1, 20))
def test_random_matches_go_as_the_oracle_says(block: int) -> None:
    played = [play_match(seed) for seed in range(10 * block, 10 * block + 10)]
    assert sum(taken for taken, _, _ in played) > 200
    assert sum(refused for _, refused, _ in played) > 50


@each("bidding", VALUES["bidding"])
@each("all_pass", VALUES["all_pass"])
@each("leader", range(3))
def test_every_bidding_there_can_be_ends_as_the_oracle_says(bidding: str, all_pass: str, leader: int) -> None:
    options: dict[str, Any] = {"bidding": bidding, "all_pass": all_pass}
    keys: dict[str, Any] = {"hands": ["3s 4s", "6h 7h", "9d Td"], "stock": "Qs Ks As", "phase": "bid", "leader": leader}
    oracle = Oracle(options, {})
    oracle.begin(keys)
    state: Any = begin(GAME, GAME.option_set.complete(options), keys, {}, follows=False)[1].state
    open_ends, ended = [(state, oracle)], 0
    while open_ends:
        state, oracle = open_ends.pop()
        compare(state, oracle)
        if oracle.phase != "bid":
            ended += 1
            continue
        for call in ("pass", "bid 0", "bid 1", "bid 2", "bid 3", "bid 4"):
            step, later = f"{oracle.turn}: {call}", deepcopy(oracle)
            after = engine_does(state, step)
            assert (after is not None) is oracle_does(later, step)
            if after is not None and call != "bid 0":
                open_ends.append((after, later))
    assert ended > 10


def test_every_kind_is_seen_by_the_oracle() -> None:
    examples = [
        "X", "2 2", "7 7 7", "7 7 7 3", "7 7 7 3 3", "3 4 5 6 7", "3 3 4 4 5 5", "3 3 3 4 4 4", "3 3 3 4 4 4 7 9",
        "3 3 3 4 4 4 7 7 9 9", "8 8 8 8 3 5", "8 8 8 8 3 3 5 5", "5 5 5 5 6 6 6 6", "5 5 5 5 6 6 6 6 9 J",
        "5 5 5 5 6 6 6 6 9 9 J J", "4 4 4 4", "x X",
    ]  # fmt: skip
    options = Oracle({}, {}).options
    found: list[list[Meaning]] = [meanings(text.split(), options) for text in examples]
    assert [[one[0] for one in ways] for ways in found] == [[kind] for kind in KINDS]
