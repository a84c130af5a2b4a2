"""A finished round as a picture that moves: the table from above, moment by moment, with what was played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2s
from io import BytesIO
from typing import Final

from PIL import Image

from bot.present.pictures.table import TableArt, table_image
from bot.present.pictures.views import moment_art, outcome_art
from bot.present.presentation import presentation_of
from bot.present.screens.elements import game_title
from bot.present.screens.screen import Picture
from bot.present.words.catalogue import say
from bot.session.port.replies import ReplayCard

__all__ = ["MOST_FRAMES", "replay_gif", "replay_picture", "steps_shown"]

MOST_FRAMES: Final = 60
"""The most pictures, the last of which shows how it ended."""
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
        steps = [at for at in every if at in (0, every[-1]) or _is_more_than_a_pass(card, at)]
    if len(steps) > most:
        gap = (len(steps) - 1) / (most - 1)
        steps = [steps[round(number * gap)] for number in range(most)]
    return tuple(steps)


def _is_more_than_a_pass(card: ReplayCard, step: int) -> bool:
    return card.frames[step].text != "pass"


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
