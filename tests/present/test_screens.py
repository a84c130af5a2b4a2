"""Screens for each moment: lobby, votes, away, long hands, boards, pages to read."""

from dataclasses import replace
from typing import Any

import pytest

from bot.present import render
from bot.present.screens.screen import Button, Mention, Screen, plain_text
from bot.present.words import text as catalogue
from bot.present.words.text import read_cards
from bot.session.port import commands as c
from bot.session.port.replies import Reply
from bot.session.port.updates import Counter, Motion, Notice, Offered, Player, Weighed
from games import GAMES
from games.base.actions import Bid, Do, Play
from games.base.cards import full_pack, make_card, rank_counts
from games.contract import Recognised, RoundResult
from tests.present.rounds import ANN, info, match_states, panel_of, people, private, public
from tests.present.test_matches import check_limits, check_words

LANGUAGES = pytest.mark.parametrize("language", catalogue.LANGUAGES)
RULES = GAMES["doudizhu"]


def keys(screen: Screen) -> list[list[str]]:
    return [[button.key for button in row] for row in screen.rows]


def button(screen: Screen, key: str) -> Button:
    return next(button for row in screen.rows for button in row if button.key == key)


def states(**given: object) -> list[tuple[Any, ...]]:
    return list(match_states("screens", rounds=1, options=given))


def result_of(state: Any) -> RoundResult:
    result = RULES.result(state)
    assert result is not None
    return result


def first_play() -> tuple[Any, Any, int]:
    """The first position of the play, and the seat of the landlord, who leads."""
    table, state, _, _ = next(entry for entry in states() if RULES.phase(entry[1]) == "play")
    return table, state, RULES.awaited(state)[0].seat


def answer(body: Any, language: str) -> Screen:
    screen = render.reply(Reply(language, True, body))
    assert screen is not None
    check_limits(screen)
    check_words(screen)
    return screen


@LANGUAGES
def test_an_open_table_offers_join_ai_start_leave_invite_rules_and_house_rules(language: str) -> None:
    seats = (Player(0, "person", "Ann", ANN, host=True), Player(1, "empty"), Player(2, "empty"))
    screen = answer(public(info(state="lobby", number=0), None, language, players=seats), language)
    assert keys(screen) == [["join", "start_with_ai"], ["leave"], ["invite_here", "rules", "settings"]]
    assert button(screen, "join").command == c.Join(12)
    assert button(screen, "invite_here").command == c.Invite(12)
    assert button(screen, "start_with_ai").command == c.DealCards(12, fill=True)
    assert "Ann" in plain_text(screen)


@LANGUAGES
def test_a_full_table_offers_no_seat(language: str) -> None:
    seats = tuple(replace(player, reachable=True) for player in people())
    screen = answer(public(info(state="lobby", number=0), None, language, players=seats), language)
    assert keys(screen) == [["start"], ["leave"], ["rules", "settings"]]


@LANGUAGES
def test_whoever_cannot_be_reached_is_named_with_the_way_to_mend_it(language: str) -> None:
    screen = answer(public(info(state="lobby", number=0), None, language), language)
    assert button(screen, "private_chat").start == 12
    assert "小明" in plain_text(screen)
    assert plain_text(screen).count("⚠️") == 2


def test_names_are_cut_to_one_line_but_not_escaped() -> None:
    text = plain_text(render.table(public(info(state="lobby", number=0), None)))
    assert "Bob <b>& Co</b> 小明" in text


@LANGUAGES
def test_the_table_says_whose_turn_it_is_and_for_how_long(language: str) -> None:
    table, state, seat = first_play()
    seats = tuple(Player(number, "person", f"P{number}", c.UserRef("telegram", str(number))) for number in range(3))
    screen = answer(public(table, RULES.view(state, None), language, players=seats, seconds_left={seat: 62}), language)
    line = next(line for line in plain_text(screen).split("\n") if line.startswith("▶"))
    assert f"{seat + 1}. P{seat}" in line
    assert catalogue.say(language, "why.lead") in line
    assert "90" in line  # nobody counts down what is left: the whole time is told
    assert keys(screen)[:2] == [["my_hand", "played"], ["rules", "settings"]]


@LANGUAGES
def test_only_the_person_who_must_be_called_here_is_mentioned(language: str) -> None:
    table, state, _ = first_play()
    screen = answer(public(table, RULES.view(state, None), language, ping=(ANN,)), language)
    mentions = [part for line in screen.lines for part in line if isinstance(part, Mention)]
    assert mentions == [Mention("Ann", "telegram", "101")]


