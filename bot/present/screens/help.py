"""Screens to read: the choice of games, the rule card, help that fits the moment."""

from bot.present.presentation import presentation_of, section_of
from bot.present.screens.elements import (
    bold,
    button,
    game_title,
    in_rows,
    italic,
    line,
    paired,
    paragraphs,
    preset_title,
)
from bot.present.screens.screen import Button, Line, Screen, Span
from bot.present.screens.settings import house_text, option_lines
from bot.present.words.text import codes, has, say
from bot.session.port.buttons import fits
from bot.session.port.commands import Back, Command, DealCards, Join, MyHand, NewTable, Ready, ShowHelp, ShowRules
from bot.session.port.replies import HelpCard, Lobby, PlainLines, RulesCard
from games import GAMES
from games.base.options import Options

__all__ = ["help_screen", "inline_screen", "lobby_screen", "plain_screen", "rules_screen"]
_STEPS_IN_TALK = 3  # The most lines for somebody who has only written a few words to the bot
_STEP_BUTTONS = {"new", "new_private", "join", "ai", "deal", "ready", "hand", "play", "back", "rules"}


def lobby_screen(lobby: Lobby, language: str) -> Screen:
    """Every game with its players and presets; a button opens a table."""
    lines: list[Line] = [line(say(language, "lobby.choose")), ()]
    buttons = []
    for game in lobby.games:
        known = GAMES.get(game)
        lines.append(line(bold(game_title(game, language)), *(f" · {part}" for part in _about(game, language))))
        lines.append(line(say(language, f"game_line.{game}")))
        lines += [line("🏠 ", house_text(rules, language)) for rules in lobby.house if rules.game == game]
        if len(lobby.games) == 1 and known is not None and not lobby.preset:
            lines.append(())
            for preset in known.presets:
                what = say(language, f"preset.{game}.{preset.key}.line")
                lines.append(line("· ", bold(preset_title(game, preset.key, language)), f" — {what}"))
                label = preset_title(game, preset.key, language)
                buttons.append(Button(label, NewTable(game, preset.key), key=f"preset_{preset.key}", style="primary"))
        else:
            wanted = NewTable(game, lobby.preset, dict(lobby.options))
            wanted = wanted if fits(wanted) else NewTable(game, lobby.preset)
            buttons.append(Button(game_title(game, language), wanted, key=f"game_{game}", style="primary"))
    if lobby.welcome:
        return Screen(language, "", (line(say(language, "lobby.welcome")),), paired(buttons))
    return Screen(language, say(language, "lobby.title"), tuple(lines), paired(buttons))


def _about(game: str, language: str) -> list[str]:
    """How many play, and how long a round takes."""
    known = GAMES.get(game)
    players = known.seats if known is not None else range(0)
    number = str(players[0]) if len(players) == 1 else f"{players[0]}–{players[-1]}" if players else ""
    about = [say(language, "lobby.players", n=number)] if number else []
    if minutes := presentation_of(game).minutes:
        about.append(say(language, "lobby.round_time", n=minutes))
    return about


def inline_screen(command: Command, game: str, table: int | None, language: str) -> Screen:
    """What is chosen for a chat where the bot is no member, until its table is shown there: a game, or a ``table``."""
    title = say(language, "inline.table" if table else "inline.game", game=game_title(game, language), id=table or 0)
    lines = (
        line(" · ".join(_about(game, language))),
        line(say(language, f"game_line.{game}")),
        (),
        line(italic(say(language, "inline.join"))),
    )
    return Screen(language, title, lines, ((button(language, "join", command, "success"),),))


def rules_screen(card: RulesCard, language: str) -> Screen:
    """The rule card: short, with the house rules in force."""
    title = say(language, "rules.title", game=game_title(card.game, language))
    part = f"rules.{card.game}.{section_of(card.section)}" if card.section else ""
    if part and has(part):
        whole = button(language, "all_rules", ShowRules(card.game, card.table))
        return Screen(language, title, paragraphs(_rule_text(part, card.options, language)), ((whole,),))
    lines: list[Line] = []
    for key in codes(f"rules.{card.game}."):
        lines += paragraphs(_rule_text(key, card.options, language))
    if not lines:
        lines.append(line(say(language, "rules.none")))
    if card.options is not None:
        lines += [(), line(bold(say(language, "rules.here", preset=preset_title(card.game, card.preset, language))))]
        lines += option_lines(card.game, card.options, language)
    others = [
        Button(game_title(game, language), ShowRules(game), key=f"rules_{game}") for game in GAMES if game != card.game
    ]
    return Screen(language, title, tuple(lines), in_rows(others, 3))


def _rule_text(code: str, options: Options | None, language: str) -> str:
    """A part of the rule card (``rules.<game>.<part>``) as the house rules here have it.
    ``rules_if.<game>.<part>.<option>.<value>`` takes its place where an option has that value."""
    for variant in codes(code.replace("rules.", "rules_if.", 1) + ".") if options else ():
        *_, name, value = variant.split(".")
        here = (options or {}).get(name)
        if value == ("on" if here is True else str(here)):
            return say(language, variant)
    return say(language, code)


def help_screen(card: HelpCard, language: str) -> Screen:
    """What to do next here, and buttons for all else by topic; or the commands of one topic."""
    title = say(language, "help.title")
    topics = in_rows([button(language, f"topic_{topic}", ShowHelp(topic)) for topic in card.topics], 3)
    if card.topic:
        lines = paragraphs(say(language, f"help.{card.topic}.{card.where}"))
        return Screen(language, f"{title} · {say(language, f'button.topic_{card.topic}')}", lines, topics)
    talk, page = card.where == "talk", card.where == "page"
    steps = [] if page else [step for step in card.next_steps if has(f"step.{step}")]
    if "play" in steps:  # it opens the hand too
        steps = [step for step in steps if step != "hand"]
    if talk:
        steps = steps[:_STEPS_IN_TALK]
    lines = paragraphs(say(language, f"help.{card.where}" if talk or page else "help.intro"))
    lines += tuple(line("👉 ", say(language, f"step.{step}", table=card.table or "")) for step in steps)
    if card.topics and not talk:
        lines += (line(say(language, "help.more")),)
    buttons = [
        button(language, f"step_{step}", _step(step, card.table), "primary") for step in steps if step in _STEP_BUTTONS
    ]
    return Screen(language, title, lines, (*in_rows(buttons, 3), *(() if talk else topics)))


def _step(step: str, table: int | None) -> Command:
    commands: dict[str, Command] = {
        "new": NewTable(), "join": Join(table), "ai": DealCards(table, fill=True), "deal": DealCards(table),
        "ready": Ready(table), "new_private": NewTable(), "hand": MyHand(table), "play": MyHand(table), "back": Back(table),
        "rules": ShowRules(table=table),
    }  # fmt: skip
    return commands.get(step, ShowHelp())


def plain_screen(body: PlainLines, language: str) -> Screen:
    """Machine-readable lines as they are; a single one (cards) holds no names and can be copied as it stands."""
    style = "block" if len(body.lines) > 1 else ""
    return Screen(language, "", tuple((Span(text, style),) for text in body.lines))
