"""Acting, pressing buttons, and everything that is refused."""

from typing import Any

from bot.present.words.plays import play_words
from bot.session.port import commands as c
from bot.session.port.replies import Menu, PlainLines, Reply
from bot.session.port.updates import Completion, Notice, PrivateUpdate
from games.base.actions import Bid, Pass, Play, action_text
from games.base.cards import RANKS, Card, rank_of, ranks_text
from games.simulate import SeededDice
from tests.session.world import World, code

NAMES = ("ann", "bob", "cat")


async def in_play(world: World, **options: str) -> int:
    number = await world.dealt(*NAMES, **options)
    while world.book(number).game.phase(world.book(number).play.state) == "bid":
        await world.one_step(number)
    return number


def turn(world: World, number: int) -> str:
    return NAMES[world.book(number).awaited[0].seat]


def others(name: str) -> list[str]:
    at = NAMES.index(name)
    return [NAMES[(at + 1) % 3], NAMES[(at + 2) % 3]]


def snapshot(world: World, number: int) -> Any:
    book = world.book(number)
    away = {seat: row.away for seat, row in book.seats.items()}
    return book.play.state, book.play.seq, book.play.resolved, book.row.state, away


async def tap(world: World, name: str, command: c.Command | None, **more: Any) -> Reply:
    assert command is not None
    return await world.do(name, command, private=True, **more)


async def test_a_suggested_play_is_played_with_one_tap(world: World) -> None:
    number = await in_play(world)
    name = turn(world, number)
    panel = world.chat.panel(name, number)
    assert panel.my_turn
    assert panel.pass_now is None
    offered = next(offer for offer in panel.offers if offer.kind == "solo")
    assert isinstance(offered.action, Play)
    reply = await tap(world, name, offered.command)
    assert reply.ok
    assert isinstance(reply.body, PrivateUpdate)
    assert reply.toast == Notice(
        "played", {"cards": offered.action.cards, "kind": "solo", "rank": offered.rank, "game": "doudizhu"}
    )
    assert world.chat.hand(others(name)[0], number).panel.pass_now is not None  # type: ignore[union-attr]


async def test_a_double_tap_acts_once(world: World) -> None:
    number = await in_play(world)
    name = turn(world, number)
    offer = world.chat.panel(name, number).offers[0].command
    first, second = world.origin(name, private=True), world.origin(name, private=True)
    assert (await world.manager.handle(first, offer)).ok
    after = snapshot(world, number)
    assert code(await world.manager.handle(second, offer)) == "stale_decision"
    again = await world.manager.handle(first, offer)
    assert (again.ok, again.repeated) == (True, True)
    await world.settle()
    assert snapshot(world, number) == after


async def test_a_redelivered_refusal_stays_refused_when_it_would_be_possible_later(world: World) -> None:
    number = await in_play(world)
    leader = turn(world, number)
    early = world.origin(others(leader)[0], private=True)
    assert code(await world.manager.handle(early, c.PlayText("pass", number))) == "refusal.not_your_turn"
    await world.one_step(number)
    assert turn(world, number) == early.user.external
    again = await world.manager.handle(early, c.PlayText("pass", number))
    assert again.repeated
    assert not again.ok
    assert turn(world, number) == early.user.external


async def test_counters_pick_cards_and_play_names_what_is_picked(world: World) -> None:
    number = await in_play(world)
    name = turn(world, number)
    counter = max(world.chat.panel(name, number).counters, key=lambda entry: entry.held)
    assert isinstance(counter.command, c.Pick)
    picked = []
    for _ in range(counter.held + 1):
        reply = await tap(world, name, counter.command)
        assert isinstance(reply.body, PrivateUpdate)
        assert reply.body.panel is not None
        picked.append(len(reply.body.panel.picked))
    assert picked == [*range(1, counter.held + 1), 0]
    everything = c.Pick(number, counter.command.decision, counter.rank, all=True)
    panel = (await tap(world, name, everything)).body.panel  # type: ignore[union-attr]
    assert len(panel.picked) == counter.held  # type: ignore[union-attr]
    assert panel.recognised is not None  # type: ignore[union-attr]
    assert code(await world.do(name, c.PlayPicked(number, "9.9.9"), private=True)) == "not_your_button"
    played = await tap(world, name, panel.play)  # type: ignore[union-attr]
    if panel.recognised.legal:  # type: ignore[union-attr]
        assert played.ok
        assert played.body.panel.picked == ()  # type: ignore[union-attr]


