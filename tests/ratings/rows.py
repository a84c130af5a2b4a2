"""Results of rounds for the tests of ratings: what a test does not name has a plain value."""

from collections.abc import Sequence

from storage.themes.results import ResultRow

NOVEMBER = 1_793_500_000.0  # A moment in November 2026 (UTC)


def round_of(
    players: Sequence[int | str],
    *,
    sides: Sequence[int] | None = None,
    won: Sequence[bool] | None = None,
    points: Sequence[int] | None = None,
    places: Sequence[int | None] | None = None,
    roles: Sequence[str] | None = None,
    match: int = 1,
    round: int = 1,
    game: str = "guandan",
    chat: int = 1,
    at: float = NOVEMBER,
) -> list[ResultRow]:
    """A row a seat: a person by number, an AI player by level."""
    count = len(players)
    return [
        ResultRow(
            match=match,
            round=round,
            seat=seat,
            game=game,
            chat=chat,
            user=who if isinstance(who, int) else None,
            ai=who if isinstance(who, str) else None,
            role=(roles or [""] * count)[seat],
            points=(points or [0] * count)[seat],
            won=(won or [False] * count)[seat],
            place=(places or [None] * count)[seat],
            at=at,
            side=(sides or range(count))[seat],
        )
        for seat, who in enumerate(players)
    ]


def landlord_round(players: Sequence[int | str], landlord: int, *, wins: bool, **more: object) -> list[ResultRow]:
    """A round of one against two."""
    return round_of(
        players,
        sides=[int(seat != landlord) for seat in range(3)],
        won=[(seat == landlord) is wins for seat in range(3)],
        roles=["landlord" if seat == landlord else "peasant" for seat in range(3)],
        game="doudizhu",
        **more,  # type: ignore[arg-type]  # what round_of takes
    )
