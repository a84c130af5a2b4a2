"""A hint names what can be pressed, its button does it, and what buttons say can be typed: positions of all six games."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from bench.hints import counted
from bot.frontends.web.wire.hand import _panel as page_panel
from bot.present import render
from bot.present.screens.panel import pass_key
from bot.present.screens.screen import Button, Screen, plain_text
from bot.present.words import text as catalogue
from bot.present.words.hints import hint_why, weighed_words
from bot.present.words.plays import offer_label
from bot.session.port import commands as c
from bot.session.port.updates import Offered, PrivateUpdate, Weighed
from games import GAMES
from games.base.actions import Action, Do, Pass, Play
from games.base.cards import ranks_text
from games.base.errors import NotationError
from games.base.events import Played
from games.base.notation import patterns_text, read_exact
from games.base.view import Standing
from games.contract import Deal, Game
from games.meant import meant
from games.typed import typed
from tests.cases import each
from tests.present.rounds import match_states, offered, panel_of, private

ROUNDS = {"gouji": 2, "guandan": 2, "gongzhu": 1}
NOTHING = ("panel.nothing_beats", "panel.nothing_burns", "hint_why.pass_nothing")
EACH = 2  # So many positions for each question and form of its answer


@cache
def positions(game: str) -> tuple[tuple[Any, Any, int, str, Action], ...]:
    """States in which a seat is asked something, with one thing that it may do: every form of every answer."""
    rules, found = GAMES[game], []
    seen: dict[tuple[str, str], int] = {}
    for seed in ("hint", "word"):
        for table, state, _, _ in match_states(seed, game=game, rounds=ROUNDS.get(game, 1), level="easy"):
            for waited in rules.awaited(state):
                for action in islice(rules.suggest(state, waited.seat), 12):
                    form = (waited.why, shape(rules, state, waited.seat, action))
                    seen[form] = seen.get(form, 0) + 1
                    if seen[form] <= EACH:
                        found.append((table, state, waited.seat, waited.why, action))
    return tuple(found)


def shape(rules: Any, state: Any, seat: int, action: Action) -> str:
    if isinstance(action, Play | Do) and action.cards:
        verb = action.verb if isinstance(action, Do) else "play"
        return f"{verb} {rules.recognise(state, seat, action.cards).kind}"
    return repr(action)


def hinted(game: str, language: str) -> Iterator[tuple[PrivateUpdate, Screen]]:
    rules = GAMES[game]
    for table, state, seat, _, action in positions(game):
        panel = panel_of(rules, state, seat)
        one = replace(offered(rules, state, seat, action), command=c.Offer(12, "3.1", "hint"))
        panel = replace(
            panel, weighed=(Weighed(one, 0.5), Weighed(panel.offers[0], 0.25)) if panel.offers else (Weighed(one),)
        )
        update = private(table, rules.view(state, seat), panel, language)
        yield update, render.hand(update)


def buttons(screen: Screen) -> list[Button]:
    return [one for row in screen.rows for one in row]


@each("language", catalogue.LANGUAGES)
@each("game", tuple(GAMES))
def test_a_hint_has_a_button_of_its_own_with_the_words_of_the_hint(game: str, language: str) -> None:
    for update, screen in hinted(game, language):
        panel = update.panel
        assert panel is not None
        assert panel.hinted is not None
        lamps = [one for one in buttons(screen) if one.label.startswith("💡") and one.key != "hint"]
        assert len(lamps) == 1, [one.label for one in buttons(screen)]
        does = panel.pass_now if isinstance(panel.hinted.action, Pass) else panel.hinted.command
        assert lamps[0].command == does
        label = lamps[0].label.removeprefix("💡 ")
        assert catalogue.say(language, "panel.hint", play=label) in plain_text(screen)
        lines = plain_text(screen).splitlines()
        assert sum(catalogue.say(language, code) in lines for code in NOTHING) <= 1, "it is said once"
        assert panel.why != "burn" or catalogue.say(language, "hint_why.pass_nothing") not in lines
        assert sum(not one.listed for one in buttons(screen)) <= 25
        without = render.hand(replace(update, panel=replace(panel, weighed=())))
        same = {one.label for one in buttons(without)}
        known = panel.hinted.action in [offer.action for offer in panel.offers] or isinstance(panel.hinted.action, Pass)
        shown = known and not isinstance(panel.hinted.action, Play)  # of many plays only a few are shown
        assert not shown or label in same, (label, same)
        told: Any = page_panel(panel, update.view, language)
        pressed = [told["pass_label"], *(offer["label"] for offer in told["offers"])]
        assert told["hinted"]["reason"] in plain_text(screen)
        assert told["hinted"]["reason"], panel.hinted  # why is said of every hint
        assert not known or told["hinted"]["label"] in pressed, json.dumps(told["hinted"], ensure_ascii=False)


@each("language", catalogue.LANGUAGES)
@each("game", tuple(GAMES))
def test_what_a_button_says_can_be_typed(game: str, language: str) -> None:
    """Every label of a suggestion, of a pass and of an answer, typed back, means just that action."""
    rules, misread, labels = GAMES[game], [], set[str]()
    for _, state, seat, why, _ in positions(game):
        panel = panel_of(rules, state, seat)
        offers = {offer_label(game, language, offer, why, at): offer.action for at, offer in enumerate(panel.offers)}
        if panel.pass_now is not None:
            offers[catalogue.say(language, f"button.{pass_key(game, panel)}", game)] = Pass()
        for label, action in offers.items():
            try:
                read = meant(rules, state, seat, typed(label, rules, why))
            except Exception as error:  # listed with all others below
                misread.append((label, repr(error)))
                continue
            if deed(rules, state, seat, read) != deed(rules, state, seat, action):
                misread.append((label, repr(read)))
        labels.update(offers)
    assert not misread
    assert len(labels) > 10


def deed(rules: Any, state: Any, seat: int, action: Action) -> tuple[Any, ...]:
    """What an action does: as what cards are laid, of which ranks, or which suits too where these matter."""
    if not isinstance(action, Play | Do) or not action.cards:
        return (action,)
    verb = action.verb if isinstance(action, Do) else "play"
    laid = next((event for event in rules.apply(state, seat, action).events if isinstance(event, Played)), None)
    cards = sorted(action.cards if rules.suited else ranks_text(action.cards).split())
    taken = (laid.kind, laid.rank) if laid is not None else ()
    wild = rules.view(state, seat).wild
    # Where wild cards are among them, a label names what they are meant as, not which they are.
    spent = any(card in wild for card in action.cards)
    return verb, taken, len(cards), spent, None if spent else tuple(cards)


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_the_name_of_every_combination_may_stand_before_its_cards(language: str) -> None:
    """At a table of a game, the names of that game as well as those that games share."""
    unread = set()
    for start in ("kind.", "kind_brief."):
        for code in catalogue.codes(start):
            name, game = catalogue.say(language, code, size=6), GAMES.get(code.split(".")[1])
            counted = name[0].isdigit()  # how many cards they are, before what they are
            if not counted and _reads(name, game) != "4 4 4 5 5 5":
                unread.add(name)
    assert unread <= {"三", "3s", "🚀 rocket", "💥 four jokers", "💥 天王炸"}, "names that are cards by themselves"


def _reads(name: str, game: Game[Any] | None) -> str:
    try:
        return patterns_text(typed(f"{name} 444+555", game).said.cards)
    except NotationError:
        return ""


@pytest.mark.parametrize(
    ("card", "why"),
    [("3s", "below the winning card"), ("Ks", "goes on top"), ("5h", "cannot follow suit"), ("", "Somebody else")],
)
def test_a_card_to_a_trick_is_hinted_at_for_what_it_does(card: str, why: str) -> None:
    """In Gong Zhu nothing must be beaten: most often it is good not to."""
    rules = GAMES["gongzhu"]
    hands = tuple(read_exact(hand) for hand in ("9s 2c 2d", f"{card or '4s'} 3c 3d", "5s 5c 5d", "6s 6c 6d"))
    state = rules.start(rules.option_set.complete({}), Deal(hands, keys={"leader": 0 if card else 1}), {}).state
    if card:
        state = rules.apply(state, 0, Play(read_exact("9s"))).state
    action = Play(read_exact(card or "4s"))
    assert why in hint_why(rules.view(state, 1), offered(rules, state, 1, action), (), "en")


@pytest.mark.parametrize("game", GAMES)
def test_a_reason_is_true(game: str) -> None:
    """Sentences held against all hands and the rules; ``python -m bench.hints`` takes whole rounds."""
    kinds = counted(game, rounds=9, most=60)
    assert not [(code, kind.example) for code, kind in kinds.items() if kind.false]
    assert len(kinds) >= 6, "of many kinds"


def test_figures_are_chances_or_points_and_the_hint_comes_first() -> None:
    rules = GAMES["doudizhu"]
    _, state, seat, _, _ = next(one for one in positions("doudizhu") if one[3] == "lead")
    view, panel = rules.view(state, seat), panel_of(rules, state, seat)
    for worths, measure, told in (
        ((1.01, 0.402), "chance", {"en": ["wins 100%", ": 40%"], "zh": ["胜率 100%", "：40%"]}),
        ((-0.04, -26.4), "points", {"en": ["0 points", ": −26"], "zh": ["0 分", "：−26"]}),
    ):
        both = zip(panel.offers, worths, strict=False)
        shown = replace(panel, weighed=tuple(Weighed(offer, worth, measure) for offer, worth in both))
        for language, (best, other) in told.items():
            first, second = weighed_words(view, shown, language)
            assert (first, second[-len(other) :]) == (best, other)
        assert weighed_words(view, replace(shown, weighed=shown.weighed[:1]), "en") == (), "nothing to compare with"


@pytest.mark.parametrize(
    ("hand", "card", "why"),
    [
        ("4s 4h 4d 4c 9s As 2s", "As", "Keeps the bomb; of single cards only 2 or a joker beats it."),
        ("4s 4h 4d 4c As 2s", "2s", "Keeps the bomb; of single cards only a joker beats it."),
        ("3s 9s Ks 2s", "Ks", "Of single cards only A, 2 or a joker beats it."),
        ("3s 9s Ks 2s 2h 2d 2c x", "Ks", "Of single cards only A or the big joker beats it."),
        ("3s 9s Js 2s", "Js", "Higher than need be, so that it is harder to beat."),
        ("3s 9s Js 2s", "9s", "The least that beats it; the rest stays with you."),
    ],
)
def test_what_beats_a_high_card_is_named(hand: str, card: str, why: str) -> None:
    rules = GAMES["doudizhu"]
    _, state, seat, _, _ = next(one for one in positions("doudizhu") if one[3] == "follow")
    view = replace(
        rules.view(state, seat),
        hand=read_exact(hand),
        seats=tuple(replace(one, count=10, role=None) for one in rules.view(state, seat).seats),
        standing=Standing((seat + 1) % 3, read_exact("8h"), "solo", "8"),
    )
    ranks = {text: read_exact(text) for text in hand.split()}
    plays = [
        Offered(Play(cards), c.Hint(), "solo", text[0])
        for text, cards in ranks.items()
        if text[0] > "8" or text[0] in "2"
    ]
    bomb = Offered(Play(read_exact("4s 4h 4d 4c")), c.Hint(), "bomb", "4")
    offers = (*plays, *([bomb] if "4s" in hand else []))
    one = next(offer for offer in plays if offer.action == Play(read_exact(card)))
    assert hint_why(view, one, offers, "en") == why
    assert hint_why(view, one, offers, "zh")


def test_nothing_is_called_the_least_where_suits_decide() -> None:
    """As in a game of somebody else's: a seven of one suit beats a seven of another, and which is lower nobody knows here."""
    rules = GAMES["doudizhu"]
    view, hinted = next(
        (rules.view(state, seat), one)
        for _, state, seat, why, action in positions("doudizhu")
        if why == "follow" and (one := offered(rules, state, seat, action)).kind == "solo"
    )
    assert view.standing is not None
    stands = replace(view, standing=replace(view.standing, rank=hinted.rank))
    assert catalogue.say("en", "hint_why.follow") not in hint_why(stands, hinted, (hinted,), "en")
