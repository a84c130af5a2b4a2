"""Gou Ji in words: sets, whose answer is awaited and why, burns, points, tributes, how a round ended."""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.present.presentation import Presentation, Told
from bot.present.words.text import (
    first,
    grouped,
    name_of,
    rank_word,
    say,
    side_by_side,
    side_names,
    side_word,
    signed,
    width,
)
from bot.session.port.updates import Offered, Player
from games.base.actions import Play
from games.base.cards import BIG_JOKER, RANKS, Cards, rank_of
from games.base.events import Event
from games.contract import Act, RoundResult, SeatView
from games.gouji.facts import Due, GouJiView

__all__ = ["PRESENTATION"]

_BREAKS: Final = re.compile(r" → |（| \(|: |：")
"""Where a sentence goes on in the next line in the middle of a picture, whose lines hold so many columns."""
_MIDDLE: Final = 36
_IDLE_BESIDE: Final[Mapping[str, frozenset[str]]] = {
    "burn": frozenset({"burn_window", "burn_when", "burn_needs_play", "counter_burn"}),
    "revolution": frozenset({"two_revolts", "revolt_try", "revolter_third"}),
    "point_challenge": frozenset({"counter_challenge", "challenge_both", "challenge_tie"}),
    "tribute": frozenset({"decline_tribute", "drop_within_team", "point_tie", "challenge_both", "challenge_tie"}),
}
"""House rules that mean nothing while another is off."""
TOLD: Final = frozenset(
    {"burn_counted", "burn_countered", "burn_ran_out", "burn_stopped", "lead_reverted", "nullified", "point_opened",
     "try_beaten", "try_held", "unentangled"}
)  # fmt: skip
"""Own events that a table message tells in a sentence."""
_SAID: Final[Mapping[str, str]] = {"pass": "barred", "yield": "yielded", "challenge": "challenger"}
"""Deeds that say the same as a mark."""
_LIMITS: Final = {
    "score": "target_score", "rounds": "match_rounds", "sweeps": "sweep_target", "single": "", "lead": "target_lead",
}  # fmt: skip
_BY_POINTS: Final = ("score", "lead")  # Ends of a match that need a score


def _names(players: tuple[Player, ...], seats: Iterable[int], language: str) -> str:
    return say(language, "list.comma").join(name_of(players, seat, language) for seat in seats)


def _sides(view: GouJiView, language: str) -> str:
    """Say both teams' totals, one's own first; or that no score is kept."""
    totals, first = view.public.team_scores, 0 if view.viewer is None else view.viewer % 2
    if totals is None:
        return say(language, "gouji.no_score")
    return " · ".join(
        say(language, "gouji.side", team=side_word(team, view.viewer, language), points=signed(totals[team]))
        for team in (first, 1 - first)
    )


def _situation(view: GouJiView, players: tuple[Player, ...], language: str) -> list[str]:
    """Say the mode of the play in words, with the names of those whom it concerns."""

    def name(seat: int | None) -> str:
        return "" if seat is None else name_of(players, seat, language)

    if view.phase != "play" or not view.awaited:
        return []
    lines = []
    burner, asked = view.public.burner, view.awaited[0]
    owner = None if view.standing is None else view.standing.seat
    if burner is not None:
        lines.append(say(language, "gouji.burning", burner=name(burner), victim=name(view.public.victim)))
    words = {"owner": name(owner), "opposite": name(asked.seat), "asked": name(asked.seat), "burner": name(burner)}
    match asked.why:
        case _ if asked.seat == view.viewer and asked.why != "burn":
            pass  # the question to them says it
        case "duel" | "burn_answer" | "burn_lead" | "revolt_try":
            lines.append(say(language, f"gouji.{asked.why}", **words))
        case "burn":
            lines.append(_offer(view, words, players, language))
        case "yield":
            lines.append(say(language, "gouji.yielding", **words))
        case "last_chance":
            lines.append(say(language, "gouji.last_word", **words))
    if view.public.entangled:
        lines.append(say(language, "gouji.entangled"))
    return lines


