"""Updates and screens as the page's JSON: a structure to draw from, with every text in the reader's language.

``public`` is made from a ``PublicUpdate`` and ``private`` from a ``PrivateUpdate``; nothing else here has cards to
give, and neither adds any.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.present import render
from bot.present.games import presentation_of
from bot.present.reports.fairness import promise_lines
from bot.present.screens.elements import game_title, preset_title, round_word
from bot.present.screens.panel import advance_key, offer_label, pass_key
from bot.present.screens.results import LAST_PLAYS, result_title
from bot.present.screens.screen import Mention, Screen, Span, plain_text
from bot.present.screens.table import table_heading
from bot.present.words.catalogue import first, say
from bot.present.words.events import deed, event_text, final_trick, last_play, trick_on_table
from bot.present.words.plays import action_label, body_and_rest, kind_word, play_label, play_text
from bot.present.words.text import clean, duration, grouped, name_of, rank_word, row_words
from bot.session.port.buttons import encode, fits
from bot.session.port.commands import Command, UserRef
from bot.session.port.updates import Fairness, Motion, Offered, Panel, Player, PrivateUpdate, PublicUpdate
from games import GAMES
from games.base.actions import Action, Bid, Do, Pass, Play, action_text
from games.base.cards import RANKS, Cards, card_text, rank_of, suit_of
from games.base.events import Event, HandShown
from games.contract import Act, Awaited, Json, Pile, Recognised, RoundResult, SeatView, View

__all__ = ["bare", "private", "public", "screen_json", "summary", "words_of"]

Object = dict[str, Json]
_TEAMS = "\U0001f535\U0001f7e0"
_PICTURES = re.compile(
    f"(?:(?![{_TEAMS}])[\u21a9\U0001f000-\U0001faff\u23e9-\u23f3\u25b6\u2699\u26a0\u2702-\u2709\ufe0f])+ ?"
)
"""Little pictures, but for the signs of the teams."""


def _cards(cards: Cards) -> list[Json]:
    return [card_text(card) for card in cards]


def bare(text: str) -> str:
    """Return a text without its little pictures: the page draws its own, and not every system has them."""
    return _PICTURES.sub("", text).strip()


def _button(command: Command | None) -> Json:
    return encode(command) if command is not None and fits(command) else None


# -- the table


def public(update: PublicUpdate, reader: UserRef, language: str) -> Object:
    """Return the table for one reader; ``seat`` is the reader's own, ``None`` for who only watches."""
    table = update.table
    mine = next((player for player in update.seated if player.user == reader), None)
    about = f"preset.{table.game}.{table.preset}.line"
    return {
        "t": "table",
        "room": update.chat.external,
        "version": update.version,
        "seat": None if mine is None else mine.seat,
        "host": mine is not None and mine.host,
        "table": {
            "id": table.id,
            "game": table.game,
            "name": game_title(table.game, language),
            "heading": bare(table_heading(table, language)),
            "preset_name": preset_title(table.game, table.preset, language),
            "preset_about": first(language, (about,)) or "",
            "clock": table.clock,
            "clock_word": bare(_clock_word(table.clock, language)),
            "state": table.state,
            "round": table.round,
            "round_word": round_word(table, language, update.view),
            "match": table.match,
            "parked": table.parked,
        },
        "warnings": [say(language, "table.open_deals")] if table.open_deals else [],
        "players": [_player(update.seated, player, reader, language) for player in update.seated],
        "view": None if update.view is None else _view(_from(update.view, mine), update.players, language),
        "news": [
            bare(event_text(table.game, event, cause, update.players, language)) for event, cause in update.recent[-4:]
        ],
        "result": None if update.result is None else _result(update, update.result, reader, language),
        "totals": list(update.totals),
        "race": [bare(text) for text in presentation_of(table.game).race(update.course, table.options, language)],
        "seconds": {str(seat): seconds for seat, seconds in update.seconds_left.items()},
        "motion": None if update.motion is None else _motion(update.motion, update.seated, language),
        "fairness": None if update.fairness is None else _fairness(replace(update, language=language), update.fairness),
    }


def _from(view: View, mine: Player | None) -> View:
    """Return the public view, worded from a reader's side of the table."""
    return view if mine is None else replace(view, viewer=mine.seat)


def _clock_word(seconds: int, language: str) -> str:
    if not seconds:
        return say(language, "table.no_clock")
    return say(language, "table.clock", time=duration(seconds, language))


