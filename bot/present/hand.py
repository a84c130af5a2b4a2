"""The private panel: one person's hand, what is to be beaten, and everything that can be pressed.

Its rows are, in this order: suggested plays, rank counters, *take all* for a rank that was begun, Play, Pass · Hint ·
Clear, and the way back. At most 25 buttons, whatever the hand.
"""

from __future__ import annotations

from bot.present.deeds import deeds_by_seat
from bot.present.flavour import flavour
from bot.present.i18n import say
from bot.present.notices import notice_lines, notice_rows
from bot.present.parts import (
    bold,
    button,
    code,
    group_button,
    in_rows,
    italic,
    line,
    pile_line,
    round_word,
    rules_button,
)
from bot.present.pictures import hand_picture
from bot.present.plays import action_label, play_label, play_text
from bot.present.results import result_lines, result_title
from bot.present.screens import Button, Line, Screen, Span
from bot.present.table import table_heading, warnings
from bot.present.text import by_suit, clean, duration, grouped, name_of, rank_word, seat_no, shorten
from bot.session.commands import Away, Back, Deal, MyHand, Pick, Ready
from bot.session.updates import Counter, Offered, Panel, Player, PrivateUpdate
from games.actions import Bid, Pass, Play

__all__ = ["hand_screen"]

_MOST_OFFERS = 4
_LABEL = 40
Rows = tuple[tuple[Button, ...], ...]


def hand_screen(update: PrivateUpdate) -> Screen:
    """The panel of one seated person."""
    if update.result is not None or update.table.state in {"between", "over"}:
        lines, rows = _after_round(update)
    elif _me(update).away or _me(update).stand_in:
        lines, rows = _while_away(update)
    else:
        lines, rows = _in_play(update)
    return Screen(update.language, _title(update), lines, rows, hand_picture(update))


def _me(update: PrivateUpdate) -> Player:
    return next((player for player in update.players if player.seat == update.seat), Player(update.seat, "person"))


def _title(update: PrivateUpdate) -> str:
    """The first line: it is what a notification shows."""
    heading = table_heading(update.table, update.language)
    if update.panel is not None and update.panel.my_turn and update.result is None:
        urgent = say(update.language, "panel.hurry" if update.reminder else "panel.your_turn")
        return f"{urgent} · {heading}"
    return heading


def _whereabouts(update: PrivateUpdate) -> Line:
    language = update.language
    role = next((seat.role for seat in update.view.seats if seat.seat == update.seat), None)
    parts = [
        clean(update.chat_title),
        round_word(update.table, language),
        say(language, "panel.seat", n=seat_no(update.seat)),
        say(language, f"role.{role}", update.table.game) if role else "",
    ]
    return line(" · ".join(part for part in parts if part))


# -- in play


def _in_play(update: PrivateUpdate) -> tuple[tuple[Line, ...], Rows]:
    panel, language = update.panel, update.language
    lines = [_whereabouts(update), *warnings(update.table, language)]
    lines += _others_at_table(update)
    lines.append(())
    lines += _what_to_do(update)
    lines += _hand(update)
    if panel is not None:
        lines += _picked(update, panel)
        if panel.hinted is not None:
            hint = action_label(
                update.table.game, language, panel.hinted.action, panel.hinted.kind, panel.hinted.rank, 60
            )
            lines.append(line("💡 ", say(language, "panel.hint", play=hint)))
        if panel.advance_on:
            lines.append(line("⏭ ", say(language, "panel.advance_on")))
    lines += _notice(update)
    rows = _panel_rows(update, panel) if panel is not None else ()
    return tuple(lines), (*rows, *_notice_rows(update), *_way_back(update))


def _others_at_table(update: PrivateUpdate) -> list[Line]:
    """One line a seat, in order of play after this one: cards left and the last deed."""
    language, view = update.language, update.view
    deeds = deeds_by_seat(view, update.recent, language)
    acting = {question.seat for question in view.awaited}
    count = len(view.seats)
    lines = []
    for step in range(1, count):
        seat = view.seats[(update.seat + step) % count]
        mark = "▶ " if seat.seat in acting else "▫️ "
        facts = [say(language, f"role.{seat.role}", view.game)] if seat.role else []
        facts.append(
            say(language, "seat.out", place=seat.place) if seat.place else say(language, "seat.cards", n=seat.count)
        )
        parts: list[str | Span] = [mark, name_of(update.players, seat.seat, language), " · " + " · ".join(facts)]
        if seat.seat in deeds and seat.seat not in acting:
            parts += [" — ", deeds[seat.seat]]
        lines.append(line(*parts))
    if worth := flavour(view.game).stake(view, language):
        lines.append(line(worth))
    lines += [
        pile_line(view.game, pile.name, pile.cards, language) for pile in flavour(view.game).piles(view) if pile.cards
    ]
    return lines


