"""Gou Ji: every refusal says what would be possible, and everything that can happen has words."""

from itertools import combinations
from typing import Any

from bot.present import render
from bot.present.presentation import presentation_of
from bot.present.words import text as catalogue
from bot.session.port.updates import Notice
from games.base.actions import Do, Play
from games.gouji import GAME
from tests.cases import each
from tests.present.gouji_table import ALL_ANSWERED, burning, declaring, duel, six, tributes, yielding
from tests.present.position import Position
from tests.present.rounds import match_states
from tests.present.test_matches import check_words


def small_joker() -> Position:
    """A pair with a small joker stands, and the opposite is asked."""
    return six("6 x 5", "8", "9", "9 x 4", "6", "6").does("0 play 6 x")


def offer() -> Position:
    return six("A 2 9 4", "7 2×2 X", "7", "6", "7", "5").does("0 play A 2", "3 pass")


REFUSALS = [
    (lambda: duel().does("3 pass"), "0 play 9 4", "two_ranks", "one rank"),
    (lambda: six("3 4 x", *["9"] * 5), "0 play 3 x", "threes_alone", "by themselves"),
    (lambda: six("3 4 x", *["9"] * 5), "0 play 3", "threes_last", "Play another rank first"),
    (yielding, "3 play T", "wrong_size", "has 2 cards, yours has 1"),
    (lambda: six("9×2 4", "8×2 4", *["6 5"] * 4).does("0 play 9 9"), "1 play 8 8", "base_too_low", "Your 8 is not above the 9"),
    (small_joker, "3 play 9 x", "jokers_not_topped", "1 small joker needs"),
    (duel, "3 play 9", "wrong_size", "Play 2"),
    (duel, "1 pass", "duel_only", "only the opposite"),
    (duel, "3 yield", "yield_gouji", "answer it, or pass"),
    (burning, "4 pass", "burn_only", "one player is asked at a time"),
    (lambda: burning().does("2 pass"), "5 play 9", "run_needs_joker", "Hang one on it"),
    (offer, "1 burn 2 2", "burn_needs_joker", "Don't burn"),
    (yielding, "1 play 5", "barred", "wait until the next lead"),
    (declaring, "2 challenge", "no_four", "No declaration"),
    (declaring, "2 revolt", "main_cards", "without 2s and jokers"),
    (lambda: declaring().does("0 decline"), "0 challenge", "answered", "cannot be changed"),
    (lambda: declaring().does(*ALL_ANSWERED), "0 decline", "not_asked", "Only those whose opposite"),
    (lambda: declaring().does(*ALL_ANSWERED), "4 revolt", "counter_only", "challenge back"),
    (lambda: declaring(revolution=False), "0 revolt", "no_revolution", "no revolutions"),
    (tributes, "0 return 5 5", "return_count", "exactly as many"),
    (tributes, "0 decline", "no_decline", "give back 1 card"),
    (lambda: six("7 9", *["8 9"] * 5), "0 pass", "must_lead", "Play any set"),
]  # fmt: skip


@each(("table", "said", "code", "words"), REFUSALS)
def test_a_refusal_says_what_stands_in_the_way_and_what_would_be_possible(
    table: Any, said: str, code: str, words: str
) -> None:
    error = table().refusal(said)
    assert str(error.code) == code
    for language in ("en", "zh"):
        screen = render.notice(Notice(f"refusal.{error.code}", {**error.data, "rule": error.rule}), language)
        check_words(screen)
        text = "".join(str(part) for line in screen.lines for part in line)
        assert error.rule not in text
        assert language == "zh" or words in text


def test_every_question_and_due_has_words() -> None:
    for due in ("stifle", "point", "challenge", "burn", "sweep", "drop"):
        assert catalogue.has(f"due.{due}")
    asked = ("duel", "yield", "last_chance", "burn", "burn_answer", "burn_lead", "revolt_try", "declare", "counter")
    for why in (*asked, "buy"):
        assert catalogue.has(f"why.{why}"), why
        assert catalogue.has(f"why_you.{why}"), why


def test_rules_that_mean_nothing_beside_others_are_named() -> None:
    idle = presentation_of("gouji").idle_options
    standard = GAME.option_set.complete({})
    assert idle(standard) == {"match_rounds", "sweep_target", "target_lead"}
    assert {"target_score", "target_lead"} <= idle(GAME.option_set.complete({"scoring": "none"}))
    assert "sweep_target" not in idle(GAME.option_set.complete({"scoring": "none", "match_end": "sweeps"}))
    off = idle(GAME.option_set.complete({"burn": False, "match_end": "rounds"}))
    assert {"burn_when", "burn_needs_play", "counter_burn", "target_score"} <= off
    assert "match_rounds" not in off


def test_suggestions_are_missing_only_where_nothing_can_be_laid() -> None:
    """“You hold nothing that beats it” is said when no suggestion is a set, and of burns that none could succeed: so that must be
    true."""
    asked = 0
    for _, state, _, _ in match_states("nothing", game="gouji", rounds=1):
        for question in GAME.view(state, None).awaited:
            if question.why in {"follow", "yield", "last_chance", "duel", "burn", "burn_answer"}:
                seat = question.seat
                legal = any(
                    isinstance(one, Play)
                    or (one == Do("burn", getattr(one, "cards", ())) and not GAME.hopeless(state, seat, one))
                    for one in GAME.legal(state, seat)
                )
                offered = any(getattr(one, "cards", ()) for one in GAME.suggest(state, question.seat))
                assert legal == offered
                asked += 1
    assert asked > 50


def test_signs_of_different_deeds_differ() -> None:
    signs = [
        catalogue.say("en", code).split()[0] for code in ("verb.burn", "verb.yield", "verb.challenge", "verb.revolt")
    ]
    assert all(one != other for one, other in combinations(signs, 2))
