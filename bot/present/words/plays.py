"""What is done in a round, in words: combinations, what each seat did, events as sentences, tricks as people look them up."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields as fields_of
from functools import lru_cache, partial
from itertools import groupby
from typing import Any, Final, NamedTuple

from bot.present.presentation import SHARED_FIELDS, Told, presentation_of
from bot.present.screens.screen import Faces, Span
from bot.present.words import text as wording
from bot.session.port.updates import Offered, Player
from games import GAMES
from games.base.actions import Action, Bid, Do, Pass, Play
from games.base.cards import RANKS, SUITS_SHOWN, Card, Cards, Rank, by_suit_key, rank_of, sort_key, suit_of
from games.base.events import Called, Event, HandShown, MatchEnded, Passed, PileShown, Played, RoundEnded
from games.contract import Act, View
from games.kit.history import LAID

__all__ = [
    "FinalPlay", "Trick", "action_label", "ascending", "asked_text", "body_and_rest", "cause_mark", "deed", "deed_shown",
    "deeds_by_seat", "event_text", "final_plays", "hand_shown", "kind_word", "last_finished", "last_play",
    "loose_cards", "offer_label", "play_label", "play_shown", "play_text", "play_words", "trick_on_table",
    "trick_shown", "tricks_of", "winner",
]  # fmt: skip

_SPEECH = {"play", "pass", "bid"}
_DEEDS = (Played, Passed, Called)  # Events that are somebody's act, so that it matters who acted
_MOST: Final = 4  # The most plays of a trick that one line tells, the latest
_LABEL: Final = 40
_LAID: Final = 22  # Columns of a button, and of one that holds a verb with cards where its kind need not give way
_LAST: Final = 6  # So many plays are told at the end of a round; of more the latest


def kind_word(game: str, language: str, kind: str, cards: Cards = ()) -> str:
    """What a kind is called: ``炸弹``, ``chain``; ``""`` if it is not said. ``size`` is known to the text as the number
    of cards."""
    if kind in presentation_of(game).unnamed:
        return ""
    return wording.first(language, (f"kind.{game}.{kind}", f"kind.{kind}"), size=len(cards)) or kind.replace("_", " ")


def play_words(game: str, kind: str, cards: Cards) -> tuple[str, ...]:
    """The names of a play in all languages, by which somebody may ask for it."""
    return tuple(kind_word(game, language, kind, cards) for language in wording.LANGUAGES) if kind else ()


def body_and_rest(game: str, cards: Cards, kind: str, rank: str) -> tuple[Cards, Cards]:
    """The part that is compared, and the cards carried along, both ascending. ``rank`` is the compared rank as text
    (the highest of the body). Where the kind has no known shape, all is body."""
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


@lru_cache(maxsize=4096)  # each play is told to everybody, again and again while it lies there
def play_text(game: str, language: str, cards: Cards, kind: str, rank: str) -> str:
    """A play in full: ``pair 5``, ``straight 3-4-5-6-7``, ``bomb 8×6``."""
    if not kind:
        return cards_text(game, language, cards)
    meant = presentation_of(game).spell(cards, kind, rank, language)
    if meant is not None:
        return _named(game, language, kind, cards, meant[0])
    if presentation_of(game).suited:
        return _named(game, language, kind, cards, loose_cards(game, language, cards))
    body, rest = body_and_rest(game, cards, kind, rank)
    shown = "-".join(_groups(body, language)) + (f" + {' '.join(_groups(rest, language))}" if rest else "")
    return _named(game, language, kind, cards, shown)


_MANY: Final = 16  # Of more cards than so many, equal ones are shown as one with their number
_LONG: Final = 20  # The same of a hand
_ALIKE: Final = 4  # The most cards that can be counted at a glance where their suits say nothing
_COLOURED: Final = 8  # So many cards are written with their suits in colour
_NOTE: Final = re.compile(r"（[^（]*）$| \([^(]*\)$")


@lru_cache(maxsize=4096)
def play_shown(
    game: str, language: str, cards: Cards, kind: str, rank: str, *, style: str = "", large: bool = False
) -> Faces:
    """The same as cards; what they are called is said where it is not seen at once."""
    own = presentation_of(game)
    word = "" if kind in own.unnamed or not kind else kind_word(game, language, kind, cards)
    if kind in own.alike:
        word = wording.first(language, (f"kind_sign.{game}.{kind}", f"kind_sign.{kind}")) or ""
    text = play_text(game, language, cards, kind, rank)
    if kind and own.spell(cards, kind, rank, language) is not None:
        laid, note = own.lay(cards, kind, rank), _NOTE.search(text)
        word = word + note[0] if note is not None else word  # what a card stands for
    elif own.suited:
        laid = ascending(game, cards)
    else:
        body, rest = body_and_rest(game, cards, kind, rank)
        laid = body + rest
    counted = len(laid) > _MANY or (own.suitless and len(laid) > _ALIKE)
    shown = (f"{word} " if word else "", *(_counted(laid) if counted else laid))
    coloured = "" if own.suitless or len(laid) > _COLOURED else " ".join(_in_colour(card, language) for card in laid)
    return Faces(text, style, shown, f"{word} {coloured}".strip() if coloured else "", large)


def _in_colour(card: Card, language: str) -> str:
    suit = suit_of(card)
    if suit is None:
        return wording.card_word(card, language)
    return f"{wording.SUIT_SIGNS[suit]}\ufe0f{wording.rank_word(rank_of(card), language)}"


def _counted(cards: Cards) -> tuple[Card | str, ...]:
    """Equal ranks as one card with their number."""
    found: list[Card | str] = []
    for _, same in groupby(cards, rank_of):
        alike = list(same)
        found += (alike[0], f"×{len(alike)} " if len(alike) > 1 else " ")
    return tuple(found)


def hand_shown(view: View, cards: Cards, language: str, *, by_suits: bool = False) -> Faces:
    """Cards that somebody holds (or held), as their game sorts them: by suit where suits matter, or where that is asked for."""
    own = presentation_of(view.game)
    if own.by_suit or by_suits:
        return _by_suit(cards, language, view.wild)
    if own.suited:
        return _card_by_card(view.game, cards, language)
    return _by_rank(cards, language, view.order, view.high, view.wild, own.suitless and len(cards) > _LONG)


@lru_cache(maxsize=1024)  # a hand is shown again and again before it changes
def _by_suit(cards: Cards, language: str, wild: Cards) -> Faces:
    groups = [
        sorted((card for card in cards if suit_of(card) == suit), key=by_suit_key) for suit in (*SUITS_SHOWN, None)
    ]
    return Faces(
        wording.by_suit(cards, language), "bold", tuple(one for group in groups for one in _grouped(group, wild))
    )


@lru_cache(maxsize=1024)
def _card_by_card(game: str, cards: Cards, language: str) -> Faces:
    """By rank, each card with its suit: ``♦3 ♠3 · ♣7``."""
    groups = [tuple(group) for _, group in groupby(ascending(game, cards), rank_of)]
    text = " · ".join(loose_cards(game, language, group) for group in groups)
    shown: list[Card | str] = []
    for group in groups:
        shown += (*group, " ")
    return Faces(text or "–", "bold", tuple(shown))


@lru_cache(maxsize=1024)
def _by_rank(
    cards: Cards, language: str, order: tuple[Rank, ...], high: Rank | None, wild: Cards, counted: bool
) -> Faces:
    by_rank: dict[int, list[Card]] = {rank: [] for rank in order or range(len(RANKS))}
    for card in sorted(cards):
        by_rank[rank_of(card)].append(card)
    shown: list[Card | str] = []
    for rank, group in by_rank.items():
        if order and rank == high and any(card not in wild for card in group):
            shown.append("▲")
        shown += _counted(tuple(group)) if counted else _grouped(group, wild)
    return Faces(wording.in_order(cards, language, order, high, wild), "bold", tuple(shown))


def _grouped(group: list[Card], wild: Cards) -> list[Card | str]:
    """Cards side by side, wild ones last and with their star."""
    if not group:
        return []
    starred = [one for card in group if card in wild for one in ("★", card)]
    return [*(card for card in group if card not in wild), *starred, " "]


def play_label(game: str, language: str, cards: Cards, kind: str, rank: str, columns: int = 30) -> str:
    """A play for a button: ``straight 3-7``, at most so many columns wide; the name gives way first."""
    if not kind:
        return wording.shorten(cards_text(game, language, cards), columns)
    meant = presentation_of(game).spell(cards, kind, rank, language)
    if meant is not None:
        shown = meant[1]
    elif presentation_of(game).suited:
        shown = loose_cards(game, language, cards)
    else:
        body, rest = body_and_rest(game, cards, kind, rank)
        shown = _compact(body, language) + (f"+{' '.join(_groups(rest, language))}" if rest else "")
    label = _named(game, language, kind, cards, shown)
    if wording.width(label) > columns:
        brief = wording.first(language, (f"kind_brief.{game}.{kind}", f"kind_brief.{kind}"))
        label = f"{brief} {shown}" if brief else shown
    return wording.shorten(label if wording.width(label) <= columns else shown, columns)


def _named(game: str, language: str, kind: str, cards: Cards, shown: str) -> str:
    if kind in presentation_of(game).unnamed:
        return shown
    own = wording.first(language, (f"kind_alone.{game}.{kind}", f"kind_alone.{kind}"))
    if own is not None or kind not in presentation_of(game).alike:
        return own or f"{kind_word(game, language, kind, cards)} {shown}"
    if len({rank_of(card) for card in cards}) == 1 and not presentation_of(game).suited:
        shown = wording.spoken(rank_of(cards[0]), len(cards), language)
    sign = wording.first(language, (f"kind_sign.{game}.{kind}", f"kind_sign.{kind}"))
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
    return [wording.side_by_side(rank, held.count(rank), language) for rank in sorted(set(held))]


def loose_cards(game: str, language: str, cards: Cards) -> str:
    """Cards one by one, with their suits unless these never matter."""
    if presentation_of(game).suitless:
        return wording.row_words(cards, language)
    return " ".join(wording.card_word(card, language) for card in ascending(game, cards))


def ascending(game: str, cards: Cards) -> Cards:
    """Cards by rank, of one rank as the game's suits lie."""
    own = presentation_of(game)
    return tuple(sorted(cards, key=partial(sort_key, suits=own.suits) if own.suited else None))