def _what_to_do(update: PrivateUpdate) -> list[Line]:
    language, view, panel = update.language, update.view, update.panel
    lines = []
    if view.standing is not None:
        play = play_text(view.game, language, view.standing.cards, view.standing.kind, view.standing.rank)
        own = view.standing.seat == update.seat
        by = name_of(update.players, view.standing.seat, language)
        lines.append(line(say(language, "panel.own_stands" if own else "table.to_beat", name=by), code(play)))
    if panel is None:
        return lines
    if panel.my_turn:
        limit = ""
        if update.seconds_left is not None:
            limit = say(language, "time.within", time=duration(update.seconds_left, language))
        lines.append(line("👉 ", bold(say(language, f"why_you.{panel.why}", view.game)), limit))
        if panel.why == "follow" and not any(isinstance(offer.action, Play) for offer in panel.offers):
            lines.append(line(italic(say(language, "panel.nothing_beats"))))
    elif view.awaited:
        names = say(language, "list.and").join(name_of(update.players, one.seat, language) for one in view.awaited)
        lines.append(line(italic(say(language, "panel.wait", names=names))))
    return lines


def _hand(update: PrivateUpdate) -> list[Line]:
    cards = update.view.hand or ()
    if not cards:
        return []
    show = by_suit if flavour(update.view.game).suited else grouped
    return [line(say(update.language, "panel.hand", n=len(cards)), bold(show(cards, update.language)))]


def _picked(update: PrivateUpdate, panel: Panel) -> list[Line]:
    if not panel.picked:
        return []
    language, game, seen = update.language, update.view.game, panel.recognised
    picked = grouped(panel.picked, language)
    if seen is None or seen.action is None or not seen.kind:
        return [line("✋ ", say(language, "panel.picked_nothing", cards=picked))]
    name = play_text(game, language, panel.picked, seen.kind, seen.rank or "")
    key = "panel.picked" if seen.legal or not panel.my_turn else "panel.picked_low"
    return [line("✋ ", say(language, key, cards=picked, play=name))]


# -- buttons


def _panel_rows(update: PrivateUpdate, panel: Panel) -> Rows:
    language, game = update.language, update.view.game
    rows = list(_offer_rows(update, panel))
    counters = () if update.view.phase == "bid" else panel.counters
    rows += in_rows((_counter(counter, language) for counter in counters), 5)
    if begun := [_take_all(counter, language) for counter in counters if _is_begun(counter)]:
        rows.append(tuple(begun[:3]))
    if panel.play is not None:
        rows.append((_play_button(game, panel, language),))
    last = []
    if panel.pass_now is not None:
        bidding = panel.why == "bid"
        last.append(button(language, "pass_bid" if bidding else "pass", panel.pass_now, "secondary", game=game))
    elif panel.advance is not None:
        key = "advance_off" if panel.advance_on else "advance"
        last.append(button(language, key, panel.advance))
    if panel.hint is not None:
        last.append(button(language, "hint", panel.hint))
    if panel.clear is not None and panel.picked:
        last.append(button(language, "clear", panel.clear))
    if last:
        rows.append(tuple(last))
    return tuple(rows)


def _offer_rows(update: PrivateUpdate, panel: Panel) -> Rows:
    """Bids and verbs all of them, plays only a few; the hint that was asked for comes first."""
    plays: list[Button] = []
    words: list[Button] = []
    if panel.hinted is not None and not isinstance(panel.hinted.action, Pass):
        plays.append(_offer(update, panel.hinted, "hinted", "💡 "))
    for number, offer in enumerate(panel.offers):
        if isinstance(offer.action, Play):
            if panel.hinted is None or offer.action != panel.hinted.action:
                plays.append(_offer(update, offer, f"offer{number}"))
        elif not isinstance(offer.action, Pass) or panel.pass_now is None:
            words.append(_offer(update, offer, f"offer{number}"))
    wide = any(len(one.label) > 16 for one in words)
    return (*in_rows(words[:10], 2 if wide else 4), *in_rows(plays[:_MOST_OFFERS], 2))


