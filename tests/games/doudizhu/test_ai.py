"""The AI players: they play by the rules, from their view alone, and well enough (``bench.ai`` has the full figures)."""

import pytest

from bench.ai import Ours, RandomDice, against_random, from_both_sides, rule_player
from games.base.actions import Bid, Pass, Play
from games.base.cards import RANKS, Cards, card_text, full_pack, make_card, sort_cards
from games.contract import Deal, View
from games.doudizhu import GAME
from games.doudizhu.ai.player import call, landlord_wins, situation, suggested_plays, think
from games.doudizhu.combos import readings
from games.doudizhu.kinds import ComboRules, Kind
from games.kit.counts import pack, take
from tests.seeds import ALL

RULES = ComboRules()


def counts(text: str) -> int:
    return sum(1 << 4 * RANKS.index(rank) for rank in text)


def position(*hands: str, landlord: int = 0, leader: int = 0, steps: tuple[tuple[int, str], ...] = ()) -> View:
    """The view of the seat to act after some plays (``""`` is a pass). Suits go round from hand to hand."""
    used = [0] * 15
    dealt: list[Cards] = []
    for text in hands:
        cards = []
        for rank in map(RANKS.index, text):
            cards.append(make_card(rank, used[rank]))
            used[rank] += 1
        dealt.append(sort_cards(cards))
    deal = Deal(tuple(dealt), keys={"landlord": landlord, "leader": leader})
    state = GAME.start(GAME.option_set.complete({}), deal, {}).state
    for seat, ranks in steps:
        action = Play(take(GAME.hands(state)[seat], counts(ranks))) if ranks else Pass()
        state = GAME.apply(state, seat, action).state
    return GAME.view(state, GAME.awaited(state)[0].seat)


def choice(view: View, level: str = "normal") -> str:
    action = think(view, level, RandomDice(0))
    return "".join(card_text(card)[0] for card in action.cards) if isinstance(action, Play) else "pass"


def test_a_view_is_understood_in_full() -> None:
    view = position("33445566778899x", "TTTJJQ", "KKAA22", steps=((0, "33445566"), (1, "")))
    seen = situation(view)
    assert (seen.seat, seen.landlord, seen.sizes, seen.standing_seat) == (2, 0, (7, 6, 6), 0)
    assert seen.standing == readings(counts("33445566"), RULES)[0]
    assert seen.hand == counts("KKAA22")
    assert seen.hand + seen.unseen + counts("33445566") == pack(full_pack())


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_goes_out_when_it_can(level: str) -> None:
    assert choice(position("34567", "89", "TJ"), level) == "34567"
    assert choice(position("39", "8A", "TJ", leader=0, steps=((0, "3"),)), level) != "pass"
    assert choice(position("3K", "9999", "TJ", steps=((0, "3"),)), level) == "9999"


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_wins_for_certain_when_nothing_can_beat_it(level: str) -> None:
    assert choice(position("xX3", "456789T", "456789T"), level) == "xX"


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_does_not_feed_a_single_card_to_the_landlord(level: str) -> None:
    assert choice(position("K", "4499", "6789", leader=1), level) in {"44", "99"}


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_gives_the_partner_its_last_card(level: str) -> None:
    assert choice(position("789TJQKA", "3JQQKK", "4", leader=1), level) == "3"


def test_leaves_the_trick_to_a_partner_about_to_win_it() -> None:
    view = position("3456789TJ", "2K", "446699AA", steps=((0, "3"), (1, "2")))
    assert choice(view) == "pass"


def test_does_not_bomb_a_partner() -> None:
    view = position("3356789TJ", "K556", "4444789", steps=((0, "3"), (1, "K")))
    assert choice(view) == "pass"


def test_stops_a_landlord_with_one_card_left() -> None:
    view = position("9T", "3478AA", "66778", steps=((0, "9"),))
    assert choice(view) == "A"


def test_bids_high_on_a_strong_hand_and_passes_on_a_weak_one() -> None:
    assert call(counts("3334445556662222xX"[:17]), 0) == 3
    assert call(counts("3456789TJQKA2222X"), 2) == 3
    assert call(counts("3345578899TTJJQKA"[:17]), 0) == 0
    assert call(counts("3456789TJQKA2222X"), 3) == 0


def test_high_cards_make_a_landlord() -> None:
    plain = "33456789TJJQKKAA2"
    assert (
        landlord_wins(counts(plain)) < landlord_wins(counts("2" + plain[1:])) < landlord_wins(counts("X2" + plain[2:]))
    )


def test_tables_of_three_are_not_thrown_in_for_ever() -> None:
    options = GAME.option_set.complete({})
    dice = RandomDice(6)
    stakes = [0, 0, 0, 0]
    for _ in range(400):
        state = GAME.start(options, GAME.deal(options, 3, {}, dice), {}).state
        while GAME.phase(state) == "bid":
            seat = GAME.awaited(state)[0].seat
            action = think(GAME.view(state, seat), "normal", dice)
            assert isinstance(action, Bid | Pass)
            state = GAME.apply(state, seat, action).state
        stakes[0 if GAME.phase(state) == "over" else int(str(GAME.facts(state)["bid"]))] += 1
    assert stakes[0] < 40
    assert all(number > 5 for number in stakes[1:])  # most hands that are worth a bid are worth the highest


def test_suggests_the_least_that_beats_and_breaks_nothing() -> None:
    standing = readings(counts("6"), RULES)[0]
    assert suggested_plays(counts("579TJQK2"), standing, RULES)[0] == counts("7")
    standing = readings(counts("55"), RULES)[0]
    assert suggested_plays(counts("667778899"), standing, RULES, most=1)[0] != counts("77")


def test_suggests_bombs_last() -> None:
    standing = readings(counts("9"), RULES)[0]
    plays = suggested_plays(counts("33334TKxX"), standing, RULES)
    kinds = [readings(play, RULES)[0].kind for play in plays]
    assert kinds[0] is Kind.SOLO
    assert kinds[-2:] in ([Kind.BOMB, Kind.ROCKET], [Kind.ROCKET, Kind.BOMB])


DEALS = 80 if ALL else 36


def test_normal_beats_random_play() -> None:
    assert against_random(Ours("normal"), DEALS)["all"]["rate"] > 0.90


def test_normal_beats_the_rule_player_of_rlcard() -> None:
    try:
        other = rule_player()
    except ImportError:
        pytest.skip("RLCard is not installed: the AI is NOT measured against its rule player")
    assert from_both_sides(Ours("normal"), other, DEALS)["all"]["rate"] > 0.65


def test_strong_beats_normal() -> None:
    assert from_both_sides(Ours("strong"), Ours("normal"), DEALS * 2 // 3)["all"]["rate"] > 0.5


def test_normal_beats_easy() -> None:
    assert from_both_sides(Ours("normal"), Ours("easy"), DEALS)["all"]["rate"] > 0.5


def test_easy_beats_random_play() -> None:
    assert against_random(Ours("easy"), DEALS)["all"]["rate"] > 0.75
