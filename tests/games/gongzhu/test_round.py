"""What is done when time runs out, and who may know what."""

from games.base.actions import Do, Play
from games.base.cards import cards_text
from games.contract import Deal
from games.gongzhu import GAME
from games.gongzhu.facts import OwnFacts
from tests.games.gongzhu.test_umpire import cards_of


def test_when_time_runs_out_nothing_is_exposed_and_the_lowest_legal_card_is_played() -> None:
    """Between equal ranks: clubs, diamonds, spades, hearts."""
    options = GAME.option_set.complete({})
    hands = ["Qs 3h 3s 3d 3c", "Ts Jd 4h 5s 7h", "Js 6h 6s 6d 4s", "Ks 8h 8s 8d 7s"]
    start = Deal(tuple(cards_of(hand.split()) for hand in hands), keys={"phase": "expose"})
    state = GAME.start(options, start, {}).state
    for seat in range(4):
        assert GAME.fallback(state, seat) == Do("decline")
        state = GAME.apply(state, seat, Do("decline")).state
    played = []
    while awaited := GAME.awaited(state):
        action = GAME.fallback(state, awaited[0].seat)
        assert isinstance(action, Play)
        played.append(cards_text(action.cards))
        state = GAME.apply(state, awaited[0].seat, action).state
    assert played[:4] == ["3c", "4h", "4s", "7s"]
    assert played[4:8] == ["3d", "Jd", "6d", "8d"]
    assert played[8:12] == ["5s", "6s", "8s", "3s"]
    hands = ["3h 3s", "4h 4s", "5h 5s", "6h 6s"]
    state = GAME.start(options, Deal(tuple(cards_of(hand.split()) for hand in hands)), {}).state
    assert GAME.fallback(state, 0) == Play(cards_of(["3s"]))


def test_a_seat_sees_its_own_decision_until_all_have_decided() -> None:
    options = GAME.option_set.complete({})
    hands = tuple(cards_of(hand.split()) for hand in ("Qs Tc 2d", "3s 4s 5s", "6s 7s 8s", "9s Ts Js"))
    state = GAME.start(options, Deal(hands, keys={"phase": "expose"}), {}).state
    state = GAME.apply(state, 0, Do("expose", cards_of(["Qs", "Tc"]))).state
    assert GAME.view(state, 0).own == OwnFacts(answer=cards_of(["Qs", "Tc"]))
    for viewer in (None, 1, 2, 3):
        view = GAME.view(state, viewer)
        assert view.own == OwnFacts()
        assert view.seats[0].shown == ()
        assert view.acts == ()
        assert view.public.exposed == ()
    for seat in (1, 2, 3):
        state = GAME.apply(state, seat, Do("decline")).state
    assert {cards_text((card,)) for card in GAME.view(state, None).seats[0].shown} == {"Qs", "Tc"}
