"""Elements that several screens share: lines, headings, calls by name, votes, marks beside seats, buttons that lead elsewhere."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.present.presentation import presentation_of
from bot.present.screens.screen import Button, Deadline, Faces, Line, Mention, Moment, Rows, Span, Whereabouts
from bot.present.words.text import clean, first, grouped, name_of, pieces, say, span, unmarked, width
from bot.session.port import commands
from bot.session.port.updates import Motion, Player, PublicUpdate, TableInfo, told_left
from games.base.cards import Cards
from games.base.events import Event
from games.contract import CommonFacts, RoundResult, SeatView, View

__all__ = [
    "asked_together", "bold", "button", "clock_word", "closing_lines", "code", "count_word", "deadline",
    "dealt_lines", "elsewhere_lines", "fair_buttons", "filled_rows", "game_title", "group_button", "in_rows",
    "is_crowded", "italic", "line", "mark_words", "mention", "motion_line", "must_be_ready", "my_hand", "paired",
    "paragraphs", "pile_line", "ping_lines", "place_word", "played_button", "preset_title", "private_chat_buttons",
    "promise_lines", "race_lines", "reading_buttons", "result_title", "round_number", "round_sums", "round_word",
    "rules_button", "seat_buttons", "substitute_buttons", "table_heading", "time_to_act", "unreachable_lines",
    "vote_buttons", "vote_lines", "warnings", "woven",
]  # fmt: skip

_HALF_A_ROW = 20  # Columns of a label that half the width of a phone shows


def bold(text: str) -> Span:
    return Span(unmarked(text) if "⟨" in text else text, "bold")


def italic(text: str) -> Span:
    return Span(unmarked(text) if "⟨" in text else text, "italic")


def code(text: str) -> Span:
    """Cards or an id, in signs that all have one width."""
    return Span(text, "code")


def woven(sentence: str, *spans: Span) -> list[str | Span]:
    """A sentence with spans in the places that ``chr(0)``, ``chr(1)`` … keep for them."""
    pieces = re.split(r"([\x00-\x07])", sentence)
    return [spans[ord(piece)] if at % 2 else piece for at, piece in enumerate(pieces)]


def line(*parts: str | Span | Mention) -> Line:
    """One line of these parts; empty texts leave no trace."""
    spans: list[Span | Mention] = []
    for part in parts:
        if not isinstance(part, str):
            if isinstance(part, Mention) or part.text:
                spans.append(part)
        elif "⟨" in part:
            spans += [_marked_span(what, words) if what else Span(words) for what, words in pieces(part)]
        elif part:
            spans.append(Span(part))
    return tuple(spans)


def _marked_span(what: str, words: str) -> Span:
    platform, _, external = what.partition(":")
    if external:
        return Whereabouts(words, "", platform, external)
    return Moment(words, at=int(what)) if what.isdecimal() else Span(words)


def paragraphs(text: str) -> tuple[Line, ...]:
    """A text of several lines; what stands between two ``**`` is bold, between two double backticks to be typed."""
    return tuple(line(*_marked(row, "**", bold, _typed)) for row in text.strip("\n").split("\n"))


def _typed(text: str) -> list[str | Span]:
    return _marked(text, "``", code, lambda part: [part])


def _marked(
    text: str, mark: str, inside: Callable[[str], Span], outside: Callable[[str], list[str | Span]]
) -> list[str | Span]:
    parts = enumerate(text.split(mark))
    return [one for number, part in parts for one in ([inside(part)] if number % 2 else outside(part))]


def button(
    language: str,
    key: str,
    command: commands.Command | None,
    style: str = "secondary",
    /,
    game: str = "",
    **data: object,
) -> Button:
    """A button labelled by ``button.<key>``."""
    return Button(say(language, f"button.{key}", game, **data), command, style=style, key=key)


def in_rows(buttons: Iterable[Button], size: int) -> Rows:
    rows, left = [], tuple(buttons)
    while left:
        rows.append(left[:size])
        left = left[size:]
    return tuple(rows)


def paired(buttons: Iterable[Button]) -> Rows:
    """The buttons two in a row where both can be read there on a phone, else one."""
    rows: list[tuple[Button, ...]] = []
    waiting: Button | None = None
    for one in buttons:
        if width(one.label) > _HALF_A_ROW:
            rows += [(waiting,), (one,)] if waiting is not None else [(one,)]
            waiting = None
        elif waiting is None:
            waiting = one
        else:
            rows.append((waiting, one))
            waiting = None
    return (*rows, (waiting,)) if waiting is not None else tuple(rows)


def game_title(game: str, language: str) -> str:
    return say(language, f"game.{game}")


def preset_title(game: str, preset: str, language: str) -> str:
    """What a preset is called; ``own rules`` for none."""
    return say(language, f"preset.{game}.{preset}.title") if preset else say(language, "settings.no_preset")


def round_number(table: TableInfo, view: View | None) -> int:
    """Which round of the match this is, as people count: a void deal is repeated and not counted (``table.round``
    counts it, as records have to)."""
    facts: CommonFacts | None = None if view is None else view.public
    told = None if facts is None else facts.round_number
    return table.round if told is None else told


def round_word(table: TableInfo, language: str, view: View | None = None) -> str:
    """``Round 3 of 6``, ``Round 3``, or nothing before the first."""
    if not table.round:
        return ""
    number, deals = round_number(table, view), table.options.get("deals")
    if table.options.get("match_end") == "rounds":
        deals = table.options.get("match_rounds")
    if isinstance(deals, int) and not isinstance(deals, bool) and deals > 0:
        return say(language, "table.round_of", n=number, of=deals)
    return say(language, "table.round", n=number)


def my_hand(table: TableInfo, language: str) -> Button:
    return button(language, "my_hand", commands.MyHand(table.id), "primary")


def played_button(table: TableInfo, language: str) -> Button:
    """The button that shows what has been played in the round, and what is still out."""
    return button(language, "played", commands.PlayedCards(table.id))


def rules_button(table: TableInfo, language: str) -> Button:
    return button(language, "rules", commands.ShowRules(game=table.game, table=table.id))


def group_button(language: str) -> Button:
    """The button back to the table message. It has neither command nor address: the frontend knows the link, or leaves
    the button out."""
    return Button(say(language, "button.group"), key="group")


def count_word(view: View, count: int, language: str, *, brief: bool = False) -> str:
    """How many cards a seat holds; the last two are called out, as players do."""
    few = count <= 2 and view.phase == "play"
    if brief:
        return say(language, "seat.few_brief" if few else "seat.cards_brief", n=count)
    word = say(language, "seat.cards", n=count)
    return f"❗{word}" if few else word


def place_word(game: str, place: int, language: str) -> str:
    """How a seat came in: what the game calls that place, or ``out, 2nd``."""
    return first(language, (f"place.{game}.{place}",)) or say(language, "seat.out", place=place)


def pile_line(game: str, name: str, cards: Cards, language: str) -> Line:
    """Cards on the table that everybody has seen: ``Kitty: 7 · 10 · Q``."""
    return line(
        say(language, "pile.line", pile=say(language, f"pile.{name}", game)),
        Faces(grouped(cards, language), "code", cards),
    )


def motion_line(motion: Motion, name: str, language: str) -> Line:
    what = say(language, f"motion.{motion.kind}", name=name)
    votes = say(language, "motion.votes", votes=motion.votes, needed=motion.needed)
    return line("🗳 ", bold(what), " " + votes, deadline(motion.limit, motion.until or None, language))


def deadline(seconds: float, at: int | None, language: str) -> Deadline:
    """The time limit: counted down where the platform does that, else how much time there is in all."""
    return Deadline(say(language, "time.within", time=span(seconds, language)), at=at or 0)


def clock_word(table: TableInfo, language: str) -> str:
    """How much time a table gives for each turn, if any runs there now."""
    if table.clock_rests:
        return say(language, "table.clock_rests")
    if not table.clock:
        return say(language, "table.no_clock")
    return say(language, "table.clock", time=span(table.clock, language))


def time_to_act(table: TableInfo, short: int | None, left: float, at: int | None, language: str) -> Deadline:
    """The time for an answer: at a slow table what is left of it, elsewhere how much there is (``short``: for a question
    with a time of its own)."""
    if table.slow:
        return Deadline(say(language, "time.left", time=span(told_left(left) or left, language)), at=at or 0)
    return deadline(short or table.clock, at, language)


_NAMED = 3  # So many other places are named
_ROOMY: Final = 4  # With more seats than this each has to do with one line of a phone
_SIGN: Final = 2  # Columns that a mark may take to be a sign


def table_heading(table: TableInfo, language: str) -> str:
    """The heading ``🀄 Dou Dizhu · #12``."""
    heading = say(language, "table.heading", game=game_title(table.game, language), id=table.id)
    if table.contest is None:
        return heading
    deal = min(max(table.round, 1), table.contest.deals)
    where = say(language, "tournament.deal", stage=table.contest.stage, deal=deal, deals=table.contest.deals)
    return f"{heading} · {where}"


