"""Leaderboards and statistics for the tests of screens: what a test does not name has a plain value."""

from typing import Any

from bot.session.port import commands as c
from bot.session.port.replies import Leaders, Mate, RankLine, RatingLine, StatsCard, Sum


def rank_line(place: int = 1, name: str = "Ben", **more: Any) -> RankLine:
    plain = {"rating": 1500 - 10 * place, "spread": 60, "provisional": False, "rounds": 34, "won": 20}
    return RankLine(place, name, **{**plain, **more})


def leaders(*lines: RankLine, **more: Any) -> Leaders:
    plain: dict[str, Any] = {
        "shown": c.Leaderboard("doudizhu", board="people"), "place": "here", "title": "", "me": None, "ais": (), "pages": 1,
        "games": ("doudizhu",), "boards": ("people",), "seasons": ("",), "chats": (), "listed": False,
        "private": False, "theme": "dark",
    }  # fmt: skip
    return Leaders(lines=lines, **{**plain, **more})


def stats(name: str = "Ben", **more: Any) -> StatsCard:
    total = Sum(34, 20, 41, 6, 3)
    plain: dict[str, Any] = {
        "shown": c.Stats(c.UserRef("telegram", "123456789")), "game": "doudizhu", "total": total,
        "games": (("doudizhu", total),), "roles": (("landlord", Sum(10, 4, -8)), ("peasant", Sum(24, 16, 49))),
        "seats": ((0, total),), "places": (), "partners": (Mate("Cai", 12, 9),), "opponents": (Mate("Dan", 8, 2),),
        "streak": -3, "best_streak": 7, "worst_streak": 4, "feats": (("doudizhu", "rockets", 1),),
        "ratings": (RatingLine("doudizhu", "people", 1234, 80, False, 34, 2, 9, ((1, 1010, 320), (34, 1234, 80))),),
        "points": (0, 5, 41), "theme": "dark",
    }  # fmt: skip
    return StatsCard(name=name, **{**plain, **more})
