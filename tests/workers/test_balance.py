"""How tables spread over workers: evenly, all of them, and without travelling to and fro."""

from hypothesis import given
from hypothesis import strategies as st

from bot.workers.balancer import SLACK, balance

WORKERS = ("w1", "w2", "w3", "w4")


def settled(owned: dict[str, int], living: list[str], stopping: str = "") -> tuple[dict[str, int], int]:
    """What the workers come to, one look after the other, and how many tables travelled from one living worker to another."""
    owned = dict(owned)
    accepting = [name for name in living if name != stopping]
    given_away = 0
    for _ in range(100):
        before = dict(owned)
        for worker in accepting:
            plan = balance(owned, living, accepting, worker)
            gone = [name for name in owned if name not in living and owned[name]]
            for _ in range(max(0, plan)):
                if not owned[gone[0]]:
                    gone.pop(0)
                owned[gone[0]] -= 1
                owned[worker] = owned.get(worker, 0) + 1
            if plan < 0:
                owned[worker] += plan
                owned[""] = owned.get("", 0) - plan
                given_away -= plan
        if owned == before:
            return owned, given_away
    raise AssertionError(f"tables travel for ever: {owned}")


@given(st.dictionaries(st.sampled_from([*WORKERS, "dead", ""]), st.integers(0, 400)), st.integers(1, 4))
def test_nobody_is_left_without_and_everybody_has_an_equal_part(owned: dict[str, int], count: int) -> None:
    living = list(WORKERS[:count])
    end, _ = settled(owned, living)
    total = sum(owned.values())
    assert sum(end.values()) == total
    assert sum(tables for name, tables in end.items() if name not in living) == 0
    parts = [end.get(name, 0) for name in living]
    over = max(1, total % count)  # What is over an equal part stays where it is
    assert max(parts) - min(parts) <= over + total // count * SLACK * (count + 1)


def test_four_tables_on_three_workers_travel_once() -> None:
    end, given_away = settled({"w1": 2, "w2": 2}, ["w1", "w2", "w3"])
    assert sorted(end[name] for name in ("w1", "w2", "w3")) == [1, 1, 2]
    assert given_away <= 2


def test_who_wants_to_stop_gets_nothing() -> None:
    end, _ = settled({"w1": 3, "": 9}, ["w1", "w2", "w3"], stopping="w1")
    assert end["w1"] == 3
    assert end["w2"] + end["w3"] == 9
