"""What every game promises (``games/contract``), shown on random rounds of each that is registered."""

import pickle
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES, find_game
from games.base.actions import Action, Bid, Do, Pass, Play, action_text
from games.base.cards import rank_of, sort_cards
from games.base.errors import GameError, IllegalAction
from games.base.notation import read, read_action
from games.compare import action_key
from games.contract import Game
from games.kit.history import LAID
from games.meant import containing
from games.scenario import usual_players
from games.simulate import SeededDice, play_match
from tests.cases import each
from tests.seeds import seeds
from tests.strategies import positions, random_options

SEEDS = seeds(6, 20)
SCENARIOS = Path(__file__).parent.parent / "scenarios"


def rounds(game: Game[Any], numbers: range = SEEDS) -> Iterator[tuple[Any, ...]]:
    """Random rounds, the first under the standard rules and the others under any."""
    return (played(game.key, seed) for seed in numbers)


@cache
def played(key: str, seed: int) -> tuple[Any, ...]:
    """Every state of a round, which all tests of this file look at; states never change."""
    game = GAMES[key]
    return tuple(positions(game, seed, random_options(game, Random(seed)) if seed else None))


def acted(game: Game[Any], state: Any) -> list[int]:
    return [awaited.seat for awaited in game.awaited(state)]


def everything(game: Game[Any], state: Any) -> tuple[Any, ...]:
    seats = range(len(game.hands(state)))
    return game.hands(state), game.facts(state), [game.view(state, viewer) for viewer in (None, *seats)]


def refused(game: Game[Any], state: Any, seat: int, action: Action) -> bool:
    try:
        game.check(state, seat, action)
    except IllegalAction as error:
        return bool(error.rule and error.code)
    return False


def listed_as(game: Game[Any], action: Action) -> tuple[str, str]:
    """An action as ``legal`` lists it, by rank where suits do not matter."""
    return action_text(action).split()[0], action_key(action, game.suited)


def wild_actions(game: Game[Any], state: Any, random: Random) -> Iterator[Action]:
    """Actions that are mostly nonsense: any verb, any cards of any hand."""
    hands = game.hands(state)
    for _ in range(12):
        cards = random.choice(
            [hand for hand in hands if hand] or [game.pack(game.view(state, None).options, len(hands))]
        )
        some = tuple(random.sample(cards, min(len(cards), random.randint(1, 6))))
        yield Play(some)
        yield Play(some, reading="nonsense")
        yield Do(random.choice(sorted((game.verbs | {"dance"}) - {"play", "pass", "bid"})), some)
    yield Play(())
    yield Pass()
    yield from map(Bid, range(-1, 5))


def test_legal_actions_are_accepted_and_each_comes_once(game: Game[Any]) -> None:
    for states in rounds(game):
        for state in states:
            for seat in acted(game, state):
                legal = list(islice(game.legal(state, seat), 600))
                assert legal, "a seat that may act has something to do"
                for action in legal:
                    game.check(state, seat, action)
                assert len(legal) == len(set(legal))


def test_what_is_not_legal_is_refused_and_changes_nothing(game: Game[Any]) -> None:
    random = Random(5)
    for states in rounds(game):
        for state in random.sample(states, min(len(states), 12)):
            before = everything(game, state)
            for seat in range(len(game.hands(state))):
                legal = {listed_as(game, action) for action in game.legal(state, seat)}
                assert bool(legal) == (seat in acted(game, state))
                for action in wild_actions(game, state, random):
                    no = refused(game, state, seat, action)
                    if no:
                        with pytest.raises(IllegalAction):
                            game.apply(state, seat, action)
                    else:
                        game.apply(state, seat, action)
                    plain = not (isinstance(action, Play) and action.reading)
                    if plain and action != Bid(0):
                        cards = Counter(action.cards if isinstance(action, Play | Do) else ())
                        held = not cards - Counter(game.hands(state)[seat])
                        listed = held and listed_as(game, action) in legal
                        assert no is not listed, f"{action_text(action)}: legal says {listed}, check says {not no}"
            assert everything(game, state) == before