def warnings(table: TableInfo, language: str) -> tuple[Line, ...]:
    """What everybody must know about this table: its deals are not secret, the round does not count."""
    if not (table.open_deals or table.practice):
        return ()
    codes = [code for code, said in (("open_deals", table.open_deals), ("practice", table.practice)) if said]
    return tuple(line("⚠️ ", italic(say(language, f"table.{code}"))) for code in codes)


def ping_lines(update: PublicUpdate) -> list[Line]:
    """The line that calls people by name, so that their phones ring."""
    called = [
        mention(update, player) for player in update.seated if player.user is not None and player.user in update.ping
    ]
    if not called:
        return []
    spaced: list[Span | Mention] = []
    for one in called:
        spaced += [Span(" "), one]
    key = "table.ping" if update.play.result is None else "table.ping_over"
    return [line("🔔", *spaced, " " + say(update.language, key))]


def mention(update: PublicUpdate, player: Player) -> Mention:
    """The name of who sits there, as one that rings."""
    assert player.user is not None, "a person"
    return Mention(name_of(update.seated, player.seat, update.language), player.user.platform, player.user.external)


def vote_lines(update: PublicUpdate) -> list[Line]:
    if update.motion is None:
        return []
    seat = update.motion.seat
    name = "" if seat is None else name_of(update.seated, seat, update.language)
    called = [player for player in update.seated if player.user is not None and player.user in update.motion.called]
    names = [piece for player in called for piece in (Span(" "), mention(update, player))]
    return [(*motion_line(update.motion, name, update.language), *names)]