@LANGUAGES
def test_a_vote_shows_its_count_and_a_button(language: str) -> None:
    table, state, _ = first_play()
    view = RULES.view(state, None)
    screen = answer(public(table, view, language, motion=Motion("kick", 0, 1, 2, 40)), language)
    assert button(screen, "vote_kick").command == c.Vote(12, "kick:0")
    assert "Ann" in next(line for line in plain_text(screen).split("\n") if line.startswith("🗳"))
    other = answer(public(table, view, language, motion=Motion("end", None, 1, 2, 40)), language)
    assert button(other, "vote_end").command == c.Vote(12, "end")


@LANGUAGES
def test_a_demonstration_table_says_everywhere_that_deals_are_no_secret(language: str) -> None:
    table, state, _ = first_play()
    shown = replace(table, open_deals=True)
    warning = catalogue.say(language, "table.open_deals")
    panel = panel_of(RULES, state, 0)
    assert warning in plain_text(render.table(public(shown, RULES.view(state, None), language)))
    assert warning in plain_text(render.hand(private(shown, RULES.view(state, 0), panel, language)))
    assert warning in plain_text(render.table(public(replace(shown, state="lobby"), None, language)))


@LANGUAGES
def test_the_rows_of_the_panel_stand_in_their_order(language: str) -> None:
    table, state, seat = first_play()
    view = RULES.view(state, seat)
    assert view.hand is not None
    lowest = view.hand[0]
    screen = render.hand(private(table, view, panel_of(RULES, state, seat, picked=(lowest,)), language))
    order = [row[0] for row in keys(screen)]
    places = [
        order.index(next(key for key in order if key.startswith(head))) for head in ("play", "offer", "rank", "hint")
    ]
    assert places == sorted(places)
    assert order[-1] == "group"
    assert "clear" in keys(screen)[places[-1]]


@LANGUAGES
def test_bidding_offers_the_bids_and_no_bid_and_nothing_to_pick(language: str) -> None:
    table, state, _, _ = states()[0]
    seat = RULES.awaited(state)[0].seat
    screen = render.hand(private(table, RULES.view(state, seat), panel_of(RULES, state, seat), language))
    labels = [one.label for row in screen.rows for one in row]
    assert [catalogue.say(language, "button.bid", n=amount) for amount in (1, 2, 3)] == labels[:3]
    assert catalogue.say(language, "button.pass_bid") in labels
    assert not any(key.startswith("rank") for row in keys(screen) for key in row)


@LANGUAGES
def test_a_begun_rank_can_be_taken_whole(language: str) -> None:
    table, state, seat = first_play()
    view = RULES.view(state, seat)
    panel = replace(
        panel_of(RULES, state, seat),
        counters=(Counter(4, 4, 1, c.Pick(12, "3.1", 4)), Counter(5, 3, 2, c.Pick(12, "3.1", 5))),
    )
    screen = render.hand(private(table, view, panel, language))
    assert button(screen, "rank4").label == "7 ▸1/4"
    assert button(screen, "all4").command == c.Pick(12, "3.1", 4, all=True)
    assert not any("all5" in row for row in keys(screen))  # one tap takes the last


@LANGUAGES
def test_the_play_button_names_the_combination_and_says_when_it_is_too_low(language: str) -> None:
    table, state, seat = first_play()
    view = RULES.view(state, seat)
    cards = read_cards("7s 7h 7d 3s")
    base = replace(panel_of(RULES, state, seat), picked=cards, play=c.PlayPicked(12, "3.1"))
    good = replace(base, recognised=Recognised(Play(cards), "trio_single", "7", True))
    low = replace(base, recognised=Recognised(Play(cards), "trio_single", "7", False))
    none = replace(base, recognised=Recognised(None))
    labels = [button(render.hand(private(table, view, one, language)), "play").label for one in (good, low, none)]
    assert labels[0] == catalogue.say(
        language, "button.play", play=f"{catalogue.say(language, 'kind.trio_single')} 777+3"
    )
    assert labels[1] == catalogue.say(
        language, "button.play_low", play=f"{catalogue.say(language, 'kind.trio_single')} 777+3"
    )
    assert labels[2] == catalogue.say(language, "button.play_nothing")


@LANGUAGES
@pytest.mark.parametrize("size", [36, 54])
def test_a_hand_of_four_packs_with_every_rank_fits_the_panel(language: str, size: int) -> None:
    table, state, seat = first_play()
    one_of_each = tuple(make_card(rank) for rank in range(15))
    hand = tuple(sorted(one_of_each + full_pack(4)[: size - 15]))
    held = rank_counts(hand)
    assert all(held)
    offers = tuple(
        Offered(
            Play(hand[number : number + 9]), c.Offer(12, "3.1", str(number)), "a_very_long_kind_of_combination", "A"
        )
        for number in range(8)
    )
    panel = replace(
        panel_of(RULES, state, seat),
        offers=offers
        + (Offered(Bid(1), c.Offer(12, "3.1", "b")), Offered(Do("burn", hand[:3]), c.Offer(12, "3.1", "d"))),
        counters=tuple(Counter(rank, held[rank], 1, c.Pick(12, "3.1", rank)) for rank in range(15)),
        picked=hand[:15],
        recognised=Recognised(Play(hand[:15]), "a_very_long_kind_of_combination", "A", True),
        play=c.PlayPicked(12, "3.1"),
        pass_now=c.Offer(12, "3.1", "p"),
        weighed=(Weighed(offers[5]),),
    )
    view = replace(RULES.view(state, seat), hand=hand)
    screen = render.hand(private(table, view, panel, language, others=(13, 14, 15)))
    check_limits(screen)


