"""Every prompt, refusal, result and hint against its game and its moment: rounds of all games, told in both languages."""

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from bot.present import render
from bot.present.screens.notices import notice_text
from bot.present.screens.screen import Screen, plain_text
from bot.present.words import text as catalogue
from bot.present.words.hints import hint_why
from bot.present.words.plays import event_text, final_plays, tricks_of
from bot.session.port.updates import Notice, Player
from games import GAMES
from games.base.actions import Action, Bid, Do, Pass, Play, action_text
from games.base.cards import Card, Cards
from games.base.errors import GameError, IllegalAction
from games.kit.history import LAID
from tests.cases import each
from tests.present.rounds import heard, match_states, offered, panel_of, private, public
from tests.present.test_hints import positions

GAMES_TOLD = [os.environ["PAIJU_GAME"]] if "PAIJU_GAME" in os.environ else [*GAMES]  # `paiju game test` looks at one
CASES = [(game, language) for game in GAMES_TOLD for language in catalogue.LANGUAGES]
VERBS = {
    "pass": {"en": r"\bpass(?:es|ed|ing)?\b", "zh": "不出(?!现)|(?<!要)不要|过牌|要不起"},
    "bid": {"en": r"\bbid(?:s|ding)?\b", "zh": "叫分|叫牌|抢地主"},
    "burn": {"en": r"\bburn", "zh": "烧"},
    "yield": {"en": r"\byield", "zh": "让牌"},
    "challenge": {"en": r"\bchalleng", "zh": "宣点"},
    "revolt": {"en": r"\brevol", "zh": "革命"},
    "tribute": {"en": r"\btribut", "zh": "进贡|贡牌"},
    "expose": {"en": r"\bexpos", "zh": "亮牌"},
}
"""What is said of a deed."""
ALSO = {"gouji": {"tribute", "expose"}}  # Dues are paid by themselves there, and a try is 亮牌 too
DENIALS = frozenset({"no_passing"})  # Refusals that say that the game has no such deed
OFFERS = {
    "pass": {
        "en": r"\b[Oo]r pass\b|, or pass|\bPlease pass\b|[Pp]ress Pass",
        "zh": "或者不[出要]|请点“?不[出要]|请选“?不[出要]",
    },
    "yield": {"en": r"\bor yield\b", "zh": "或者让"},
}
"""What offers a deed now."""
NUMBERED = re.compile(r"\b[Ss]eat \d|\d ?号位|[①-⑥]")
BARE = {"en": re.compile(r"(?<![♠♥♦♣\w])[JQK]\b"), "zh": re.compile(r"(?<![♠♥♦♣\w])[JQKA]\b")}
"""A rank of which nobody can tell the suit."""
RUN = re.compile(r"[♠♥♦♣] ?(?:10|[2-9JQKA])(?: (?:10|[2-9JQKA])\b)*")
"""Cards of one suit side by side, which is said once."""


def names(seats: int) -> tuple[Player, ...]:
    return tuple(
        Player(seat, "person", name) for seat, name in enumerate(("Ann", "Ben", "Cem", "Dan", "Eve", "Fay")[:seats])
    )


def labels(screen: Screen) -> list[str]:
    return [one.label for row in screen.rows for one in row]


def prompt(screen: Screen) -> str:
    return next((row for row in plain_text(screen).splitlines() if row.startswith("👉")), "")


def tried(rules: Any, state: Any, seat: int) -> Iterator[Action]:
    """What somebody might try now, allowed or not: own cards and others', passes, bids, every verb."""
    hand: Cards = rules.view(state, seat).hand or ()
    yield Pass()
    yield Bid(2)
    for cards in (hand[:1], hand[-1:], hand[:2], hand[::4][:3], (Card(0),), (Card(0), Card(5))):
        if cards:
            yield Play(tuple(cards))
            yield from (Do(verb, tuple(cards)) for verb in rules.verbs - {"play", "pass", "bid"})
    yield from (Do(verb, ()) for verb in rules.verbs - {"play", "pass", "bid"})


@cache
def refusals(game: str) -> tuple[tuple[Any, int, Action, Notice], ...]:
    rules, found = GAMES[game], {}
    for _, state, seat, _, _ in positions(game):
        for action in tried(rules, state, seat):
            try:
                rules.check(state, seat, action)
            except IllegalAction as error:
                data = {**error.data, "rule": error.rule, "game": game}
                key = (str(error.code), tuple(sorted(data)), repr(rules.view(state, seat).awaited))
                found[key] = (state, seat, action, Notice(f"refusal.{error.code}", data))
            except GameError:
                continue
    return tuple(found.values())


def is_allowed(rules: Any, state: Any, seat: int, verb: str) -> bool:
    if verb == "pass":
        action: Action = Pass()
    else:
        action = Do(verb, ())
    try:
        rules.check(state, seat, action)
    except GameError:
        return False
    return True


