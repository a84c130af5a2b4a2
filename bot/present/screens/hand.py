"""The private panel: one person's hand, what is to be beaten, and everything that can be pressed."""

from dataclasses import replace

from bot.present.pictures.views import hand_picture
from bot.present.presentation import presentation_of
from bot.present.screens import elements
from bot.present.screens import panel as panels
from bot.present.screens.notices import notice_lines, notice_rows
from bot.present.screens.results import earned_lines, result_lines
from bot.present.screens.screen import Button, Faces, Line, Rows, Screen
from bot.present.words.hints import hint_why, weighed_words
from bot.present.words.plays import cards_text, event_text, hand_shown, loose_cards, play_shown, play_text
from bot.present.words.text import chat_title, marked, name_of, say, seat_no, signed, span
from bot.session.port.commands import Back, DealCards, GoOnHere, Ready
from bot.session.port.updates import Panel, Player, PrivateUpdate
from games.base.actions import Do
from games.base.events import Voided
from games.contract import CommonFacts, RoundResult

__all__ = ["hand_screen"]


def hand_screen(update: PrivateUpdate, *, pictured: bool = True, listed: bool = True) -> Screen:
    """The panel; ``listed``: with lists of what can be picked, for platforms that have such lists."""
    me = _me(update)
    if update.play.result is not None or update.table.state in {"between", "over"}:
        lines, rows = _after_round(update, me)
    elif me.away or me.stand_in:
        lines, rows = _while_away(update)
    else:
        lines, rows = _in_play(update)
    if update.table.parked:
        go_on = elements.button(update.language, "resume", DealCards(update.table.id), "success")
        lines, rows = (*lines, (), _aside(update)), ((go_on,), *panels.way_back(update))
    elif update.table.adrift:
        lines = (*lines, (), elements.line(elements.bold(say(update.language, "place.adrift"))))
        rows = (*rows, (elements.button(update.language, "go_on_here", GoOnHere(update.table.id)),))
    picture = hand_picture(update) if pictured else None
    lists = panels.pick_lists(update, rows) if listed else ()
    return Screen(update.language, _title(update, me), lines, rows, picture, selects=lists)


def _aside(update: PrivateUpdate) -> Line:
    """Why nothing can be pressed, and how it goes on."""
    chat = chat_title(update.place.title) if update.place.title else say(update.language, "word.that_group")
    return elements.line(elements.bold(say(update.language, "place.aside", chat=chat)))


def _me(update: PrivateUpdate) -> Player:
    for player in update.players:
        if player.seat == update.seat:
            return player
    return Player(update.seat, "person")


def _title(update: PrivateUpdate, me: Player) -> str:
    """The first line: it is what a notification shows."""
    heading = elements.table_heading(update.table, update.language)
    acting = not (me.away or me.stand_in)
    if update.panel is not None and update.panel.my_turn and acting and update.play.result is None:
        urgent = _reminder(update) if update.reminder else say(update.language, "panel.your_turn")
        return f"{urgent} · {heading}"
    if update.play.result is not None:
        return f"{_verdict(update)} · {heading}"
    return heading


def _reminder(update: PrivateUpdate) -> str:
    if not update.table.slow or update.seconds_left is None:
        return say(update.language, "panel.hurry")
    return say(update.language, "panel.time_left", time=span(update.seconds_left, update.language))


def _whereabouts(update: PrivateUpdate) -> Line:
    language = update.language
    me = update.view.seats[update.seat]
    parts = [
        "" if update.table.contest is not None else elements.round_word(update.table, language, update.view),
        say(language, "panel.seat", n=seat_no(update.seat)),
        say(language, f"role.{me.role}", update.table.game) if me.role else "",
        *elements.mark_words(update.view, me, language),
    ]
    chat, title = update.place.chat, chat_title(update.place.title)
    if title:
        parts.insert(0, marked(f"{chat.platform}:{chat.external}", title))
    return elements.line(" · ".join(filter(None, parts)))


# -- in play
def _in_play(update: PrivateUpdate) -> tuple[tuple[Line, ...], Rows]:
    panel, language = update.panel, update.language
    lines = [_whereabouts(update), *elements.warnings(update.table, language), *_redealt(update)]
    lines += panels.position_lines(update)
    if panel is not None:
        lines += _picked(update, panel)
        if panel.weighed:
            figure, *others = weighed_words(update.view, panel, language) or ("",)
            hint = say(language, "panel.hint", play=panels.hint_label(update).removeprefix("💡 "))
            lines.append(elements.line("💡 ", " · ".join(filter(None, (hint, figure)))))
            lines += map(elements.line, others)
            if why := hint_why(update.view, panel.weighed[0].offer, panel.offers, language, panel.weighed):
                lines.append(elements.line(elements.italic(why)))
        if panel.advance_on:
            key = f"advance_on_{panel.advance_why}" if panel.advance_why else "advance_on"
            lines.append(elements.line("⏭ ", say(language, f"panel.{key}")))
    lines += _notice(update)
    return tuple(lines), panels.panel_rows(update, _notice_rows(update))