def test_of_all_subsets_of_a_small_hand_exactly_the_listed_ones_are_accepted(game: Game[Any]) -> None:
    looked_at = 0
    for states in rounds(game, range(12)):
        for state in states:
            for seat in acted(game, state):
                hand = game.hands(state)[seat]
                if len(hand) > 7 or "play" not in {
                    text.split()[0] for text in map(action_text, game.legal(state, seat))
                }:
                    continue
                legal = {listed_as(game, action) for action in game.legal(state, seat)}
                subsets = [Play(cards) for size in range(1, len(hand) + 1) for cards in combinations(hand, size)]
                accepted = {listed_as(game, play) for play in subsets if not refused(game, state, seat, play)}
                assert accepted == {entry for entry in legal if entry[0] == "play"}
                looked_at += 1
    assert looked_at > 20


SECRET = frozenset({"must_fours"})  # Keys of ``expect`` that are no public facts: a seat learns them from its own view
SECRET_BEFORE_PLAY = {"gongzhu": frozenset({"leader"})}  # Who holds the two of spades leads first


def test_cards_are_conserved(game: Game[Any]) -> None:
    for states in rounds(game):
        pack = Counter(game.pack(game.view(states[0], None).options, len(game.hands(states[0]))))
        for state in states:
            held = Counter(card for hand in game.hands(state) for card in hand)
            view = game.view(state, None)
            on_table = Counter(card for pile in view.piles for card in pile.cards or ())
            played = Counter(card for act in view.acts if act.verb in LAID for card in act.cards)
            assert not (held + on_table + played) - pack, "a card is there twice"
            hidden = sum(pile.count for pile in view.piles if pile.cards is None)
            assert (held + on_table + played).total() + hidden == pack.total(), "a card is lost"
            assert [seat.count for seat in view.seats] == [len(hand) for hand in game.hands(state)]


def test_hands_are_sorted(game: Game[Any]) -> None:
    for states in rounds(game):
        for state in states:
            assert all(hand == sort_cards(hand) for hand in game.hands(state))


