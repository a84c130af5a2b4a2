"""A finished round judged: everybody's accuracy and the moments that decided it, or one decision with what was better."""

from typing import Final

from bot.present.screens.elements import bold, code, game_title, italic, line
from bot.present.screens.screen import Button, Line, Rows, Screen
from bot.present.words.plays import action_label, cards_text, deed, play_text
from bot.present.words.terms import verb_title
from bot.present.words.text import name_of, say, signed
from bot.reviews import Decision, Review
from bot.session.port.commands import AskReview, Replay
from bot.session.port.replies import ReviewCard
from games.base.actions import Bid, verb_of
from games.base.notation import read_action
from games.kit.history import LAID

__all__ = ["decision_words", "review_screen", "score_words"]

_COLUMNS: Final = 60
_LARGE: Final = 10  # So many points are told without a decimal
_BY: Final = {
    "first": "s", "back": "b", "forward": "n", "back_costly": "p", "costly": "t", "whole": "w", "news": "x", "cancel": "c",
}  # fmt: skip


def review_screen(card: ReviewCard, language: str) -> Screen:
    """How far the review is, the whole of it, or one decision."""
    if card.review is None:
        return _waiting(card, language)
    return _whole(card, card.review, language) if card.at is None else _decision(card, card.review, card.at, language)


def _heading(card: ReviewCard, language: str) -> str:
    return say(language, "review.title", id=card.replay.id, game=game_title(card.replay.game, language))