def _redealt(update: PrivateUpdate) -> list[Line]:
    """The line that the deal before this one was void: the hand seen a moment ago is another now."""
    language, game = update.language, update.table.game
    for event, _ in reversed(update.play.recent):
        if isinstance(event, Voided):
            why = event_text(game, event, "", update.players, language)
            return [elements.line("🔁 ", elements.bold(say(language, "panel.redealt", why=why)))]
    return []


def _picked(update: PrivateUpdate, panel: Panel) -> list[Line]:
    if not panel.picked:
        return []
    language, game, seen = update.language, update.view.game, panel.recognised
    picked = Faces(cards_text(game, language, panel.picked), "", panel.picked)
    if panel.suit is not None or update.view.order:
        picked = replace(hand_shown(update.view, panel.picked, language, by_suits=panel.suit is not None), style="")
    if seen is not None and isinstance(seen.action, Do) and not seen.kind:
        return [elements.line("✋ ", replace(picked, text=loose_cards(game, language, panel.picked)))]
    if seen is None or seen.action is None or not seen.kind:
        return [elements.line("✋ ", *elements.woven(say(language, "panel.picked_nothing", cards=chr(0)), picked))]
    if seen.kind in presentation_of(game).unnamed:
        return [elements.line("✋ ", play_shown(game, language, panel.picked, seen.kind, seen.rank or ""))]
    name = play_text(game, language, panel.picked, seen.kind, seen.rank or "")
    key = "panel.picked" if seen.legal or not panel.my_turn else "panel.picked_low"
    return [elements.line("✋ ", *elements.woven(say(language, key, cards=chr(0), play=name), picked))]


# -- away, round over
def _while_away(update: PrivateUpdate) -> tuple[tuple[Line, ...], Rows]:
    language = update.language
    lines = [_whereabouts(update), elements.line("🤖 ", elements.bold(say(language, "panel.away"))), *_redealt(update)]
    lines += panels._others_at_table(update) + [()] + panels._hand(update) + _notice(update)
    back = (elements.button(language, "back", Back(update.table.id), "success"),)
    return tuple(lines), (back, *_notice_rows(update), *panels.way_back(update))


def _after_round(update: PrivateUpdate, me: Player) -> tuple[tuple[Line, ...], Rows]:
    language, table = update.language, update.table
    lines = [_whereabouts(update)]
    if update.play.result is not None:
        title = elements.result_title(table, update.play.result, language, update.view)
        if table.contest is not None:
            title = say(language, "tournament.deal_over", deal=table.round, deals=table.contest.deals)
        lines.append(elements.line(elements.bold(title)))
        events = tuple(event for event, _ in update.play.recent)
        lines += result_lines(update, events)
    lines += earned_lines(update.earned, language)
    first: list[Button] = []
    if table.contest is not None and table.state in ("over", "closed"):
        lines.append(elements.line(say(language, f"tournament.table_{table.state}")))
    elif table.state == "over":
        first.append(elements.button(language, "another_match", DealCards(table.id), "success"))
    elif me.away or me.stand_in:
        first.append(elements.button(language, "back", Back(table.id), "success"))
    elif me.ready:
        lines.append(elements.line("✅ ", say(language, "panel.ready")))
        late = [
            name_of(update.players, player.seat, language)
            for player in update.players
            if elements.must_be_ready(player)
        ]
        lines.append(
            elements.line(elements.italic(say(language, "panel.wait", names=say(language, "list.and").join(late))))
            if late
            else ()
        )
    else:
        first.append(elements.button(language, "ready", Ready(table.id), "success"))
    lines += _notice(update)
    played = [] if table.state == "closed" else [elements.played_button(table, language)]
    rows = ((*first, *played, elements.rules_button(table, language)),)
    return tuple(lines), (*rows, *_notice_rows(update), *panels.way_back(update))


def _verdict(update: PrivateUpdate) -> str:
    result = update.play.result
    if result is None or result.void:
        return say(update.language, "panel.void")
    key = "panel.won" if update.seat in result.won else "panel.lost" if result.won else "panel.drawn"
    if not result.scored:
        return say(update.language, f"{key}_unscored")
    return say(update.language, key, points=_points(update, result))


def _points(update: PrivateUpdate, result: RoundResult) -> str:
    """What the round brought to this seat; where teams have points that differ from it, to its team as well, or to both
    teams if points are only won."""
    facts: CommonFacts = update.view.public
    team, points = update.view.seats[update.seat].team, facts.team_points
    own = signed(result.points[update.seat])
    if team is None or points is None or signed(points[team]) == own:
        return own
    if min(points) >= 0 < max(points):
        return f"{points[team]} : {points[1 - team]}"
    return say(update.language, "panel.points_of_both", team=signed(points[team]), own=own)


def _notice(update: PrivateUpdate) -> list[Line]:
    if update.notice is None:
        return []
    return [(), *notice_lines(update.notice, update.language, update.table.game)]


def _notice_rows(update: PrivateUpdate) -> Rows:
    return () if update.notice is None else notice_rows(update.notice, update.language)
