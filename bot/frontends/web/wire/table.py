"""A table for the page, made from a ``PublicUpdate``: what everybody may see, and no other cards."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.frontends.web.visitors import PLATFORM
from bot.frontends.web.wire import shapes
from bot.frontends.web.wire.values import addressed, bare, bare_name, cards_json, span_json, to_you
from bot.present.presentation import presentation_of
from bot.present.screens import elements
from bot.present.screens.results import match_line
from bot.present.screens.screen import Span
from bot.present.screens.table import waiting_lines
from bot.present.words import plays
from bot.present.words.text import clean, first, grouped, name_of, say, side_word
from bot.session.port.commands import UserRef
from bot.session.port.updates import Fairness, Motion, Player, PublicUpdate
from games import GAMES
from games.base.events import Event, HandShown
from games.base.options import Options
from games.contract import Act, Awaited, Carry, Pile, RoundResult, SeatView, View
from games.simulate import teams_of

__all__ = [
    "act_json", "player_json", "race_json", "scene_json", "summary_json", "table_json", "view_json",
]  # fmt: skip


def table_json(update: PublicUpdate, room: str, reader: Collection[UserRef], language: str) -> shapes.TableJson:
    """The table for one reader, whose accounts these are and who looks at it by this key; ``seat`` is the reader's
    own, ``None`` for who only watches."""
    table = update.table
    mine = next((player for player in update.seated if player.user in reader), None)
    about = f"preset.{table.game}.{table.preset}.line"
    called = addressed(update.players, mine, language)
    return {
        "t": "table",
        "room": room,
        "version": update.version,
        "seat": None if mine is None else mine.seat,
        "host": mine is not None and mine.host,
        "table": {
            "id": table.id,
            "game": table.game,
            "name": elements.game_title(table.game, language),
            "heading": bare(elements.table_heading(table, language)),
            "preset_name": elements.preset_title(table.game, table.preset, language),
            "preset_about": first(language, (about,)) or "",
            "clock": table.clock,
            "clock_word": bare(elements.clock_word(table, language)),
            "state": table.state,
            "round": table.round,
            "round_word": elements.round_word(table, language, update.view),
            "match": table.match,
            "suited": presentation_of(table.game).by_suit,
            "levels": bool(presentation_of(table.game).climb_labels),
            "parked": table.parked,
        },
        "warnings": [
            *([say(language, "table.open_deals")] if table.open_deals else []),
            *([say(language, "table.practice")] if table.practice and table.state == "playing" else []),
        ],
        "elsewhere": _elsewhere(update, language),
        "players": [player_json(update.seated, player, reader, language) for player in update.seated],
        "teams": teams_of(GAMES[table.game], table.options, table.seats) if table.state == "lobby" else [],
        "view": None if update.view is None else view_json(_from(update.view, mine), called, language),
        "news": [
            to_you(bare(plays.event_text(table.game, event, cause, called, language)))
            for event, cause in update.play.recent[-4:]
        ],
        "result": None if update.play.result is None else _result(update, update.play.result, called, mine, language),
        "totals": list(update.score.totals),
        "waits": _waits(update, language),
        "draws": _draws(update, mine),
        "race": race_json(
            table.game, update.score.course, table.options, None if mine is None else mine.seat, language
        ),
        "seconds": {str(seat): seconds for seat, seconds in update.clocks.seconds_left.items()},
        "motion": None if update.motion is None else _motion(update.motion, update.seated, language),
        "fairness": None if update.fairness is None else _fairness(replace(update, language=language), update.fairness),
    }


def _elsewhere(update: PublicUpdate, language: str) -> str:
    """Where besides the page the table is shown, ``""`` for nowhere."""
    lines = elements.elsewhere_lines(replace(update, language=language, by_page=False))
    return "".join(part.text for line in lines for part in line if isinstance(part, Span))


def _waits(update: PublicUpdate, language: str) -> str:
    """Until when people may come to a table before its first deal, ``""`` where that has no end."""
    lines = waiting_lines(replace(update, language=language)) if update.table.state == "lobby" else []
    return bare("".join(part.text for line in lines for part in line if isinstance(part, Span)))


def _draws(update: PublicUpdate, mine: Player | None) -> str:
    """Whether the reader may have seats drawn now: ``seats``, ``sides`` where they can be balanced too, else ``""``."""
    if mine is None or not mine.host or update.table.state != "over":
        return ""
    return "sides" if len(elements.seat_buttons(update)) > 1 else "seats" if elements.seat_buttons(update) else ""


def summary_json(update: PublicUpdate, room: str, reader: Collection[UserRef], language: str) -> shapes.SummaryJson:
    """The entry of one's table in the lobby's list; ``channel``: of the chat where it stands."""
    seats = [player.seat for player in update.seated if player.user in reader]
    waited = update.view is not None and any(one.seat in seats for one in update.view.awaited)
    state = say(language, f"state.{update.table.state}")
    return {
        "room": room,
        "channel": "" if update.chat.platform == PLATFORM else update.chat.external,
        "heading": bare(elements.table_heading(update.table, language)),
        "about": " · ".join(filter(None, (elements.round_word(update.table, language, update.view), state))),
        "my_turn": waited and update.table.state == "playing",
    }


def race_json(
    game: str, course: tuple[Carry, ...], options: Options, mine: int | None, language: str
) -> list[shapes.RaceJson]:
    """How far each side of a match about levels has come: its levels in words, and a part of 1 for a bar."""
    presentation = presentation_of(game)
    labels, told = presentation.climb_labels, presentation.climb(course, options)
    return [
        {
            "team": side_word(team, mine, language),
            "levels": "→".join(labels[at] for at in course),
            "part": round((course[-1] + 1) / len(labels), 3),
        }
        for team, course in enumerate(told)
    ]


def _from(view: View, mine: Player | None) -> View:
    """The public view, worded from a reader's side of the table."""
    return view if mine is None else replace(view, viewer=mine.seat)