def cards_text(game: str, language: str, cards: Cards) -> str:
    """Cards that are no combination: with suits where these matter, many of them by suit where hands lie so."""
    own = presentation_of(game)
    if own.by_suit and len(cards) >= 5:
        return wording.by_suit(cards, language)
    return loose_cards(game, language, cards) if own.suited else wording.row_words(cards, language)


def action_label(game: str, language: str, action: Action, kind: str = "", rank: str = "", columns: int = 30) -> str:
    match action:
        case Play(cards, _):
            return play_label(game, language, cards, kind, rank, columns)
        case Bid(amount):
            return wording.say(language, "button.bid", game, n=amount)
        case Pass():
            return wording.say(language, "button.pass", game)
        case Do(verb, cards):
            word = wording.say(language, f"verb.{verb}", game)
            if kind:
                return wording.shorten(
                    f"{word} {play_label(game, language, cards, kind, rank, columns - wording.width(word) - 1)}",
                    columns,
                )
            return wording.shorten(f"{word} {loose_cards(game, language, cards)}".rstrip(), columns)


def cause_mark(cause: str, language: str) -> str:
    """A short remark on who acted in a person's place (clock, stand-in, an automatic pass); empty for the person."""
    return wording.first(language, (f"cause.{cause}",)) or ""