def unreachable_lines(update: PublicUpdate) -> list[Line]:
    """The line that names those whom no private message reaches."""
    names = [player for player in update.seated if player.kind == "person" and not player.reachable]
    if not names:
        return []
    joined = say(update.language, "list.and").join(
        name_of(update.seated, player.seat, update.language) for player in names
    )
    told = first(update.language, (f"table.unreachable_{update.chat.platform}", "table.unreachable"), names=joined)
    return [line("⚠️ ", told or "")]


def elsewhere_lines(update: PublicUpdate) -> list[Line]:
    """The line that says where else the table is shown; a place without a title is only counted."""
    page = [say(update.language, "places.page")] if update.by_page else []
    titles = [title for title in map(clean, update.elsewhere) if title][: _NAMED - len(page)]
    named, more = [*titles, *page], len(update.elsewhere) - len(titles)
    if not update.elsewhere and not page:
        return []
    key = "places.also_others" if not named else "places.also_more" if more else "places.also"
    names = say(update.language, "list.and").join(named)
    return [line(say(update.language, key, names=names, n=more))]


def closing_lines(update: PublicUpdate) -> list[Line]:
    """What stands below whatever the table shows: who is called, who cannot be reached, where else it is shown, the vote."""
    return [*ping_lines(update), *unreachable_lines(update), *elsewhere_lines(update), *vote_lines(update)]


def race_lines(update: PublicUpdate) -> list[Line]:
    """How the match went, a line a side, where the game has a race."""
    if len(update.score.course) < 2:  # what stands beside it says the same of a first round
        return []
    return [
        line(code(text))
        for text in presentation_of(update.table.game).race(update.score.course, update.table.options, update.language)
    ]


def filled_rows(*rows: list[Button]) -> Rows:
    return tuple(tuple(row) for row in rows if row)


def is_crowded(view: View) -> bool:
    """Whether so many sit at the table that each has to do with one line of a phone."""
    return len(view.seats) > _ROOMY


def mark_words(view: View, seat: SeatView, language: str, *, brief: bool = False) -> list[str]:
    """What stands beside a seat: ``🎯 opened``, or the signs alone, side by side."""
    codes = presentation_of(view.game).marks(view, seat)
    if not codes:
        return []
    if not brief:
        return [say(language, f"mark.{code}", view.game) for code in codes]
    words = [first(language, (f"mark_brief.{code}",)) or say(language, f"mark.{code}", view.game) for code in codes]
    signs = "".join(word for word in words if width(word) <= _SIGN)
    return [signs] * bool(signs) + [word for word in words if width(word) > _SIGN]


def asked_together(view: View) -> str:
    """The question that three and more are asked at once, which need not be said beside each of them; else ``""``."""
    why = {question.why for question in view.awaited}
    return why.pop() if len(view.awaited) > 2 and len(why) == 1 else ""


def seat_buttons(update: PublicUpdate) -> list[Button]:
    """The host's buttons that draw all seats anew, balanced too where two sides play."""
    table, language = update.table, update.language
    if table.contest is not None:  # which says who sits where
        return []
    teams = set() if update.view is None else {seat.team for seat in update.view.seats}
    drawn = [button(language, "shuffle", commands.Shuffle(table.id))]
    if len(teams - {None}) > 1:
        drawn.append(button(language, "balance", commands.Shuffle(table.id, balanced=True)))
    return drawn


