"""Programs from outside: as processes and over a socket, sound ones and broken ones."""

import json
import re
import socket
import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Thread

import pytest

from arena.__main__ import main
from arena.players import name_of
from bench.outside.doudizhu import cards_of
from bench.outside.duel import compare, contest, player_of
from bench.outside.guandan import choices, combos_of, reading_of
from bench.outside.ladder import Ladder, ratings
from bench.outside.programs import Programs
from bench.outside.server import Server
from games import GAMES
from games.check import main as check
from games.simulate import SeededDice, chooser
from tests.architecture.test_imports import ROOT
from tests.seeds import seeds

CLIENT = """
import json
from ws4py.client.threadedclient import WebSocketClient
class Bot(WebSocketClient):
    def received_message(self, message):
        message = json.loads(str(message))
        print("chatter")
        if "actionList" in message:
            assert message["stage"] != "tribute" or len(message["handCards"]) == 27
            assert len(message["actionList"]) == message["indexRange"] + 1
            self.send(json.dumps({"actIndex": ANSWER}))
bot = Bot("ws://127.0.0.1:1/game")
bot.connect()
bot.run_forever()
"""
BOTZONE = """
import json, sys
heard = []
for line in sys.stdin:
    said = json.loads(line)
    heard += said["requests"] if "requests" in said else [said]
    last = heard[-1]
    own = heard[0].get("own") or heard[0].get("deliver")
    print(json.dumps({"response": [] if last.get("stage") == "deal" or GIVES_UP else [[own[0]], [own[0]]]}), flush=True)
    KEEPS
"""


@pytest.mark.parametrize(("answer", "kind"), [("message['indexRange']", ""), ("10**6", "illegal"), ("1/0", "crashed")])
def test_a_client_of_the_competition_plays_as_it_stands(tmp_path: Path, answer: str, kind: str) -> None:
    (tmp_path / "client.py").write_text(CLIENT.replace("ANSWER", answer))
    bot = player_of("guandan", str(tmp_path), 60.0)
    assert isinstance(bot, Programs)
    with closing(bot):
        report = compare(contest("guandan", "random", bot, 5), 4)
    name = tmp_path.name
    assert report.rounds == 8
    assert dict(report.failures.get(name, {})) == ({kind: report.failures[name].total()} if kind else {})
    if kind:
        assert report.standings[name, ""].won.total == 0, "each round in which it was asked is lost"
        assert f"{kind} " in report.summary()


@pytest.mark.parametrize("seed", seeds(2, 20))
def test_what_is_offered_to_a_bot_is_what_may_be_played(seed: int) -> None:
    game = GAMES["guandan"]
    planned = contest("guandan", "easy", "random", seed)
    assert planned.opening is not None
    deal, carry = planned.opening(planned.options, SeededDice(seed))
    state = game.start(planned.options, deal, carry).state
    easy = chooser(game, "easy", SeededDice(seed))
    while awaited := game.awaited(state):
        seat = awaited[0].seat
        view = game.view(state, seat)
        if view.phase == "play":
            offered = {action for _, action in choices(view.hand or (), reading_of(view), combos_of(view))}
            for action in offered:
                game.check(state, seat, action)
            assert {cards_of(action) for action in offered} >= {
                cards_of(action) for action in game.legal(state, seat)
            } - {()}
        state = game.apply(state, seat, easy(game, state, seat)).state


@pytest.mark.parametrize("keeps", ["break", "print('>>>BOTZONE_REQUEST_KEEP_RUNNING<<<', flush=True)"])
@pytest.mark.parametrize("game", ["doudizhu", "guandan"])
def test_a_program_of_botzone_is_asked_in_its_own_way(tmp_path: Path, game: str, keeps: str) -> None:
    file = tmp_path / "bot.py"
    file.write_text(BOTZONE.replace("KEEPS", keeps).replace("GIVES_UP", str(game == "doudizhu")))
    bot = player_of(game, f"botzone:program:{sys.executable} {file}", 60.0)
    rules = {"tribute": "false"} if game == "guandan" else {}
    report = compare(contest(game, "random", bot, 1, rules), 1)
    said = {said for (_, kind), said in report.first_failures.items() if kind == "illegal"}
    assert set(report.failures[name_of(bot)]) == {"illegal"}
    # Only what was played is wrong: a lead is no pass.
    assert not any("response" in one or "JSON" in one for one in said), said


def test_the_example_of_the_page_plays_and_broken_programs_lose_their_rounds_alone(tmp_path: Path) -> None:
    ladder = Ladder(tmp_path / "ladder.db")
    page = (ROOT / "docs" / "outside-players.md").read_text()
    (tmp_path / "example.py").write_text(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[-1])
    with Server("guandan", ("127.0.0.1", 0), ladder, seconds=60.0) as server, ExitStack() as stack:
        Thread(target=server.serve_forever, daemon=True).start()
        stack.callback(server.shutdown)
        port = server.server_address[1]
        sockets = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(4)]
        files = [stack.enter_context(one.makefile("rwb")) for one in sockets]
        for lines, hello in zip(files[2:], (b"nonsense\n", b'{"name": "a", "deals": 0}\n'), strict=True):
            lines.write(hello)
            lines.flush()
            assert [json.loads(line)["type"] for line in lines] == ["welcome", "error"]
        for lines in files[:2]:
            lines.write(b'{"name": "broken", "against": "easy", "deals": 1}\n')
            lines.writelines(b'{"id": %d, "action": "play 3 3 3 3"}\n' % number for number in range(9))
            lines.flush()
        assert {"failed", "round", "over"} <= {json.loads(line)["type"] for line in files[0]}
        command = [sys.executable, str(tmp_path / "example.py"), str(port)]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    over = [json.loads(line) for line in said.splitlines()]
    assert [(one["type"], one["players"]["example"]["rounds"]) for one in over] == [("over", 8)] * 2
    standings = {name: (deals, failures) for name, _, deals, failures in ladder.standings("guandan")}
    assert standings["example"] == (2, 0)
    assert standings["broken"][1] > 0
    (tmp_path / "replay.json").write_text(json.dumps(ladder.replay(1)))
    assert check([str(tmp_path / "replay.json")]) == 0


def test_ratings_follow_from_all_results_whatever_their_order() -> None:
    results = [("a", "b", 1.0)] * 75 + [("a", "b", 0.0)] * 25
    found, again = ratings(results), ratings(results[::-1])
    assert found["a"].value - found["b"].value == pytest.approx(400 * 0.4771, abs=8)  # odds of three to one
    assert found["a"].low < found["a"].value - 20
    assert again["a"].value == pytest.approx(found["a"].value)


def test_a_ladder_that_is_not_there_is_not_begun(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "missing.db"
    assert main(["ladder", "guandan", "--db", str(missing)]) == 1
    assert capsys.readouterr() == ("", f"no ladder is kept in {missing}\n")
    assert not missing.exists()
