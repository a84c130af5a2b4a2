"""A tournament in its group: the sign-up, the standings with the tables that play, the end."""

from collections.abc import Mapping

from bot.present.pictures.charts import StandingsArt, standings_png
from bot.present.screens.elements import bold, button, code, game_title, in_rows, italic, line, paragraphs, preset_title
from bot.present.screens.screen import Button, Line, Picture, Rows, Screen, pictured
from bot.present.words.text import clean, say, shorten, span
from bot.session.port.commands import EndTournament, Enter, InviteToTournament, StartTournament, Withdraw
from bot.session.port.updates import Contestant, StageTable, StandingsLine, StandingsUpdate
from bot.tournaments import letter_of

__all__ = ["standings_screen"]

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_NAME = 20
_PARTNERS = 6  # So many buttons offer to become somebody's partner
_BEGINNING = 20  # So many digits of the promise stand in the message


def standings_screen(update: StandingsUpdate) -> Screen:
    language = update.language
    title = say(language, "tournament.title", game=game_title(update.terms.game, language), n=update.tournament)
    if update.post.left:
        return Screen(language, title, (line(say(language, "tournament.left")),))
    if update.state == "sign_up":
        lines, rows = _sign_up(update)
    elif update.state == "playing":
        lines, rows = _playing(update)
    else:
        lines, rows = _over(update), ()
    return Screen(language, title, tuple(lines), rows, _picture(update, title))


def _picture(update: StandingsUpdate, title: str) -> Picture | None:
    """A picture of how it has ended; before that there is none, as the message is edited all the time."""
    language = update.language
    if update.state not in ("over", "ended") or all(entry.share is None for entry in update.lines):
        return None
    facts = [
        preset_title(update.terms.game, update.terms.preset, language),
        say(language, "tournament.played", stages=update.stage, deals=update.stage * update.terms.deals),
    ]
    art = StandingsArt(
        heading=title,
        facts=" · ".join(facts),
        rows=tuple((entry.place, _spoken(entry, language), entry.share) for entry in update.lines),
        note=say(language, "tournament.explain"),
    )
    alt = say(language, "tournament.alt", title=title)
    return pictured("standings", standings_png, art, alt)


def _spoken(entry: StandingsLine, language: str) -> str:
    """The names of an entry without the signs that no font draws."""
    if all(player.level for player in entry.players):
        return say(language, "seat.ai_name", n=letter_of(entry.entry))
    ai = say(language, "tournament.ai_partner")
    return " & ".join(ai if player.level else clean(player.name) for player in entry.players)


def _sign_up(update: StandingsUpdate) -> tuple[list[Line], Rows]:
    language, count = update.language, sum(len(entry.players) for entry in update.lines)
    terms = update.terms
    clock = span(terms.clock, language) if terms.clock else say(language, "tournament.no_clock")
    lines: list[Line] = [
        line(bold(preset_title(terms.game, terms.preset, language)), " · ", _together(update), " · ⏱ ", clock),
        line(italic(say(language, "tournament.idea"))),
    ]
    if update.terms.stages:
        lines.append(line(say(language, "tournament.rounds", n=update.terms.stages)))
    lines += [(), line(bold(say(language, "tournament.signed_up", n=count)))]
    lines += [_signed_up(entry, at, language) for at, entry in enumerate(update.lines, 1)]
    lines += [(), line(italic(say(language, "tournament.fill" if update.home else "tournament.fill_guest")))]
    code = paragraphs(say(language, "tournament.code", code=update.code)) if update.code else ()
    lines += [*_elsewhere(update), *code, *_promise(update)]
    partners = [
        Button(
            say(
                language, "button.tournament_partner", name=shorten(_names(entry.players, entry.entry, language), _NAME)
            ),
            Enter(update.tournament, entry.entry),
            key=f"partner{entry.entry}",
            style="primary",
        )
        for entry in update.lines
        if entry.open
    ][:_PARTNERS]
    first = (
        button(language, "tournament_enter", Enter(update.tournament), "success"),
        button(language, "tournament_withdraw", Withdraw(update.tournament)),
    )
    start = button(
        language, "tournament_start", StartTournament(update.tournament), "primary" if count else "secondary"
    )
    last = [start] if update.home else []
    return lines, (first, *in_rows(partners, 2), (*last, *_further(update)))