def _marked(text: str, cause: str, seat: int, players: Sequence[Player], language: str) -> str:
    """A deed with who acted, unless the seat's own name says so: an AI player finishes somebody's round."""
    if cause == "stand_in" and any(player.seat == seat and player.kind == "ai" for player in players):
        return text
    mark = cause_mark(cause, language)
    return f"{text}{mark}" if mark.startswith("（") else f"{text} {mark}".rstrip()


def deed(game: str, act: Act, language: str) -> str:
    """What a seat did, without its name: ``pair 9-9``, ``passes``, ``bids 2``."""
    if act.verb == "play":
        return play_text(game, language, act.cards, act.kind, act.rank)
    if act.verb == "pass":
        return pass_word(game, act, language)
    if act.verb == "bid":
        return wording.say(language, "deed.bid", game, n=act.number or 0)
    shown = loose_cards(game, language, act.cards)
    if act.kind and act.verb in LAID:
        shown = play_text(game, language, act.cards, act.kind, act.rank)
    known = (f"deed.{act.verb}.{act.kind or game}", f"deed.{act.verb}.{game}", f"deed.{act.verb}")
    word = wording.first(language, known, n=act.number or 0) or wording.say(language, f"verb.{act.verb}", game)
    return f"{word} {shown}".rstrip()