def player_json(
    players: Sequence[Player], player: Player, reader: Collection[UserRef], language: str
) -> shapes.PlayerJson:
    """Who holds a seat; ``reader``: the accounts of who reads it."""
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
        "me": player.user in reader,
    }


def view_json(view: View, players: Sequence[Player], language: str) -> shapes.ViewJson:
    """What everybody may see of a round, worded for its viewer."""
    return {
        **scene_json(view, players, language),
        "acts": [act_json(act, view.game, language, mine=act.seat == view.viewer) for act in view.acts],
    }


def scene_json(view: View, players: Sequence[Player], language: str) -> shapes.SceneJson:
    """The same without what has been done until then."""
    game, won = view.game, plays.last_play(view)
    last: shapes.StandingJson | None = None
    if won is not None:
        text = bare(plays.play_text(game, language, won.cards, won.kind, won.rank))
        by = say(language, "table.last_trick", name=bare_name(players, won.seat, language))
        last = {"seat": won.seat, "cards": cards_json(won.cards), "text": text, "text_by": to_you(f"{by} {text}")}
    standing: shapes.StandingJson | None = None
    if view.standing is not None:
        on_top = view.standing
        standing = {
            "seat": on_top.seat,
            "cards": cards_json(on_top.cards),
            "name": bare(plays.kind_word(game, language, on_top.kind, on_top.cards)),
            "text": bare(plays.play_text(game, language, on_top.cards, on_top.kind, on_top.rank)),
        }
    return {
        "phase": view.phase,
        "trick": view.trick,
        "shown_trick": plays.trick_on_table(view) if view.phase == "play" else view.trick,
        "stake": bare(presentation_of(game).stake(view, language)),
        "wild": cards_json(view.wild),
        "notes": [to_you(bare(text)) for text in presentation_of(game).notes(view, tuple(players), language)],
        "awaited": [_awaited(one, view, language) for one in view.awaited],
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
                "shown": cards_json(seat.shown),
            }
            for seat in view.seats
        ],
        "standing": standing,
        "last": last,
        "piles": [_pile(pile, game, language) for pile in presentation_of(game).piles(view)],
    }


def _relation(view: View, seat: SeatView, language: str) -> str:
    """What a seat is to the one that looks on: of its team, or the one opposite whom it has to watch."""
    if view.viewer is None or seat.seat == view.viewer:
        return ""
    if seat.team is not None and seat.team == view.seats[view.viewer].team:
        return say(language, "seat.partner", view.game)
    faced = presentation_of(view.game).facing
    opposite = faced and seat.seat == (view.viewer + faced) % len(view.seats)
    return say(language, "seat.opposite") if opposite else ""


def _awaited(one: Awaited, view: View, language: str) -> shapes.AwaitedJson:
    return {
        "seat": one.seat,
        "why": one.why,
        "text": say(language, f"why.{one.why}", view.game),
        "mine": plays.asked_text(view.game, one.why, language, view),
    }


def _pile(pile: Pile, game: str, language: str) -> shapes.PileJson:
    return {
        "name": pile.name,
        "label": say(language, f"pile.{pile.name}", game),
        "count": pile.count,
        "cards": None if pile.cards is None else cards_json(pile.cards),
        "text": "" if pile.cards is None else grouped(pile.cards, language),
    }


