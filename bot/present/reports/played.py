"""What has been played in a round that is on: its tricks, the newest first, and which cards are still out."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.present.pictures.charts import CounterArt, CounterField, counter_png
from bot.present.presentation import presentation_of
from bot.present.screens.elements import bold, button, italic, line, my_hand, round_word, table_heading
from bot.present.screens.screen import Button, Line, Picture, Rows, Screen, Span, pictured
from bot.present.words.plays import Trick, deed_shown, in_play, tricks_of, winner
from bot.present.words.text import SUIT_SIGNS, by_suit, card_word, grouped, name_of, rank_word, say
from bot.session.port.commands import ClosePoll, TurnPlayed
from bot.session.port.replies import PlayedCard
from games import GAMES
from games.base.cards import SUITS_SHOWN, Card, Cards, Rank, by_suit_key, rank_of, sort_key, suit_of
from games.contract import View

__all__ = ["out_lines", "played_screen"]

_TRICKS: Final = 8  # So many tricks a page shows
_DEEDS: Final = 40  # The most deeds that a page tells, but for one trick alone; with more of them fewer tricks fit
_ASLEEP: Final = frozenset({"dead", "revolted"})  # Marks of seats whose cards take no part any more


def played_screen(card: PlayedCard, language: str) -> Screen:
    """A page of tricks; what is still out stands above the newest ones."""
    view = card.view
    tricks = tricks_of(view)
    newest = tricks[-1][0] if tricks else -1
    upto = newest if card.upto is None else min(max(tricks[0][0] if tricks else -1, card.upto), newest)
    shown = _page(tuple(reversed([trick for trick in tricks if trick[0] <= upto])))
    numbers = [number + 1 for number, _ in shown if number >= 0]
    where = [round_word(card.table, language, view)] if card.table.contest is None else []  # its heading tells
    if numbers and len(shown) < len(tricks):
        first, last = numbers[-1], numbers[0]
        key = "played.tricks" if first < last else "played.trick_of"
        where.append(say(language, key, view.game, first=first, last=last, of=newest + 1))
    lines: list[Line] = [line(italic(" · ".join(filter(None, where))))]
    if upto == newest:
        lines += out_lines(card, language)
    lines.append(())
    for trick in shown:
        lines += _trick(card, trick, language)
    if not shown:
        lines.append(line(italic(say(language, "played.nothing"))))
    title = say(language, "played.title", heading=table_heading(card.table, language))
    picture = _picture(card, card.out, language) if card.picture and card.out is not None else None
    return Screen(language, title, tuple(lines), _buttons(card, tricks, shown, language), picture)


# -- the tricks
def _page(tricks: Sequence[Trick]) -> tuple[Trick, ...]:
    """As many of these tricks as fit a page, at least one; what was before the play stands with the first trick."""
    page: list[Trick] = []
    deeds = 0
    for trick in tricks:
        deeds += len(trick[1])
        if page and trick[0] >= 0 and (len(page) == _TRICKS or deeds > _DEEDS):
            break
        page.append(trick)
    return tuple(page)


def _trick(card: PlayedCard, trick: Trick, language: str) -> list[Line]:
    number, view = trick[0], card.view
    heading = say(language, "played.before") if number < 0 else say(language, "played.trick", view.game, n=number + 1)
    if in_play(view, trick):
        heading += " · " + say(language, "played.now")
    parts: list[str | Span] = []
    won = winner(view, trick)
    for act in trick[1]:
        parts += [" → " if number >= 0 else " · "] if parts else []
        name, deed = name_of(card.players, act.seat, language), deed_shown(view.game, act, language)
        parts += [bold(f"✓ {name} "), replace(deed, style="bold")] if act is won else [f"{name} ", deed]
    return [line(italic(heading)), line(*parts)]


# -- what is still out
def out_lines(card: PlayedCard, language: str) -> list[Line]:
    """Which cards are still out, the most important first; why that is not said at a table that wants it so."""
    view, out = card.view, card.out
    if out is None:
        return [] if card.table.counter else [line(italic(say(language, "played.off")))]
    lines = [line(bold(say(language, "played.out" if card.seated else "played.out_of_all", n=len(out))))]
    lines += [line(text) for text in presentation_of(view.game).out_notes(view, out, language)]
    if presentation_of(view.game).suited:
        lines += _suit_lines(view.game, out, language)
    else:
        lines += _rank_lines(card, out, language)
    for pile in view.piles:
        if pile.cards is None and pile.count:
            name = say(language, f"pile.{pile.name}", view.game)
            lines.append(line(italic(say(language, "played.down", n=pile.count, pile=name))))
    asleep = sum(seat.count for seat in view.seats if seat.seat != view.viewer and _ASLEEP & set(seat.marks))
    if asleep:
        lines.append(line(italic(say(language, "played.asleep", n=asleep))))
    for seat in view.seats:
        if seat.shown and seat.seat != view.viewer:
            name = name_of(card.players, seat.seat, language)
            held = by_suit(seat.shown, language) if presentation_of(view.game).suited else grouped(seat.shown, language)
            lines.append(line(say(language, "played.shown", name=name, cards=held)))
    return lines


def _suits(game: str) -> tuple[int, ...]:
    """The suits as rows: as hands show them, or from the top down where they decide between equal ranks."""
    own = presentation_of(game)
    return SUITS_SHOWN if own.by_suit else own.suits[::-1]


def _down(game: str, suit: int, cards: Iterable[Card]) -> list[Card]:
    """Those of a suit, the highest first."""
    by = by_suit_key if presentation_of(game).by_suit else sort_key
    return sorted((card for card in cards if suit_of(card) == suit), key=by, reverse=True)


def _suit_lines(game: str, out: Cards, language: str) -> list[Line]:
    lines = []
    for suit in _suits(game):
        held = _down(game, suit, out)
        words = " ".join(rank_word(rank_of(card), language) for card in held) or "–"
        lines.append(line(f"{SUIT_SIGNS[suit]} ", bold(words)))
    return lines


def _rank_lines(card: PlayedCard, out: Cards, language: str) -> list[Line]:
    """How many of each rank, from the top down: jokers, the level, the ace …; then the ranks of which none is left."""
    view = card.view
    left, order = Counter(map(rank_of, out)), _ranks(view)
    held = " · ".join(_rank(view, out, rank, left[rank], language) for rank in order if left[rank])
    gone = " · ".join(_name(view, rank, language) for rank in order if not left[rank])
    lines = [line(bold(held))] if held else []
    if gone:
        key = "played.none_left" if card.seated else "played.none_left_of_all"
        lines.append(line(say(language, key, ranks=gone)))
    return lines


def _name(view: View, rank: int, language: str) -> str:
    return ("▲" if rank == view.high else "") + rank_word(rank, language)


def _rank(view: View, out: Cards, rank: int, count: int, language: str) -> str:
    """Return ``▲5 ×3 (★♥5)``: wild cards among them are named, where single cards are wild."""
    word = _name(view, rank, language) + (f" ×{count}" if count > 1 else "")
    wild = [one for one in out if rank_of(one) == rank and one in view.wild and suit_of(one) is not None]
    if not wild:
        return word
    star = f"★{card_word(wild[0], language)}" + (f" ×{len(wild)}" if len(wild) > 1 else "")
    return star if len(wild) == count else f"{word} ({star})"


def _picture(card: PlayedCard, out: Cards, language: str) -> Picture:
    """The same drawn: where suits matter a row a suit, else the ranks in two rows."""
    view, suited = card.view, presentation_of(card.view.game).suited
    if suited:
        fields = [_suit_fields(view, suit, out, language) for suit in _suits(view.game)]
    else:
        ranks = _rank_fields(view, out, language)
        half = (len(ranks) + 1) // 2
        fields = [ranks[:half], ranks[half:]]
    heading = say(language, "played.out" if card.seated else "played.out_of_all", n=len(out))
    art = CounterArt(heading, tuple(tuple(row) for row in fields if row), not suited, card.theme == "dark")
    alt = "\n".join("".join(part.text for part in row if isinstance(part, Span)) for row in out_lines(card, language))
    return pictured("counter", counter_png, art, alt)


def _suit_fields(view: View, suit: int, out: Cards, language: str) -> list[CounterField]:
    pack = GAMES[view.game].pack(view.options, len(view.seats))
    return [CounterField(card_word(one, language), out.count(one)) for one in _down(view.game, suit, {*pack})]


def _rank_fields(view: View, out: Cards, language: str) -> list[CounterField]:
    left = Counter(map(rank_of, out))
    return [CounterField(rank_word(rank, language, short=True), left[rank], rank == view.high) for rank in _ranks(view)]


def _ranks(view: View) -> list[Rank]:
    """The ranks of the pack from the top down, as they count in this round."""
    used = {rank_of(one) for one in GAMES[view.game].pack(view.options, len(view.seats))}
    return [Rank(rank) for rank in reversed(view.order or tuple(range(15))) if rank in used]


# -- buttons
def _buttons(card: PlayedCard, tricks: tuple[Trick, ...], shown: tuple[Trick, ...], language: str) -> Rows:
    turns = []
    if newer := _page([trick for trick in tricks if shown and trick[0] > shown[0][0]]):
        turns.append(_to(card, "newer", None if newer[-1] == tricks[-1] else newer[-1][0], language))
    if older := [trick for trick in tricks if shown and trick[0] < shown[-1][0]]:
        turns.append(_to(card, "older", older[-1][0], language))
    last = [_to(card, "now", None, language)]
    if card.out is not None:
        last.append(button(language, "picture", TurnPlayed(card.table.id, by="p", picture=True)))
    if card.seated:
        last.append(my_hand(card.table, language))
    last.append(button(language, "close", ClosePoll()))
    return tuple(row for row in (tuple(turns), tuple(last)) if row)


def _to(card: PlayedCard, way: str, upto: int | None, language: str) -> Button:
    command = TurnPlayed(card.table.id, card.round if upto is not None else "", upto, way[0])
    return button(language, f"played_{way}", command, "secondary", card.view.game)