def _offer(update: PrivateUpdate, offer: Offered, key: str, sign: str = "") -> Button:
    label = action_label(update.view.game, update.language, offer.action, offer.kind, offer.rank)
    style = "success" if isinstance(offer.action, Bid) else "primary"
    return Button(sign + label, offer.command, style=style, key=key)


def _counter(counter: Counter, language: str) -> Button:
    word = rank_word(counter.rank, language, short=True)
    if counter.picked:
        return Button(
            f"{word} ▸{counter.picked}/{counter.held}", counter.command, style="success", key=f"rank{counter.rank}"
        )
    label = f"{word} ×{counter.held}" if counter.held > 1 else word
    return Button(label, counter.command, key=f"rank{counter.rank}")


def _is_begun(counter: Counter) -> bool:
    return 0 < counter.picked < counter.held - 1 and isinstance(counter.command, Pick)


def _take_all(counter: Counter, language: str) -> Button:
    if not isinstance(counter.command, Pick):
        raise TypeError("only a rank counter can be taken whole")
    whole = Pick(counter.command.table, counter.command.decision, counter.rank, all=True)
    label = say(language, "button.take_all", rank=rank_word(counter.rank, language, short=True), n=counter.held)
    return Button(label, whole, key=f"all{counter.rank}")


def _play_button(game: str, panel: Panel, language: str) -> Button:
    seen = panel.recognised
    if seen is None or seen.action is None or not seen.kind:
        return Button(say(language, "button.play_nothing"), panel.play, key="play")
    name = play_label(game, language, panel.picked, seen.kind, seen.rank or "", 26)
    label = say(language, "button.play" if seen.legal else "button.play_low", play=name)
    return Button(shorten(label, _LABEL), panel.play, style="success" if seen.legal else "secondary", key="play")


def _way_back(update: PrivateUpdate) -> Rows:
    """Back to the group, and to other tables that wait for this person."""
    others = [
        Button(
            say(update.language, "button.other_table", id=other), MyHand(other), style="primary", key=f"table{other}"
        )
        for other in update.others[:2]
    ]
    away = []
    if update.panel is not None and update.result is None:
        away = [button(update.language, "away", Away(update.table.id))]
    return ((group_button(update.language), *away, *others),)


# -- away, round over


def _while_away(update: PrivateUpdate) -> tuple[tuple[Line, ...], Rows]:
    language = update.language
    lines = [_whereabouts(update), line("🤖 ", bold(say(language, "panel.away")))]
    lines += _others_at_table(update) + [()] + _hand(update) + _notice(update)
    back = (button(language, "back", Back(update.table.id), "success"),)
    return tuple(lines), (back, *_notice_rows(update), *_way_back(update))


def _after_round(update: PrivateUpdate) -> tuple[tuple[Line, ...], Rows]:
    language, table, me = update.language, update.table, _me(update)
    lines = [_whereabouts(update)]
    if update.result is not None:
        lines.append(line(bold(_verdict(update))))
        lines.append(line(result_title(table, update.result, language)))
        events = tuple(event for event, _ in update.recent)
        lines += result_lines(table, update.view, update.result, update.players, update.totals, events, language)
    first: list[Button] = []
    if table.state == "over":
        first.append(button(language, "another_match", Deal(table.id), "success"))
    elif me.away or me.stand_in:
        first.append(button(language, "back", Back(table.id), "success"))
    elif me.ready:
        lines.append(line("✅ ", say(language, "panel.ready")))
    else:
        first.append(button(language, "ready", Ready(table.id), "success"))
    lines += _notice(update)
    rows = ((*first, rules_button(table, language)),)
    return tuple(lines), (*rows, *_notice_rows(update), *_way_back(update))


def _verdict(update: PrivateUpdate) -> str:
    result = update.result
    if result is None or result.void:
        return say(update.language, "panel.void")
    key = "panel.won" if update.seat in result.won else "panel.lost"
    sign = result.points[update.seat]
    return say(update.language, key, points=f"+{sign}" if sign > 0 else str(sign).replace("-", "−"))


def _notice(update: PrivateUpdate) -> list[Line]:
    if update.notice is None:
        return []
    return [(), *notice_lines(update.notice, update.language, update.table.game)]


def _notice_rows(update: PrivateUpdate) -> Rows:
    return () if update.notice is None else notice_rows(update.notice, update.language)
