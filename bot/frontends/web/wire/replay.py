"""Finished rounds for the page: step by step, and judged."""

from __future__ import annotations

from bot.frontends.web.wire.shapes import (
    FrameHandJson,
    FrameJson,
    MarkJson,
    ReplayActJson,
    ReplayJson,
    ReviewJson,
    StandingJson,
)
from bot.frontends.web.wire.values import bare, cards_json
from bot.present.presentation import presentation_of
from bot.present.reports.replays import chapter, chapters, frame_words, replay_heading, replay_warning
from bot.present.reports.reviews import decision_words, score_words
from bot.present.words.plays import cards_text, deed, play_text
from bot.present.words.text import name_of, say
from bot.reviews import Review
from bot.session.port.replies import ReplayCard, ReplayFrame, ReviewCard
from games.base.cards import Cards
from games.contract import Act

__all__ = ["replay_json", "review_json"]


def replay_json(card: ReplayCard, language: str) -> ReplayJson:
    """The round with its ``frames``; a hand stands in a frame where it differs from the one before. ``acts`` are all
    public deeds, of which a frame has seen the first ``upto``."""
    return {
        "id": card.id,
        "heading": bare(replay_heading(card, language)),
        "warning": replay_warning(card, language),
        "step": card.step or 0,
        "players": [
            {"seat": player.seat, "name": bare(name_of(card.players, player.seat, language)), "ai": player.kind == "ai",
             "points": card.points[player.seat] if card.scored else None}
            for player in card.players
        ],
        "tricks": list(chapters(card)),
        "acts": [_act(card.game, act, language) for act in card.acts],
        "record": card.record,
        "reviewable": card.reviewable,
        "frames": [_frame(card, step, language) for step in range(len(card.frames))],
    }  # fmt: skip


def _frame(card: ReplayCard, step: int, language: str) -> FrameJson:
    frame = card.frames[step]
    before = card.frames[step - 1] if step else None
    standing, trick = frame.view.standing, chapter(frame)
    top: StandingJson | None = None
    if standing is not None:
        text = bare(play_text(card.game, language, standing.cards, standing.kind, standing.rank))
        top = {"seat": standing.seat, "cards": cards_json(standing.cards), "text": text}
    about = [say(language, "replay.trick", n=trick + 1) if trick >= 0 else say(language, "replay.before")]
    if stake := presentation_of(card.game).stake(frame.view, language):
        about.append(bare(stake))
    return {
        "seat": frame.seat,
        "words": [bare(words) for words in frame_words(card, step, language)],
        "about": " · ".join(about),
        "trick": trick,
        "upto": len(frame.view.acts),
        "hands": {str(seat): _hand(card.game, hand, language) for seat, hand in _changed(frame, before)},
        "roles": [_role(card.game, seat.role, language) for seat in frame.view.seats],
        "standing": top,
    }


def _changed(frame: ReplayFrame, before: ReplayFrame | None) -> list[tuple[int, Cards]]:
    hands = list(enumerate(frame.hands))
    return [(seat, hand) for seat, hand in hands if before is None or before.hands[seat] != hand]


def _hand(game: str, hand: Cards, language: str) -> FrameHandJson:
    return {"cards": cards_json(hand), "text": cards_text(game, language, hand)}


def _role(game: str, role: str | None, language: str) -> str:
    return bare(say(language, f"role.{role}", game)) if role else ""


def _act(game: str, act: Act, language: str) -> ReplayActJson:
    return {"seat": act.seat, "trick": act.trick, "verb": act.verb, "text": bare(deed(game, act, language))}


def review_json(card: ReviewCard, language: str) -> tuple[ReviewJson, ReplayJson | None]:
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


def _mark(card: ReviewCard, review: Review, place: int, language: str) -> MarkJson:
    one = review.decisions[place]
    return {
        "step": one.step,
        "grade": one.grade,
        "title": bare(say(language, f"review.grade.{one.grade}")),
        "words": [bare(words) for words in decision_words(card, one, language)],
    }
