"""Whole matches against the umpire, a second engine written from the sheet: play, draws, payments, totals, the end."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.base.actions import Action, Bid, Do, Pass, Play
from games.base.cards import RANKS, SMALL_JOKER, Cards, ranks_text
from games.base.errors import IllegalAction
from games.base.options import Options
from games.contract import Deal
from games.gandengyan import GAME
from games.simulate import SeededDice
from tests.games.gandengyan import naive
from tests.games.gandengyan.test_round import house, short_deal
from tests.games.gandengyan.test_sets import cards_in, letters_of
from tests.games.gandengyan.umpire import Match, Refused
from tests.seeds import seeds

_MATCHES = 40
_ROUNDS = 5  # In a match that does not end sooner
_LARGE = 9  # From so many cards on a hand has too many choices to look at each
_SEEN: Counter[str] = Counter()


def facts_of(state: Any) -> dict[str, Any]:
    facts: dict[str, Any] = dict(GAME.facts(state))
    if (standing := facts["standing"]) is not None:
        meant = letters("xX" if standing["kind"] == "rocket" else standing["as"])
        facts["standing"] = {
            "seat": standing["seat"],
            "cards": letters("".join(card[0] for card in standing["cards"].split())),
            "kind": standing["kind"],
            "as": meant,
        }
    return facts


def letters(text: str) -> str:
    return naive.ascending(text.replace(" ", ""))


def stock_of(cards: Cards) -> str:
    """The stock by rank, top first."""
    return ranks_text(cards).replace(" ", "")


def keys_for(random: Random, players: int, *, first: bool) -> dict[str, Any]:
    """What a deal may name besides the cards."""
    keys: dict[str, Any] = {}
    if first or random.random() < 0.2:
        keys["banker"] = random.randrange(players)
    if random.random() < 0.2:
        keys["leader"] = random.randrange(players)
    if random.random() < 0.3:
        keys["multiplier"] = random.choice((2, 8))
    if random.random() < 0.4:
        keys["plays"] = [random.randrange(3) for _ in range(players)]
    return keys


def play_round(random: Random, options: Options, state: Any, umpire: Match, told: list[Any]) -> Any:
    eager = random.choice((0.3, 0.6, 0.9))
    while True:
        facts, mine = facts_of(state), umpire.facts()
        wrong = {name: (facts[name], mine[name]) for name in mine if facts[name] != mine[name]}
        assert not wrong, (wrong, told, dict(options))
        hands = [letters_of(hand) for hand in GAME.hands(state)]
        assert hands == umpire.hands, (told, dict(options))
        if umpire.over:
            return state
        seat = umpire.turn
        compare_legal(random, state, umpire, told)
        foul(random, state, umpire, told)
        action = chosen(random, state, umpire, eager)
        told.append((seat, action))
        if umpire.standing is None and isinstance(action, Pass):
            _SEEN["stuck"] += 1
        state = GAME.apply(state, seat, action).state
        match action:
            case Play(cards, reading):
                umpire.act(seat, letters_of(cards), reading and letters(reading))
            case Pass():
                umpire.act(seat, None)
            case Do() | Bid():
                raise AssertionError(action)


def compare_legal(random: Random, state: Any, umpire: Match, told: list[Any]) -> None:
    """The legal lists where they are short; else whether what the room lists is lawful and what is lawful is listed."""
    seat, hand = umpire.turn, umpire.hands[umpire.turn]
    listed = [letters_of(one.cards) if isinstance(one, Play) else "pass" for one in GAME.legal(state, seat)]
    assert len(listed) == len(set(listed)), told
    if len(hand) < _LARGE:
        assert set(listed) == umpire.answers(), (set(listed) ^ umpire.answers(), told)
        return
    _SEEN["large"] += 1
    for cards in listed:
        assert cards == "pass" or umpire.meanings(cards), (cards, told)
    for _ in range(20):
        some = naive.ascending("".join(random.sample(hand, random.randint(1, 6))))
        assert bool(umpire.meanings(some)) == (some in listed), (some, told)


def foul(random: Random, state: Any, umpire: Match, told: list[Any]) -> None:
    """An attempt that may or may not be allowed: both engines say the same, and neither changes."""
    seat = random.choice((umpire.turn, umpire.turn, random.randrange(umpire.seats)))
    hand = umpire.hands[seat]
    some = naive.ascending("".join(random.sample(hand, random.randint(1, min(4, len(hand))))))
    named, known = None, [ranks for kind, ranks in naive.readings(some, umpire.options) if kind != "rocket"]
    if random.random() < 0.3:
        named = random.choice([*known, "".join(random.choice(RANKS[:13]) for _ in some)])
    passing = random.random() < 0.2
    action: Action = Pass()
    if not passing:
        action = Play(cards_in(state, seat, some), named and " ".join(letters(named)))
    meant = umpire.meanings(some) if seat == umpire.turn else ()
    if passing:
        lawful = seat == umpire.turn and "pass" in (umpire.answers() if len(hand) == 1 else _may_pass(umpire))
    else:
        lawful = any(named is None or reading == letters(named) for _, reading in meant)
    try:
        GAME.check(state, seat, action)
        allowed = True
    except IllegalAction:
        allowed = False
    assert allowed == lawful, (seat, action, told)
    if not lawful:
        _SEEN["refused"] += 1
        with pytest.raises(Refused):
            umpire.act(seat, None if passing else some, named)


def _may_pass(umpire: Match) -> set[str]:
    return {"pass"} if umpire.standing is not None else set()


def chosen(random: Random, state: Any, umpire: Match, eager: float) -> Action:
    """A legal action, joker plays more often than chance would have them, and often in another reading than the default."""
    actions = list(GAME.legal(state, umpire.turn))
    plays = [action for action in actions if isinstance(action, Play)]
    if not plays or (random.random() > eager and len(actions) > len(plays)):
        return random.choice(actions)
    jokers = [action for action in plays if len(action.cards) > 2 and action.cards[-1] >= SMALL_JOKER]
    action = random.choice(jokers if jokers and random.random() < 0.5 else plays)
    meant = umpire.meanings(letters_of(action.cards))
    if len(meant) > 1:
        _SEEN["readings"] += 1
        if random.random() < 0.6:
            return Play(action.cards, " ".join(random.choice(meant)[1]))
    return action


def play_match(seed: str) -> None:
    random = Random(seed)
    options, players = house(random), random.choice((2, 3, 4, 5, 6))
    full = random.random() < 0.25
    umpire = Match(options, players)
    carry: Any = {}
    for number in range(_ROUNDS):
        keys: dict[str, Any] = {}
        if full:
            dealt = GAME.deal(options, players, carry, SeededDice(f"{seed}.{number}"))
            assert number == 0 or dealt.keys["banker"] == umpire.next_banker
            keys = dict(dealt.keys)
        else:
            dealt, keys = short_deal(random, options, players), keys_for(random, players, first=number == 0)
        deal = Deal(dealt.hands, dealt.stock, keys, follows=number > 0)
        told: list[Any] = [seed, number, [letters_of(hand) for hand in deal.hands], stock_of(deal.stock), keys]
        state = GAME.start(options, deal, carry).state
        umpire.begin([letters_of(hand) for hand in deal.hands], stock_of(deal.stock), **keys)
        state = play_round(random, options, state, umpire, told)
        result = GAME.result(state)
        assert result is not None
        assert list(result.points) == umpire.points
        assert result.void == umpire.void
        assert result.winner == (None if umpire.winner is None else tuple(umpire.winner))
        assert list(result.won) == umpire.finished
        _SEEN["void"] += umpire.void
        _SEEN["doubled"] += umpire.multiplier > 8
        carry = result.carry
        if result.winner is not None:
            _SEEN["won"] += 1
            _SEEN["shared"] += len(result.winner) > 1
            return


def test_a_second_engine_agrees_on_whole_matches_that_show_every_side_of_the_game() -> None:
    _SEEN.clear()
    for number in seeds(_MATCHES, 10 * _MATCHES):
        play_match(f"whole.{number}")
    wanted = ("stuck", "void", "large", "readings", "refused", "doubled", "won", "shared")
    assert not [name for name in wanted if not _SEEN[name]], _SEEN