def act_json(act: Act, game: str, language: str, *, mine: bool = False) -> shapes.ActJson:
    text = bare(plays.deed(game, act, language))
    return {
        "seat": act.seat,
        "verb": act.verb,
        "cards": cards_json(act.cards),
        "name": bare(plays.kind_word(game, language, act.kind, act.cards)) if act.kind else "",
        "text": to_you(f"You {text}").removeprefix("You ") if mine else text,
        "auto": act.auto,
        "trick": act.trick,
        "impact": presentation_of(game).impact(act),
    }


def _result(
    update: PublicUpdate, result: RoundResult, players: tuple[Player, ...], mine: Player | None, language: str
) -> shapes.ResultJson:
    table, view = update.table, None if update.view is None else _from(update.view, mine)
    events: tuple[Event, ...] = update.play.last or tuple(event for event, _ in update.play.recent)
    left = {event.seat: event.cards for event in events if isinstance(event, HandShown)}
    if view is not None:
        left = {seat.seat: seat.shown for seat in view.seats if seat.shown} | left
    roles = [say(language, f"role.{role}", table.game) if role else "" for role in result.roles]
    lines = () if view is None else presentation_of(table.game).sums(view, result, events, players, language)
    return {
        "title": elements.result_title(table, result, language, update.view),
        "void": result.void,
        "mine": None if mine is None else mine.seat,
        "names": [bare_name(players, seat, language) for seat in range(len(result.points))],
        "points": list(result.points) if result.scored else [],
        "won": list(result.won),
        "roles": list(result.roles),
        "role_names": [bare(role) for role in roles],
        "role_arts": [presentation_of(table.game).role_art.get(role, "") for role in result.roles],
        "winner": None if result.winner is None else list(result.winner),
        "match_line": "" if result.winner is None else to_you(bare(match_line(result.winner, players, language))),
        "lines": [
            *(to_you(bare(line)) for line in lines),
            *([say(language, "table.practice")] if table.practice else []),
        ],
        "trick": [] if view is None else _trick(view, players, language),
        "left": {str(seat): cards_json(plays.ascending(table.game, cards)) for seat, cards in left.items()},
        "sides": [] if view is None else _sides(view, result, language),
    }


def _sides(view: View, result: RoundResult, language: str) -> list[shapes.SideJson]:
    """Who won or lost together, the winners first; nothing where each plays for themselves."""
    teams = [seat.team for seat in view.seats]
    together = list(result.sides) or [team for team in teams if team is not None]
    if result.void or len(together) < len(teams) or len(set(together)) == len(together):
        return []
    fixed = together == teams
    found: list[tuple[bool, shapes.SideJson]] = []
    for side in sorted(set(together)):
        seats = [seat for seat, one in enumerate(together) if one == side]
        roles = {result.roles[seat] for seat in seats} if result.roles else {""}
        role = next(iter(roles)) if len(roles) == 1 else ""
        name = bare(say(language, f"role.{role}", view.game)) if role else ""
        if fixed:
            name = side_word(side, view.viewer, language)
        won = any(seat in result.won for seat in seats)
        seats.sort(key=lambda seat: (view.seats[seat].place or len(teams), seat))
        found.append((won, {"name": name, "won": won, "seats": seats}))
    return [side for _, side in sorted(found, key=lambda one: not one[0])]


def _trick(view: View, players: Sequence[Player], language: str) -> list[shapes.TrickJson]:
    """What was laid last, in order."""
    return [
        {
            "seat": act.seat,
            "name": bare_name(players, act.seat, language),
            "cards": cards_json(act.cards),
            "text": bare(plays.play_text(view.game, language, act.cards, act.kind, act.rank)),
            "won": won,
            "alone": alone,
        }
        for act, won, alone in plays.final_plays(view)
    ]


def _fairness(update: PublicUpdate, told: Fairness) -> shapes.FairnessJson:
    """What the table has promised, for the page that shows it while no round is on."""
    return {
        "lines": [[span_json(part) for part in line] for line in elements.promise_lines(update)],
        "open": bool(told.commitment),
        "checks": told.id if told.secret else "",
        "check_label": bare(say(update.language, "button.fair")),
        "hint": say(update.language, "fair.hint"),
        "button": bare(say(update.language, "button.luck")),
    }


def _motion(motion: Motion, players: Sequence[Player], language: str) -> shapes.MotionJson:
    name = "" if motion.seat is None else bare_name(players, motion.seat, language)
    what = say(language, f"motion.{motion.kind}", name=name)
    votes = say(language, "motion.votes", votes=motion.votes, needed=motion.needed, seconds=motion.seconds)
    return {"kind": motion.kind, "text": f"{what} {votes}"}
