"""A hand and its panel for the page, made from a ``PrivateUpdate``: it goes to the person whose hand it is."""

from typing import Final

from bot.frontends.web.wire import shapes
from bot.frontends.web.wire.values import bare, button_json, cards_json, sentence_of
from bot.present.presentation import presentation_of
from bot.present.screens.notices import toast_text
from bot.present.screens.panel import advance_key, pass_key
from bot.present.screens.results import earned_lines
from bot.present.screens.screen import Screen
from bot.present.words.hints import hint_why, weighed_words
from bot.present.words.plays import (
    action_label,
    asked_text,
    body_and_rest,
    kind_word,
    loose_cards,
    offer_label,
    play_label,
)
from bot.present.words.text import rank_word, row_words, say
from bot.session.port.buttons import encode
from bot.session.port.updates import Offered, Panel, PrivateUpdate
from games import GAMES
from games.base.actions import Action, Bid, Do, Pass, Play, action_text
from games.base.cards import RANKS, SUITS, Cards, rank_of, suit_of
from games.contract import Recognised, View

__all__ = ["hand_json", "held_json", "is_stacked"]

_LONG: Final = 27  # Cards from which on equal ranks are stacked in columns, whatever the game says


def hand_json(update: PrivateUpdate, room: str, language: str) -> shapes.HandJson:
    """Hand and panel of one seat, for its own person, who looks at the table by this key."""
    return {
        "t": "hand",
        "room": room,
        "version": update.version,
        "table": update.table.id,
        "seat": update.seat,
        **held_json(update.view),
        "stacked": is_stacked(update.table.game, update.view.hand or ()),
        "panel": None if update.panel is None else _panel(update.panel, update.view, language),
        "seconds": update.seconds_left,
        "reminder": update.reminder,
        "notice": "" if update.notice is None else toast_text(update.notice, language),
        "earned": [sentence_of(Screen(language, "", (told,))) for told in earned_lines(update.earned, language)],
    }


def held_json(view: View) -> shapes.HeldJson:
    """The cards that the viewer holds, and how they are ordered."""
    shown = presentation_of(view.game)
    return {
        "cards": cards_json(view.hand or ()),
        "suited": shown.by_suit,
        "suits_matter": shown.suited or any(suit_of(card) is not None for card in view.wild),
        "suits": "".join(SUITS[suit] for suit in view.suits) or SUITS,
        "order": [RANKS[rank] for rank in view.order],
        "high": None if view.high is None else RANKS[view.high],
        "wild": cards_json(view.wild),
    }


def is_stacked(game: str, hand: Cards) -> bool:
    """Whether equal ranks of a hand lie in columns."""
    return presentation_of(game).stacked or len(hand) >= _LONG


def _panel(panel: Panel, view: View, language: str) -> shapes.PanelJson:
    game = view.game
    recognised: shapes.RecognisedJson | None = None
    if panel.recognised is not None:
        seen = panel.recognised
        recognised = {
            "kind": _kind_or_verb(seen),
            "label": _recognised(panel, seen, game, language),
            "legal": seen.legal,
            "others": [_reading(action, kind, rank, game, language) for action, kind, rank in seen.others],
        }
    why = asked_text(game, panel.why, language, view) if panel.why else ""
    return {
        "decision": panel.decision,
        "my_turn": panel.my_turn,
        "one_card": _is_one_card(panel, game),
        "passes": "pass" in GAMES[game].verbs,
        "why": panel.why,
        "why_text": why,
        "pass_label": say(language, f"button.{pass_key(game, panel)}", game) if panel.pass_now is not None else "",
        "advance_label": say(language, f"button.{advance_key(panel)}") if panel.advance_why else "",
        "play_word": _play_word(panel, game, language),
        "offers": [_offer(offer, game, language, panel.why, at) for at, offer in enumerate(panel.offers)],
        "picked": cards_json(panel.picked),
        "recognised": recognised,
        "pass": button_json(panel.pass_now),
        "advance": button_json(panel.advance),
        "advance_on": panel.advance_on,
        "hint": button_json(panel.hint),
        "aside": [{"key": key, "data": encode(wish)} for key, wish in panel.aside],
        "hinted": None if panel.hinted is None else _hinted(panel, panel.hinted, view, language),
    }