@pytest.mark.parametrize(("others", "rows"), [((), [2, 2]), ((13,), [3, 2]), ((13, 14, 15), [3, 3])])
def test_what_leads_away_from_the_panel_can_be_read_on_a_phone(others: tuple[int, ...], rows: list[int]) -> None:
    table, state, seat = first_play()
    update = private(table, RULES.view(state, seat), panel_of(RULES, state, seat), "en", others=others, page=True)
    shown = [row for row in keys(render.hand(update)) if {"group", "played", "away"} & set(row)]
    assert [len(row) for row in shown] == rows


@LANGUAGES
def test_a_person_who_is_away_gets_one_button_to_come_back(language: str) -> None:
    table, state, seat = first_play()
    seats = tuple(replace(player, kind="person", away=player.seat == seat) for player in people())
    update = private(table, RULES.view(state, seat), panel_of(RULES, state, seat), language, players=seats)
    screen = render.hand(update)
    assert keys(screen) == [["back"], ["group"]]
    assert catalogue.say(language, "panel.your_turn") not in screen.title


@LANGUAGES
def test_a_notification_begins_with_what_is_wanted(language: str) -> None:
    table, state, seat = first_play()
    update = private(table, RULES.view(state, seat), panel_of(RULES, state, seat), language)
    assert render.hand(update).title.startswith(catalogue.say(language, "panel.your_turn"))
    assert render.hand(replace(update, reminder=True)).title.startswith(catalogue.say(language, "panel.hurry"))


@LANGUAGES
def test_a_notice_comes_with_the_panel_and_its_buttons(language: str) -> None:
    table, state, _ = first_play()
    told = Notice("hidden_in_private", {"table": 12}, start_link=12)
    screen = render.hand(private(table, RULES.view(state, 0), panel_of(RULES, state, 0), language, notice=told))
    assert button(screen, "private_chat").start == 12
    assert catalogue.say(language, "notice.hidden_in_private", table=12) in plain_text(screen)


@LANGUAGES
def test_after_a_round_everybody_learns_points_totals_and_what_was_left(language: str) -> None:
    table, state, _, last = states()[-1]
    result = result_of(state)
    view = RULES.view(state, None)
    screen = answer(public(table, view, language, result=result, last=last, totals=result.points), language)
    text = plain_text(screen)
    for seat in range(3):
        assert (f"+{result.points[seat]}" if result.points[seat] > 0 else f"−{-result.points[seat]}") in text
    assert catalogue.say(language, "result.round_over", n=1) in text
    assert keys(screen)[0] == ["ready", "deal"]
    own = private(table, RULES.view(state, 0), None, language, result=result, totals=result.points)
    assert button(render.hand(own), "ready").command == c.Ready(12)
    assert "ready" not in str(keys(render.hand(replace(own, players=people(ready=True)))))


@LANGUAGES
def test_the_stake_is_explained_factor_by_factor(language: str) -> None:
    table, state, _, _ = states()[-1]
    view = RULES.view(state, None)
    facts = replace(view.public, bid=2, bombs=1, spring="landlord", landlord=0)
    screen = render.table(public(table, replace(view, public=facts), language, result=result_of(state)))
    expected = {"en": "Stake: bid 2 × bombs 2 × spring 2 = 8", "zh": "底分 2 × 炸弹 2 × 春天 2 = 8 分"}
    assert expected[language] in plain_text(screen)


@LANGUAGES
def test_cards_left_are_counted_out_where_they_are_paid_for(language: str) -> None:
    table, state, _, last = states(scoring="cards_left")[-1]
    result = result_of(state)
    view = RULES.view(state, None)
    text = plain_text(render.table(public(table, view, language, result=result, last=last)))
    loser = next(seat for seat in view.seats if seat.seat not in result.won)
    assert (
        catalogue.say(language, "doudizhu.cards_left", name="NAME", n=loser.count, points="")[4:].strip(" ，,") in text
    )


@LANGUAGES
def test_a_void_deal_says_why(language: str) -> None:
    for seed in range(200):
        entries = list(match_states(f"void {seed}", rounds=1))
        table, state, _, last = entries[-1]
        result = result_of(state)
        if result.void:
            screen = answer(public(table, RULES.view(state, None), language, result=result, last=last), language)
            assert catalogue.say(language, "doudizhu.nobody_bid") in plain_text(screen)
            return
    pytest.fail("no void deal among the seeds")