def _player(players: Sequence[Player], player: Player, reader: UserRef, language: str) -> Object:
    name = bare(name_of(players, player.seat, language)) if player.kind != "empty" else ""
    return {
        "seat": player.seat,
        "kind": player.kind,
        "name": name,
        "bare": name if player.kind == "person" else clean(player.name) or name,
        "level": say(language, f"level.{player.level}") if player.level else "",
        "away": player.away,
        "stand_in": player.stand_in and player.kind == "person",
        "ready": player.ready,
        "host": player.host,
        "me": player.user == reader,
    }


def _view(view: View, players: Sequence[Player], language: str) -> Object:
    game, won = view.game, last_play(view)
    last: Json = None
    if won is not None:
        text = bare(play_text(game, language, won.cards, won.kind, won.rank))
        by = say(language, "table.last_trick", name=_name(players, won.seat, language))
        last = {"seat": won.seat, "cards": _cards(won.cards), "text": text, "text_by": f"{by} {text}"}
    standing: Json = None
    if view.standing is not None:
        on_top = view.standing
        standing = {
            "seat": on_top.seat,
            "cards": _cards(on_top.cards),
            "name": bare(kind_word(game, language, on_top.kind, on_top.cards)),
            "text": bare(play_text(game, language, on_top.cards, on_top.kind, on_top.rank)),
        }
    return {
        "phase": view.phase,
        "trick": view.trick,
        "shown_trick": trick_on_table(view) if view.phase == "play" else view.trick,
        "stake": bare(presentation_of(game).stake(view, language)),
        "notes": [bare(text) for text in presentation_of(game).notes(view, tuple(players), language)],
        "awaited": [_awaited(one, game, language) for one in view.awaited],
        "seats": [
            {
                "seat": seat.seat,
                "count": seat.count,
                "place": seat.place,
                "team": seat.team,
                "role": seat.role or "",
                "role_art": presentation_of(game).role_art.get(seat.role or "", ""),
                "role_name": bare(say(language, f"role.{seat.role}", game)) if seat.role else "",
                "marks": [
                    bare(say(language, f"mark.{mark}", game)) for mark in presentation_of(game).marks(view, seat)
                ],
                "relation": _relation(view, seat, language),
                "answered": "answered" in seat.marks,
                "beside": bare(presentation_of(game).beside(view, seat, language)),
                "shown": _cards(seat.shown),
            }
            for seat in view.seats
        ],
        "standing": standing,
        "last": last,
        "piles": [_pile(pile, game, language) for pile in presentation_of(game).piles(view)],
        "acts": [_act(act, game, language) for act in view.acts],
    }


def _relation(view: View, seat: SeatView, language: str) -> str:
    """Return what a seat is to the one that looks on: of its team, or the one opposite whom it has to watch."""
    if view.viewer is None or seat.seat == view.viewer:
        return ""
    if seat.team is not None and seat.team == view.seats[view.viewer].team:
        return say(language, "seat.partner", view.game)
    faced = presentation_of(view.game).facing
    opposite = faced and seat.seat == (view.viewer + faced) % len(view.seats)
    return say(language, "seat.opposite") if opposite else ""


def _name(players: Sequence[Player], seat: int, language: str) -> str:
    return bare(name_of(players, seat, language))


def _awaited(one: Awaited, game: str, language: str) -> Object:
    return {
        "seat": one.seat,
        "why": one.why,
        "text": say(language, f"why.{one.why}", game),
        "mine": say(language, f"why_you.{one.why}", game),
    }


def _pile(pile: Pile, game: str, language: str) -> Object:
    return {
        "name": pile.name,
        "label": say(language, f"pile.{pile.name}", game),
        "count": pile.count,
        "cards": None if pile.cards is None else _cards(pile.cards),
        "text": "" if pile.cards is None else grouped(pile.cards, language),
    }


def _act(act: Act, game: str, language: str) -> Object:
    return {
        "seat": act.seat,
        "verb": act.verb,
        "cards": _cards(act.cards),
        "name": bare(kind_word(game, language, act.kind, act.cards)) if act.kind else "",
        "text": bare(deed(game, act, language)),
        "auto": act.auto,
        "trick": act.trick,
    }


