"""What a viewer may know (GJ-44), put together by inclusion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final, assert_never

from games.contract import Awaited, GameView, Json, SeatView, Standing, View
from games.gouji.before_play import State
from games.gouji.burn_answer import BurnAnswer
from games.gouji.burn_lead import BurnLead
from games.gouji.burn_offer import BurnOffer, window
from games.gouji.declare import Declaring
from games.gouji.duel import Dueling, opens
from games.gouji.exchange import Returning
from games.gouji.follow import Following, why_no_yield
from games.gouji.kinds import FOUR, MAIN, THREE, beats, makeup_of
from games.gouji.last_word import LastChance
from games.gouji.lead import Leading
from games.gouji.over import Over
from games.gouji.purchase import Buying
from games.gouji.revolt_try import Trying
from games.gouji.state import SEATS, Burn, Round, StandingSet, Trick, cards_of_text, team_of
from games.gouji.turns import entangled, to_act
from games.kit.cards import Cards, cards_text, sort_cards

__all__ = ["ahead", "awaited", "facts", "mode", "phase", "too_few_cards", "view", "would_beat"]

_QUICK: Final = 15
"""Seconds for a burn offer and for an opposite who may yield."""
_SHORT: Final = 20
"""Seconds for a declaration, a purchase, a return."""


def phase(state: State) -> str:
    """``return``, ``buy``, ``declare``, ``play`` or ``over``."""
    match state:
        case Returning():
            return "return"
        case Buying():
            return "buy"
        case Declaring():
            return "declare"
        case Over():
            return "over"
        case _:
            return "play"


def mode(state: State) -> str | None:
    """The mode of the play, ``None`` outside."""
    match state:
        case Leading():
            return "lead"
        case Following():
            return "follow"
        case LastChance():
            return "last_chance"
        case Dueling():
            return "duel"
        case BurnOffer():
            return "burn_offer"
        case BurnAnswer():
            return "burn_answer"
        case BurnLead():
            return "burn_lead"
        case Trying():
            return "revolt_try"
        case Returning() | Buying() | Declaring() | Over():
            return None
        case _:
            assert_never(state)


def awaited(state: State) -> tuple[Awaited, ...]:
    """Who may act, and why."""
    return tuple(_awaited(state, seat) for seat in to_act(state))


def _awaited(state: State, seat: int) -> Awaited:
    match state:
        case Returning():
            return Awaited(seat, "return", private=True, seconds=_SHORT)
        case Buying():
            return Awaited(seat, "buy", private=True, seconds=_SHORT)
        case Declaring(stage="first"):
            return Awaited(seat, "declare", private=True, seconds=_SHORT)
        case Declaring():
            return Awaited(seat, "counter", private=True, seconds=_SHORT, preference="declare")
        case Following() if why_no_yield(state) is None:
            return Awaited(seat, "yield", autopass=True, seconds=_QUICK, plain="follow")
        case Following():
            return Awaited(seat, "follow", autopass=True)
        case BurnOffer():
            return Awaited(seat, "burn", seconds=_QUICK)
        case _:
            return Awaited(seat, mode(state) or "")


def ahead(state: State) -> tuple[Awaited, ...]:
    """Who may be asked for a burn of the same set: if the opposite passes, or after another seat has declined; told by
    public facts alone (GJ-28, GJ-28a)."""
    match state:
        case Dueling():
            standing, rules = state.trick.standing, state.round.rules
            # Whether the owner holds a 4, which ``natural_open = off`` asks for, is nobody's to know.
            certain_open = rules.natural_open and opens(state.round, standing)
            if certain_open or rules.burn_window == "before":
                return ()
            asked = window(state.round, state.trick)
        case BurnOffer():
            asked = state.waiting
        case _:
            return ()
    return tuple(Awaited(seat, "burn", seconds=_QUICK) for seat in asked)


def standing_set(state: State) -> StandingSet | None:
    """The set to beat."""
    match state:
        case Following() | LastChance() | Dueling() | BurnOffer() | BurnAnswer():
            return state.trick.standing
        case Trying():
            return state.standing
        case Returning() | Buying() | Declaring() | Leading() | BurnLead() | Over():
            return None
        case _:
            assert_never(state)


def _trick(state: State) -> Trick | None:
    return state.trick if isinstance(state, Following | LastChance | Dueling | BurnOffer | BurnAnswer) else None


def _burn(state: State) -> Burn | None:
    return state.burn if isinstance(state, BurnOffer | BurnAnswer | BurnLead) else None


def facts(state: State) -> Mapping[str, Json]:
    """The keys of ``expect`` (section 10 of the sheet). ``must_fours`` is the opener's secret; all others are public."""
    round_ = state.round
    nobody: list[Json] = []
    before = round_.setting.before
    now = state.after if isinstance(state, Over) else before
    trick, burn, standing = _trick(state), _burn(state), standing_set(state)
    return {
        "phase": phase(state),
        "stage": state.stage if isinstance(state, Declaring) else None,
        "mode": mode(state),
        "to_act": list(to_act(state)),
        "standing": None if standing is None else _standing_fact(standing),
        "counts": [len(hand) for hand in round_.hands],
        "finished": list(round_.finished),
        "passed": nobody if trick is None else [*sorted(trick.barred)],
        "yielded": None if trick is None else trick.yielder,
        "opened": [*sorted(round_.opened)],
        "forfeited": [*sorted(round_.forfeited)],
        "challenged": [*sorted(round_.challenged)],
        "revolted": [*sorted(round_.revolted)],
        "dead": list(round_.dead),
        "must_fours": round_.must_fours,
        "burner": None if burn is None else burn.burner,
        "victim": None if burn is None else burn.victim,
        "entangled": entangled(state),
        "places": list(state.places) if isinstance(state, Over) and not state.redeal else None,
        "stifled": [seat for seat, _ in state.stifled] if isinstance(state, Over) else [],
        "tribute": _tribute_fact(state) if isinstance(state, Returning) else None,
        "due": _due_fact(state),
        "redeal": isinstance(state, Over) and state.redeal,
        "round": before.rounds + 1,
        "leader": round_.setting.leader,
        "next_leader": state.next_leader if isinstance(state, Over) else None,
        "sweeps": list(now.sweeps),
        "points": list(state.points) if isinstance(state, Over) else None,
        "team_points": list(state.team_points) if isinstance(state, Over) else None,
        "scores": list(now.scores),
        "team_scores": list(now.team_scores),
        "winner": list(state.winner) if isinstance(state, Over) and state.winner is not None else None,
    }


