"""``python -m games.check``: what it accepts, what it reports, and that nothing makes it stumble."""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from games.check import Failure, check_paths, main, run_scenario
from games.scenario import ScenarioError, load_json, read_scenario
from tests.cases import each

START: dict[str, Any] = {"hands": ["3 3 9 9", "4 4 K", "5 6 7"]}


def scenario(*steps: Any, start: Any = None, **parts: Any) -> dict[str, Any]:
    whole = {"title": "t", "rule": "DZ-1", "game": "doudizhu", "start": START if start is None else start}
    return whole | {"steps": list(steps)} | parts


def failure(raw: dict[str, Any]) -> Failure:
    try:
        found = run_scenario(read_scenario(raw))
    except ScenarioError as error:
        return Failure("", "", "", None, "", str(error))
    assert found is not None, "it passed"
    return found


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_command_prints_each_failure_and_the_count(tmp_path: Path) -> None:
    good, bad = scenario("0: play 3 3"), scenario("0: play 9 9", {"expect": {"to_act": [2]}}, title="wrong turn")
    path = write(tmp_path, "both.json", json.dumps([good, bad]))
    done = subprocess.run([sys.executable, "-m", "games.check", path], capture_output=True, text=True, check=False)
    *lines, last = done.stdout.splitlines()
    assert last == "1 passed, 1 failed"
    assert done.returncode == 1
    assert done.stderr == ""
    (line,) = lines
    for part in (path, "wrong turn", "DZ-1", "step 2", "expected", "to_act [2]", "got", "[1]"):
        assert part in line