def lacks(game: str, language: str, text: str) -> list[str]:
    """Deeds that a text speaks of and the game does not have."""
    foreign = set(VERBS) - GAMES[game].verbs - ALSO.get(game, set())
    return [verb for verb in foreign if re.search(VERBS[verb][language], text)]


def wrongly_offered(rules: Any, state: Any, seat: int, language: str, text: str) -> list[str]:
    """Deeds that a text offers and that are not allowed now."""
    said = [verb for verb, words in OFFERS.items() if re.search(words[language], text)]
    return [verb for verb in said if verb not in rules.verbs or not is_allowed(rules, state, seat, verb)]


@each(("game", "language"), CASES)
def test_prompts_and_hints_speak_of_what_can_be_done_now(game: str, language: str) -> None:
    rules, wrong = GAMES[game], set()
    for table, state, seat, why, action in positions(game):
        view, panel = rules.view(state, seat), panel_of(rules, state, seat, hinted=True)
        players = names(len(view.seats))
        screen = render.hand(private(table, view, panel, language, players=players))
        reason = hint_why(view, offered(rules, state, seat, action), panel.offers, language)
        for text in (prompt(screen), reason, *labels(screen)):
            wrong |= {(why, verb, text) for verb in lacks(game, language, text)}
        for text in (prompt(screen), reason):
            wrong |= {(why, verb, text) for verb in wrongly_offered(rules, state, seat, language, text)}
        asked_to_pass = re.search(VERBS["pass"][language], prompt(screen))
        if asked_to_pass and not is_allowed(rules, state, seat, "pass"):
            wrong.add((why, "pass", prompt(screen)))
    assert not wrong


@each(("game", "language"), CASES)
def test_refusals_speak_of_what_can_be_done_now(game: str, language: str) -> None:
    rules, wrong = GAMES[game], set[tuple[str, ...]]()
    assert refusals(game)
    for state, seat, action, notice in refusals(game):
        text, code = notice_text(notice, language, game), notice.code.rpartition(".")[2]
        if code not in DENIALS:
            wrong |= {(code, verb, text) for verb in lacks(game, language, text)}
        asked = any(one.seat == seat for one in rules.awaited(state))
        if asked:
            wrong |= {
                (code, verb, text, action_text(action)) for verb in wrongly_offered(rules, state, seat, language, text)
            }
        if rules.suited and BARE[language].search(RUN.sub("", text)):
            wrong.add((code, "suit", text))
        wrong |= {(code, "seat", text) for _ in NUMBERED.findall(text)}
    assert not wrong


@each(("game", "language"), CASES)
def test_what_has_happened_is_told_in_the_words_of_the_game_by_name_and_with_suits(game: str, language: str) -> None:
    rules, wrong = GAMES[game], set()
    for table, state, recent, last in match_states("sentence", game=game, rounds=2, level="easy"):
        view, result = rules.view(state, None), rules.result(state)
        players = names(len(view.seats))
        totals = tuple(seat.score for seat in view.seats)
        told = {"players": players, "result": result, "totals": totals, "recent": heard(recent, None), "last": last}
        screen = render.table(public(table, view, language, **told))
        texts = [event_text(game, event, "", players, language) for event, _ in heard(recent, None)]
        texts += plain_text(screen).splitlines()
        for text in texts:
            wrong |= {(verb, text) for verb in lacks(game, language, text)}
            if NUMBERED.search(text):
                wrong.add(("seat", text))
            if rules.suited and BARE[language].search(RUN.sub("", text)):
                wrong.add(("suit", text))
        for _, acts in tricks_of(view):
            if sum(act.lead for act in acts if act.verb in LAID) > 1:
                wrong.add(("leads", repr(acts)))
        if result is not None and sum(play.act.lead for play in final_plays(view) if not play.alone) > 1:
            wrong.add(("leads", plain_text(screen)))
    assert not wrong


@each(("game", "language"), CASES)
def test_a_match_that_people_have_ended_is_told_without_a_next_round(game: str, language: str) -> None:
    rules = GAMES[game]
    states = match_states("sentence", game=game, rounds=1, level="easy", options={})
    table, state, recent, last = next(one for one in states if rules.result(one[1]) is not None)
    view, result = rules.view(state, None), rules.result(state)
    assert result is not None

    over = replace(table, state="over")
    told = {"players": names(len(view.seats)), "result": result, "recent": heard(recent, None), "last": last}
    text = plain_text(render.table(public(over, view, language, **told)))
    assert not re.search("next round|next banker|下一局|下局", text), text


def test_each_kind_of_fault_is_found() -> None:
    assert lacks("gongzhu", "en", "Beat it, or pass.") == ["pass"]
    assert lacks("gongzhu", "zh", "管上，或者不出。") == ["pass"]
    assert NUMBERED.search("2. 三带一") is None
    assert NUMBERED.search("seat 3 leads")
    assert BARE["en"].search(RUN.sub("", "You hold ♠Q 4, follow with the K"))
    assert not BARE["zh"].search(RUN.sub("", "收 ♥ A K Q 5"))
