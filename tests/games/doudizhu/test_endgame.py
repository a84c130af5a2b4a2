"""The search of endgames says what trying everything says, and what may not be known does not count."""

import random

from games.base.cards import full_pack
from games.doudizhu import GAME
from games.doudizhu.ai.choice import Situation
from games.doudizhu.ai.strong import is_endgame, shares_won
from games.doudizhu.fast_round import FastRound
from games.doudizhu.options import house_rules
from games.kit.counts import pack

HOUSE = house_rules(GAME.option_set.complete({}))


def landlord_wins(now: FastRound) -> bool:
    """Try everything."""
    if now.is_over:
        return now.winner == now.landlord
    best = any if now.turn == now.landlord else all
    return best(landlord_wins(after(now, play)) for play in now.legal())


def after(now: FastRound, play: int) -> FastRound:
    then = now.copy()
    then.step(play)
    return then


def peasant(rng: random.Random, sizes: tuple[int, int, int], low: int) -> tuple[Situation, list[int]]:
    """A peasant on lead, who knows that the landlord holds what is left of the kitty, and so what everybody holds."""
    cards = rng.sample([card for card in full_pack() if card >= low], sum(sizes))
    hands: list[int] = [
        pack(cards[: sizes[0]]),
        pack(cards[sizes[0] : sizes[0] + sizes[1]]),
        pack(cards[sizes[0] + sizes[1] :]),
    ]
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
    return seen, hands


def test_it_finds_what_trying_everything_finds() -> None:
    rng, found = random.Random(4), set()
    for _ in range(60):
        seen, hands = peasant(rng, (3, 4, 3), 28)
        begun = FastRound.resumed(hands, 0, 1, HOUSE)
        plays = begun.legal()
        shares = shares_won(seen, 0, plays, HOUSE)
        assert shares == [float(not landlord_wins(after(begun, play))) for play in plays]
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
