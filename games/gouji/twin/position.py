"""Fast rounds in the middle: from a state of the rules, or from what one seat knows and a guess of what it does not."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from games.base.cards import Cards, rank_counts, rank_of
from games.base.options import Options
from games.contract import Act
from games.gouji.before.start import Buying, Declaring, Hidden, Returning, State
from games.gouji.facts import GouJiView, burn_of, standing_set, trick_of
from games.gouji.fast_round import FastRound
from games.gouji.kinds import THREE, Kind, makeup_of
from games.gouji.modes import mode_of
from games.gouji.options import HouseRules, house_rules
from games.gouji.play.sequence import BurnOffer
from games.gouji.scoring import Over
from games.gouji.state import SEATS
from games.gouji.twin.modes import MODES, OFFER, WHYS
from games.gouji.twin.numbers import BURN, NUMBER_OF, PLAY, RETURN_OF, REVOLT_WITH, VERBS
from games.kit.history import LAID

__all__ = ["number_of", "of_state", "of_view", "play_number", "rules_of"]

_MODE_OF_WHY: Final = {why: mode for mode, why in enumerate(WHYS)} | {"yield": WHYS.index("follow")}


def play_number(cards: Cards) -> int:
    made = makeup_of(cards)
    assert made is not None, "a set"
    return NUMBER_OF[made]


def number_of(verb: str, cards: Cards = ()) -> int:
    """The number of an action; ``KeyError`` or ``ValueError`` if it has none."""
    if verb == "return":
        return RETURN_OF[tuple(sorted(rank_of(card) for card in cards))]
    if not cards:
        return VERBS.index(verb)
    return play_number(cards) + {"play": 0, "burn": BURN - PLAY, "revolt": REVOLT_WITH - PLAY}[verb]


def _bits(seats: Iterable[int]) -> int:
    bits = 0
    for seat in seats:
        bits |= 1 << seat
    return bits


def of_state(state: State, *, told: bool = False) -> FastRound:
    """A round that goes on from a state of the rules; ``told``: it keeps its deeds from now on."""
    round_ = state.round
    fast = FastRound(
        round_.rules, [rank_counts(hand) for hand in round_.hands], round_.setting.leader, told=told, begin=False
    )
    # Not by the hands: who has just given away its last cards is still in, and gets as many back.
    fast.active = 63 & ~_bits((*round_.finished, *round_.dead, *round_.revolted))
    fast.finished, fast.dead, fast.stopped = list(round_.finished), list(round_.dead), list(round_.stopped)
    fast.revolted, fast.opened, fast.forfeited = map(_bits, (round_.revolted, round_.opened, round_.forfeited))
    fast.challenged, fast.played = _bits(round_.challenged), _bits(round_.played)
    fast.must_fours = -1 if round_.must_fours is None else round_.must_fours
    fast.blocked = list(round_.blocked)
    fast.burn_dues = [(due.giver, due.receiver, due.cards) for due in round_.burn_dues]
    fast.mode = MODES.index(mode_of(state))
    standing, trick, burn = standing_set(state), trick_of(state), burn_of(state)
    if standing is not None:
        fast.standing, fast.owner = NUMBER_OF[standing.made], standing.seat
    if trick is not None:
        fast.barred, fast.yielded = _bits(trick.barred), _bits(trick.has_yielded)
        fast.yielder = -1 if trick.yielder is None else trick.yielder
    if burn is not None:
        fast.burner, fast.victim, fast.chain = burn.burner, burn.victim, burn.chain
    match state:
        case Over():
            fast.void = state.void
            return fast
        case Buying():
            fast.asked = _bits(state.waiting)
            fast.said = [(seat, VERBS.index(verb)) for seat, verb in state.answers]
        case Declaring():
            fast.asked = _bits(state.waiting)
            fast.said = [(one.seat, number_of(one.verb, one.cards)) for one in state.answers]
            fast.tried = _try_of(state.tried)
        case Returning():
            fast.due = (state.current, *state.pending)
            fast.given = tuple(rank_of(card) for card in state.given)
        case BurnOffer():
            fast.waiting, fast.duel_follows = state.waiting, state.duel_follows
        case _:
            pass
    fast.turn = (fast.asked & -fast.asked).bit_length() - 1 if isinstance(state, Buying | Declaring) else state.turn
    return fast


def _try_of(tried: Hidden | None) -> tuple[int, int] | None:
    return None if tried is None else (tried.seat, play_number(tried.cards))


@lru_cache(maxsize=32)
def _rules(items: tuple[tuple[str, object], ...]) -> HouseRules:
    return house_rules(dict(items))  # type: ignore[arg-type]  # values of options


def rules_of(options: Options) -> HouseRules:
    """Read options as typed house rules, remembered."""
    return _rules(tuple(options.items()))


def of_view(view: GouJiView, hands: Sequence[Sequence[int]] | None = None) -> FastRound:
    """A round that goes on from where a seat is asked during the play, as it sees it. ``hands``, counted by
    rank, are a guess of all of them; without it the other hands are empty but for their sizes (``left``), which is
    enough to ask what the seat itself may do. If the guess is right, nothing tells the round from one that was played
    from its deal."""
    me = view.viewer
    assert me is not None
    assert view.hand is not None
    public, own = view.public, rank_counts(view.hand)
    why = next((entry.why for entry in view.awaited if entry.seat == me), None)
    assert why is not None, "whoever is asked nothing has nothing to choose"
    shown = [[0] * 15 for _ in range(SEATS)] if hands is None else [list(hand) for hand in hands]
    shown[me] = list(own)
    fast = FastRound(rules_of(view.options), shown, public.leader, begin=False)
    fast.left = list(public.counts)
    fast.finished, fast.dead = list(public.finished), list(public.dead)
    fast.revolted, fast.opened, fast.forfeited = map(_bits, (public.revolted, public.opened, public.forfeited))
    fast.challenged = _bits(public.challenged)
    fast.active = _bits(seat for seat in range(SEATS) if public.counts[seat])
    fast.active &= ~(_bits(public.dead) | fast.revolted)
    fast.barred = _bits(public.passed)
    fast.yielder = -1 if public.yielded is None else public.yielded
    fast.mode, fast.turn = _MODE_OF_WHY[why], me
    if public.standing is not None:
        fast.standing, fast.owner = play_number(public.standing.cards), public.standing.seat
        fast.yielded = _bits(act.seat for act in view.acts if act.verb == "yield" and act.trick == view.trick)
    chains = _hear(fast, [act for act in view.acts if act.verb in LAID])
    if public.burner is not None and public.victim is not None:
        fast.burner, fast.victim, fast.chain = public.burner, public.victim, chains[public.burner]
    fast.must_fours = me if view.own.fours_due else -1
    if fast.mode == OFFER:
        fast.waiting = tuple(seat for seat in fast.may_be_asked()[1:] if seat != me)
        fast.duel_follows = fast.burner < 0 and fast.rules.burn_window == "before"
    return fast


def _hear(fast: FastRound, laid: Sequence[Act]) -> Mapping[int, int]:
    """Take from the sets that were laid what no fact says: who has played, whose last set was beaten while only 3s were left,
    what has come of burns. Return the place of each burner in its chain, from 1."""
    owner = burner = -1
    victims: dict[int, int] = {}
    chains: dict[int, int] = {}
    for at, act in enumerate(laid):
        if act.verb == "burn":
            victims[act.seat], chains[act.seat] = owner, chains[owner] + 1 if owner == burner else 1
            burner = act.seat
        elif act.lead and act.seat != burner:
            burner = -1
        elif not act.lead and owner == burner:
            fast.stopped.append(act.seat)
            burner = -1
        if not act.lead and not fast.revolted >> owner & 1 and _had_threes_only(fast, owner, laid[at:]):
            fast.blocked.append((owner, act.seat))
        owner = act.seat
    fast.played = _bits(act.seat for act in laid)
    fast.burn_dues = [(victims[seat], seat, 2 ** (chains[seat] - 1)) for seat in fast.finished if seat in victims]
    return chains


def _had_threes_only(fast: FastRound, seat: int, later: Sequence[Act]) -> bool:
    """Whether a seat was left with its 3s before these sets: they leave a hand all at once, or not at all."""
    following = next((act for act in later if act.seat == seat), None)
    if following is not None:
        return following.kind == Kind.THREES.value
    return 0 < fast.left[seat] == fast.hands[seat][THREE]
