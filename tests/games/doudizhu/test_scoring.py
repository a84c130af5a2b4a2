"""From the last card to points: every scoring, factor and share of Dou Dizhu."""

from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from games.base.notation import read_action, read_exact
from games.check import run_scenario
from games.contract import Deal
from games.doudizhu.scoring import points_of, spring_of
from games.record import load, replay
from games.scenario import read_scenario

seats = st.integers(0, 2)
counts = st.tuples(*[st.integers(1, 20)] * 3)


@given(
    landlord=seats, out=seats, stake=st.integers(1, 500), left=counts, by_cards=st.booleans(), to_winner=st.booleans()
)
def test_points_add_up_to_nought_and_the_landlord_plays_against_both(
    landlord: int, out: int, stake: int, left: tuple[int, ...], by_cards: bool, to_winner: bool
) -> None:
    left = tuple(0 if seat == out else count for seat, count in enumerate(left))
    points = points_of(landlord=landlord, out=out, stake=stake, left=left, by_cards=by_cards, to_winner=to_winner)
    assert sum(points) == 0
    assert (points[landlord] > 0) == (out == landlord)
    for seat in {0, 1, 2} - {landlord}:
        assert points[seat] < 0 if out == landlord else points[seat] >= 0


def test_the_worked_example_by_cards_left() -> None:
    left = (8, 0, 5)
    shared = points_of(landlord=0, out=1, stake=4, left=left, by_cards=True, to_winner=False)
    alone = points_of(landlord=0, out=1, stake=4, left=left, by_cards=True, to_winner=True)
    assert shared == (-32, 16, 16)
    assert alone == (-32, 32, 0)


def test_an_odd_point_goes_to_the_seat_that_went_out() -> None:
    assert points_of(landlord=2, out=1, stake=1, left=(4, 0, 7), by_cards=True, to_winner=False) == (3, 4, -7)


def test_spring_counts_plays_of_the_other_side() -> None:
    assert spring_of(0, 0, (3, 0, 0)) == "landlord"
    assert spring_of(0, 0, (3, 0, 1)) is None
    assert spring_of(0, 1, (1, 4, 0)) == "peasants"
    assert spring_of(0, 1, (2, 4, 0)) is None
    assert spring_of(0, 1, (0, 4, 0)) is None


def test_the_result_tells_roles_winners_and_deeds() -> None:
    game = GAMES["doudizhu"]
    options = game.option_set.complete({})
    hands = (read_exact("3s 3h 3d 3c"), read_exact("4s 5s"), read_exact("6s 7s"))
    state = game.start(options, Deal(hands), {"scores": [1, 1, -2], "deals": 2}).state
    over = game.apply(state, 0, read_action("play 3s 3h 3d 3c")).state
    result = game.result(over)
    assert result is not None
    assert result.points == (8, -4, -4)
    assert result.won == (0,)
    assert result.roles == ("landlord", "peasant", "peasant")
    assert result.feats[0]["bombs"] == 1
    assert result.feats[0]["springs"] == 1
    assert result.feats[1] == {"bombs": 0, "rockets": 0, "springs": 0, "first_out": 0}
    assert result.carry == {"scores": [9, -3, -6], "deals": 3, "out": 0}
    assert not result.void
    assert result.winner is None


def test_a_void_deal_has_no_winner_and_no_roles() -> None:
    raw = {
        "game": "doudizhu",
        "start": {"hands": ["3", "4", "5"], "stock": "6 7 8", "phase": "bid"},
        "steps": ["0: pass", "1: pass", "2: pass", {"expect": {"redeal": True, "points": [0, 0, 0]}}],
    }
    assert run_scenario(read_scenario(raw)) is None  # type: ignore[arg-type]  # JSON
    state = list(replay(load(read_scenario(raw))))[-1].state  # type: ignore[arg-type]  # JSON
    result = GAMES["doudizhu"].result(state)
    assert result is not None
    assert result.void
    assert result.won == ()
    view = GAMES["doudizhu"].view(state, None)
    assert all(seat.shown == () for seat in view.seats), "the hands of a void deal are not shown"
    assert [pile.cards for pile in view.piles] == [None]
