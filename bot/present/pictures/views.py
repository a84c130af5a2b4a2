"""Pictures of views: what of a view or a finished round is drawn, the drawing when it is asked for, and what is kept."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2s
from io import BytesIO
from typing import Final

import structlog
from PIL import Image

from bot.present.pictures.table import HandArt, PlayArt, SeatArt, TableArt, groups_png, hand_png, table_image, table_png
from bot.present.presentation import presentation_of
from bot.present.screens.elements import game_title, result_title, round_sums, round_word
from bot.present.screens.screen import Picture, pictured
from bot.present.words.plays import final_plays, hand_shown, kind_word, last_play, pass_word, trick_on_table
from bot.present.words.text import first, name_of, say, seat_no, signed
from bot.session.port.commands import ChatRef
from bot.session.port.replies import ReplayCard
from bot.session.port.updates import PrivateUpdate, PublicUpdate, TableInfo
from games.base.cards import Cards
from games.contract import Act, SeatView, View
from games.kit.history import LAID

__all__ = [
    "MOST_FRAMES", "Kept", "drawn", "hand_picture", "moment_art", "outcome_art", "replay_gif", "replay_picture",
    "steps_shown", "table_picture",
]  # fmt: skip

_log = structlog.get_logger(__name__)

_EASEL = ThreadPoolExecutor(1, thread_name_prefix="pictures")
"""One thread draws all pictures: each thread that draws keeps fonts of its own, some 20 MiB."""


_TOLD_APART = 20  # So many cards of a hand can be told apart where all hands are drawn at once
_REELS = ThreadPoolExecutor(1, thread_name_prefix="reels")
"""Another one draws pictures that move: they take seconds, and hands must not wait for them."""


async def drawn(picture: Picture) -> bytes | None:
    """The picture as PNG (or GIF), drawn outside the event loop; ``None`` if it could not be drawn: the log says so.
    What adorns a message must not keep it from being sent."""
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
    cards = update.view.hand
    if not cards or update.play.result is not None:
        return None
    view = update.view
    alt = say(update.language, "panel.hand", n=len(cards)) + hand_shown(view, cards, update.language).text
    if presentation_of(view.game).suitless:
        return pictured("groups", groups_png, cards, alt)
    art = HandArt(cards, view.order, view.high, view.wild, presentation_of(view.game).by_suit, view.suits)
    return pictured("hand", hand_png, art, alt)


def table_picture(update: PublicUpdate) -> Picture | None:
    """The table from above, ``None`` before the first deal."""
    if update.view is None or update.table.state == "closed" or update.table.parked:
        return None
    art = _table_art(update, update.view)
    alt = " · ".join(part.rstrip(".。") for part in (art.heading, art.stake) if part)
    return pictured("table", table_png, art, alt)


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
    table, view = TableInfo(0, card.game, "", {}, 0, "playing", len(card.players)), card.frames[step].view
    return _table_art(PublicUpdate(table, ChatRef("", ""), language, card.players, view), view)


def _sorted(view: View, cards: Cards) -> Cards:
    return tuple(sorted(cards, key=HandArt(cards, view.order, view.high, view.wild).key))


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
        words = " · ".join(filter(None, (say(language, f"role.{seat.role}", game), more)))
    if update.play.result is not None:
        words = ""
        if seat.seat < len(update.score.totals):
            words = say(language, "result.total", total=signed(update.score.totals[seat.seat])).strip(" ·")
        place = "" if presentation_of(game).by_points else _place(seat, game, language)
        words = " · ".join(filter(None, (place, words)))
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


MOST_FRAMES: Final = 60  # The most pictures, the last of which shows how it ended
_WIDTH: Final = 640
_COLOURS: Final = 128
_MOST_BYTES: Final = 7_500_000
_FIRST, _NEXT, _LAST = 1500, 1100, 4000
"""Thousandths of a second for which the first moment, each further one and the last are shown."""


@dataclass(frozen=True, slots=True)
class _Reel:
    """What is drawn, picture by picture."""

    arts: tuple[TableArt, ...]


def steps_shown(card: ReplayCard) -> tuple[int, ...]:
    """The moments that are drawn: all of them if they are few enough, else without mere passes, else evenly chosen; the
    deal and the end always."""
    every, most = range(len(card.frames)), MOST_FRAMES - 1
    steps = list(every)
    if len(steps) > most:
        steps = [at for at in every if at in (0, every[-1]) or card.frames[at].text != "pass"]
    if len(steps) > most:
        gap = (len(steps) - 1) / (most - 1)
        steps = [steps[round(number * gap)] for number in range(most)]
    return tuple(steps)


def replay_picture(card: ReplayCard, language: str) -> Picture | None:
    """The round as it went; ``None`` if its moments are not known."""
    if not card.frames:
        return None
    title = f"{card.id} · {game_title(card.game, language)}"
    end = replace(outcome_art(card, language), heading=title, stake="")
    reel = _Reel((*(_moment(card, step, language) for step in steps_shown(card)), end))
    key = blake2s(repr(reel).encode(), digest_size=12).hexdigest()
    alt = say(language, "share.alt", id=card.id, game=game_title(card.game, language))
    return Picture(partial(replay_gif, reel.arts), alt, f"replay-{key}", animated=True)


def _moment(card: ReplayCard, step: int, language: str) -> TableArt:
    art = moment_art(card, step, language)
    count = say(language, "replay.step", n=step, of=len(card.frames) - 1)
    told = presentation_of(card.game).stake(card.frames[step].view, language)
    return replace(art, heading=f"{card.id} · {count}", stake=told)


def replay_gif(arts: tuple[TableArt, ...]) -> bytes:
    """The pictures as one GIF that begins anew at its end; smaller ones where it would be too large a file."""
    for width in (_WIDTH, _WIDTH * 3 // 4, _WIDTH // 2):
        made = _gif(arts, width)
        if len(made) <= _MOST_BYTES:
            break
    return made


def _gif(arts: tuple[TableArt, ...], width: int) -> bytes:
    palette = _palette(
        tuple(dict.fromkeys((arts[0], *arts[len(arts) // 4 :: max(1, len(arts) // 4)], arts[-1]))), width
    )
    frames = [_small(art, width).quantize(palette=palette, dither=Image.Dither.NONE) for art in arts]
    times = [_FIRST, *[_NEXT] * (len(frames) - 2), _LAST][: len(frames)]
    out = BytesIO()
    frames[0].save(
        out, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=False, disposal=1
    )
    return out.getvalue()


def _small(art: TableArt, width: int) -> Image.Image:
    table = table_image(art)
    return table.resize((width, table.height * width // table.width), Image.Resampling.LANCZOS).convert("RGB")


def _palette(arts: tuple[TableArt, ...], width: int) -> Image.Image:
    """The colours of some of the pictures: all of one film have the same, so that nothing flickers."""
    shown = [_small(art, width) for art in arts]
    together = Image.new("RGB", (width, sum(one.height for one in shown)))
    top = 0
    for one in shown:
        together.paste(one, (0, top))
        top += one.height
    return together.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


class Kept:
    """At most so many bytes of pictures by key; what was not asked for longest goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._pictures: OrderedDict[str, bytes] = OrderedDict()

    def get(self, key: str) -> bytes | None:
        data = self._pictures.get(key)
        if data is not None:
            self._pictures.move_to_end(key)
        return data

    def put(self, key: str, data: bytes) -> None:
        self._size += len(data) - len(self._pictures.pop(key, b""))
        self._pictures[key] = data
        while self._size > self._most:
            _, oldest = self._pictures.popitem(last=False)
            self._size -= len(oldest)