def pass_word(game: str, act: Act, language: str) -> str:
    """What a pass is called: before the play nothing is bid, and some passes decline a question of their own."""
    own = wording.first(language, (f"deed.pass.{act.kind}",)) if act.kind else None
    return own or wording.say(language, "deed.pass" if act.trick >= 0 else "deed.decline", game)


def deed_shown(game: str, act: Act, language: str) -> Span:
    """The same with its cards."""
    if act.verb == "play":
        return play_shown(game, language, act.cards, act.kind, act.rank)
    text = deed(game, act, language)
    if not act.cards:
        return Span(text)
    if act.kind and act.verb in LAID:
        shown = play_shown(game, language, act.cards, act.kind, act.rank)
    else:
        shown = Faces(loose_cards(game, language, act.cards), "", tuple(sorted(act.cards)))
    return Faces(text, "", (text.removesuffix(shown.text), *shown.faces))


def deeds_by_seat(
    view: View, recent: Sequence[tuple[Event, str]], players: Sequence[Player], language: str
) -> Mapping[int, Span]:
    """The last deed of each seat in the current trick (or in the bidding), with who really acted."""
    trick = trick_on_table(view)
    causes = {event.seat: cause for event, cause in recent if isinstance(event, _DEEDS)}
    last = {act.seat: act for act in view.acts if act.trick == trick}
    found: dict[int, Span] = {}
    for seat, act in last.items():
        shown = found[seat] = deed_shown(view.game, act, language)
        cause = "auto" if act.auto else causes.get(seat, "")
        if cause and act.verb in _SPEECH:
            text = _marked(shown.text, cause, seat, players, language)
            said = text.removeprefix(shown.text)
            found[seat] = Span(text)
            if isinstance(shown, Faces):
                found[seat] = Faces(text, shown.style, (*shown.faces, said), shown.coloured, shown.large)
    return found


def last_play(view: View) -> Act | None:
    """The play that nobody beat, while its owner (or who inherits) has not led anew; a game may number the next trick
    later."""
    return presentation_of(view.game).won(view) if view.standing is None else None


def trick_on_table(view: View) -> int:
    """The trick whose cards lie on the table; -1 before the play."""
    if view.phase != "play":
        return -1
    begun = view.trick <= 0 or any(act.trick == view.trick for act in view.acts)
    return view.trick if begun or not presentation_of(view.game).stays else view.trick - 1