def test_views_are_plain_and_hold_no_stranger_s_card(game: Game[Any]) -> None:
    for states in rounds(game):
        for state in states[:: max(1, len(states) // 12)]:
            hands = game.hands(state)
            for viewer in (None, *range(len(hands))):
                view = game.view(state, viewer)
                assert pickle.loads(pickle.dumps(view)) == view
                assert view.hand == (None if viewer is None else hands[viewer])
                assert view.viewer == viewer
                if game.phase(state) != "over":
                    for seat in view.seats:
                        assert not Counter(seat.shown) - Counter(hands[seat.seat])


def test_views_do_not_depend_on_the_order_of_the_hidden_pack(game: Game[Any]) -> None:
    """The same hands with the rest of the pack in another order look the same to everybody."""
    options = game.option_set.complete({})
    deal = game.deal(options, usual_players(game), {}, SeededDice(4))
    turned = type(deal)(deal.hands, deal.stock[::-1], deal.keys, deal.follows)
    one, other = game.start(options, deal, {}).state, game.start(options, turned, {}).state
    for viewer in (None, *range(len(deal.hands))):
        assert pickle.dumps(game.view(one, viewer)) == pickle.dumps(game.view(other, viewer))


def test_every_round_ends_with_a_result(game: Game[Any]) -> None:
    for states in rounds(game, range(20)):
        assert all(game.result(state) is None for state in states[:-1])
        result = game.result(states[-1])
        assert result is not None
        assert game.phase(states[-1]) == "over"
        assert game.facts(states[-1])["to_act"] == []
        assert len(result.points) == len(game.hands(states[-1]))


def test_facts_and_views_agree(game: Game[Any]) -> None:
    for states in rounds(game):
        for state in states:
            view, facts = game.view(state, None), game.facts(state)
            assert facts["phase"] == view.phase == game.phase(state)
            assert facts["to_act"] == acted(game, state) == [awaited.seat for awaited in view.awaited]
            assert facts["counts"] == [seat.count for seat in view.seats]
            assert (facts["standing"] is None) == (view.standing is None)
            assert facts["standing"] is None or facts["to_act"]
            hidden = SECRET if view.phase == "play" else SECRET | SECRET_BEFORE_PLAY.get(game.key, frozenset())
            known = {key: fact for key, fact in facts.items() if key not in hidden}
            assert known == {key: fact for key, fact in view.facts.items() if key not in hidden}
            assert known.keys() <= view.facts.keys() <= facts.keys()
            assert not SECRET & view.facts.keys()


def test_the_order_of_cards_never_matters(game: Game[Any]) -> None:
    random = Random(8)
    for states in rounds(game):
        for state in states:
            for seat in acted(game, state):
                action = random.choice(list(islice(game.legal(state, seat), 200)))
                if isinstance(action, Play | Do) and len(action.cards) > 1:
                    cards = tuple(random.sample(action.cards, len(action.cards)))
                    other: Action = Play(cards, action.reading) if isinstance(action, Play) else Do(action.verb, cards)
                    assert everything(game, game.apply(state, seat, other).state) == everything(
                        game, game.apply(state, seat, action).state
                    )


def test_the_first_lead_that_is_suggested_keeps_the_hand_whole(game: Game[Any]) -> None:
    """No single of a pair, nothing out of a bomb and nothing carried on one, unless it is the last play."""
    if game.suited:
        return
    for states in rounds(game):
        for state in states:
            for asked in game.awaited(state):
                view = game.view(state, asked.seat)
                if view.phase != "play" or view.standing is not None or asked.why != "lead":
                    continue
                first = next(one for one in game.suggest(state, asked.seat) if isinstance(one, Play))
                if first.cards == view.hand:
                    continue
                held = Counter(rank_of(card) for card in view.hand or () if card not in view.wild)
                used = Counter(rank_of(card) for card in first.cards if card not in view.wild)
                if len(used) == 1:  # of more than a bomb one may still leave a bomb
                    assert all(held[rank] == count or held[rank] >= count + 4 for rank, count in used.items())
                else:
                    assert all(held[rank] < 4 for rank in used)


def test_what_the_clock_and_the_suggestions_choose_is_legal(game: Game[Any]) -> None:
    for states in rounds(game):
        for state in states:
            for seat in acted(game, state):
                game.check(state, seat, game.fallback(state, seat))
                suggested = list(game.suggest(state, seat))
                assert suggested, "somebody who may act is offered something"
                assert suggested == list(game.suggest(state, seat)), "suggestions are deterministic"
                for action in suggested:
                    game.check(state, seat, action)


def test_what_goes_with_picked_cards_takes_them_and_more_and_leaves_no_shape_out(game: Game[Any]) -> None:
    random = Random(13)
    for states in rounds(game):
        for state in states:
            for seat in acted(game, state):
                action = random.choice(list(islice(game.legal(state, seat), 200)))
                cards = getattr(action, "cards", ())
                if len(cards) < 2:
                    continue
                picked = tuple(random.sample(cards, random.randrange(1, len(cards))))
                wild, found = game.view(state, seat).wild, containing(game, state, seat, picked, ())
                counted = [Counter(one if one in wild else rank_of(one) for one in these) for these in (picked, cards)]
                for one in found:
                    game.check(state, seat, one)
                    assert isinstance(one, Play | Do)
                    assert len(one.cards) > len(picked)
                    assert counted[0] <= Counter(card if card in wild else rank_of(card) for card in one.cards)
                taken = [Counter(card if card in wild else rank_of(card) for card in one.cards) for one in found]  # type: ignore[union-attr]
                assert counted[1] in taken


def test_a_seat_that_may_not_act_is_offered_nothing(game: Game[Any]) -> None:
    for states in rounds(game):
        for state in states:
            for seat in set(range(len(game.hands(state)))) - set(acted(game, state)):
                assert list(game.legal(state, seat)) == []
                assert list(game.suggest(state, seat)) == []


def test_recognised_plays_are_what_the_rules_accept(game: Game[Any]) -> None:
    random = Random(9)
    for states in rounds(game):
        for state in states:
            for seat in acted(game, state):
                for action in random.sample(
                    actions := list(islice(game.legal(state, seat), 300)), min(3, len(actions))
                ):
                    if isinstance(action, Play):
                        found = game.recognise(state, seat, action.cards)
                        assert found.legal
                        assert found.action is not None
                        game.check(state, seat, found.action)
                        for other, _, _ in found.others:
                            game.check(state, seat, other)


def test_what_is_written_is_read_back(game: Game[Any]) -> None:
    for states in rounds(game):
        for state in states:
            for seat in acted(game, state):
                for action in islice(game.legal(state, seat), 40):
                    assert read_action(action_text(action)) == action
                    assert game.read(state, seat, read(action_text(action))) == action


def test_reading_never_breaks(game: Game[Any]) -> None:
    texts = ["play 3", "play 3 3 as pair", "pass", "bid 2", "bid 9", "dance", "tribute 3s", "play X x", "play"]
    for states in rounds(game, range(2)):
        for state in states:
            for seat in range(len(game.hands(state))):
                for text in texts:
                    try:
                        action = game.read(state, seat, read(text))
                    except GameError:
                        continue
                    refused(game, state, seat, action)


def test_the_same_deal_and_actions_give_the_same_round(game: Game[Any]) -> None:
    assert [everything(game, state) for state in positions(game, 3)] == [
        everything(game, state) for state in positions(game, 3)
    ]


def test_a_match_under_any_preset_carries_on(game: Game[Any]) -> None:
    for preset in game.presets:
        options = game.option_set.complete(dict(preset.options))
        run = play_match(game, options, ["random"] * usual_players(game), SeededDice(1), rounds=3)
        assert run.rounds
        for before, after in zip(run.rounds, run.rounds[1:], strict=False):
            assert dict(after.record.carry) == dict(before.result.carry)
            assert before.result.winner is None


def test_every_ai_level_plays_a_round(game: Game[Any]) -> None:
    options = game.option_set.complete({})
    for level in game.levels:
        run = play_match(game, options, [level] * usual_players(game), SeededDice(2), rounds=1)
        assert run.rounds[-1].result.points


def test_game_is_found_by_its_key_and_names(game: Game[Any]) -> None:
    assert find_game(game.key) is game
    assert find_game(game.key.upper()) is game
    assert game.presets[0].key == "standard"
    assert game.presets[0].options == {}


def test_a_game_without_scenarios_would_fail(game: Game[Any]) -> None:
    assert list((SCENARIOS / game.key).glob("*.json")), f"{game.key} has no scenarios in {SCENARIOS}"


@given(name=st.text(max_size=12))
def test_a_word_means_a_game_only_if_it_is_one_of_its_names(name: str) -> None:
    """By letters and figures alone, which is more than ``find_game`` forgives and never less."""
    found = find_game(name)
    known = {letters(word) for key in GAMES for word in (key, *GAMES.names(key))}
    assert found is None or letters(name) in known


def letters(word: str) -> str:
    return "".join(letter for letter in word.lower() if letter.isalnum())


@each("word", ["", "mahjong", "dou", "dou dizhu 2", "doudizhux", "sgouji", "guan", "六家", "斗", "地主"])
def test_a_word_that_is_nearly_a_name_is_no_game(word: str) -> None:
    assert find_game(word) is None


def test_no_two_games_share_a_name() -> None:
    for key in GAMES:
        names = GAMES.names(key)
        for name in (key, *names, names[-1].title(), names[-1].replace(" ", "_")):
            found = find_game(name)
            assert found is not None, name
            assert found.key == key


def test_chinese_names_are_understood() -> None:
    found = find_game(" 斗地主 ")
    assert found is not None
    assert found.key == "doudizhu"
    assert find_game("麻将") is None
