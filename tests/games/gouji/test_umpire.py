"""Whole matches against the umpire, a second engine written from the sheet: tributes, declarations, play, dues, totals."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from games.base.actions import Action, Bid, Do, Pass, Play
from games.base.cards import RANKS, Cards, full_pack, rank_of, ranks_text, sort_cards
from games.base.options import Options
from games.contract import Deal
from games.gouji import GAME
from tests.games.gouji.test_round import house
from tests.games.gouji.umpire_match import Match
from tests.seeds import seeds

_MATCHES = 10
_ROUNDS = 5  # In a match that does not end sooner
_WITH_A_TRY = 105
_SEEN: Counter[str] = Counter()


def text_of(action: Action) -> str:
    match action:
        case Play(cards):
            return f"play {text(cards)}"
        case Do(verb, cards):
            return f"{verb} {text(cards)}".rstrip()
        case Pass():
            return "pass"
        case Bid():
            raise AssertionError(action)


def text(cards: Cards | str) -> str:
    written = cards if isinstance(cards, str) else ranks_text(cards)
    return "".join(sorted((letter for letter in written if letter in RANKS), key=RANKS.index))


def hands_of(random: Random) -> list[Cards]:
    """Full hands now and then, else a few cards each of the ranks that matter, dealt unevenly."""
    if random.random() < 0.04:
        pack = list(full_pack(4))
        random.shuffle(pack)
        return [sort_cards(pack[seat::6]) for seat in range(6)]
    if random.random() < 0.25:
        return burning_hands(random)
    high = [*random.sample(range(2, 12), random.choice((1, 2, 3))), random.choice((10, 11))]
    dense = random.choice((0.05, 0.15, 0.3, 0.6))
    pool = [card for card in full_pack(4) if card // 4 in high and random.random() < dense]
    for rank, most in {0: 8, 1: random.choice((4, 8)), 12: random.choice((0, 4, 8)), 13: 4, 14: 4}.items():
        pool += [card for card in full_pack(4) if rank_of(card) == rank][: random.choice((most, most, most // 2))]
    random.shuffle(pool)
    hands = []
    for _ in range(6):
        size = random.choice((0, 1, 2, 3, 4, 5, 6, 7, 8)) if random.random() < 0.5 else random.randint(2, 6)
        hands.append(sort_cards([pool.pop() for _ in range(min(size, len(pool)))]))
    return hands


def burning_hands(random: Random) -> list[Cards]:
    """Next to nothing but jokers, with something for a duel: burns that succeed, counter-burns, dead seats."""
    jokers = [card for card in full_pack(4) if rank_of(card) > 12]
    small = random.sample([card for card in full_pack(4) if rank_of(card) in (0, 1, 2, 3)], 12)
    high = random.sample([card for card in full_pack(4) if rank_of(card) in (11, 12)], 8)
    random.shuffle(jokers)
    hands = []
    for seat in range(6):
        mine = [jokers.pop() for _ in range(random.choice((0, 1, 1, 2))) if jokers]
        mine += small[seat * 2 : seat * 2 + random.choice((0, 1, 1, 2))]
        hands.append(sort_cards(mine + [high.pop() for _ in range(random.choice((0, 1, 1, 2))) if high]))
    return hands


def composed(random: Random, hands: list[Cards]) -> dict[str, Any]:
    """Seats that are out, dead, revolted, open … in a position that starts in the play."""
    there = [seat for seat in range(6) if hands[seat]]
    gone = [seat for seat in range(6) if not hands[seat]]
    random.shuffle(there)
    random.shuffle(gone)
    revolted = [there.pop() for _ in range(random.choice((0, 0, 0, 1, 2))) if there]
    dead = [there.pop() for _ in range(random.choice((0, 0, 0, 1))) if there]
    more: dict[str, Any] = {"finished": gone, "revolted": sorted(revolted), "dead": dead}
    for name in ("opened", "played"):
        more[name] = sorted(random.sample(range(6), random.choice((0, 0, 1, 2))))
    bettor = random.randrange(3)
    more["challenged"] = random.choice(([], [bettor], [bettor + 3], [bettor, bettor + 3]))
    more["forfeited"] = [seat for seat in random.sample(range(6), 1) if seat not in more["opened"]]
    return more


def facts_of(state: Any) -> Iterator[tuple[str, Any]]:
    """The room's facts in the umpire's wording."""
    facts: dict[str, Any] = dict(GAME.facts(state))
    for name, value in facts.items():
        match name:
            case "due":
                yield name, sorted((due["kind"], due["from"], due["to"], due["cards"]) for due in value)
            case "standing" if value:
                yield name, {"seat": value["seat"], "cards": text(value["cards"]), "kind": value["kind"]}
            case _:
                yield name, list(value) if isinstance(value, tuple) else value


def chosen(random: Random, actions: list[str], meek: float) -> str:
    """Declarations, burns and yields more often than chance would have them; else often a play."""
    bold = [text for text in actions if text.split()[0] in ("burn", "yield", "revolt", "challenge", "buy")]
    plays = [text for text in actions if text.startswith("play")]
    tries = [text for text in bold if text.startswith("revolt ")]
    mood = random.random()
    if "pass" in actions and not bold and mood < meek:
        return "pass"
    if tries and mood < 0.3:
        return random.choice(tries)
    if plays and mood < 0.3:
        plays = sorted(plays, key=lambda text: (text[5:].count("x") + text[5:].count("X") > 1, len(text)))[:3]
    if bold and mood < (0.15 if bold[-1].startswith("revolt") else 0.7):
        return random.choice([text for text in bold if "X" not in text or random.random() < 0.2] or bold)
    if "decline" in actions and mood < 0.8:
        return "decline"
    return random.choice(plays if plays and mood < 0.85 else actions)


def play_round(random: Random, options: Options, state: Any, umpire: Match, told: list[Any]) -> Any:
    meek = random.choice((0, 0, 0.5, 0.8))
    while True:
        facts, mine = dict(facts_of(state)), umpire.facts()
        wrong = {name: (facts[name], mine[name]) for name in mine if facts[name] != mine[name]}
        assert not wrong, (wrong, told, dict(options))
        hands = [text(hand) for hand in GAME.hands(state)]
        assert hands == [text("".join(hand.elements())) for hand in umpire.hands], (told, dict(options))
        if not mine["to_act"]:
            return state
        seat = random.choice(mine["to_act"])
        _SEEN.update(str(mine[name]) for name in ("phase", "stage", "mode"))
        actions: dict[str, Action] = {text_of(action): action for action in GAME.legal(state, seat)}
        lawful = umpire.legal(seat)
        assert set(actions) == lawful, (set(actions) ^ lawful, seat, told, dict(options))
        choice = chosen(random, sorted(actions), meek)
        if mine["mode"] == "burn_offer" and umpire.burner is None and umpire.before_the_answer:
            _SEEN[f"{choice.split()[0]} before the answer"] += 1
        told.append(f"{seat}: {choice}")
        _SEEN[choice.split()[0]] += 1
        chained = umpire.chain
        state = GAME.apply(state, seat, actions[choice]).state
        umpire.act(seat, choice)
        _SEEN["counter-burn"] += umpire.chain > max(chained, 1)


def play_match(seed: str) -> None:
    random = Random(seed)
    burns = {"burn": random.random() < 0.9, "burn_needs_play": random.random() < 0.2}
    counter = {"counter_burn": random.random() < 0.7, "revolution": random.random() < 0.8}
    options = GAME.option_set.complete({**house(random), **burns, **counter})
    umpire = Match(options)
    carry: Any = {}
    for number in range(_ROUNDS):
        hands = hands_of(random)
        phase = random.choice(("tribute", "tribute", "buy", "declare", "play"))
        keys: dict[str, Any] = composed(random, hands) if phase == "play" else {}
        leader = None if number and random.random() < 0.6 else random.randrange(6)
        begun = dict(keys) if leader is None else {**keys, "leader": leader}
        if sum(1 for hand in hands if hand) < 2 or (phase != "play" and sum(1 for hand in hands if hand) < 4):
            continue
        deal = Deal(tuple(hands), keys={"phase": phase, **begun}, follows=number > 0)
        told: list[Any] = [seed, number, [text(hand) for hand in hands], phase, begun, list(umpire.dues)]
        state = GAME.start(options, deal, carry).state
        umpire.begin_round([text(hand) for hand in hands], phase, leader, **keys)
        state = play_round(random, options, state, umpire, told)
        _SEEN.update(due[0] for due in umpire.dues)
        _SEEN["redeal"] += umpire.redeal
        _SEEN["third"] += umpire.third()
        stifled = {} if umpire.redeal else umpire.stifled()
        _SEEN["stifled at the end"] += any(seat not in umpire.blocked for seat in stifled)
        _SEEN["stifled beside one blocked"] += 0 < len(set(stifled) & set(umpire.blocked)) < len(stifled)
        result = GAME.result(state)
        assert result is not None
        carry = result.carry
        if result.winner is not None:
            _SEEN["won"] += 1
            return


def test_a_second_engine_agrees_on_whole_matches_that_show_every_side_of_the_game() -> None:
    _SEEN.clear()
    for number in [*seeds(7 * _MATCHES, 17 * _MATCHES), _WITH_A_TRY]:
        play_match(f"umpire all.{number}")
    phases = {"return", "buy", "declare", "play", "first", "counter"}
    modes = {"lead", "follow", "last_chance", "duel", "burn_offer", "burn_lead", "burn_answer", "revolt_try"}
    dues = {"stifle", "point", "challenge", "burn", "sweep", "drop"}
    wanted = phases | modes | dues | {"redeal", "won", "burn", "yield", "revolt", "counter-burn", "third"}
    wanted |= {"burn before the answer", "pass before the answer", "stifled at the end", "stifled beside one blocked"}
    assert not {name for name in wanted if not _SEEN[name]}