def event_text(game: str, event: Event, cause: str, players: Sequence[Player], language: str) -> str:
    """One event as a sentence, for logs and replays: ``player 1: pair 9-9``. Where the catalogue has a part for a field
    (``event.declared.void``), the sentence is made of the parts of those that hold anything."""
    told = {**SHARED_FIELDS, **presentation_of(game).event_fields}
    data: dict[str, object] = {}
    for known in fields_of(event):
        value = getattr(event, known.name)
        if known.name in told:
            data[known.name] = _told(told[known.name], value, game, players, language)
        elif isinstance(value, str | int):
            data[known.name] = value
    match event:
        case Played(cards=cards, kind=kind, rank=rank):
            data["play"] = play_text(game, language, cards, kind, rank)
        case PileShown(pile=pile):
            data["pile"] = wording.say(language, f"pile.{pile}", game)
        case HandShown(cards=cards):
            data["cards"] = _laid_open(game, cards, language)
        case RoundEnded(points=points):
            data["points"] = " · ".join(
                f"{wording.name_of(players, seat, language)} {wording.signed(number)}"
                for seat, number in enumerate(points)
            )
    code = f"event.{event.code}"
    if event.code == "called" and not data.get("amount"):
        code = "event.declined"
    if isinstance(event, MatchEnded) and not event.winners:
        code = "event.match_unwon"
    named = [f"{code}.{name}" for name, value in data.items() if value and wording.has(f"{code}.{name}")]
    sentence = wording.say(language, "list.dot").join(wording.say(language, part, **data) for part in named)
    sentence = (
        sentence
        or wording.first(language, (f"{code}.{data.get('stage')}",))
        or wording.say(language, code, game, **data)
    )
    if not isinstance(event, _DEEDS):
        return sentence
    cause = "auto" if getattr(event, "auto", False) else cause
    return _marked(sentence, cause, event.seat, players, language)


def _told(how: Told, value: Any, game: str, players: Sequence[Player], language: str) -> str:
    match how:
        case Told.SEAT:
            nobody = wording.say(language, "seat.nobody")
            return nobody if value is None else wording.name_of(players, value, language)
        case Told.SEATS:
            seats = (one if isinstance(one, int) else one[0] for one in value)
            return wording.say(language, "list.and").join(wording.name_of(players, seat, language) for seat in seats)
        case Told.SIDE:
            return "" if value is None else wording.side_names(value, None, players, language)
        case Told.CARD:
            return wording.card_word(value, language)
        case Told.CARDS:
            return _laid_open(game, value, language)
        case Told.RANK:
            return wording.rank_word(value, language)
        case Told.RANKS:
            return " : ".join(wording.rank_word(rank, language) for rank in value)
        case _:
            return wording.say(language, f"{how}.{value}", game)


def _laid_open(game: str, cards: Cards, language: str) -> str:
    """Cards side by side, by suit or with their suits where these matter."""
    own = presentation_of(game)
    if own.suited and not own.by_suit:
        return loose_cards(game, language, cards)
    return wording.by_suit(cards, language) if own.suited else wording.grouped(cards, language)


Trick = tuple[int, tuple[Act, ...]]  # The number of a trick, from 0 (-1: before the play), and its deeds in order


class FinalPlay(NamedTuple):
    """What was laid at the end of a round; ``won``: the last trick; ``alone``: after it, by the rules themselves, as the rest of
    a hand."""

    act: Act
    won: bool
    alone: bool


def tricks_of(view: View) -> tuple[Trick, ...]:
    """The tricks of a round, the one in play included, oldest first: what was laid, as who is not named has passed.
    Before the play all is told but that somebody declines."""
    found: dict[int, list[Act]] = {}
    for act in view.acts:
        if act.cards if act.trick >= 0 else act.cards or act.verb != "decline":
            found.setdefault(act.trick, []).append(act)
    return tuple((number, tuple(acts)) for number, acts in sorted(found.items()))


