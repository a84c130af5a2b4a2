"""Pictures of views: what of a view is drawn. The drawing is done when it is asked for."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from hashlib import blake2s

import structlog

from bot.present.pictures.hand import HandArt, groups_png, hand_png
from bot.present.pictures.table import PlayArt, SeatArt, TableArt, table_png
from bot.present.presentation import presentation_of
from bot.present.screens.elements import game_title, round_word
from bot.present.screens.results import result_title, round_sums
from bot.present.screens.screen import Picture
from bot.present.words.catalogue import first, say
from bot.present.words.plays import final_plays, kind_word, last_play, pass_word, trick_on_table
from bot.present.words.text import by_suit, in_order, name_of, seat_no, signed
from bot.session.port.commands import ChatRef
from bot.session.port.replies import ReplayCard
from bot.session.port.updates import PrivateUpdate, PublicUpdate, TableInfo
from games.base.cards import Cards
from games.contract import Act, SeatView, View
from games.kit.history import LAID

__all__ = ["drawn", "hand_picture", "moment_art", "outcome_art", "table_picture"]

_log = structlog.get_logger(__name__)

_EASEL = ThreadPoolExecutor(1, thread_name_prefix="pictures")
"""One thread draws all pictures: each thread that draws keeps fonts of its own, some 20 MiB."""


_TOLD_APART = 20
"""So many cards of a hand can be told apart where all hands are drawn at once."""
_REELS = ThreadPoolExecutor(1, thread_name_prefix="reels")
"""Another one draws pictures that move: they take seconds, and hands must not wait for them."""


async def drawn(picture: Picture) -> bytes | None:
    """The picture as PNG (or GIF), drawn outside the event loop; ``None`` if it could not be drawn: the log says so.

    What adorns a message must not keep it from being sent.
    """
    return await asyncio.get_running_loop().run_in_executor(_REELS if picture.animated else _EASEL, _made, picture)


def _made(picture: Picture) -> bytes | None:
    """Draw in the thread. No error leaves it: whoever waits for a future would wait for ever after a ``StopIteration``."""
    try:
        return picture.make()
    except Exception as error:  # its text could hold cards
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = "" if trace is None else f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}"
        _log.error("a picture could not be drawn", error=type(error).__name__, where=where)
        return None


def hand_picture(update: PrivateUpdate) -> Picture | None:
    """The cards of one hand, ``None`` without any."""
    cards = update.view.hand
    if not cards or update.play.result is not None:
        return None
    view = update.view
    shown = by_suit(cards, update.language) if presentation_of(view.game).suited else in_order(view, update.language)
    alt = say(update.language, "panel.hand", n=len(cards)) + shown
    if presentation_of(view.game).suitless:
        return Picture(partial(groups_png, cards), alt, _key("groups", cards))
    art = HandArt(cards, view.order, view.high, view.wild, presentation_of(view.game).suited)
    return Picture(partial(hand_png, art), alt, _key("hand", art))


def table_picture(update: PublicUpdate) -> Picture | None:
    """The table from above, ``None`` before the first deal."""
    if update.view is None or update.table.state == "closed" or update.table.parked:
        return None
    art = _table_art(update, update.view)
    alt = " · ".join(part.rstrip(".。") for part in (art.heading, art.stake) if part)
    return Picture(partial(table_png, art), alt, _key("table", art))


def moment_art(card: ReplayCard, step: int, language: str) -> TableArt:
    """The table at one moment of a finished round: at the deal with everybody's cards as far as they can be told apart, at
    the end still with the trick that ended it."""
    art, frame = _art_at(card, step, language), card.frames[step]
    if step == 0 and max(map(len, frame.hands)) <= _TOLD_APART:
        hands = [_sorted(frame.view, hand) for hand in frame.hands]
        seats = [replace(seat, cards=hand) for seat, hand in zip(art.seats, hands, strict=True)]
        return replace(art, seats=tuple(seats), told=())
    if step == 0 or step < len(card.frames) - 1:
        return art
    before, act = _art_at(card, step - 1, language), frame.view.acts[-1]
    seats = [
        replace(now, cards=was.cards, word=was.word, leads=was.leads and not act.cards)
        for now, was in zip(art.seats, before.seats, strict=True)
    ]
    if act.cards:
        laid = presentation_of(card.game).lay(act.cards, act.kind, act.rank)
        word = kind_word(card.game, language, act.kind, act.cards) if act.kind else ""
        seats[act.seat] = replace(seats[act.seat], cards=laid, word=word, leads=True)
    return replace(art, seats=tuple(seats), told=())


def outcome_art(card: ReplayCard, language: str) -> TableArt:
    """How a finished round ended: the points, and the cards that were left."""
    frame, art = card.frames[-1], _art_at(card, len(card.frames) - 1, language)
    seats = (
        replace(seat, cards=_sorted(frame.view, hand), word="", leads=False, acts=False, points=points)
        for seat, hand, points in zip(
            art.seats, frame.hands, map(signed, card.points) if card.scored else [""] * len(art.seats), strict=True
        )
    )
    return replace(art, seats=tuple(seats), told=())


def _art_at(card: ReplayCard, step: int, language: str) -> TableArt:
    """The table as everybody saw it at a moment."""
    table, view = TableInfo(0, card.game, "", {}, 0, "playing", len(card.players)), card.frames[step].view
    return _table_art(PublicUpdate(table, ChatRef("", ""), language, card.players, view), view)


def _sorted(view: View, cards: Cards) -> Cards:
    return tuple(sorted(cards, key=HandArt(cards, view.order, view.high, view.wild).key))


def _key(kind: str, shown: object) -> str:
    return f"{kind}-{blake2s(repr(shown).encode(), digest_size=12).hexdigest()}"


def _table_art(update: PublicUpdate, view: View) -> TableArt:
    table, language = update.table, update.language
    pile = next(iter(presentation_of(table.game).piles(view)), None)
    heading = " · ".join(
        part for part in (game_title(table.game, language), f"#{table.id}", round_word(table, language, view)) if part
    )
    if update.play.result is not None:
        told = round_sums(table, view, update.play.result, update.players, update.play.last, language)
        heading = told[0] if told else result_title(table, update.play.result, language, view)
    return TableArt(
        heading=heading,
        stake=presentation_of(table.game).stake(view, language),
        pile_name=say(language, f"pile.{pile.name}", table.game) if pile else "",
        pile=(pile.cards or ()) if pile else (),
        pile_count=pile.count if pile else 0,
        seats=tuple(_seat_art(update, view, seat) for seat in view.seats),
        told=presentation_of(table.game).centre(view, update.players, language) if update.play.result is None else (),
        climb=presentation_of(table.game).climb(update.score.course, table.options)
        if update.play.result is not None
        else (),
        climb_labels=presentation_of(table.game).climb_labels if update.play.result is not None else (),
        high=view.high,
        wild=view.wild,
        trick_name=say(language, "result.last_trick").rstrip(" :："),
        trick=_trick_art(update, view) if update.play.result is not None else (),
    )


def _trick_art(update: PublicUpdate, view: View) -> tuple[PlayArt, ...]:
    game, language = update.table.game, update.language
    return tuple(
        PlayArt(
            name=name_of(update.players, act.seat, language),
            cards=presentation_of(game).lay(act.cards, act.kind, act.rank),
            word=kind_word(game, language, act.kind, act.cards),
            won=won,
            alone=alone,
        )
        for act, won, alone in final_plays(view)
    )


def _seat_art(update: PublicUpdate, view: View, seat: SeatView) -> SeatArt:
    language, game = update.language, update.table.game
    words = _standing_of(view, seat, game, language)
    if seat.role:
        more = presentation_of(game).brief(view, seat, language)
        words = " · ".join(part for part in (say(language, f"role.{seat.role}", game), more) if part)
    if update.play.result is not None:
        words = ""
        if seat.seat < len(update.score.totals):
            words = say(language, "result.total", total=signed(update.score.totals[seat.seat])).strip(" ·")
        place = "" if presentation_of(game).by_points else _place(seat, game, language)
        words = " · ".join(part for part in (place, words) if part)
    art = SeatArt(
        name=f"{seat_no(seat.seat)}. {name_of(update.players, seat.seat, language)}",
        line=words,
        count=seat.count,
        crown=presentation_of(game).role_art.get(seat.role or "") == "crown",
        team=seat.team,
        taken=seat.taken,
    )
    if update.play.result is not None:
        counts = update.play.result.scored and not update.play.result.void
        points = signed(update.play.result.points[seat.seat]) if counts else ""
        return replace(art, cards=_sorted(view, seat.shown), points=points)
    deed = _last_deed(view, seat.seat)
    if any(question.seat == seat.seat for question in view.awaited):
        art = replace(art, acts=True)
        if deed is None or deed.verb not in LAID or last_play(view) is not deed:
            return art  # what it has just won with, or burns with, stays in front of it
    if deed is None:
        return art
    if deed.verb in LAID:
        leads = seat.seat == view.standing.seat if view.standing is not None else last_play(view) is deed
        laid = presentation_of(game).lay(deed.cards, deed.kind, deed.rank)
        return replace(art, cards=laid, leads=leads, word=kind_word(game, language, deed.kind, deed.cards))
    if deed.cards:
        return replace(
            art,
            cards=deed.cards,
            word=first(language, (f"deed.{deed.verb}",)) or say(language, f"verb.{deed.verb}", game),
        )
    if deed.verb == "bid":
        return replace(art, word=say(language, "deed.bid", game, n=deed.number or 0))
    if deed.verb != "pass":
        return replace(art, word=say(language, f"deed.{deed.verb}", game))
    return replace(art, word=pass_word(game, deed, language))


def _place(seat: SeatView, game: str, language: str) -> str:
    """What the game calls the place of a seat that is out, ``""`` if it is not or the game has no words for it."""
    return first(language, (f"place.{game}.{seat.place}",)) or "" if seat.place else ""


def _standing_of(view: View, seat: SeatView, game: str, language: str) -> str:
    """How a seat came in, or what sets it apart from others at the moment."""
    marks = [say(language, f"mark.{mark}", game) for mark in presentation_of(game).marks(view, seat)]
    if more := presentation_of(game).brief(view, seat, language):
        marks.append(more)
    return " · ".join([_place(seat, game, language), *marks] if seat.place else marks)


def _last_deed(view: View, seat: int) -> Act | None:
    trick = trick_on_table(view)
    deeds = [
        act
        for act in view.acts
        if act.seat == seat and act.trick == trick and (act.verb in {"play", "pass", "bid", "yield"} or act.cards)
    ]
    return deeds[-1] if deeds else None
