"""Results over many rounds: leaderboard, one person's statistics, the list of matches."""

from __future__ import annotations

from bot.present.flavour import flavour
from bot.present.i18n import say
from bot.present.parts import bold, code, game_title, italic, line
from bot.present.screens import Button, Line, Screen, Span
from bot.present.text import clean, day, shorten, signed
from bot.session.commands import History, Leaderboard
from bot.session.updates import BoardLine, HistoryCard, HistoryLine, Leaders, StatsCard

__all__ = ["history_screen", "leaders_screen", "stats_screen"]

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_PAGE = 10
"""Ranked persons on a page, for their numbers."""


def leaders_screen(leaders: Leaders, language: str) -> Screen:
    """Persons by rank, then those who have played too few rounds, then AI players."""
    game = game_title(leaders.game, language) if leaders.game else say(language, "board.all_games")
    title = say(language, "board.title_here" if leaders.here else "board.title_mine", game=game)
    lines: list[Line] = []
    for number, entry in enumerate(leaders.ranked, start=leaders.page * _PAGE + 1):
        lines += _ranked(f"{_MEDALS.get(number, f'{number}.')} ", entry, language)
    if not leaders.ranked:
        lines.append(line(say(language, "board.nobody", least=leaders.least)))
    if leaders.provisional:
        lines += [(), line(italic(say(language, "board.provisional", least=leaders.least)))]
        lines += [_short(entry, language) for entry in leaders.provisional]
    if leaders.ais:
        lines += [(), line(italic(say(language, "board.ais")))]
        lines += [_short(entry, language) for entry in leaders.ais]
    pages = []
    if leaders.page > 0:
        pages.append(Button("‹", Leaderboard(leaders.game, leaders.page - 1), key="earlier"))
    if leaders.page + 1 < leaders.pages:
        pages.append(Button("›", Leaderboard(leaders.game, leaders.page + 1), key="later"))
    return Screen(language, title, tuple(lines), (tuple(pages),) if pages else ())


def _name(entry: BoardLine, language: str) -> Span:
    if entry.ai:
        return bold(f"🤖 {say(language, f'level.{entry.ai}')}")
    you = say(language, "board.you") if entry.me else ""
    return bold(clean(entry.name) + you)


def _share(won: int, played: int) -> str:
    return f"{round(100 * won / played)}%" if played else "–"


def _ranked(number: str, entry: BoardLine, language: str) -> list[Line]:
    head = line(number, _name(entry, language), " ", bold(signed(entry.points)))
    return [head, line("    " + _facts(entry, language))]


def _facts(entry: BoardLine, language: str) -> str:
    if not entry.matches:
        return _rate(entry, language)
    return say(
        language, "board.facts", rounds=entry.rounds, share=_share(entry.rounds_won, entry.rounds),
        matches=entry.matches_won, of=entry.matches,
    )  # fmt: skip


def _short(entry: BoardLine, language: str) -> Line:
    share = _share(entry.rounds_won, entry.rounds)
    return line("· ", _name(entry, language), " " + signed(entry.points) + " · ",
                say(language, "board.short", rounds=entry.rounds, share=share))  # fmt: skip


def stats_screen(card: StatsCard, language: str) -> Screen:
    """One person: in all, by game, by role; streaks and feats."""
    title = say(language, "stats.title", name=clean(card.name))
    lines = [line(bold(signed(card.total.points)), " · " + _facts(card.total, language))]
    if card.total.provisional:
        lines.append(line(italic(say(language, "stats.provisional"))))
    if abs(card.streak) > 1:
        key = "stats.winning" if card.streak > 0 else "stats.losing"
        lines.append(line(say(language, key, n=abs(card.streak))))
    if card.best_streak > 1:
        lines.append(line(say(language, "stats.best", n=card.best_streak)))
    if len(card.games) > 1 or card.roles:
        lines.append(())
    for game, entry in card.games:
        lines.append(line(bold(game_title(game, language)), " " + signed(entry.points) + " · ", _rate(entry, language)))
        for other, role, part in card.roles:
            if other == game:
                lines.append(
                    line(f"    {say(language, f'role.{role}', game)} {signed(part.points)} · ", _rate(part, language))
                )
    feats = [
        say(language, f"feat.{feat}", n=str(count).replace("-", "−")) for feat, count in card.feats.items() if count
    ]
    if feats:
        lines += [(), line(say(language, "list.dot").join(feats))]
    return Screen(language, title, tuple(lines))


def _rate(entry: BoardLine, language: str) -> str:
    return say(language, "board.short", rounds=entry.rounds, share=_share(entry.rounds_won, entry.rounds))


def history_screen(card: HistoryCard, language: str) -> Screen:
    """Matches, newest first."""
    lines: list[Line] = []
    for entry in card.lines:
        lines += _match(entry, language)
    if not card.lines:
        lines.append(line(say(language, "notice.no_history")))
    else:
        lines.append(line(italic(say(language, "history.more", id=card.lines[0].id))))
    pages = []
    if card.page > 0:
        pages.append(Button("‹", History(card.page - 1), key="earlier"))
    if card.more:
        pages.append(Button("›", History(card.page + 1), key="later"))
    return Screen(language, say(language, "history.title"), tuple(lines), (tuple(pages),) if pages else ())


def _match(entry: HistoryLine, language: str) -> list[Line]:
    head = [game_title(entry.game, language), say(language, "history.rounds", n=entry.rounds), day(entry.at, language)]
    status = say(language, f"status.{entry.status}")
    people = (
        f"{'🏆' if won else ''}{shorten(clean(name), 14)} {signed(points)}" for name, points, won in entry.players
    )
    race = [line(code(text)) for text in flavour(entry.game).race(entry.course, {}, language)]
    return [line(code(entry.id), " " + " · ".join([*head, status])), line("    " + " · ".join(people)), *race]