def _further(update: StandingsUpdate) -> list[Button]:
    """The buttons that hand the code on, and that end the tournament; elsewhere than at home it is only taken away."""
    language, number = update.language, update.tournament
    invite = [button(language, "tournament_invite", InviteToTournament(number))] if update.code else []
    return [*invite, button(language, "tournament_end" if update.home else "tournament_leave", EndTournament(number))]


def _elsewhere(update: StandingsUpdate) -> list[Line]:
    titles = [shorten(clean(title), _NAME) for title in update.elsewhere if clean(title)]
    named = say(update.language, "list.and").join(titles)
    return [line(say(update.language, "tournament.elsewhere", names=named))] if titles else []


def _signed_up(entry: StandingsLine, at: int, language: str) -> Line:
    looks = say(language, "tournament.looks") if entry.open else ""
    return line(f"{at}. ", bold(_names(entry.players, entry.entry, language)), f" · {looks}" if looks else "")


def _playing(update: StandingsUpdate) -> tuple[list[Line], Rows]:
    language = update.language
    way = "everybody" if update.terms.everybody else "swiss" if update.stage > 1 else "drawn"
    kind = say(language, f"tournament.{way}")
    head = say(language, "tournament.stage", stage=update.stage, stages=update.terms.stages)
    lines: list[Line] = [
        line(bold(head), f" · {kind}"),
        line(say(language, "tournament.compared", n=update.finished, deals=update.terms.deals)),
        (),
    ]
    lines += [_table(table, update) for table in update.tables]
    if any(entry.share is not None for entry in update.lines):
        lines += [(), line(bold(say(language, "tournament.standings")))]
        lines += [_standing(entry, language, {}) for entry in update.lines]
        lines.append(line(italic(say(language, "tournament.explain"))))
    lines += [*_elsewhere(update), *_promise(update)]
    coming = [button(language, "tournament_step_in", Enter(update.tournament), "success")] if update.vacant else []
    going = [button(language, "tournament_withdraw", Withdraw(update.tournament)), *_further(update)]
    return lines, tuple(tuple(row) for row in (coming, going) if row)


def _table(table: StageTable, update: StandingsUpdate) -> Line:
    language = update.language
    against = " – ".join(_names(players, entry, language) for entry, players in table.entries)
    done = table.finished >= update.terms.deals
    far = "✅" if done else say(language, "tournament.far", n=table.finished, deals=update.terms.deals)
    return line(f"{table.number}. ", f"{against} · {far}")


def _over(update: StandingsUpdate) -> list[Line]:
    language = update.language
    if update.stage == 0:
        return [line(say(language, "tournament.called_off"))]
    key = "tournament.final" if update.state == "over" else "tournament.broken_off"
    lines: list[Line] = [line(bold(say(language, key))), ()]
    lines += [_standing(entry, language, _MEDALS) for entry in update.lines]
    lines += [(), line(italic(say(language, "tournament.explain")))]
    if len({entry.share for entry in update.lines}) < len(update.lines):
        lines.append(line(italic(say(language, "tournament.level"))))
    return [*lines, line(italic(say(language, "tournament.again", game=update.terms.game)))]


def _standing(entry: StandingsLine, language: str, medals: Mapping[int, str]) -> Line:
    """An entry with its place; ``medals`` are for the end, as after a deal several may have won all they could."""
    share = "–" if entry.share is None else f"{entry.share / 10:.1f}%"
    place = "" if entry.share is None else medals.get(entry.place, f"{entry.place}.")
    return line(f"{place} ", bold(_names(entry.players, entry.entry, language)), f" {share}")


def _together(update: StandingsUpdate) -> str:
    key = {1: "tournament.single", 2: "tournament.pairs"}.get(update.terms.members, "tournament.teams")
    return say(update.language, key, n=update.terms.members)


def _names(players: tuple[Contestant, ...], entry: int, language: str) -> str:
    """The players of an entry; one of AI players alone is told apart by a letter."""
    if all(player.level for player in players):
        return "🤖 " + say(language, "seat.ai_name", n=letter_of(entry))
    return " & ".join(
        "🤖" if player.level else shorten(clean(player.name), _NAME) or say(language, "tournament.someone")
        for player in players
    )


def _promise(update: StandingsUpdate) -> list[Line]:
    if not update.commitment:
        return []
    return [line(say(update.language, "tournament.promise"), " ", code(update.commitment[:_BEGINNING]), "…")]