def _waiting(card: ReviewCard, language: str) -> Screen:
    done, total = card.progress
    state = say(language, "review.wait", done=done, total=total) if total else say(language, "review.wait_begun")
    bar: list[Line] = [line(code("▰" * (10 * done // total) + "▱" * (10 - 10 * done // total)))] if total else []
    row = (_to(card, None, "news", language, "primary"), _to(card, None, "cancel", language))
    lines = (line(bold(state)), *bar, line(italic(say(language, "review.wait_about"))))
    return Screen(language, _heading(card, language), lines, (row,))


# -- at a glance
def _whole(card: ReviewCard, review: Review, language: str) -> Screen:
    lines: list[Line] = [line(italic(say(language, "review.about"))), ()]
    for player in card.replay.players:
        name = name_of(card.replay.players, player.seat, language)
        points = f" {signed(card.replay.points[player.seat])}" if card.replay.scored else ""
        lines.append(line(bold(f"{player.seat + 1}. {name}"), points))
        lines += [line("    ", words) for words in score_words(card, review, player.seat, language)]
    lines += [(), line(bold(say(language, "review.moments")))]
    moments = review.moments
    for number, one in enumerate(moments, start=1):
        told = say(
            language,
            "review.moment",
            step=one.step,
            name=name_of(card.replay.players, one.seat, language),
            done=_done(card, one, language),
            best=_best(card, one, language),
            lost=_lost(one, language),
        )
        lines.append(line(f"{number}. {told}"))
    if not moments:
        lines.append(line(say(language, "review.no_moments")))
    rows: list[tuple[Button, ...]] = []
    if moments:
        rows.append(
            tuple(
                Button(
                    say(language, "review.button.moment", n=number, step=one.step),
                    AskReview(card.replay.id, one.step, by=str(number)),
                    key=f"moment_{number}",
                )
                for number, one in enumerate(moments, start=1)
            )
        )
    last = [_replay(card, None, language)]
    if review.decisions:
        last.insert(0, _to(card, review.decisions[0].step, "first", language, "primary"))
    return Screen(language, _heading(card, language), tuple(lines), (*rows, tuple(last)))


def score_words(card: ReviewCard, review: Review, seat: int, language: str) -> tuple[str, str]:
    """How well a seat decided, and what its points were made of; the parts are rounded so that they add up."""
    fortune, own = review.fortune, review.given_away(seat)
    result = round(fortune.result[seat])
    digits = 0 if max(abs(fortune.deal[seat]), own, abs(result)) >= _LARGE else 1
    deal, own = round(fortune.deal[seat], digits), round(own, digits)
    told = {"deal": deal, "own": -own, "rest": result - deal + own, "result": float(result)}
    parts = {name: _signed(value, digits) for name, value in told.items()}
    return _score(review, seat, language), say(
        language, "review.luck", error=f"{fortune.error[seat]:.{digits}f}", **parts
    )


def _score(review: Review, seat: int, language: str) -> str:
    score = review.score(seat)
    if not score.decisions:
        return say(language, "review.no_choice")
    told = [say(language, "review.score", n=round(100 * score.accuracy))]
    if score.blunders:
        told.append(say(language, "review.blunders", n=score.blunders))
    if score.mistakes:
        told.append(say(language, "review.mistakes", n=score.mistakes))
    if all(one.grade == "best" for one in review.decisions if one.seat == seat):
        told.append(say(language, "review.perfect"))
    return " · ".join(told)


# -- one decision
def _decision(card: ReviewCard, review: Review, at: int, language: str) -> Screen:
    one, players, game = review.decisions[at], card.replay.players, card.replay.game
    name, before = name_of(players, one.seat, language), card.replay.frames[one.step - 1]
    where = say(language, "review.decision", n=at + 1, of=len(review.decisions), step=one.step)
    lines: list[Line] = [line(italic(where)), line(bold(say(language, f"review.grade.{one.grade}")))]
    lines += [(), line(code(cards_text(game, language, before.hands[one.seat])))]
    if (stands := before.view.standing) is not None:
        by = name_of(players, stands.seat, language)
        beaten = play_text(game, language, stands.cards, stands.kind, stands.rank)
        lines.append(line(say(language, "table.to_beat", game, name=by), code(beaten)))
    else:
        lines.append(line(f"▶ {name} — {say(language, f'why.{_asked(card, one)}', game)}"))
    lines.append(line(say(language, "list.told", who=name, what=_done(card, one, language))))
    lines += [line(bold(words)) for words in decision_words(card, one, language)]
    return Screen(language, _heading(card, language), tuple(lines), _steps(card, review, at, language))


def decision_words(card: ReviewCard, one: Decision, language: str) -> list[str]:
    """What would have been better, and what it has cost."""
    told = round(one.best_worth, 2) - round(one.lost, 2) if one.measure == "chance" else one.worth  # so that it adds up
    worth = say(language, f"review.{one.measure}", n=_figure(one, told, sign=True))
    if one.lost == 0 or one.best == one.done:
        return [say(language, "review.same", worth=worth)]
    best = _best(card, one, language)
    if not one.told_apart:
        return [say(language, "review.alike", best=best, lost=_lost(one, language))]
    better, lost, error = _figure(one, one.best_worth, sign=True), _figure(one, one.lost), _figure(one, one.error)
    return [
        say(language, "review.better", best=best),
        say(language, "review.cost", worth=worth, best=better, lost=lost, error=error),
    ]


def _steps(card: ReviewCard, review: Review, at: int, language: str) -> Rows:
    """The buttons that lead through the decisions, always the same in the same places; after the last mistake comes
    the first one again."""
    every = review.decisions
    costly = [place for place, one in enumerate(every) if one.grade in ("mistake", "blunder")]
    row = [
        _to(card, every[max(0, at - 1)].step, "back", language),
        _to(card, every[min(len(every) - 1, at + 1)].step, "forward", language, "primary"),
    ]
    if costly:
        earlier = max((place for place in costly if place < at), default=costly[-1])
        later = min((place for place in costly if place > at), default=costly[0])
        row.insert(0, _to(card, every[earlier].step, "back_costly", language))
        row.append(_to(card, every[later].step, "costly", language))
    return tuple(row), (_to(card, None, "whole", language), _replay(card, every[at].step, language))


def _to(card: ReviewCard, step: int | None, key: str, language: str, style: str = "secondary") -> Button:
    what = "cancel" if key == "cancel" else ""
    return Button(
        say(language, f"review.button.{key}"), AskReview(card.replay.id, step, what, _BY[key]), style=style, key=key
    )


def _replay(card: ReviewCard, step: int | None, language: str) -> Button:
    return Button(say(language, "review.button.replay"), Replay(card.replay.id, step, "r"), key="replay")


def _asked(card: ReviewCard, one: Decision) -> str:
    asked = (question for frame in card.replay.frames[one.step - 1 : one.step] for question in frame.view.awaited)
    return next((question.why for question in asked if question.seat == one.seat), "")


def _done(card: ReviewCard, one: Decision, language: str) -> str:
    """What was done; cards as they were read, if the card has moments."""
    frames = card.replay.frames
    acts = frames[one.step].view.acts[len(frames[one.step - 1].view.acts) :] if frames else ()
    if acts and acts[0].verb in LAID:
        return deed(card.replay.game, acts[0], language)
    return _words(card, one, one.done, language)


def _best(card: ReviewCard, one: Decision, language: str) -> str:
    return _words(card, one, one.best, language)


def _words(card: ReviewCard, one: Decision, text: str, language: str) -> str:
    game, action = card.replay.game, read_action(text)
    if not getattr(action, "cards", ()) and not isinstance(action, Bid):
        return verb_title(game, verb_of(action), _asked(card, one), language)
    return action_label(game, language, action, columns=_COLUMNS)


def _figure(one: Decision, value: float, *, sign: bool = False) -> str:
    """A figure in what the decision is judged by."""
    if one.measure == "chance":
        return f"{100 * value:.0f}%"
    digits = 0 if abs(value) >= _LARGE else 1
    return _signed(value, digits) if sign else f"{value:.{digits}f}"


def _lost(one: Decision, language: str) -> str:
    return say(language, f"review.lost_{one.measure}", n=_figure(one, one.lost))


def _signed(points: float, digits: int) -> str:
    """Points with their sign, which nothing has."""
    told = f"{points:+.{digits}f}".replace("-", "−")
    return told if told.strip("+−0.") else "0"