def _result(update: PublicUpdate, result: RoundResult, reader: UserRef, language: str) -> Object:
    mine = next((player for player in update.players if player.user == reader), None)
    table, view = update.table, None if update.view is None else _from(update.view, mine)
    events: tuple[Event, ...] = update.last or tuple(event for event, _ in update.recent)
    left = {event.seat: event.cards for event in events if isinstance(event, HandShown)}
    if view is not None:
        left = {seat.seat: seat.shown for seat in view.seats if seat.shown} | left
    winners = () if result.winner is None else result.winner
    names = say(language, "list.and").join(_name(update.players, seat, language) for seat in winners)
    roles = [say(language, f"role.{role}", table.game) if role else "" for role in result.roles]
    lines = () if view is None else presentation_of(table.game).sums(view, result, events, update.players, language)
    return {
        "title": result_title(table, result, language, update.view),
        "void": result.void,
        "mine": None if mine is None else mine.seat,
        "names": [_name(update.players, seat, language) for seat in range(len(result.points))],
        "points": list(result.points),
        "won": list(result.won),
        "roles": list(result.roles),
        "role_names": [bare(role) for role in roles],
        "role_arts": [presentation_of(table.game).role_art.get(role, "") for role in result.roles],
        "winner": None if result.winner is None else list(result.winner),
        "match_line": say(language, "result.match_won", n=len(winners), names=names) if winners else "",
        "lines": [bare(line) for line in lines],
        "trick": [] if view is None else _trick(view, update.players, language),
        "left": {str(seat): _cards(cards) for seat, cards in left.items()},
    }


def _trick(view: View, players: Sequence[Player], language: str) -> list[Json]:
    """Return what was laid last, in order."""
    won = last_play(view)
    return [
        {
            "seat": act.seat,
            "name": _name(players, act.seat, language),
            "cards": _cards(act.cards),
            "text": bare(play_text(view.game, language, act.cards, act.kind, act.rank)),
            "won": act == won,
        }
        for act in final_trick(view)[-LAST_PLAYS:]
    ]


def _fairness(update: PublicUpdate, told: Fairness) -> Object:
    """Return what the table has promised, for the page that shows it while no round is on."""
    return {
        "lines": [[_span(part) for part in line] for line in promise_lines(update)],
        "open": bool(told.commitment),
        "checks": told.id if told.secret else "",
        "check_label": bare(say(update.language, "button.fair")),
        "hint": say(update.language, "fair.hint"),
        "button": bare(say(update.language, "button.luck")),
    }


def _motion(motion: Motion, players: Sequence[Player], language: str) -> Object:
    name = "" if motion.seat is None else _name(players, motion.seat, language)
    what = say(language, f"motion.{motion.kind}", name=name)
    votes = say(language, "motion.votes", votes=motion.votes, needed=motion.needed, seconds=motion.seconds)
    return {"kind": motion.kind, "text": f"{what} {votes}"}


def summary(update: PublicUpdate, reader: UserRef, language: str) -> Object:
    """Return the entry of one's table in the lobby's list."""
    seats = [player.seat for player in update.seated if player.user == reader]
    waited = update.view is not None and any(one.seat in seats for one in update.view.awaited)
    state = say(language, f"state.{update.table.state}")
    return {
        "room": update.chat.external,
        "heading": bare(table_heading(update.table, language)),
        "about": " · ".join(part for part in (round_word(update.table, language, update.view), state) if part),
        "my_turn": waited and update.table.state == "playing",
    }


# -- the hand


def private(update: PrivateUpdate, language: str) -> Object:
    """Hand and panel of one seat, for its own person."""
    game = update.table.game
    return {
        "t": "hand",
        "room": update.chat.external,
        "version": update.version,
        "table": update.table.id,
        "seat": update.seat,
        "cards": _cards(update.view.hand or ()),
        "suited": presentation_of(game).suited,
        "suits_matter": presentation_of(game).suited or any(suit_of(card) is not None for card in update.view.wild),
        "order": [RANKS[rank] for rank in update.view.order],
        "high": None if update.view.high is None else RANKS[update.view.high],
        "wild": _cards(update.view.wild),
        "panel": None if update.panel is None else _panel(update.panel, game, language),
        "seconds": update.seconds_left,
        "reminder": update.reminder,
        "notice": _notice(update, language),
    }


def _notice(update: PrivateUpdate, language: str) -> str:
    return "" if update.notice is None else render.toast(update.notice, language)