def test_a_reader_who_stops_reading_gets_no_traceback(tmp_path: Path) -> None:
    path = write(tmp_path, "many.jsonl", '{"game": "doudizhu", "kind_of": "3", "is": "pair"}\n' * 3000)
    command = [sys.executable, "-m", "games.check", path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert "step 1" in running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == ""
        assert running.wait() == 1


def test_the_command_succeeds_only_if_nothing_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "good.json", json.dumps(scenario("0: play 3 3")))
    assert main([path]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    assert main([path, str(tmp_path / "none.json")]) == 1
    assert capsys.readouterr().out.endswith("1 passed, 1 failed\n")
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_another_engine_is_asked_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = ["0: play 3 3", {"illegal": "1: play K"}, {"illegal": {"deal": START}}, {"expect": {"hands": {"0": "9 9"}}}]
    legal = {"expect": {"to_act": [1], "legal": {"seat": 1, "plays": ["4 4", "pass"]}}}
    refused = {"game": "doudizhu", "start": {"hands": ["3"]}, "refused": True}
    story = write(tmp_path, "a.json", json.dumps([scenario(*steps, legal), refused]))
    asked = write(tmp_path, "a.jsonl", '{"game": "doudizhu", "kind_of": "3", "is": "solo"}')
    for code, status, told in (
        ("import runpy; runpy.run_module('games.engine', run_name='__main__')", 0, "3 passed, 0 failed, 0"),
        ("for line in open(0): print('{}')", 1, "0 passed, 3 failed, 0"),
        ('for line in open(0): print(\'{"unknown": "it"}\')', 0, "0 passed, 0 failed, 3"),
        ("pass", 1, "0 passed, 3 failed, 0"),
    ):
        assert main(["--engine", shlex.join([sys.executable, "-uc", code]), story, asked]) == status
        assert capsys.readouterr().out.splitlines()[-1] == f"{told} not known to it"


def test_folders_are_searched_and_empty_ones_reported(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert len(check_paths([str(tmp_path)]).failures) == 1
    write(inner, "one.json", json.dumps([scenario("0: play 3 3"), scenario("0: play 9 9")]))
    write(inner, "two.jsonl", '{"game": "doudizhu", "kind_of": "3", "is": "solo"}\n\n')
    write(inner, "ignored.txt", "nothing")
    report = check_paths([str(tmp_path)])
    assert (report.passed, report.failures) == (3, ())


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.json", "{", "not JSON"),
        ("a.json", "", "not JSON"),
        ("a.json", "3", "expected a scenario or a list"),
        ("a.json", "[3]", "expected a scenario, an object"),
        ("a.json", '{"title": "a", "title": "b"}', "occurs twice"),
        ("a.json", '{"game": NaN}', "NaN is no number"),
        ("a.json", "[" * 100_000, "not JSON"),
        ("a.jsonl", "{", "not JSON"),
        ("a.jsonl", "[]", "expected an object"),
        ("a.jsonl", '{"game": "doudizhu"}', "either is or plays"),
        ("a.txt", "", "another kind of file"),
    ],
)
def test_files_that_cannot_be_understood_are_failures(tmp_path: Path, name: str, text: str, reason: str) -> None:
    (failed,) = check_paths([write(tmp_path, name, text)]).failures
    assert reason in failed.got


def test_only_line_ends_divide_queries(tmp_path: Path) -> None:
    query = '{"game": "doudizhu", "kind_of": "3", "is": "solo", "note": "a\u2028b\x85c", "comment": "", "source": ""}'
    path = write(tmp_path, "a.jsonl", "\ufeff" + query + "\r\n \r\n" + query)
    assert check_paths([path]).passed == 2


def test_each_failure_is_one_line() -> None:
    found = failure(scenario({"expect": {"phase": "a\u2028b"}}, title="one\rtwo\u2028three\nfour"))
    assert len(str(found).splitlines()) == 1


def test_a_seat_that_nobody_has_is_refused() -> None:
    steps = [{"illegal": f"{seat}: {what}"} for seat in (-1, 3, 99, 100_000) for what in ("pass", "play 3 3", "dance")]
    assert run_scenario(read_scenario(scenario(*steps))) is None


def test_a_dealt_pack_may_begin_in_the_play() -> None:
    start = {"seed": 5, "phase": "play", "landlord": 1}
    expect = {"counts": [17, 20, 17], "to_act": [1], "kitty": None, "landlord": 1, "bid": 1}
    assert run_scenario(read_scenario(scenario({"expect": expect}, start=start))) is None


def test_bytes_that_are_no_text_are_a_failure(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"\xff\xfe\xfa")
    (failed,) = check_paths([str(tmp_path)]).failures
    assert failed.got == "other bytes"


@each(
    ("raw", "reason"),
    [
        (scenario(game="mahjong"), "unknown game 'mahjong'"),
        (scenario(options={"colour": 1}), "colour"),
        (scenario(options={"spring": 4}), "1 | 2 | 3"),
        (scenario(options={"shuttles": "perhaps"}), "on | off"),
        (scenario(options={"shuttles": 1}), "on | off"),
        (scenario(options={"shuttles": None}), "on | off"),
        (scenario(options={"deals": -1}), "0 …"),
        (scenario(options={"deals": True}), "0 …"),
        (scenario(options={"deals": 1.5}), "0 …"),
        (scenario(options=[]), "options: expected an object"),
        (scenario(start=[]), "start: expected an object"),
        (scenario(step=[]), "unknown key 'step'"),
        (scenario(title=3), "title: expected a text"),
        ({"game": "doudizhu", "start": START}, "steps: expected a list"),
        ({"game": "doudizhu", "steps": []}, "start: expected an object, but it is missing"),
        ({"start": START, "steps": []}, "game: expected a text, but it is missing"),
        (scenario(start={}), "either hands or seed"),
        (scenario(start={"hands": ["3", "4", "5"], "seed": 1}), "either hands or seed"),
        (scenario(start={"seed": "1"}), "seed: expected a whole number"),
        (scenario(start={"seed": True}), "seed: expected a whole number"),
        (scenario(start={"seed": 1, "stock": "3"}), "stock: only together with hands"),
        (scenario(start={"seed": 1, "players": 4}), "players"),
        (scenario(start={"hands": ["3", "4"]}), "2 players"),
        (scenario(start={"hands": ["3", "4", "5", "6"]}), "4 players"),
        (scenario(start={"hands": "3 4 5"}), "hands: expected a list"),
        (scenario(start={"hands": ["3", "4", 5]}), "cards in a text"),
        (scenario(start={"hands": ["3", "4", "10"]}), "cannot read '10'"),
        (scenario(start={"hands": ["3 3 3", "3 3", "4"]}), "no more of a card"),
        (scenario(start={"hands": ["3s", "3s", "4"]}), "no more of a card"),
        (scenario(start={"hands": ["x", "x", "4"]}), "no more of a card"),
        (scenario(start={"hands": ["", "", "4"]}), "at most one empty hand"),
        (scenario(start={**START, "landlord": 3}), "landlord"),
        (scenario(start={**START, "landlord": None}), "landlord"),
        (scenario(start={**START, "bid": 0}), "bid"),
        (scenario(start={**START, "bid": 4}), "bid"),
        (scenario(start={**START, "leader": "0"}), "leader"),
        (scenario(start={**START, "plays": [0, 0]}), "plays"),
        (scenario(start={**START, "plays": [0, 0, -1]}), "plays"),
        (scenario(start={**START, "bombs": True}), "bombs"),
        (scenario(start={**START, "phase": "tribute"}), "phase"),
        (scenario(start={**START, "phase": "bid", "landlord": 1}), "only in phase play"),
        (scenario(start={**START, "stock": "J"}), "only in phase bid"),
        (scenario(start={"seed": 1, "phase": "play", "landlord": 3}), "landlord"),
        (scenario(start={**START, "finished": [1]}), "finished"),
        (scenario(start={**START, "levels": ["2", "2"]}), "levels"),
        (scenario(start={**START, "previous": []}), "previous: expected an object"),
        (scenario(start={**START, "previous": {"scores": [1, 2]}}), "scores"),
        (scenario(start={**START, "previous": {"places": []}}), "places"),
        (scenario(start={**START, "previous": {"deals": 6}}), "still goes on"),
        (scenario("play 3 3"), "cannot read"),
        (scenario(3), "a step is a text"),
        (scenario({"illegal": 3}), "a step is a text"),
        (scenario({"illegal": "0: play 3", "expect": {}}), "a step is a text"),
        (scenario({"illegal": "play 3"}), "cannot read"),
        (scenario({"dance": 1}), "a step is a text"),
        (scenario("3: play 3"), "seat 3"),
        (scenario("-1: play 3"), "seat -1"),
        (scenario({"expect": {"colour": "red"}}), "unknown key 'colour'"),
        (scenario("0: play 3 3", {"expect": {"standing": {"colour": 1}}}), "unknown key 'colour' in standing"),
        (scenario({"expect": {"standing": {"colour": 1}}}), "unknown key 'colour' in standing"),
        (scenario({"expect": {"hands": ["3"]}}), "hands in expect"),
        (scenario({"expect": {"hands": {"3": "3"}}}), "seat 3"),
        (scenario({"expect": {"hands": {"0": "10"}}}), "cannot read"),
        (scenario({"expect": {"legal": ["3"]}}), "legal: expected an object"),
        (scenario({"expect": {"legal": {"seat": 5, "plays": []}}}), "seat 5"),
        (scenario({"expect": {"legal": {"seat": True, "plays": []}}}), "seat True"),
        (scenario({"expect": {"legal": {"seat": 0, "plays": [3]}}}), "expected texts"),
        (scenario({"expect": {"legal": {"seat": 0, "plays": ["33"]}}}), "cannot read"),
    ],
)
def test_what_cannot_be_understood_is_a_failure_that_says_so(raw: dict[str, Any], reason: str) -> None:
    assert reason in failure(raw).got


def test_a_game_that_is_not_there_is_a_failure_that_names_those_that_are() -> None:
    got = failure(scenario(game="mahjong")).got
    assert "unknown game 'mahjong'" in got
    assert all(key in got for key in GAMES)


@each(
    ("steps", "step"),
    [
        (["1: play 4 4"], 1),
        (["0: play 3 9"], 1),
        (["0: play 3 3", "1: play 4 4", "2: bid 1"], 3),
        ([{"illegal": "0: play 3 3"}], 1),
        ([{"illegal": "0: play 9"}], 1),
        (["0: play 3 3", {"illegal": "1: pass"}], 2),
        ([{"expect": {"phase": "bid"}}], 1),
        ([{"expect": {"to_act": [1]}}], 1),
        ([{"expect": {"to_act": 0}}], 1),
        ([{"expect": {"counts": [4, 3]}}], 1),
        ([{"expect": {"redeal": 0}}], 1),
        ([{"expect": {"bid": True}}], 1),
        ([{"expect": {"winner": []}}], 1),
        ([{"expect": {"standing": {"seat": 0}}}], 1),
        (["0: play 3 3", {"expect": {"standing": None}}], 2),
        (["0: play 3 3", {"expect": {"standing": {"cards": "3"}}}], 2),
        (["0: play 3 3", {"expect": {"standing": {"cards": "3 3 3"}}}], 2),
        (["0: play 3 3", {"expect": {"standing": {"kind": "solo"}}}], 2),
        (["0: play 3 3", {"expect": {"standing": {"cards": 33}}}], 2),
        ([{"expect": {"hands": {"0": "3 3 9"}}}], 1),
        ([{"expect": {"hands": {"0": "3 3 9 9 9"}}}], 1),
        ([{"expect": {"legal": {"seat": 0, "plays": ["3", "9", "3 3"]}}}], 1),
        ([{"expect": {"legal": {"seat": 0, "plays": ["3", "9", "3 3", "9 9", "pass"]}}}], 1),
        ([{"expect": {"legal_has": {"seat": 0, "plays": ["3", "pass"]}}}], 1),
        ([{"expect": {"legal_hasnt": {"seat": 0, "plays": ["pass", "3 3"]}}}], 1),
        ([{"deal": START}], 1),
    ],
)
def test_what_does_not_hold_is_reported_at_its_step(steps: list[Any], step: int) -> None:
    assert failure(scenario(*steps)).step == step


def test_a_deal_after_the_match_is_refused() -> None:
    start = {"hands": ["3", "4 4", "5 5"]}
    raw = scenario("0: play 3", {"deal": START}, start=start, options={"deals": 1})
    assert "won by [0]" in failure(raw).got


def test_a_deal_has_no_previous() -> None:
    raw = scenario("0: play 3", {"deal": {**START, "previous": {}}}, start={"hands": ["3", "4 4", "5 5"]})
    assert "previous: only in start" in failure(raw).got


def test_wrong_answers_to_queries_are_reported(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = [
        {"kind_of": "3 3", "is": "solo"},
        {"kind_of": "3 3", "is": None},
        {"beats": ["4", "3"], "is": False},
        {"beats": ["4", "3"], "is": 1},
        {"hand": "3 4", "to_beat": None, "plays": ["3"]},
        {"hand": "3 4", "to_beat": None, "plays": ["3", "4", "pass"]},
        {"hand": "3 4", "to_beat": "3 4", "plays": []},
        {"hand": "3 4", "to_beat": "3", "plays": "4"},
        {"hand": "3 4", "to_beat": "3", "is": "4"},
        {"hand": "3 3 3 3 3", "to_beat": None, "plays": []},
        {"kind_of": "10", "is": None},
        {"kind_of": 3, "is": None},
        {"kind_of": "3", "plays": ["3"]},
        {"kind_of": "3", "beats": ["3", "4"], "is": None},
        {"kind_of": "3", "colour": 1, "is": "solo"},
        {"kind_of": "3", "is": "solo", "options": {"colour": 1}},
        {"kind_of": "3", "is": "solo", "options": 3},
        {"beats": ["3"], "is": False},
        {"beats": ["3", "4"], "to_beat_as": "dance", "is": False},
        {"hand": "3", "to_beat": None, "to_beat_as": "solo", "plays": ["3"]},
        {"hand": "3 4", "to_beat": "3", "to_beat_as": "pair", "plays": []},
        {"is": None},
    ]
    text = "\n".join(json.dumps({"game": "doudizhu"} | line) for line in lines)
    report = check_paths([write(tmp_path, "wrong.jsonl", text)])
    assert [failed.step for failed in report.failures] == list(range(1, len(lines) + 1))
    assert not any("engine broke" in str(failed) for failed in report.failures)


def test_suits_are_compared_only_where_they_are_written() -> None:
    raw = scenario(
        {"expect": {"hands": {"0": "9 3h 9d 3"}}},
        "0: play 3h 3s",
        {"expect": {"standing": {"cards": "3 3h"}}},
        start={"hands": ["3s 3h 9s 9d", "4 4 K", "5 6 7"]},
    )
    assert run_scenario(read_scenario(raw)) is None
    raw["steps"][2] = {"expect": {"standing": {"cards": "3 3c"}}}
    assert failure(raw).step == 3


def test_the_same_seed_deals_the_same_cards() -> None:
    def hand(seed: int) -> str:
        return failure(scenario({"expect": {"hands": {"0": ""}}}, start={"seed": seed})).got

    assert hand(1) == hand(1) != hand(2)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.sampled_from(["", "3 3", "pass", "0: play 3", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["seat", "plays", "0"]), inner),
    max_leaves=5,
)
start_keys = st.sampled_from(
    ["hands", "phase", "leader", "landlord", "bid", "bombs", "plays", "stock", "previous", "seed"]
)
expect_keys = st.sampled_from(["standing", "hands", "legal", "legal_has", "points", "to_act", "kitty", "counts"])
steps = json_values | st.builds(lambda key, value: {"expect": {key: value}}, expect_keys, json_values)


@given(start=st.dictionaries(start_keys, json_values), step=steps, keep=st.booleans())
def test_nothing_in_a_file_makes_it_stumble(start: dict[str, Any], step: Any, keep: bool) -> None:
    raw = scenario(step, {"deal": step}, start={**START, **start} if keep else start)
    try:
        found = run_scenario(read_scenario(load_json(json.dumps(raw))))
    except ScenarioError:
        return
    assert found is not None
    assert "engine broke" not in found.got, str(found)


def test_a_start_that_must_be_refused_is() -> None:
    bad: dict[str, Any] = {
        "title": "t",
        "rule": "DZ-61",
        "game": "doudizhu",
        "start": {**START, "previous": {"deals": 6}},
    }
    assert run_scenario(read_scenario({**bad, "refused": True})) is None
    assert failure({**bad, "refused": True, "start": START}).expected == "the start refused"
    assert "in place of steps" in failure({**bad, "refused": True, "steps": []}).got
    assert "in place of steps" in failure({**bad, "refused": False}).got
    assert "colour" in failure({**bad, "refused": True, "options": {"colour": 1}}).got


def test_a_deal_that_must_be_refused_is_and_leaves_the_round_as_it_was() -> None:
    start, deal = {"hands": ["3", "4 4", "5"]}, {"deal": START}
    over = {"expect": {"phase": "over", "counts": [0, 2, 1]}}
    assert run_scenario(read_scenario(scenario({"illegal": deal}, "0: play 3", over, deal, start=start))) is None
    bad = {"deal": {"hands": ["3", "4"]}}
    assert run_scenario(read_scenario(scenario("0: play 3", {"illegal": bad}, over, deal, start=start))) is None
    assert failure(scenario("0: play 3", {"illegal": deal}, start=start)).expected == "the deal refused"
    assert "a step is" in failure(scenario({"illegal": {**deal, "more": 1}}, start=start)).got


def test_more_plays_than_anybody_could_read_are_not_listed(tmp_path: Path) -> None:
    hand = " ".join("3456789TJQKA2" * 2 + "xxxxXXXX")
    query = json.dumps({"game": "liujiatong", "hand": hand, "to_beat": None, "plays": []})
    (failed,) = check_paths([write(tmp_path, "a.jsonl", query)]).failures
    assert "too many plays to list" in failed.got
    legal = {"expect": {"legal": {"seat": 0, "plays": []}}}
    start = {"hands": [hand, "3", "3", "3", "3", "3"]}
    assert "too many plays to list" in failure(scenario(legal, start=start, game="liujiatong")).got
