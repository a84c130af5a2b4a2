"""Plays in words: what a combination is called, its body and the cards that it carries."""

from __future__ import annotations

from bot.present.games import presentation_of
from bot.present.words.catalogue import LANGUAGES, first, say
from bot.present.words.rank_groups import side_by_side, spoken
from bot.present.words.text import by_suit, card_word, row_words, shorten, width
from games.base.actions import Action, Bid, Do, Pass, Play
from games.base.cards import RANKS, Card, Cards, rank_of

__all__ = ["action_label", "body_and_rest", "kind_word", "loose_cards", "play_label", "play_text", "play_words"]


def kind_word(game: str, language: str, kind: str, cards: Cards = ()) -> str:
    """What a kind is called: ``炸弹``, ``chain``; ``""`` if it is not said. ``size`` is known to the text as the
    number of cards.
    """
    if kind in presentation_of(game).unnamed:
        return ""
    return first(language, (f"kind.{game}.{kind}", f"kind.{kind}"), size=len(cards)) or kind.replace("_", " ")


def play_words(game: str, kind: str, cards: Cards) -> tuple[str, ...]:
    """The names of a play in all languages, by which somebody may ask for it."""
    return tuple(kind_word(game, language, kind, cards) for language in LANGUAGES) if kind else ()


def body_and_rest(game: str, cards: Cards, kind: str, rank: str) -> tuple[Cards, Cards]:
    """The part that is compared, and the cards carried along, both ascending.

    ``rank`` is the compared rank as text (the highest of the body). Where the kind has no known shape, all is body.
    """
    shape, top = presentation_of(game).shapes.get(kind), RANKS.find(rank) if len(rank) == 1 else -1
    ordered = tuple(sorted(cards))
    if shape is None or top < 0:
        return ordered, ()
    unit, carried = shape
    length = len(ordered) // (unit + carried)
    body: list[Card] = []
    rest: list[Card] = []
    for card in ordered:
        inside = top - length < rank_of(card) <= top and sum(rank_of(known) == rank_of(card) for known in body) < unit
        (body if inside else rest).append(card)
    return (tuple(body), tuple(rest)) if len(body) == unit * length else (ordered, ())


def play_text(game: str, language: str, cards: Cards, kind: str, rank: str) -> str:
    """A play in full: ``pair 5``, ``straight 3-4-5-6-7``, ``airplane with wings 333-444 + 7 9``."""
    if not kind:
        return cards_text(game, language, cards)
    meant = presentation_of(game).spell(cards, kind, rank, language)
    if meant is not None:
        return _named(game, language, kind, cards, meant[0])
    body, rest = body_and_rest(game, cards, kind, rank)
    shown = "-".join(_groups(body, language)) + (f" + {' '.join(_groups(rest, language))}" if rest else "")
    return _named(game, language, kind, cards, shown)


def play_label(game: str, language: str, cards: Cards, kind: str, rank: str, columns: int = 30) -> str:
    """A play for a button: ``airplane 333-444+7 9``, at most so many columns wide; the name gives way first."""
    if not kind:
        return shorten(cards_text(game, language, cards), columns)
    meant = presentation_of(game).spell(cards, kind, rank, language)
    if meant is not None:
        shown = meant[1]
    else:
        body, rest = body_and_rest(game, cards, kind, rank)
        shown = _compact(body, language) + (f"+{' '.join(_groups(rest, language))}" if rest else "")
    label = _named(game, language, kind, cards, shown)
    if width(label) > columns:
        brief = first(language, (f"kind_brief.{game}.{kind}", f"kind_brief.{kind}"))
        label = f"{brief} {shown}" if brief else shown
    return shorten(label if width(label) <= columns else shown, columns)


def _named(game: str, language: str, kind: str, cards: Cards, shown: str) -> str:
    if kind in presentation_of(game).unnamed:
        return shown
    own = first(language, (f"kind_alone.{game}.{kind}", f"kind_alone.{kind}"))
    if own is not None or kind not in presentation_of(game).alike:
        return own or f"{kind_word(game, language, kind, cards)} {shown}"
    if len({rank_of(card) for card in cards}) == 1:
        shown = spoken(rank_of(cards[0]), len(cards), language)
    sign = first(language, (f"kind_sign.{game}.{kind}", f"kind_sign.{kind}"))
    return f"{sign} {shown}" if sign else shown


def _compact(cards: Cards, language: str) -> str:
    """Write the body of a play: ``777``, ``333-444``, ``3–7`` for a run of more than two ranks."""
    groups, ranks = _groups(cards, language), {rank_of(card) for card in cards}
    if len(groups) > 2 and max(ranks) - min(ranks) == len(ranks) - 1:
        return f"{groups[0]}–{groups[-1]}"
    return "-".join(groups)


def _groups(cards: Cards, language: str) -> list[str]:
    """The ranks of the cards, ascending, each with as many cards as there are."""
    held = [rank_of(card) for card in cards]
    return [side_by_side(rank, held.count(rank), language) for rank in sorted(set(held))]


def loose_cards(game: str, language: str, cards: Cards) -> str:
    """Cards one by one, with their suits unless these never matter."""
    if presentation_of(game).suitless:
        return row_words(cards, language)
    return " ".join(card_word(card, language) for card in sorted(cards))


def cards_text(game: str, language: str, cards: Cards) -> str:
    """Cards that are no combination: by suit where suits matter."""
    if presentation_of(game).suited:
        return (
            " ".join(card_word(card, language) for card in sorted(cards))
            if len(cards) < 5
            else by_suit(cards, language)
        )
    return row_words(cards, language)


def action_label(game: str, language: str, action: Action, kind: str = "", rank: str = "", columns: int = 30) -> str:
    """An offered action for a button."""
    match action:
        case Play(cards, _):
            return play_label(game, language, cards, kind, rank, columns)
        case Bid(amount):
            return say(language, "button.bid", game, n=amount)
        case Pass():
            return say(language, "button.pass", game)
        case Do(verb, cards):
            word = say(language, f"verb.{verb}", game)
            if kind:
                return shorten(
                    f"{word} {play_label(game, language, cards, kind, rank, columns - width(word) - 1)}", columns
                )
            return shorten(f"{word} {loose_cards(game, language, cards)}".rstrip(), columns)
