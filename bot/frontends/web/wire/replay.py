"""Finished rounds for the page: step by step, and judged; and the list of matches."""

from dataclasses import replace

from bot.frontends.web.wire import shapes
from bot.frontends.web.wire.hand import held_json, is_stacked
from bot.frontends.web.wire.table import act_json, player_json, race_json, scene_json
from bot.frontends.web.wire.values import bare, cards_json
from bot.present.presentation import presentation_of
from bot.present.reports.replays import chapter, chapters, frame_words, replay_heading, replay_warning
from bot.present.reports.reviews import decision_words, score_words
from bot.present.screens.elements import game_title
from bot.present.words.plays import cards_text
from bot.present.words.text import say
from bot.reviews import Review
from bot.session.port.replies import HistoryCard, HistoryLine, ReplayCard, ReplayFrame, ReviewCard, StatsCard
from games.base.cards import Cards
from games.base.notation import read_action

__all__ = ["history_json", "replay_json", "review_json"]


def replay_json(card: ReplayCard, language: str) -> shapes.ReplayJson:
    """The round with its ``frames``; a hand stands in a frame where it differs from the one before. ``acts`` are all
    public deeds, of which a frame has seen the first ``upto``."""
    players, dealt = card.players, card.frames[0]
    return {
        "id": card.id,
        "link": card.link,
        "game": card.game,
        "heading": bare(replay_heading(card, language)),
        "warning": replay_warning(card, language),
        "step": card.step or 0,
        "mine": card.mine,
        "players": [
            {**player_json(players, player, (), language), "me": player.seat == card.mine} for player in players
        ],
        "points": list(card.points) if card.scored else [],
        "tricks": list(chapters(card)),
        "acts": [act_json(act, card.game, language) for act in card.acts],
        "record": card.record,
        "reviewable": card.reviewable,
        "reviewed": card.reviewed,
        "hand": held_json(dealt.view),
        "stacked": any(is_stacked(card.game, hand) for hand in dealt.hands),
        "levels": bool(presentation_of(card.game).climb_labels),
        "frames": [_frame(card, step, language) for step in range(len(card.frames))],
    }


def _frame(card: ReplayCard, step: int, language: str) -> shapes.FrameJson:
    frame, trick = card.frames[step], chapter(card.frames[step])
    before = card.frames[step - 1] if step else None
    return {
        "seat": frame.seat,
        "words": [bare(words) for words in frame_words(card, step, language)],
        "about": say(language, "replay.trick", n=trick + 1) if trick >= 0 else say(language, "replay.before"),
        "upto": len(frame.view.acts),
        "hands": {
            str(seat): {"cards": cards_json(hand), "text": cards_text(card.game, language, hand)}
            for seat, hand in _changed(frame, before)
        },
        "scene": scene_json(replace(frame.view, viewer=card.mine), card.players, language),
    }


def _changed(frame: ReplayFrame, before: ReplayFrame | None) -> list[tuple[int, Cards]]:
    hands = list(enumerate(frame.hands))
    return [(seat, hand) for seat, hand in hands if before is None or before.hands[seat] != hand]


def review_json(card: ReviewCard, language: str) -> tuple[shapes.ReviewJson, shapes.ReplayJson | None]:
    """How far the review is (``done`` of ``total``); once it is there, its ``marks`` by step in order, and the round."""
    if card.review is None:
        done, total = card.progress
        return {"id": card.replay.id, "done": done, "total": total}, None
    step = 0 if card.at is None else card.review.decisions[card.at].step
    return {
        "id": card.replay.id,
        "scores": [
            [bare(words) for words in score_words(card, card.review, player.seat, language)]
            for player in card.replay.players
        ],
        "marks": [_mark(card, card.review, place, language) for place in range(len(card.review.decisions))],
        "moments": [one.step for one in card.review.moments],
    }, {**replay_json(card.replay, language), "step": step}


def _mark(card: ReviewCard, review: Review, place: int, language: str) -> shapes.MarkJson:
    one = review.decisions[place]
    return {
        "step": one.step,
        "seat": one.seat,
        "done": _cards(one.done),
        "best": _cards(one.best),
        "grade": one.grade,
        "title": bare(say(language, f"review.grade.{one.grade}")),
        "words": [bare(words) for words in decision_words(card, one, language)],
    }


def curves_json(card: StatsCard, language: str) -> list[shapes.CurveJson]:
    """What has a course: the rating of the list with most rounds, and the sum of points in the game that is asked for."""
    best = max(card.ratings, key=lambda one: one.rounds, default=None)
    rated = [] if best is None else [list(point) for point in best.course]
    points = [[at, total, 0] for at, total in enumerate(card.points)]
    told = {"stats.curve": rated, "stats.points": points}
    return [{"title": say(language, code), "course": course} for code, course in told.items() if len(course) > 1]


def history_json(card: HistoryCard, language: str) -> shapes.HistoryJson:
    return {"page": card.page, "more": card.more, "matches": [_match(entry, language) for entry in card.lines]}


def _match(entry: HistoryLine, language: str) -> shapes.MatchJson:
    return {
        "id": entry.id,
        "game": entry.game,
        "name": game_title(entry.game, language),
        "status": say(language, f"status.{entry.status}"),
        "open": entry.status == "open",
        "at": entry.at,
        "mine": entry.mine,
        "players": [player_json(entry.players, player, (), language) for player in entry.players],
        "points": list(entry.points),
        "won": list(entry.won),
        "race": race_json(entry.game, entry.course, {}, entry.mine, language),
        "rounds": [{"id": f"{entry.id}.{number}", "number": number, "points": points} for number, points in entry.told],
    }


def _cards(action: str) -> list[str]:
    return cards_json(getattr(read_action(action), "cards", ()))