def reading_buttons(table: TableInfo, language: str) -> list[Button]:
    return [rules_button(table, language), button(language, "settings", commands.TableSettings(table.id))]


def must_be_ready(player: Player) -> bool:
    """Whether the next round waits for this player to be ready."""
    return player.kind == "person" and not player.ready and not player.away and not player.stand_in


def substitute_buttons(update: PublicUpdate) -> list[Button]:
    """The host's buttons that seat an AI player for each person who keeps the others waiting, once somebody is
    ready."""
    if update.table.state != "between" or not any(player.ready for player in update.seated):
        return []
    missing = [player for player in update.seated if must_be_ready(player)]
    return [
        Button(
            say(update.language, "button.substitute", name=name_of(update.seated, player.seat, update.language)),
            commands.Substitute(update.table.id, player.seat),
            key=f"substitute{player.seat}",
        )
        for player in missing[:3]
    ]


def join_button(update: PublicUpdate, style: str = "secondary") -> Button:
    """The button that takes a seat: also a way into the private chat, for platforms where hands are to be shown there."""
    table = update.table.id
    start = f"{commands.TO_SIT}{table}-{update.lobby.invite}" if update.lobby.invite else None
    return replace(button(update.language, "join", commands.Join(table), style), start=start)


def vote_buttons(update: PublicUpdate) -> list[Button]:
    if update.motion is None:
        return []
    vote = commands.Vote(update.table.id, update.motion.text)
    return [button(update.language, f"vote_{update.motion.kind}", vote, "danger")]


def private_chat_buttons(update: PublicUpdate) -> list[Button]:
    """The button into the private chat, if a private message does not reach everybody."""
    if all(player.reachable for player in update.seated if player.kind == "person"):
        return []
    return [
        Button(say(update.language, "button.private_chat"), key="private_chat", start=update.table.id, style="primary")
    ]


def result_title(table: TableInfo, result: RoundResult, language: str, view: View | None = None) -> str:
    """``Round 3 is over``, ``The deal is void`` or ``The match is over``."""
    if result.void:
        return say(language, "result.void", n=round_number(table, view))
    if result.winner is not None:
        return say(language, "result.match_over")
    return say(language, "result.round_over", n=round_number(table, view))


def round_sums(
    table: TableInfo, view: View, result: RoundResult, players: tuple[Player, ...], last: Sequence[Event], language: str
) -> tuple[str, ...]:
    """What the game says of a round; nothing of a next one where the match is over, be it that people have ended it."""
    if table.state in ("over", "closed") and result.winner is None:
        result = replace(result, winner=())
    return presentation_of(table.game).sums(view, result, last, players, language)


_BEGINNING: Final = 20
"""So many of the 64 digits of a commitment stand in a table's message; all of them are a press away."""


def promise_lines(update: PublicUpdate) -> list[Line]:
    """The lines for a table that waits for a deal: how the promise for it begins, and the words added to it."""
    told, language = update.fairness, update.language
    if told is None:
        return []
    lines = [_promise("fair.next", told.commitment, language)] if told.commitment else []
    if told.words:
        lines.append(line(say(language, "fair.luck"), *_luck_words(told.words, language)))
    return lines


def _promise(key: str, commitment: str, language: str) -> Line:
    return line(say(language, key), code(commitment[:_BEGINNING]), "…")


def _luck_words(words: Sequence[tuple[str, str]], language: str) -> list[str | Span]:
    spans: list[str | Span] = []
    for name, word in words:
        spans += [" · " if spans else "", f"{clean(name) or say(language, 'fair.someone')} ", code(word)]
    return spans


def dealt_lines(update: PublicUpdate) -> list[Line]:
    """The line for a round that is on: how the promise for it began."""
    told = update.fairness
    return [] if told is None or not told.dealt else [_promise("fair.dealt", told.dealt, update.language)]


def fair_buttons(update: PublicUpdate) -> list[Button]:
    """Where a deal is promised: adding one's luck unless the table is put aside, and the whole promise, with how the last
    round was dealt."""
    told, language, table = update.fairness, update.language, update.table.id
    if told is None:
        return []
    buttons = [button(language, "luck", commands.Luck(table))] if told.commitment and not update.table.parked else []
    if told.commitment or told.secret:
        buttons.append(button(language, "fair", commands.Fair(told.id if told.secret else "", table)))
    return buttons