def _offer(view: GouJiView, words: Mapping[str, str], players: tuple[Player, ...], language: str) -> str:
    """Say who may burn whom, and whether the owner's opposite is yet to answer."""
    if view.public.burner is not None:
        return say(language, "gouji.counter_offer", **words)
    if view.options.get("burn_window") != "before" or view.standing is None:
        return say(language, "gouji.offer", **words)
    opposite = name_of(players, (view.standing.seat + 3) % len(view.seats), language)
    return say(language, "gouji.offer_before", **{**words, "opposite": opposite})


def _before_play(view: GouJiView, players: tuple[Player, ...], language: str) -> list[str]:
    """List the tributes that are being settled, or say how many have answered."""
    if (now := view.public.tribute) is not None:
        lines = [
            say(language, "gouji.tribute_now", due=say(language, f"due.{now.kind}"), n=len(now.given),
                giver=name_of(players, now.giver, language), taker=name_of(players, now.receiver, language),
                given=_rank_words(now.given, language))
        ]  # fmt: skip
        left = view.public.due[1:]
        if left:
            lines += [say(language, "gouji.dues_left"), *_dues_told(left, players, language)]
        return lines
    if view.phase not in ("declare", "buy"):
        return []
    waiting = [question.seat for question in view.awaited]
    done = sum("answered" in seat.marks for seat in view.seats)
    if view.public.stage == "counter":
        names = _names(players, view.public.challenged, language)
        return [say(language, "gouji.counter", names=names, asked=_names(players, waiting, language))]
    return [
        say(language, "gouji.buying" if view.phase == "buy" else "gouji.declaring", done=done, all=done + len(waiting))
    ]


def _own(view: GouJiView, players: tuple[Player, ...], language: str) -> list[str]:
    lines = []
    own = view.own
    if own.answer is not None:
        why = "counter" if view.public.stage == "counter" else view.phase
        verb, cards = own.answer.verb, own.answer.cards
        word = first(language, (f"verb.{verb}.{why}",)) or say(language, f"verb.{verb}", view.game)
        shown = f"{word} {grouped(cards, language)}" if cards else word
        lines.append(say(language, "gouji.your_answer", answer=shown))
    if own.fours_due:
        lines.append(say(language, "gouji.your_fours", n=own.fours_due))
    for sent in own.returns if view.trick <= 0 else ():
        code = "gouji.returned_by_you" if sent.seat == view.viewer else "gouji.returned_to_you"
        lines.append(
            say(language, code, giver=name_of(players, sent.seat, language), taker=name_of(players, sent.to, language),
                cards=grouped(sent.cards, language))
        )  # fmt: skip
    return lines


def _rank_words(cards: Cards, language: str) -> str:
    return " ".join(rank_word(RANKS[rank_of(card)], language) for card in cards)


def _dues_told(dues: Iterable[Due], players: tuple[Player, ...], language: str) -> list[str]:
    """Write the dues, a line a kind, in the order of settling: ``落贡：李雷 → Ann ×2``."""
    by_kind: dict[str, list[str]] = {}
    for due in dues:
        giver, taker = (name_of(players, seat, language) for seat in (due.giver, due.receiver))
        code = "gouji.due" if due.cards == 1 else "gouji.due_more"
        by_kind.setdefault(due.kind, []).append(say(language, code, giver=giver, taker=taker, n=due.cards))
    comma = say(language, "list.comma")
    return [
        say(language, "gouji.dues", due=say(language, f"due.{kind}"), moves=comma.join(words))
        for kind, words in by_kind.items()
    ]


def _verdict(view: GouJiView, result: RoundResult, players: tuple[Player, ...], language: str) -> str:
    points = view.public.team_points
    if not result.won:
        return say(language, "gouji.level" if points else "gouji.no_better")
    ahead = result.won[0] % 2
    team, other = side_names(ahead, view.viewer, players, language), side_word(1 - ahead, view.viewer, language)
    if points is None:
        return say(language, "gouji.better", team=team)
    if view.options.get("scoring") == "team2":
        return say(language, "gouji.team2", team=team, points=points[ahead])
    return say(language, "gouji.won", team=team, points=points[ahead], other=other, minus=signed(points[1 - ahead]))


