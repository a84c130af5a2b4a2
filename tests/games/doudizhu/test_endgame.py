"""The search of endgames says what trying everything says, and what may not be known does not count."""

import random
from collections.abc import Iterator

import pytest

from games.base.actions import Play
from games.base.cards import Cards, full_pack, sort_cards
from games.contract import Deal
from games.doudizhu import GAME
from games.doudizhu.ai import strong
from games.doudizhu.ai.choice import Situation
from games.doudizhu.ai.strong import is_endgame, shares_won
from games.doudizhu.combos import legal_plays
from games.doudizhu.native import CORE
from games.doudizhu.options import house_rules
from games.doudizhu.state import Over, Playing, State
from games.kit.counts import pack

OPTIONS = GAME.option_set.complete({})
HOUSE = house_rules(OPTIONS)


def landlord_wins(state: State) -> bool:
    """Try everything by the rules."""
    if isinstance(state, Over):
        return state.points[0] > 0
    assert isinstance(state, Playing)
    best = any if state.turn == 0 else all
    return best(map(landlord_wins, everything_after(state)))


def everything_after(state: Playing) -> Iterator[State]:
    return (GAME.apply(state, state.turn, action).state for action in GAME.legal(state, state.turn))


def peasant(rng: random.Random, sizes: tuple[int, int, int], low: int) -> tuple[Situation, tuple[Cards, ...]]:
    """A peasant on lead, who knows that the landlord holds what is left of the kitty, and so what everybody holds."""
    cards = rng.sample([card for card in full_pack() if card >= low], sum(sizes))
    dealt = cards[: sizes[0]], cards[sizes[0] : sizes[0] + sizes[1]], cards[sizes[0] + sizes[1] :]
    hands = [pack(hand) for hand in dealt]
    seen = Situation(
        hand=hands[1],
        seat=1,
        landlord=0,
        sizes=sizes,
        unseen=hands[0] + hands[2],
        standing=None,
        standing_seat=1,
        known=hands[0],
    )
    return seen, tuple(map(sort_cards, dealt))


def test_it_finds_what_trying_everything_finds() -> None:
    rng, found = random.Random(4), set()
    for _ in range(40):
        seen, hands = peasant(rng, (3, 3, 2), 28)
        begun = GAME.start(OPTIONS, Deal(hands, keys={"landlord": 0, "leader": 1}), {}).state
        assert isinstance(begun, Playing)
        plays = [pack(action.cards) for action in GAME.legal(begun, 1) if isinstance(action, Play)]
        shares = shares_won(seen, 0, plays, HOUSE)
        assert shares == [float(not landlord_wins(state)) for state in everything_after(begun)]
        found |= set(shares or ())
    assert found == {0.0, 1.0}


def test_hidden_hands_are_all_tried() -> None:
    """One of two others holds the ace that beats a king; only if that is the landlord the king loses."""
    unseen = pack([card for card in full_pack() if card >= 44][:1]) + pack(
        [card for card in full_pack() if card < 8][:3]
    )
    king, low = 1 << 40, 1
    seen = Situation(
        hand=king + low, seat=1, landlord=0, sizes=(2, 2, 2), unseen=unseen, standing=None, standing_seat=1
    )
    assert is_endgame(seen)
    shares = shares_won(seen, 0, [king, low], HOUSE)
    assert shares is not None
    assert 0.2 < shares[0] < 0.8


def test_large_hands_are_left_to_the_networks() -> None:
    seen, _ = peasant(random.Random(1), (3, 10, 15), 0)
    assert not is_endgame(seen)


@pytest.mark.skipif(CORE is None, reason="no native core: it was NOT compared with the search in Python")
def test_the_core_searches_as_python_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same shares, and it gives up at the same position."""
    rng, compared = random.Random(5), []
    for number in range(60):
        seen, _ = peasant(rng, (7, rng.randint(3, 9), 6), 12)
        plays = list(legal_plays(seen.hand, None, seen.rules))[:30]
        asked = seen, 0, plays, HOUSE, rng.randint(100, 4_000)
        by_core = shares_won(*asked)
        with monkeypatch.context() as patched:
            patched.setattr(strong, "searched", lambda *_: None)
            assert shares_won(*asked) == by_core, number
        compared.append(by_core)
    assert None in compared
    assert sum(shares is not None for shares in compared) > 10