async def test_what_is_picked_narrows_the_suggestions_and_one_of_them_is_played(world: World) -> None:
    number = await in_play(world)
    name = turn(world, number)
    panel = world.chat.panel(name, number)
    assert panel.fitting == ()
    counter = next(one for one in panel.counters if one.held > 1)
    picking = (await tap(world, name, counter.command)).body.panel  # type: ignore[union-attr]
    assert picking.offers == panel.offers, "the page goes on showing these"  # type: ignore[union-attr]
    plays = [offer.action.cards for offer in picking.fitting]  # type: ignore[union-attr]
    assert all(any(rank_of(card) == counter.rank for card in cards) and len(cards) > 1 for cards in plays)
    pair = next(one for one in picking.fitting if one.kind == "pair")  # type: ignore[union-attr]
    assert (await tap(world, name, pair.command)).ok
    assert world.book(number).public_view.standing.kind == "pair"


async def test_a_list_picks_in_one_go_and_leaves_alone_what_it_does_not_list(world: World) -> None:
    number = await in_play(world)
    name = turn(world, number)
    panel = world.chat.panel(name, number)
    one, two = [counter for counter in panel.counters if counter.held > 1][:2]
    first, second = RANKS[one.rank], RANKS[two.rank]

    async def chosen(among: str, taken: str) -> str:
        reply = await tap(world, name, c.Choose(number, panel.decision, among, taken))
        return code(reply) if not reply.ok else ranks_text(reply.body.panel.picked)  # type: ignore[union-attr]

    assert await chosen(first + second, f"{first * 2},{second}") == f"{first} {first} {second}"
    assert await chosen(first, f"{first * 2},{first}") == f"{first} {second}", "of two counts the new one"
    assert await chosen(second, "") == first
    for among, taken in ((first, first * 9), (first, second), (first, "nonsense"), (first, f"{first}{second}")):
        assert await chosen(among, taken) == "card_not_held"
    assert code(await world.do(name, c.Choose(number, "9.9.9", first, first), private=True)) == "not_your_button"
    assert await chosen(first, first) == first, "what was refused has changed nothing"


async def test_the_same_tap_delivered_twice_picks_once(world: World) -> None:
    number = await in_play(world)
    name = turn(world, number)
    counter = world.chat.panel(name, number).counters[0]
    assert isinstance(counter.command, c.Pick)
    origin = world.origin(name, private=True)
    await world.manager.handle(origin, counter.command)
    await world.manager.handle(origin, counter.command)
    assert len(world.manager.session.tables[number].unsaved.picked(world.book(number), NAMES.index(name))) == 1
    cleared = await tap(world, name, c.Clear(number, counter.command.decision))
    assert cleared.body.panel.picked == ()  # type: ignore[union-attr]
    assert code(await tap(world, name, c.PlayPicked(number, counter.command.decision))) == "nothing_picked"


async def test_single_cards_can_be_picked_and_put_back(world: World) -> None:
    number = await in_play(world)
    name = turn(world, number)
    update = world.chat.hand(name, number)
    assert update.view.hand
    card, decision = update.view.hand[0], update.panel.decision  # type: ignore[union-attr]
    assert (await tap(world, name, c.PickCard(number, decision, card))).body.panel.picked == (card,)  # type: ignore[union-attr]
    assert (await tap(world, name, c.PickCard(number, decision, card))).body.panel.picked == ()  # type: ignore[union-attr]
    other = next(card for card in range(54) if card not in update.view.hand)
    assert code(await tap(world, name, c.PickCard(number, decision, other))) == "card_not_held"


