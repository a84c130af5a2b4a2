"""The model against the worked examples that come with the library, and known skills found again."""

import random

import pytest

from bot.ratings import START, Entrant, RatedRound, Skill, after_round, cautious, is_sure, rate, shown, spread
from storage.themes.ratings import RatingKey, RatingRow


def test_the_first_numbers_are_those_of_the_library() -> None:
    assert Skill(25.0, 25.0 / 3.0) == START
    assert cautious(START.mu, START.sigma) == 0.0
    assert shown(START.mu, START.sigma) == 1000
    assert spread(START.sigma) == 333


SOMEBODY = Skill(31.321989232514305, 11.379964801443018)
"""The start of the numbers that the library is tested against by its authors."""


@pytest.mark.parametrize(
    ("sizes", "start", "ranks", "expected"),
    [
        ((2, 2), START, (0, 1), ((26.964294621803063, 8.177962604389991), (23.035705378196937, 8.177962604389991))),
        ((1, 2), SOMEBODY, (0, 1), ((36.48967347401391, 11.237778601372977), (26.154304991014694, 11.17822477763209))),
        ((1, 2), SOMEBODY, (2, 1), ((30.19454401757094, 11.237778601372977), (32.44943444745767, 11.17822477763209))),
        (
            (1, 2, 3),
            SOMEBODY,
            (1, 2, 1),
            (
                (33.21874815457553, 11.354896725884002),
                (30.27713112192334, 11.291328826858104),
                (30.470088421044046, 11.249240904583088),
            ),
        ),
    ],
    ids=["two teams of its manual", "one against two", "one loses to two", "three sides, two tie"],
)
def test_the_worked_examples_of_the_library(
    sizes: tuple[int, ...], start: Skill, ranks: tuple[int, ...], expected: tuple[tuple[float, float], ...]
) -> None:
    rated = rate([[start] * size for size in sizes], ranks)
    for side, (mu, sigma) in zip(rated, expected, strict=True):
        for skill in side:
            assert skill.mu == pytest.approx(mu, rel=1e-12)
            assert skill.sigma == pytest.approx(sigma, rel=1e-12)


def test_equals_who_tie_stay_where_they_are_and_become_surer() -> None:
    (one,), (other,) = rate([[START], [START]], [0, 0])
    assert one == other
    assert one.mu == pytest.approx(25.0)
    assert one.sigma < START.sigma


def test_a_rating_is_provisional_for_dozens_of_rounds() -> None:
    one, other, rounds = START, START, 0
    while not is_sure(one.sigma):
        (one,), (other,) = rate([[one], [other]], [rounds % 2, (rounds + 1) % 2])
        rounds += 1
    assert 20 < rounds < 100


SHAPES = {
    "landlord against two": (1, 2), "two against two": (2, 2), "three against three": (3, 3),
    "each for themselves, four": (1, 1, 1, 1), "each for themselves, two": (1, 1),
    "each for themselves, six": (1, 1, 1, 1, 1, 1),
}  # fmt: skip
PLAYERS = 8
ROUNDS = 1500


def play(shape: tuple[int, ...], dice: random.Random, bonus: float) -> dict[str, RatingRow]:
    """Rounds between players whose skill rises with their number, drawn at random; how they are rated."""
    known: dict[RatingKey, RatingRow] = {}
    for number in range(ROUNDS):
        seats = dice.sample(range(1, PLAYERS + 1), sum(shape))
        teams = [[seats.pop() for _ in range(size)] for size in shape]
        strength = [
            sum(dice.gauss(0.6 * who, 2.0) for who in team) + bonus * (max(shape) - len(team)) for team in teams
        ]
        order = sorted(range(len(teams)), key=lambda team: -strength[team])
        sides = tuple(
            (
                *(Entrant(f"u{who}", who, order[0] == at) for who in team),
                *[Entrant("role:landlord", None, order[0] == at)] * (max(shape) - len(team)),
            )
            for at, team in enumerate(teams)
        )
        contest = RatedRound(
            "game", "people", 1, float(number), sides, tuple(order.index(at) for at in range(len(teams)))
        )
        known.update((row.key, row) for row in after_round(contest, known))
    return {row.player: row for row in known.values() if row.scope == 0 and not row.season}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_known_skills_are_found_again_in_order(shape: tuple[int, ...]) -> None:
    found = play(shape, random.Random(5), bonus=2.0)
    players = [found[f"u{who}"] for who in range(1, PLAYERS + 1)]
    assert all(is_sure(row.sigma) for row in players)
    ranks = [sum(other.mu < row.mu for other in players) for row in players]
    assert sum(abs(rank - true) for true, rank in enumerate(ranks)) <= 4  # two neighbours may have changed places
    assert ranks[0] < 2
    assert ranks[-1] > PLAYERS - 3
    estimates = [cautious(row.mu, row.sigma) for row in players]
    assert sum(estimates[PLAYERS // 2 :]) > sum(estimates[: PLAYERS // 2]) + 4 * PLAYERS // 2


@pytest.mark.parametrize(("bonus", "better"), [(6.0, True), (-2.0, False)])
def test_what_a_role_is_worth_is_learnt_apart_from_who_plays_it(bonus: float, better: bool) -> None:
    mean = sum(0.6 * who for who in range(1, PLAYERS + 1)) / PLAYERS
    found = play((1, 2), random.Random(9), bonus=bonus)
    role = found["role:landlord"]
    average = sum(found[f"u{who}"].mu for who in range(1, PLAYERS + 1)) / PLAYERS
    assert (role.mu > average) is better, (mean, role.mu, average)


def test_bidding_often_or_never_raises_nobody() -> None:
    """Two players of the same skill: one is always the landlord, one never; the rest changes places."""
    dice = random.Random(3)
    known: dict[RatingKey, RatingRow] = {}
    for number in range(1500):
        others = dice.sample(range(3, 9), 2)
        if number % 2:
            landlord, peasants = 1, others
        else:
            landlord, peasants = others[0], [2, others[1]]
        wins = dice.random() < 0.5
        sides = (
            (Entrant(f"u{landlord}", landlord, wins), Entrant("role:landlord", None, wins)),
            tuple(Entrant(f"u{who}", who, not wins) for who in peasants),
        )
        contest = RatedRound("game", "people", 1, float(number), sides, (int(not wins), int(wins)))
        known.update((row.key, row) for row in after_round(contest, known))
    rated = {row.player: row for row in known.values() if row.scope == 0 and not row.season}
    assert abs(rated["u1"].mu - rated["u2"].mu) < 3 * (rated["u1"].sigma + rated["u2"].sigma) / 2