def _standing_fact(standing: StandingSet) -> Json:
    return {
        "seat": standing.seat,
        "cards": cards_text(standing.cards),
        "kind": standing.kind.value,
        "rank": standing.made.rank,
    }


def _tribute_fact(state: Returning) -> Json:
    due = state.current
    return {"kind": due.kind, "from": due.giver, "to": due.receiver, "given": cards_of_text(state.given)}


def _due_fact(state: State) -> Json:
    match state:
        case Returning():
            return [due.text() for due in (state.current, *state.pending)]
        case Over():
            return [due.text() for due in state.after.due]
        case _:
            return []


def view(state: State, viewer: int | None) -> View:
    """All that one seat (or, for ``None``, the channel) may know."""
    round_, standing = state.round, standing_set(state)
    told = dict(facts(state))
    del told["must_fours"]
    return GameView(
        game="gouji",
        viewer=viewer,
        phase=phase(state),
        options=dict(round_.setting.options),
        seats=tuple(_seat_view(state, seat) for seat in range(SEATS)),
        awaited=awaited(state),
        hand=None if viewer is None else round_.hands[viewer],
        standing=None
        if standing is None
        else Standing(standing.seat, standing.cards, standing.kind.value, standing.made.rank),
        piles=(),
        acts=round_.history.acts(),
        trick=round_.number,
        public=told,
        own={} if viewer is None else _own(state, viewer),
        hung=tuple(MAIN),
    )