def _next_round(view: GouJiView, players: tuple[Player, ...], language: str) -> list[str]:
    lines = []
    if dues := view.public.due:
        lines += [say(language, "gouji.dues_next"), *_dues_told(dues, players, language)]
    elif view.options.get("tribute"):
        lines.append(say(language, "gouji.no_dues"))
    leader = view.public.next_leader
    if leader is not None:
        lines.append(say(language, "gouji.leads_next", name=name_of(players, leader, language)))
    return lines


class Gouji(Presentation):
    """What people see of this game."""

    sheet = "GJ"
    stacked = True
    bombs = frozenset({"burn"})
    singles = True
    sections = (
        (1, "aim"), (3, "sets"), (6, "gouji"), (7, "sets"), (9, "before"), (10, "tribute"), (11, "before"), (18, "turns"),
        (23, "gouji"), (27, "turns"), (28, "burn"), (36, "sets"), (37, "aim"), (41, "tribute"), (42, "aim"),
    )  # fmt: skip
    alike = Presentation.alike | {"gouji", "open", "plain", "threes"}
    event_fields = MappingProxyType(
        {"victim": Told.SEAT, "seller": Told.SEAT, "challengers": Told.SEATS, "void": Told.SEATS, "revolters": Told.SEATS,
         "paid": Told.CARDS, "due": Told.DUE}
    )  # fmt: skip
    pass_buttons = MappingProxyType({"bid": "pass_bid", "burn": "no_burn"})
    minutes = 20
    difficulty = 3
    by_button = frozenset({"declare", "buy"})
    facing = 3
    suitless = True
    told = TOLD

    def risk(self, view: GouJiView, play: Offered) -> str:
        """That a set which calls for a duel may be burned (GJ-28); one with a big joker may be unbeatable (GJ-8)."""
        if view.viewer is None or not isinstance(play.action, Play) or BIG_JOKER in play.action.cards:
            return ""
        before, opposite, after = [view.seats[(view.viewer + step) % len(view.seats)] for step in (-1, 3, 1)]
        asked = any(one.count and one.seat not in view.public.passed for one in (before, after)) and opposite.count
        calm = not view.options["burn"] or view.public.entangled or view.public.burner is not None
        return "burned" if play.kind == "gouji" and asked and not calm else ""

    def spell(self, cards: Cards, kind: str, rank: str, language: str) -> tuple[str, str] | None:
        """Spell a set on which cards are hung, in full and for a button: ``6666+22+小王（7张）`` and ``6666+22+小王``."""
        by_rank: dict[int, int] = {}
        for card in sorted(cards):
            by_rank[rank_of(card)] = by_rank.get(rank_of(card), 0) + 1
        if len(by_rank) < 2:
            return None
        play = "+".join(side_by_side(rank, count, language) for rank, count in by_rank.items())
        return say(language, "gouji.hung", play=play, n=len(cards)), play

    def lay(self, cards: Cards, kind: str, rank: str) -> Cards:
        """Order the cards of a set from left to right: natural ones, then what is hung on them."""
        return tuple(sorted(cards))

    def stake(self, view: GouJiView, language: str) -> str:
        """Say the totals, and what ends the match: ``我方 +8 · 对方 −8 · 到 20 分``."""
        options, ended_by = view.options, view.options.get("match_end")
        match ended_by:
            case "score" | "lead" if view.public.team_scores is not None:
                goal = say(language, f"gouji.to_{ended_by}", n=options.get(_LIMITS[str(ended_by)]))
            case "sweeps":
                a, b = view.public.sweeps
                goal = say(language, "gouji.to_sweeps", a=a, b=b, n=options.get("sweep_target"))
            case "single":
                goal = say(language, "gouji.one_round")
            case _:
                goal = ""
        return " · ".join(filter(None, (_sides(view, language), goal)))

    def notes(self, view: GouJiView, players: tuple[Player, ...], language: str) -> tuple[str, ...]:
        """Say what goes on beside the seats: whose answer is awaited and why, burns, tributes, declarations, one's own
        secrets."""
        lines = _situation(view, players, language)
        lines += _before_play(view, players, language)
        return tuple(lines + _own(view, players, language))

    def centre(self, view: GouJiView, players: tuple[Player, ...], language: str) -> tuple[str, ...]:
        """Say what a picture has in the middle of the table: the situation in at most four short lines."""
        if (now := view.public.tribute) is not None:
            giver, taker = (name_of(players, seat, language) for seat in (now.giver, now.receiver))
            back = say(language, "gouji.tribute_back", taker=taker, n=len(now.given))
            cards = _rank_words(now.given, language)
            return say(language, f"due.{now.kind}"), f"{giver} → {taker}", cards, back
        told = _situation(view, players, language) or _before_play(view, players, language)
        parts = [part.strip(" ()（）") for text in told[:2] for part in _BREAKS.split(text)]
        return tuple(part for number, part in enumerate(parts) if not number or width(part) <= _MIDDLE)[:4]

    def marks(self, view: GouJiView, seat: SeatView) -> tuple[str, ...]:
        """List what stands beside a seat, without what its last deed, which is shown as well, says in the same words."""
        if any(question.seat == seat.seat for question in view.awaited):
            return seat.marks
        trick = view.trick if view.phase == "play" else -1
        last = next((act.verb for act in reversed(view.acts) if act.seat == seat.seat and act.trick == trick), "")
        return tuple(mark for mark in seat.marks if mark != _SAID.get(last))

    def won(self, view: GouJiView) -> Act | None:
        """Give the play that won the last trick; a burner who has run out of jokers has won nothing (GJ-33)."""
        last = super().won(view)
        return None if last is not None and last.seat in view.public.dead else last

    def sums(
        self, view: GouJiView, result: RoundResult, events: Sequence[Event], players: tuple[Player, ...], language: str
    ) -> tuple[str, ...]:
        """Say which side won by how much, what happened in the round, both totals, and what is owed next."""
        if view.public.redeal:
            return (say(language, "gouji.redeal"),)
        lines = [_verdict(view, result, players, language)]
        swept = next((event for event in events if event.code == "swept"), None)
        if swept is not None:
            team = int(getattr(swept, "team", 0))
            lines.append(say(language, "gouji.sweep", team=side_names(team, view.viewer, players, language)))
        if opened := view.public.opened:
            lines.append(say(language, "gouji.opened_sum", names=_names(players, opened, language)))
        for due in view.public.due:
            if due.kind != "burn":
                continue
            burner, victim = (name_of(players, seat, language) for seat in (due.receiver, due.giver))
            lines.append(say(language, "gouji.burned_sum", burner=burner, victim=victim))
        if dead := view.public.dead:
            lines.append(say(language, "gouji.dead_sum", names=_names(players, dead, language)))
        if stifled := view.public.stifled:
            lines.append(say(language, "gouji.stifled_sum", names=_names(players, stifled, language)))
        if view.public.team_scores not in (None, view.public.team_points):  # those of the first round are its points
            lines.append(say(language, "gouji.totals", sides=_sides(view, language)))
        if result.winner is None:
            lines += _next_round(view, players, language)
        return tuple(lines)

    def idle_options(self, options: Mapping[str, object]) -> frozenset[str]:
        idle = {name for off, names in _IDLE_BESIDE.items() if options.get(off) is False for name in names}
        if options.get("joker_compare") == "each_card":
            idle.add("joker_base")
        match_end = str(options.get("match_end"))
        by_no_points = options.get("scoring") == "none" and match_end in _BY_POINTS
        ended_by = "" if by_no_points else _LIMITS.get(match_end, "")
        return frozenset(idle | ({*_LIMITS.values()} - {ended_by, ""}))


PRESENTATION: Final = Gouji()