def _panel(panel: Panel, game: str, language: str) -> Object:
    recognised: Json = None
    if panel.recognised is not None:
        seen = panel.recognised
        recognised = {
            "kind": _kind_or_verb(seen),
            "label": _recognised(panel, seen, game, language),
            "legal": seen.legal,
            "others": [_reading(action, kind, rank, game, language) for action, kind, rank in seen.others],
        }
    why = say(language, f"why_you.{panel.why}", game) if panel.why else ""
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
        "picked": _cards(panel.picked),
        "recognised": recognised,
        "pass": _button(panel.pass_now),
        "advance": _button(panel.advance),
        "advance_on": panel.advance_on,
        "hint": _button(panel.hint),
        "hinted": None if panel.hinted is None else _offer(panel.hinted, game, language, panel.why, _place(panel)),
    }


def _place(panel: Panel) -> int:
    """Return where the hint stands among the offers, so that both have one name; -1 if it is none of them."""
    hinted = None if panel.hinted is None else panel.hinted.action
    return next((at for at, offer in enumerate(panel.offers) if offer.action == hinted), -1)


def _is_one_card(panel: Panel, game: str) -> bool:
    """Tell whether one card is asked for, and all that may be played are offered."""
    if not panel.my_turn or not GAMES[game].suited:
        return False
    return bool(panel.offers) and all(isinstance(offer.action, Play) for offer in panel.offers)


def _play_word(panel: Panel, game: str, language: str) -> str:
    """Return what is done with the picked cards, where that is not simply playing them."""
    seen = panel.recognised
    if seen is not None and isinstance(seen.action, Do):
        return bare(say(language, f"verb.{seen.action.verb}", game))
    return ""


def _kind_or_verb(seen: Recognised) -> str | None:
    """Return what the picked cards would be played as, or the verb that they would be given for."""
    return seen.action.verb if isinstance(seen.action, Do) else seen.kind if seen.action is not None else None


def _recognised(panel: Panel, seen: Recognised, game: str, language: str) -> str:
    if isinstance(seen.action, Do) and not seen.kind:
        return bare(action_label(game, language, seen.action))
    if seen.action is None or not seen.kind:
        return ""
    name = bare(kind_word(game, language, seen.kind, panel.picked))
    return f"{name} {_ranks(game, panel.picked, seen.kind, seen.rank or '', language)}"


def _reading(action: Action, kind: str, rank: str, game: str, language: str) -> Object:
    cards = action.cards if isinstance(action, Play) else ()
    return {"text": action_text(action), "label": play_label(game, language, cards, kind, rank)}


def _offer(offer: Offered, game: str, language: str, why: str, at: int) -> Object:
    verb, cards, number = _parts(offer.action)
    kind = bare(kind_word(game, language, offer.kind, cards)) if offer.kind else ""
    return {
        "kind": kind,
        "ranks": _ranks(game, cards, offer.kind, offer.rank, language) if cards and offer.kind else "",
        "verb": verb,
        "cards": _cards(cards),
        "number": number,
        "label": bare(offer_label(game, language, offer, why, at)),
        "data": encode(offer.command),
    }


def _ranks(game: str, cards: Cards, kind: str, rank: str, language: str) -> str:
    """Return the ranks of a play for a narrow button: ``3–8``, ``999 10 10 10 + 4 6``."""
    meant = presentation_of(game).spell(cards, kind, rank, language) if kind else None
    if meant is not None:
        return meant[1]
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


# -- screens


def screen_json(screen: Screen) -> Object:
    """Return a screen for a dialog. Buttons without command or address (links into chats) are left out."""
    rows: list[Json] = []
    for row in screen.rows:
        buttons: list[Json] = [
            {
                "label": bare(button.label),
                "style": button.style,
                "key": button.key,
                "data": _button(button.command),
                "url": button.url,
            }
            for button in row
            if button.url or (button.command is not None and fits(button.command))
        ]
        if buttons:
            rows.append(buttons)
    return {
        "title": bare(screen.title),
        "lines": [[_span(part) for part in line] for line in screen.lines],
        "rows": rows,
    }


def _span(part: Span | Mention) -> Json:
    if isinstance(part, Mention):
        return {"text": part.name, "style": "bold"}
    return {"text": _PICTURES.sub("", part.text), "style": "code" if part.style == "block" else part.style}


def words_of(screen: Screen) -> str:
    """Return a short screen as one sentence, for a passing remark."""
    return " ".join(bare(plain_text(screen)).split())
