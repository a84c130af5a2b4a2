"""What a seat wants to do. Actions are values with resolved cards; events say what then happened.

Four shapes carry all six games: playing cards, passing, bidding a number, and any other verb of a rule sheet
with or without cards (``tribute``, ``return``, ``expose``, ``burn``, ``yield``, ``declare`` …). The text form is
that of the scenario notation without the seat: ``play 3s 3h``, ``play … as bomb``, ``pass``, ``bid 2``,
``return 5h``.
"""

from dataclasses import dataclass

from games.base.cards import Cards, cards_text

__all__ = ["Action", "Bid", "Do", "Pass", "Pattern", "Play", "Said", "action_text", "verb_of"]


@dataclass(frozen=True, slots=True)
class Play:
    """Play these cards. ``reading`` is what stands after ``as`` (a kind, or cards in notation), if anything."""

    cards: Cards
    reading: str | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline to beat, or decline to bid."""


@dataclass(frozen=True, slots=True)
class Bid:
    """Offer ``amount``."""

    amount: int


@dataclass(frozen=True, slots=True)
class Do:
    """Any other verb of a rule sheet, with the cards it concerns."""

    verb: str
    cards: Cards = ()


Action = Play | Pass | Bid | Do


@dataclass(frozen=True, slots=True)
class Pattern:
    """A card as somebody wrote it: a rank (0…14) and a suit (0…3), or no suit (``None``): any that is held."""

    rank: int
    suit: int | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """An action as somebody wrote it, before the hand is looked at: open suits are still open."""

    verb: str
    cards: tuple[Pattern, ...] = ()
    number: int | None = None
    reading: str | None = None


def action_text(action: Action) -> str:
    """The notation of an action, exact to the card; ``notation.read_action`` turns it back into an equal action.

    >>> from games.base.notation import read_exact
    >>> action_text(Play(read_exact("8s 8d 2h"), "8 8 8"))
    'play 8s 8d 2h as 8 8 8'
    >>> action_text(Do("return", read_exact("5h")))
    'return 5h'
    """
    match action:
        case Play(cards, reading):
            return f"play {cards_text(cards)}" + (f" as {reading}" if reading else "")
        case Pass():
            return "pass"
        case Bid(amount):
            return f"bid {amount}"
        case Do(verb, cards):
            return f"{verb} {cards_text(cards)}".rstrip()


def verb_of(action: Action) -> str:
    """The word for what is done: ``play``, ``pass``, ``bid``, or the game's own verb."""
    match action:
        case Play():
            return "play"
        case Pass():
            return "pass"
        case Bid():
            return "bid"
        case Do(verb, _):
            return verb