@LANGUAGES
def test_a_parked_table_can_go_on_and_a_closed_one_cannot(language: str) -> None:
    table, state, _, _ = states()[-1]
    view = RULES.view(state, None)
    parked = answer(public(replace(table, parked=True), view, language, totals=(1, 2, -3)), language)
    assert keys(parked) == [["resume"]]
    assert answer(public(replace(table, state="closed"), view, language), language).rows == ()


@LANGUAGES
def test_a_lobby_names_the_rules_that_differ_from_its_preset(language: str) -> None:
    table = info(state="lobby", number=0, preset="cards_left", scoring="cards_left", spring=3)
    text = plain_text(answer(public(table, None, language), language))
    title = catalogue.say(language, "option.doudizhu.spring.title")
    assert catalogue.say(language, "lobby.changed", rules=f"{title} ×3") in text


@LANGUAGES
def test_while_they_bid_the_highest_bid_is_shown(language: str) -> None:
    for table, state, _, _ in states():
        view = RULES.view(state, None)
        if view.phase == "bid" and view.facts["bid"]:
            text = plain_text(answer(public(table, view, language), language))
            assert catalogue.say(language, "doudizhu.highest_bid", n=view.facts["bid"]) in text
            return
    pytest.fail("nobody bid below three")


@LANGUAGES
def test_the_first_line_after_a_round_is_ones_own_result(language: str) -> None:
    table, state, _, _ = states()[-1]
    result = result_of(state)
    for seat in range(3):
        screen = render.hand(private(table, RULES.view(state, seat), None, language, result=result))
        key = "panel.won" if seat in result.won else "panel.lost"
        assert screen.title.startswith(catalogue.say(language, key, points="")[:3])


@LANGUAGES
def test_a_round_that_nobody_won_is_a_draw_and_not_lost(language: str) -> None:
    table, state, _, _ = states()[-1]
    drawn = replace(result_of(state), won=(), points=(0, 0, 0))
    screen = render.hand(private(table, RULES.view(state, 1), None, language, result=drawn))
    assert screen.title.startswith(catalogue.say(language, "panel.drawn", points="0"))


@LANGUAGES
def test_a_seat_with_one_or_two_cards_left_is_called_out(language: str) -> None:
    called = 0
    for table, state, _, _ in states():
        view = RULES.view(state, None)
        if view.phase != "play":
            continue
        lines = plain_text(render.table(public(table, view, language))).split("\n")
        for seat in view.seats:
            line = next(line for line in lines if f" {seat.seat + 1}. " in line[:6])
            assert ("❗" in line) == (seat.count <= 2)
            called += seat.count <= 2
    assert called


@LANGUAGES
def test_the_panel_of_somebody_who_waits_shows_what_the_others_play(language: str) -> None:
    _, state, leader = first_play()
    waits = (leader + 2) % 3
    shown = []
    for _ in range(2):  # the leader plays, then the next one
        view = RULES.view(state, waits)
        shown.append(plain_text(render.hand(private(info(), view, panel_of(RULES, state, waits), language))))
        acts = RULES.awaited(state)[0].seat
        state = RULES.apply(state, acts, next(iter(RULES.suggest(state, acts)))).state
    assert shown[0] != shown[1]
    assert all("▶" in text for text in shown), "whose turn it is"


@LANGUAGES
def test_a_lobby_names_one_button_to_start_and_not_while_somebody_gets_no_cards(language: str) -> None:
    players = tuple(Player(seat, "person", f"player {seat}", c.UserRef("telegram", str(seat))) for seat in range(3))
    told = replace(public(info(state="lobby"), None, language, players=players), chat=c.ChatRef("telegram", "1"))
    ready = plain_text(render.table(told))
    waiting = plain_text(render.table(replace(told, players=(replace(players[0], reachable=False), *players[1:]))))
    assert catalogue.say(language, "lobby.full") in ready
    assert catalogue.say(language, "lobby.full") not in waiting
    assert not any(word in waiting for word in ("start now", "开始"))


@pytest.mark.parametrize(
    ("language", "ready", "gone"),
    [("en", "Everybody is ready", "Everybody is away"), ("zh", "都准备好了", "大家都不在")],
)
def test_between_rounds_it_is_said_whether_those_who_are_not_waited_for_are_ready_or_away(
    language: str, ready: str, gone: str
) -> None:
    table = info(state="between")
    for away, told, other in ((False, ready, gone), (True, gone, ready)):
        players = tuple(replace(one, ready=not away, away=away and one.kind == "person") for one in people())
        text = plain_text(render.table(public(table, None, language, players=players)))
        assert told in text
        assert other not in text