def _own(state: State, seat: int) -> Mapping[str, Json]:
    """What a seat alone knows besides its hand."""
    round_ = state.round
    own: dict[str, Json] = {}
    if round_.must_fours == seat:
        own["must_fours"] = round_.holds(seat, FOUR)
    returns: list[Json] = [
        {"from": giver, "to": to, "cards": cards_text(cards)}
        for giver, to, cards in round_.returns
        if seat in (giver, to)
    ]
    if returns:
        own["returns"] = returns
    match state:
        case Buying():
            answers = dict(state.answers)
        case Declaring():
            answers = {answer.seat: answer.text for answer in state.answers}
        case _:
            answers = {}
    if seat in answers:
        own["answer"] = answers[seat]
    return own


def _seat_view(state: State, seat: int) -> SeatView:
    round_ = state.round
    place = round_.finished.index(seat) + 1 if seat in round_.finished else None
    score, shown = round_.setting.before.scores[seat], _known(round_, seat)
    if isinstance(state, Over):
        shown, score = round_.hands[seat], state.after.scores[seat]
        place = None if state.redeal else state.places.index(seat) + 1
    return SeatView(
        seat, len(round_.hands[seat]), score, place=place, team=team_of(seat), marks=_marks(state, seat), shown=shown
    )


def _marks(state: State, seat: int) -> tuple[str, ...]:
    round_, trick, burn = state.round, _trick(state), _burn(state)
    marks = []
    if isinstance(state, Buying | Declaring) and round_.active(seat):
        asked = isinstance(state, Buying) or seat in state.asked
        if asked and seat not in state.waiting:
            marks.append("answered")
    if trick is not None and round_.active(seat):
        marks += ["barred"] * (seat in trick.barred) + ["yielded"] * (seat == trick.yielder)
    if burn is not None:
        marks += ["burner"] * (seat == burn.burner) + ["victim"] * (seat == burn.victim)
    for mark, seats in (
        ("opened", round_.opened),
        ("forfeited", round_.forfeited),
        ("challenger", round_.challenged),
        ("dead", round_.dead),
        ("revolted", round_.revolted),
    ):
        if seat in seats:
            marks.append(mark)
    return tuple(marks)


def _known(round_: Round, seat: int) -> Cards:
    """Cards that this seat got before all eyes and has not parted with since, as far as that is certain.

    Copies are not told apart: whoever holds two and plays one may have played the one that was seen. Cards returned
    face down may have been any of those received, so nothing is certain of a receiver after its return.
    """
    known: Counter[int] = Counter()
    for act in round_.history.acts():
        match act.verb:
            case "tribute" if act.number == seat:
                known.update(act.cards)
            case "bought" if act.number == seat:
                known.update(act.cards)
            case "return" if act.seat == seat:
                known.clear()
            case "play" | "burn" | "tribute" | "bought" | "decline" if act.seat == seat:
                known.subtract(card for card in act.cards if card in known)
            case _:
                pass
    return sort_cards([card for card, count in known.items() for _ in range(count)])  # type: ignore[misc]  # cards are ints


def would_beat(state: State, seat: int, cards: Cards) -> bool:
    """Whether these cards would beat the standing set of another seat, or could be led where none stands."""
    made, standing = makeup_of(cards), standing_set(state)
    if made is None or (made.base == THREE and len(cards) < len(state.round.hands[seat])):
        return False
    return standing is None or standing.seat == seat or beats(made, standing.made, state.round.rules.sets)


def too_few_cards(state: State, seat: int) -> bool:
    """Whether the seat to follow holds fewer cards than any set that beats has, which its count shows to all.

    Only in ``follow`` and where it may not yield: a last word, a duel and a burn are put to one seat alone.
    """
    if not isinstance(state, Following) or state.turn != seat or why_no_yield(state) is None:
        return False
    standing, rules = state.trick.standing.made, state.round.rules.sets
    two_kill = rules.two_big_kill_one != "off" and standing.size == 1
    return len(state.round.hands[seat]) < standing.size and not two_kill