async def test_a_lone_x_typed_is_asked_about_before_it_counts(world: World) -> None:
    number = await in_play(world)
    hands = world.book(number).game.hands(world.book(number).play.state)
    seat = next(seat for seat, hand in enumerate(hands) if 52 in hand)
    while True:  # until the holder may play it
        book = world.book(number)
        if book.awaited[0].seat == seat and book.game.recognise(book.play.state, seat, (Card(52),)).legal:
            break
        await world.one_step(number)
    before = snapshot(world, number)
    asked = await world.do(NAMES[seat], c.PlayText("play x", number))
    assert isinstance(asked.body, Menu)
    assert asked.private
    assert asked.body.notice == Notice("confirm_letter", {"cards": (52,)})
    assert snapshot(world, number) == before
    assert (await tap(world, NAMES[seat], asked.body.entries[0].command)).ok
    assert world.book(number).play.seq == before[1] + 1
    assert code(await tap(world, NAMES[seat], asked.body.entries[0].command)) == "stale_decision"


async def test_a_pass_in_advance_answers_ordinary_turns_and_can_be_taken_back(world: World) -> None:
    number = await in_play(world)
    leader = turn(world, number)
    assert code(await world.do(others(leader)[1], c.AdvancePass(number))) == "autopass_nothing"
    await world.one_step(number)
    second, third = others(leader)
    assert (await world.do(third, c.AdvancePass(number))).body == Notice("autopass_on")
    assert world.chat.panel(third, number).advance_on
    assert (await world.do(third, c.AdvancePass(number, on=False))).body == Notice("autopass_off")
    button = world.chat.panel(third, number).advance
    assert (await tap(world, third, button)).toast == Notice("autopass_on")
    await world.do(second, c.PlayText("pass", number), private=True)
    assert turn(world, number) == third
    await world.advance(3)
    assert turn(world, number) == leader
    assert world.chat.table(number).play.recent[-2][1] == "auto"
    assert code(await tap(world, third, button)) == "stale_decision"


async def test_an_answer_given_at_once_before_the_ordered_pass_counts(world: World) -> None:
    number = await in_play(world)
    await world.one_step(number)
    name = turn(world, number)
    await world.do(name, c.AdvancePass(number, on=True))
    assert turn(world, number) == name
    await world.do(name, c.PlayText("pass", number), private=True)
    seq = world.book(number).play.seq
    await world.advance(3)
    assert world.book(number).play.seq == seq


async def test_away_lets_an_ai_player_act_and_any_own_action_comes_back(world: World) -> None:
    number = await in_play(world)
    name = turn(world, number)
    assert code(await world.do(name, c.Back(number))) == "not_away"
    assert code(await world.do(name, c.Away(number))) == "away_on"
    seq = world.book(number).play.seq
    await world.advance(3)
    assert world.book(number).play.seq > seq
    assert world.chat.table(number).players[NAMES.index(name)].away
    assert code(await world.do(name, c.Back(number))) == "back_on"
    await world.do(name, c.Away(number))
    while turn(world, number) != name:
        await world.one_step(number)
    action = world.choice(world.book(number), NAMES.index(name))
    reply = await world.do(name, c.PlayText(action_text(action), number, sure=True), private=True)
    assert reply.ok
    assert not world.chat.table(number).players[NAMES.index(name)].away


async def test_a_hint_is_private_and_legal(world: World) -> None:
    number = await in_play(world)
    name = turn(world, number)
    assert code(await world.do(others(name)[0], c.Hint(number))) == "no_hint_now"
    reply = await world.do(name, c.Hint(number))
    assert reply.private
    assert isinstance(reply.body, PrivateUpdate)
    assert reply.body.panel is not None
    assert reply.body.panel.hinted is not None
    assert (await tap(world, name, reply.body.panel.hinted.command)).ok


async def test_a_hint_is_what_the_strongest_player_does(world: World) -> None:
    number = await in_play(world)
    book, weaker = world.book(number), 0
    while book.playing and weaker < 1:
        seat = book.awaited[0].seat
        view = book.game.view(book.play.state, seat)
        body = await world.shown(PrivateUpdate, turn(world, number), c.Hint(number))
        assert body.panel is not None
        assert body.panel.hinted is not None
        best, other = (book.game.think(view, level, SeededDice("1")) for level in ("strong", "normal"))
        assert body.panel.hinted.action == best
        weaker += best != other
        await world.one_step(number)
        book = world.book(number)
    assert weaker, "it tells them apart"


