"""The rules: scenarios and queries hold, views leak nothing, the players play, everything has words."""

import json
import pickle
from pathlib import Path
from random import Random

import pytest

from bot.present.presentation import game_of_rule, presentation_of, section_of
from bot.present.words import text as catalogue
from games import GAMES, find_game
from games.base.actions import Play
from games.base.errors import IllegalAction
from games.base.options import Flag
from games.check import check_paths
from games.contract import Deal
from games.kit.shedding import No
from games.simulate import SeededDice, play_match
from paodekuai.kinds import Kind
from tests.games.test_secrecy import again, heard, known_to, played_so_far, swapped
from tests.strategies import positions

GAME = GAMES["paodekuai"]
OPTIONS = GAME.option_set.complete({})
PACKAGE = Path(__file__).parents[1]


def test_it_stands_in_the_list_after_ours_and_is_found_by_its_names() -> None:
    assert list(GAMES)[-1] == "paodekuai"
    assert next(iter(GAMES)) == "doudizhu"
    assert not GAMES.faults
    for name in ("跑得快", "PDK", "Pao De Kuai", *GAMES.names("paodekuai")):
        assert find_game(name) is GAME


def test_every_scenario_and_every_query_holds() -> None:
    report = check_paths([str(PACKAGE / "scenarios")])
    assert not report.failures
    rules = {one["rule"] for one in json.loads((PACKAGE / "scenarios" / "rules.json").read_text(encoding="utf-8"))}
    assert len(rules) > 8


@pytest.mark.parametrize("seed", range(6))
def test_a_view_is_the_same_whoever_else_holds_the_hidden_cards(seed: int) -> None:
    """But where the rules themselves tell: who leads holds the 3 of spades, who has to beat and passes cannot."""
    random = Random(seed)
    deal = GAME.deal(OPTIONS, 3, {}, SeededDice(seed))
    state, done = played_so_far(GAME, deal, random.randrange(20), random)
    compared = 0
    for viewer in (None, 0, 1, 2):
        hidden = sorted(set(GAME.pack(OPTIONS, 3)) - known_to(GAME, state, viewer) - {0})
        where = {card: seat for seat, hand in enumerate(deal.hands) for card in hand}
        pairs = [(one, other) for one in hidden for other in hidden if where[one] < where[other]]
        for one, other in random.sample(pairs, min(len(pairs), 8)):
            hands, stock = swapped(deal.hands, deal.stock, one, other)
            try:
                elsewhere, told = again(GAME, Deal(hands, stock, deal.keys), done)
            except IllegalAction:
                continue
            here, originally = again(GAME, deal, done)
            assert pickle.dumps(GAME.view(elsewhere, viewer)) == pickle.dumps(GAME.view(here, viewer))
            assert heard(told, viewer) == heard(originally, viewer)
            compared += 1
    assert compared


def test_the_first_lead_holds_a_three_and_sixteen_cards_are_dealt() -> None:
    for seed in range(10):
        states = list(positions(GAME, seed))
        first, result = states[0], GAME.result(states[-1])
        assert [len(hand) for hand in GAME.hands(first)] == [16, 16, 16]
        (asked,) = GAME.awaited(first)
        assert GAME.hands(first)[asked.seat][0] == 0, "the holder of the 3 of spades"
        assert all(isinstance(play, Play) and play.cards[0] < 4 for play in GAME.legal(first, asked.seat))
        assert result is not None
        assert sum(result.points) == 0


def test_normal_players_beat_random_ones() -> None:
    dice, points = SeededDice(7), 0
    for _ in range(30):
        run = play_match(GAME, OPTIONS, ["normal", "random", "random"], dice, rounds=1)
        points += run.rounds[0].result.points[0]
    assert points > 150


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_everything_has_words(language: str) -> None:
    texts = catalogue.catalogue(language)
    wanted = {"game.paodekuai", "game_line.paodekuai", *(f"refusal.paodekuai.{code.value}" for code in No)}
    for option in GAME.option_set.options:
        wanted |= {f"option.paodekuai.{option.name}.title", f"web.option.paodekuai.{option.name}"}
        values = ("on", "off") if isinstance(option, Flag) else ()
        wanted |= {f"option.paodekuai.{option.name}.value.{value}" for value in values}
    wanted |= {f"preset.paodekuai.{one.key}.{part}" for one in GAME.presets for part in ("title", "line")}
    assert not wanted - set(texts)
    for kind in Kind:
        assert catalogue.first(language, (f"kind.paodekuai.{kind.value}", f"kind.{kind.value}"))
    assert presentation_of("paodekuai").sheet == "PK"
    assert game_of_rule("PK-20") == "paodekuai"
    for number in (1, 12, 20, 24, 30):
        assert f"rules.paodekuai.{section_of(f'PK-{number}')}" in texts