def in_play(view: View, trick: Trick) -> bool:
    """Whether a trick is not over yet."""
    if view.phase == "over" or view.standing is None or trick[0] < 0:
        return False
    return all(act.trick <= trick[0] for act in view.acts)


def winner(view: View, trick: Trick) -> Act | None:
    """The play that won a trick; ``None`` while it is on."""
    if trick[0] < 0 or in_play(view, trick):
        return None
    return presentation_of(view.game).winning(view, trick[1])


def last_finished(view: View) -> Trick | None:
    """The latest trick that is over and no longer lies on the table."""
    over = [trick for trick in tricks_of(view) if trick[0] >= 0 and winner(view, trick) is not None]
    return over[-1] if over else None


def final_plays(view: View) -> tuple[FinalPlay, ...]:
    """What was laid in the last trick of a round that is over, in order, and what the rules laid by themselves after
    it: nobody has seen the one before the other was there."""
    laid = [(number, [act for act in acts if act.verb in LAID]) for number, acts in tricks_of(view) if number >= 0]
    tricks = [acts for _, acts in laid if acts]
    last = len(tricks) - 1
    while last > 0 and len(tricks[last]) == 1 and tricks[last][0].auto:
        last -= 1
    winning = presentation_of(view.game).winning
    plays = [
        FinalPlay(act, won=not number and act is winning(view, acts), alone=number > 0)
        for number, acts in enumerate(tricks[max(last, 0) :])
        for act in acts
    ]
    return tuple(plays[-_LAST:])


def trick_shown(view: View, trick: Trick, players: Sequence[Player], language: str) -> list[str | Span]:
    """Say a trick in one line: ``player 3 pair 5 → player 1 pair 9``; the last plays of a long one."""
    parts: list[str | Span] = ["⋯ → "] if len(trick[1]) > _MOST else []
    for number, act in enumerate(trick[1][-_MOST:]):
        name = wording.name_of(players, act.seat, language)
        parts += [f" → {name} " if number else f"{name} ", deed_shown(view.game, act, language)]
    return parts


def offer_label(game: str, language: str, offer: Offered, why: str, number: int) -> str:
    """What is on the button of an offered action, the ``number``-th; answers to a question may have words of their
    own."""
    action = offer.action
    if isinstance(action, Pass):
        return wording.say(language, f"button.{presentation_of(game).pass_buttons.get(why, 'pass')}", game)
    if isinstance(action, Do) and not action.cards:
        own = wording.first(language, (f"verb.{action.verb}.{why}",))
        if own is not None:
            return own
    if isinstance(action, Do) and action.verb == why == "return" and not number and presentation_of(game).suitless:
        return wording.shorten(
            wording.say(language, "button.lowest_back", cards=loose_cards(game, language, action.cards)), _LABEL
        )
    if isinstance(action, Do) and offer.kind:  # the name of the kind gives way before the cards do
        brief = action_label(game, language, action, offer.kind, offer.rank, _LAID)
        return action_label(game, language, action, offer.kind, offer.rank, _LABEL) if brief.endswith("…") else brief
    return action_label(game, language, action, offer.kind, offer.rank)


def asked_text(game: str, why: str, language: str, view: View | None = None) -> str:
    """What somebody is asked, in a sentence to them. Where nobody passes, one follows the suit that was led, which the
    reader's ``view`` tells."""
    if why != "follow" or "pass" in GAMES[game].verbs or wording.has(f"why_you.{why}.{game}"):
        return wording.say(language, f"why_you.{why}", game)
    acts = () if view is None or view.hand is None else view.acts
    led = next(
        (suit_of(act.cards[0]) for act in acts if view is not None and act.lead and act.trick == view.trick), None
    )
    if view is None or led is None:
        return wording.say(language, "why_you.follow_suit")
    holds = any(suit_of(card) == led for card in view.hand or ())
    return wording.say(
        language, "why_you.follow_led" if holds else "why_you.follow_none", game, suit=wording.SUIT_SIGNS[led]
    )