def _hinted(panel: Panel, hinted: Offered, view: View, language: str) -> shapes.HintJson:
    offer = _offer(hinted, view.game, language, panel.why, _place(panel))
    figure, *others = weighed_words(view, panel, language) or ("",)
    why = hint_why(view, hinted, panel.offers, language, panel.weighed)
    return {**offer, "figure": figure, "others": others, "reason": why}


def _place(panel: Panel) -> int:
    """Where the hint stands among the offers, so that both have one name; -1 if it is none of them."""
    hinted = None if panel.hinted is None else panel.hinted.action
    return next((at for at, offer in enumerate(panel.offers) if offer.action == hinted), -1)


def _is_one_card(panel: Panel, game: str) -> bool:
    """Whether one card is asked for, and all that may be played are offered."""
    if not panel.my_turn or "pass" in GAMES[game].verbs:
        return False
    return bool(panel.offers) and all(isinstance(offer.action, Play) for offer in panel.offers)


def _play_word(panel: Panel, game: str, language: str) -> str:
    """What is done with the picked cards, where that is not simply playing them."""
    seen = panel.recognised
    if seen is not None and isinstance(seen.action, Do):
        return bare(say(language, f"verb.{seen.action.verb}", game))
    return ""


def _kind_or_verb(seen: Recognised) -> str | None:
    """What the picked cards would be played as, or the verb that they would be given for."""
    return seen.action.verb if isinstance(seen.action, Do) else seen.kind if seen.action is not None else None


def _recognised(panel: Panel, seen: Recognised, game: str, language: str) -> str:
    if isinstance(seen.action, Do) and not seen.kind:
        return bare(action_label(game, language, seen.action))
    if seen.action is None or not seen.kind:
        return ""
    return " ".join(_kind_and_ranks(game, panel.picked, seen.kind, seen.rank or "", language)).lstrip()


def _reading(action: Action, kind: str, rank: str, game: str, language: str) -> shapes.ReadingJson:
    cards = action.cards if isinstance(action, Play) else ()
    return {"text": action_text(action), "label": play_label(game, language, cards, kind, rank)}


def _offer(offer: Offered, game: str, language: str, why: str, at: int) -> shapes.OfferJson:
    verb, cards, number = _parts(offer.action)
    kind, ranks = _kind_and_ranks(game, cards, offer.kind, offer.rank, language) if cards and offer.kind else ("", "")
    return {
        "kind": kind,
        "ranks": ranks,
        "verb": verb,
        "cards": cards_json(cards),
        "number": number,
        "label": bare(offer_label(game, language, offer, why, at)),
        "data": encode(offer.command),
    }


def _kind_and_ranks(game: str, cards: Cards, kind: str, rank: str, language: str) -> tuple[str, str]:
    """A play for a narrow button: ``straight`` and ``3–8``; no kind where the rest names it (``pair 4``)."""
    shown = presentation_of(game)
    name, meant = bare(kind_word(game, language, kind, cards)), shown.spell(cards, kind, rank, language)
    if meant is not None:
        return "" if kind in shown.alike else name, bare(meant[1])
    return name, _ranks(game, cards, kind, rank, language)


def _ranks(game: str, cards: Cards, kind: str, rank: str, language: str) -> str:
    """The ranks of a play as it lies: ``3–8``, ``999 10 10 10 + 4 6``; its cards where suits matter."""
    if presentation_of(game).suited:
        return loose_cards(game, language, cards)
    body, rest = body_and_rest(game, cards, kind, rank)
    held = sorted({rank_of(card) for card in body})
    groups = [_group(one, sum(rank_of(card) == one for card in body), language) for one in held]
    shown = f"{groups[0]}–{groups[-1]}" if len(groups) > 2 else " ".join(groups)
    return f"{shown} + {row_words(rest, language)}" if rest else shown


def _group(rank: int, count: int, language: str) -> str:
    word = rank_word(rank, language, short=True)
    return word * count if len(word) == 1 else " ".join([word] * count)


def _parts(action: Action) -> tuple[str, Cards, int | None]:
    match action:
        case Play(cards, _):
            return "play", cards, None
        case Bid(amount):
            return "bid", (), amount
        case Pass():
            return "pass", (), None
        case Do(verb, cards):
            return verb, cards, None
