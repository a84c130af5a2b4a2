"""What is known of a round of Gou Ji besides the hands (GJ-44): to everybody, to one seat, and to files of positions alone.

Each kind is a dataclass of its own that is filled field by field, so that a new field of the state reaches nobody until
it is written into one of them.
"""

from dataclasses import dataclass

from games.base.actions import Do
from games.base.cards import Cards, ranks_text
from games.base.facts import named, written
from games.base.values import Value
from games.contract import CommonFacts, GameView, OwnFacts
from games.gouji.before.revolt_try import Trying
from games.gouji.before.start import Buying, Declaring, Returning, State
from games.gouji.kinds import FOUR
from games.gouji.modes import Mode, mode_of
from games.gouji.play.sequence import BurnAnswer, BurnLead, BurnOffer, OnSet
from games.gouji.scoring import Over
from games.gouji.state import Burn, Due, StandingSet, Trick
from games.gouji.turns import entangled
from games.kit.door import Common

__all__ = [
    "Due", "GouJiOwnFacts", "GouJiView", "PositionFacts", "PublicFacts", "ReturnFact", "TributeFact", "burn_of", "own_facts",
    "position_facts", "public_facts", "standing_set", "trick_of",
]  # fmt: skip


class TributeFact(Value):
    """The tribute that waits for its return (GJ-10): of which kind of due, from whom, to whom, which cards, highest
    first. The notation has their ranks alone, as suits never matter."""

    kind: str
    giver: int = named("from")
    receiver: int = named("to")
    given: Cards = written(ranks_text)


@dataclass(frozen=True, slots=True)
class ReturnFact:
    """``seat`` sent ``cards`` to ``to``, face down: known to these two (GJ-10)."""

    seat: int
    to: int
    cards: Cards


class PublicFacts(CommonFacts):
    """The keys of ``expect`` (section 10 of the sheet) that everybody may know.

    ``stage``: ``first`` or ``counter`` while they declare (GJ-13, GJ-13a). ``mode``: in the play only. ``passed``: the seats
    barred from the sequence (GJ-19). ``yielded``: who waits for the last word (GJ-22). ``opened``, ``forfeited``: GJ-25, GJ-26.
    ``challenged``: valid challengers (GJ-17). ``revolted``: GJ-14. ``dead``: failed burners, in order (GJ-33). ``burner``,
    ``victim``: while a burn is on (GJ-29). ``entangled``: GJ-27. ``places``: the seats, first place to sixth. ``stifled``:
    seats left with their 3s (GJ-40). ``tribute``: what waits for its return. ``due``: still to be settled, the current one
    first; once the round is over, what the next begins with (GJ-41). ``redeal``: the round is void (GJ-15). ``round``
    counts from 1. ``leader`` leads this round, ``next_leader`` the next (GJ-42). ``sweeps``: by team, in the match.
    ``team_points``: of the round; ``team_scores``: of the match; neither where no score is kept (GJ-39).
    """

    stage: str | None = None
    mode: Mode | None
    passed: tuple[int, ...] = ()
    yielded: int | None = None
    opened: tuple[int, ...]
    forfeited: tuple[int, ...]
    challenged: tuple[int, ...]
    revolted: tuple[int, ...]
    dead: tuple[int, ...]
    burner: int | None = None
    victim: int | None = None
    entangled: bool
    places: tuple[int, ...] | None = None
    stifled: tuple[int, ...] = ()
    tribute: TributeFact | None = None
    due: tuple[Due, ...] = ()
    redeal: bool = False
    round: int
    leader: int
    next_leader: int | None = None
    sweeps: tuple[int, ...]
    team_points: tuple[int, ...] | None = None
    team_scores: tuple[int, ...] | None

    @property
    def round_number(self) -> int:
        return self.round


class GouJiOwnFacts(OwnFacts):
    """What one seat knows besides its hand. ``answer``: its own, as long as the others' are out (GJ-12, GJ-13).
    ``returns``: cards that it has returned or was sent back, oldest first. ``fours_due``: how many 4s its next lead has
    to be, 0 if none (GJ-26)."""

    answer: Do | None = None
    returns: tuple[ReturnFact, ...] = ()
    fours_due: int = 0


class PositionFacts(Value):
    """What the sheet names as private to a seat and files of positions still say. No view holds it. ``must_fours``: the
    opener whose 4s are due (GJ-26)."""

    must_fours: int | None


GouJiView = GameView[PublicFacts, GouJiOwnFacts]  # A view of this game


def standing_set(state: State) -> StandingSet | None:
    if isinstance(state, Trying):
        return state.standing
    trick = trick_of(state)
    return None if trick is None else trick.standing


def trick_of(state: State) -> Trick | None:
    return state.trick if isinstance(state, OnSet) else None


def burn_of(state: State) -> Burn | None:
    return state.burn if isinstance(state, BurnOffer | BurnAnswer | BurnLead) else None


def public_facts(state: State, common: Common) -> PublicFacts:
    round_, trick, burn = state.round, trick_of(state), burn_of(state)
    before, over = round_.setting.before, state if isinstance(state, Over) else None
    now, scored = before if over is None else over.after, round_.rules.scored
    if not scored:
        common["points"] = common["scores"] = None
    return PublicFacts(
        **common,
        stage=state.stage if isinstance(state, Declaring) else None,
        mode=mode_of(state) if common["phase"] == "play" else None,
        passed=() if trick is None else tuple(sorted(trick.barred)),
        yielded=None if trick is None else trick.yielder,
        opened=tuple(sorted(round_.opened)),
        forfeited=tuple(sorted(round_.forfeited)),
        challenged=tuple(sorted(round_.challenged)),
        revolted=tuple(sorted(round_.revolted)),
        dead=round_.dead,
        burner=None if burn is None else burn.burner,
        victim=None if burn is None else burn.victim,
        entangled=entangled(state),
        places=None if over is None or over.void else over.places,
        stifled=() if over is None else tuple(seat for seat, _ in over.stifled),
        tribute=_tribute(state),
        due=_due(state),
        redeal=over is not None and over.void,
        round=before.rounds + 1,
        leader=round_.setting.leader,
        next_leader=None if over is None else over.next_leader,
        sweeps=now.sweeps,
        team_points=over.team_points if over is not None and scored else None,
        team_scores=now.team_scores if scored else None,
    )


def own_facts(state: State, seat: int | None) -> GouJiOwnFacts:
    if seat is None:
        return GouJiOwnFacts()
    round_ = state.round
    return GouJiOwnFacts(
        answer=_answer(state, seat),
        returns=tuple(ReturnFact(*sent) for sent in round_.returns if seat in sent[:2]),
        fours_due=round_.holds(seat, FOUR) if round_.must_fours == seat else 0,
    )


def position_facts(state: State) -> PositionFacts:
    return PositionFacts(must_fours=state.round.must_fours)


def _tribute(state: State) -> TributeFact | None:
    if not isinstance(state, Returning):
        return None
    due = state.current
    return TributeFact(kind=due.kind, giver=due.giver, receiver=due.receiver, given=state.given)


def _due(state: State) -> tuple[Due, ...]:
    if isinstance(state, Returning):
        return (state.current, *state.pending)
    return state.after.due if isinstance(state, Over) else ()


def _answer(state: State, seat: int) -> Do | None:
    match state:
        case Buying():
            return next((Do(verb) for other, verb in state.answers if other == seat), None)
        case Declaring():
            return next((Do(one.verb, one.cards) for one in state.answers if one.seat == seat), None)
        case _:
            return None