async def test_plain_answers_are_lines_for_machines(world: World) -> None:
    number = await in_play(world)
    name = turn(world, number)
    hand = await world.shown(PlainLines, name, c.MyHand(number, plain=True), private=True)
    assert hand.lines[0].startswith("Hand: ")
    assert len(hand.lines[0].split()) == 21
    table = await world.shown(PlainLines, "gus", c.ShowTable(number, plain=True))
    assert "phase: play" in table.lines
    assert f"to_act: [{NAMES.index(name)}]" in table.lines
    assert any(line.startswith("kitty: ") and len(line.split()) == 4 for line in table.lines)


async def test_the_table_is_posted_anew_when_somebody_asks_for_it(world: World) -> None:
    number = await in_play(world)
    old = world.book(number).row.message
    reply = await world.do("gus", c.ShowTable(number))
    assert reply.ok
    assert reply.body is None
    assert world.chat.table(number).post.message is None
    assert world.book(number).row.message != old


async def test_only_legal_plays_are_completed(world: World) -> None:
    number = await in_play(world)
    name = turn(world, number)
    everything = await world.manager.completions(world.origin(name), "", number)
    assert 0 < len(everything) <= 25
    rank = everything[0].text.split()[0]
    assert all(play.kind and play.cards for play in everything)
    fitting = await world.manager.completions(world.origin(name), rank, number)
    assert fitting
    assert all(rank in play.text.split() for play in fitting)
    assert await world.manager.completions(world.origin(others(name)[0]), "", number) == []
    assert await world.manager.completions(world.origin("gus"), "", None) == []


async def test_completions_begin_with_just_what_was_typed_and_show_one_of_each_kind(world: World) -> None:
    number = await world.dealt(*NAMES)
    await world.do(turn(world, number), c.PlayText("bid 3", number))
    name = turn(world, number)
    origin = world.origin(name)
    hand = [rank_of(card) for card in world.chat.hand(name, number).view.hand or ()]
    twice = next(rank for rank in hand if hand.count(rank) == 2)

    async def found(text: str) -> list[Completion]:
        return await world.manager.completions(origin, text, number, play_words)

    exact, *more = await found(RANKS[twice] * 2)
    assert (exact.kind, [rank_of(card) for card in exact.cards]) == ("pair", [twice] * 2)
    assert all(len(play.cards) > 2 for play in more)
    kinds = [play.kind for play in await found("")]
    assert len(dict.fromkeys(kinds)) > 4
    assert kinds.count("single") < 5
    assert {"pair", "chain"} <= set(kinds)
    pairs = await found("对")
    assert pairs == await found("Pair")
    assert {play.kind for play in pairs} >= {"pair"}
    assert not any(play.kind == "single" for play in pairs)


async def test_actions_of_the_rules_have_buttons_too(world: World) -> None:
    number = await world.dealt(*NAMES)
    name = turn(world, number)
    panel = world.chat.panel(name, number)
    assert [offer.action for offer in panel.offers] == [Bid(1), Bid(2), Bid(3)]
    assert isinstance(panel.pass_now, c.Offer)
    assert (await tap(world, name, panel.pass_now)).toast == Notice("passed_bid", {"game": "doudizhu"})
    assert world.chat.panel(name, number).pass_now is None
    assert Pass() not in [offer.action for offer in panel.offers]


async def test_when_all_pass_the_cards_are_dealt_again_at_once(world: World) -> None:
    number = await world.dealt(*NAMES)
    for _ in range(3):
        assert (await world.do(turn(world, number), c.PlayText("不叫", number))).ok
    book = world.book(number)
    assert (book.row.state, book.row.round) == ("playing", 2)
    assert world.chat.table(number).play.recent[-1][0].code == "voided"
    assert {line.status for line in await _rounds(world, book.row.match)} == {"void", "open"}


async def _rounds(world: World, match: int) -> list[Any]:
    async with world.store.begin() as unit:
        return list(await unit.matches.rounds(match))


async def test_the_next_round_begins_when_all_persons_are_ready(world: World) -> None:
    number = await world.dealt(*NAMES)
    await world.play_on(number)
    assert (await world.do("ann", c.Ready(number))).body == Notice("ready_noted", {"table": number, "waiting": 2})
    assert world.chat.table(number).players[0].ready
    await world.do("bob", c.Ready(number))
    round_before = world.book(number).row.round
    assert code(await world.do("cat", c.Ready(number))) == "dealt"
    assert world.book(number).row.round == round_before + 1
    assert not world.chat.table(number).players[0].ready
