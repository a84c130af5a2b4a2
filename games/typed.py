"""What people type in a chat on a phone: ``77``, ``10 10``, ``♠7 ♥7``, ``777+小王``, ``让``, ``don't burn``, ``顺子 3–7``.

Where a form means different things to different people it asks instead of guessing. What comes out is a ``Said``, as
from the strict notation, with suits that were left out still open."""

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from games import GAMES
from games.base.actions import Pattern, Said
from games.base.cards import RANKS
from games.base.errors import NotationError
from games.base.notation import patterns_text
from games.base.words import ALIKE, BID, COMMON_KINDS, FEWEST, LOWEST, PARTICLES, PASS, PLAY, begins_with
from games.contract import Notation

__all__ = ["SAMPLES", "SUITLESS", "Typed", "typed"]

_TYPED_EXAMPLE: Final = "7 7 7 3"
SAMPLES: Final = frozenset({_TYPED_EXAMPLE, "♠7 ♥7", "bid 2", "pass"})
"""Examples of a ``NotationError`` that show the form only; whoever knows the game and the moment can show a better one."""
SUITLESS: Final = frozenset({"小王 大王", "♠J 小王"})
"""Examples with cards without a suit, which a pack may not have."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What somebody typed. ``needs_confirmation``: a lone ``x`` or ``X``, which a phone's keyboard may have changed
    from one joker to the other; it is echoed in words and counts only when confirmed. ``why``: the question that the verb's word
    answers, ``""`` if it may be said at any time.

    ``others``: what else it may be, where a joker was named without its size. ``word``: the name of a combination, or of the
    lowest play, which was typed in place of cards; ``kinds`` are those that the game calls so. ``meant_as``: what the cards count
    as, where a button's sign behind them says that others stand for some of them (``straight 8–Q ★``)."""

    said: Said
    needs_confirmation: bool = False
    why: str = ""
    others: tuple[Said, ...] = ()
    word: str = ""
    kinds: tuple[str, ...] = ()
    meant_as: tuple[Pattern, ...] = ()


_STANDS: Final = ("★", "🃏")  # Signs behind cards on a button: wild cards stand for some of them
_SIGNS: Final = frozenset("♠♥♦♣♤♡♢♧❤🃏")  # Signs that are cards; all others adorn
_LONGEST: Final = 400  # Characters; the longest play of six packs, with suits and separators, is shorter
_SIMPLIFIED: Final = str.maketrans(
    "過紅塊對個張帶兩鉤鈎槍凱當為雙彈順飛機單連搶炸", "过红块对个张带两钩钩枪凯当为双弹顺飞机单连抢炸"
)
_DO: Final = re.compile(r"(?:do\s+|做\s*)(?=\S)", re.IGNORECASE)
_BID: Final = re.compile(
    r"(?:bid\s*|叫\s*)([+-]?[0-9]{1,9}|[一二两三]|one|two|three)\s*分?|([0-9]{1,3}|[一二两三])\s*分"
)
_ALONE: Final = re.compile("[0-9]{1,3}|[一二两三]|one|two|three")
_NUMBER: Final = {
    "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "one": 1, "two": 2,
    "three": 3,
}  # fmt: skip

# Private-use letters stand for jokers that were written as words, so that they are never taken for a typed x or X; and for the
# sign of a plural, whose number is not said.
_SMALL, _BIG, _EITHER, _MANY = "\ue000", "\ue001", "\ue002", "\ue003"
_ANY_JOKER: Final = -1  # The rank of a joker of either size, as long as it is open


def _word(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{words})(?![a-z])", re.IGNORECASE)


_WORDS: Final = (
    (re.compile("大小王"), f" {_SMALL} {_BIG} "),
    (re.compile("双王|对王|两王|一对王"), f" {_EITHER} {_EITHER} "),
    (re.compile("大王|大鬼"), f" {_BIG} "),
    (re.compile("小王|小鬼"), f" {_SMALL} "),
    (re.compile("王|鬼|🃏"), f" {_EITHER} "),
    (re.compile("黑桃|♤"), "♠"),
    (re.compile("红桃|红心|♡|❤"), "♥"),
    (re.compile("方块|方片|♢"), "♦"),
    (re.compile("梅花|草花|♧"), "♣"),
    (re.compile("老(?=[Kk])"), ""),
    (_word("big"), f" {_BIG} "),
    (_word("small"), f" {_SMALL} "),
    (_word("the|and|with|plus"), " "),
)
_NAMES: Final = (
    (re.compile("🃏\\s*(?=[大小]王|big|small)()", re.IGNORECASE), ""),
    (_word("both jokers()"), f" {_SMALL} {_BIG} "),
    (_word("(?:(?:big|red|colou?r(?:ed)?)[ _-]?joker)(s?)"), _BIG),
    (_word("(?:(?:small|little|black)[ _-]?joker)(s?)"), _SMALL),
    (_word(r"joker(s?)(?!\s*bomb)"), _EITHER),
    *((_word(f"{name}(s?)"), name[0].upper()) for name in ("jack", "queen", "king", "ace")),
)
"""English names of single cards."""
_ARTICLE: Final = re.compile(r"^(?:the|my|an?)\s+|\(.*\)$")
_LOWEST_ARE: Final = re.compile(rf"^(?:{'|'.join(sorted(LOWEST, key=len, reverse=True))})\s*:?\s*(?=\S)")
_COUNTER: Final = re.compile("^(?:one |一[个手副把条]|[个手副把])")
"""What may stand before the name of a combination, and what a button adds to it."""
_AS: Final = re.compile("当作|当成|作为|当")
_RANK_OF: Final = (
    {letter: rank for rank, letter in enumerate(RANKS)}
    | {letter.lower(): rank for rank, letter in enumerate(RANKS[:13])}
    | dict(zip("三四五六七八九十钩圈凯尖二", range(13), strict=True))
    | {"勾": 8, "枪": 11, _SMALL: 13, _BIG: 14, _EITHER: _ANY_JOKER}
)
_SUIT_OF: Final = {letter: at for letters in ("shdc", "SHDC", "♠♥♦♣") for at, letter in enumerate(letters)}
_RANK: Final = "10|[2-9TtJjQqKkAa三四五六七八九十钩勾圈凯尖枪二]"
_PAIR: Final = re.compile(rf"一?对\s*({_RANK}|[{_SMALL}{_BIG}{_EITHER}])")
_SEVERAL: Final = re.compile(
    rf"(1[0-6]|[1-9]|十?[一二两三四五六七八九]|十)\s*[个张]\s*({_RANK}|[{_SMALL}{_BIG}{_EITHER}])"
)
_COUNTED: Final = (
    "single", "pair", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen",
)  # fmt: skip
_SPOKEN: Final = re.compile(
    rf"(?<![a-z])({'|'.join(_COUNTED)}|two)(?: of)?\s+🃏?\s*({_RANK}|[{_SMALL}{_BIG}{_EITHER}])(?:'?s|{_MANY})?(?![a-z0-9×*])",
    re.IGNORECASE,
)
_TIMES: Final = re.compile(rf"({_RANK}|[{_SMALL}{_BIG}{_EITHER}])\s*[×*]\s*([1-9][0-9]?)(?![0-9])")
_DASH: Final = re.compile(r"\s*(?:-|–|—|~|到|至)\s*")
_RANGE: Final = re.compile(rf"([♠♥♦♣]?)(?:((?:{_RANK})+))-(?:((?:{_RANK})+))")
_COUNT_OR_RANK: Final = re.compile("([二三四五六七八])([2-9TtJjQqKkAa钩勾圈凯尖枪])")
_UNCOUNTED: Final = re.compile(f"(.){_MANY}")
_SEPARATORS: Final = re.compile(r"[\s,+;/&.·、带和加跟\-–—]+")
_ASK_RANK: Final = "10 J Q K A"
_ASK_JOKER: Final = "小王 大王"
_ASKED: Final = dict.fromkeys("01oOiIlL", _ASK_RANK) | dict.fromkeys("bBrRwW", _ASK_JOKER)


def typed(text: str, game: Notation[Any] | None = None, why: str = "") -> Typed:
    """What somebody typed in a chat: a verb in their own words, or cards alone, which are a play. ``game`` is
    the one at hand, ``why`` the question that is open to the sender. Forms that other systems use for different cards
    (``0``, ``1``, ``B``, ``SJ`` …) are asked about: ``NotationError`` with an example."""
    plain = _visible(text).strip().rstrip("!。.~")
    plain = _DO.sub("", plain.removeprefix("/").strip())
    if not plain or len(plain) > _LONGEST:
        raise NotationError(text, plain[:40], _TYPED_EXAMPLE)
    words, known = (PLAY, PASS, *BID) if game is None else game.words, _vocabulary(*_named_by(game))
    said = begins_with(plain, words, why) or begins_with(plain, (PASS,))
    if said is not None and said[0].verb == "play" and (inner := begins_with(said[1], words, why)) is not None:
        said = inner  # /play with a verb of the game after it
    if (named := known.named(plain)) is not None:
        return replace(named, said=Said("play"))
    if said is not None and said[0].verb == "pass":
        if said[1]:
            raise NotationError(text, said[1], "pass")
        return Typed(Said("pass"), why=said[0].why)
    if said is not None and said[0].verb == "bid":
        plain = f"bid {said[1]}".strip()
    elif why == "bid" and _ALONE.fullmatch(plain.lower()):
        plain = f"bid {plain}"
    if (bid := _BID.fullmatch(plain.lower())) is not None:
        number = bid[1] or bid[2]
        return Typed(Said("bid", number=_NUMBER.get(number) or int(number)))
    if plain.lower() in ("bid", "叫", "叫分") and why not in ("", "bid"):
        return Typed(Said("bid"))
    if plain.lower().startswith(("bid", "叫")):
        raise NotationError(text, plain.removeprefix("叫").removeprefix("bid").strip(), "bid 2")
    verb, rest = ("play", plain) if said is None else (said[0].verb, said[1])
    if (named := known.named(rest)) is not None:
        return replace(named, said=Said(verb))
    try:
        cards, reading, letters = _typed_cards(text, known.in_letters(rest), known)
    except NotationError:
        if (named := known.named(rest, known=False)) is None:
            raise
        return replace(named, said=Said(verb))
    first, *others = [Said(verb, sized, reading=reading) for sized in _sized(cards)]
    made = Typed(first, _is_doubtful(verb, cards, letters=letters), "" if said is None else said[0].why, tuple(others))
    if not text.rstrip().endswith(_STANDS):
        return made
    named_so = tuple(card for card in cards if card.rank != _ANY_JOKER)
    return replace(made, kinds=known.kinds_before(rest), meant_as=named_so)


def _sized(cards: tuple[Pattern, ...]) -> list[tuple[Pattern, ...]]:
    """The cards with their open jokers small or big: of two first one of each."""
    at = [place for place, card in enumerate(cards) if card.rank == _ANY_JOKER]
    found = []
    for big in sorted(range(len(at) + 1), key=lambda big: abs(2 * big - len(at))):
        sizes = dict(zip(at, [13] * (len(at) - big) + [14] * big, strict=True))
        found.append(tuple(Pattern(sizes[place]) if place in sizes else card for place, card in enumerate(cards)))
    return found


_Names = tuple[tuple[str, tuple[str, ...]], ...]
_FEW: Final = 4  # Cards that a combination has at least, unless its kind is one that several games have
_OPEN: Final = re.compile(r"^[0-9]|\{n\}")  # Names that are no words by themselves: ``3+2``, ``bomb of {n}``
_COUNTS: Final = re.compile("[一三]张|一对")  # Names that are numbers of cards too
_TWICE: Final = "|".join(letter * 2 for letter in "23456789JQKA")


def _as_pattern(name: str) -> str:
    """The name of a combination as buttons write it before the cards; ``{n}`` is any number. One that can be cards itself
    counts as a name only where cards follow that are more than these."""
    plain = re.escape(name).replace(r"\{n\}", "[0-9]+").replace(r"\ ", r"\s*")
    if name[0].isdigit():
        return rf"{plain}(?=\s+\S+\+)"
    return rf"{plain}(?=\s+(?:{_TWICE}|10×))" if _COUNTS.fullmatch(name) else plain


class _Vocabulary:
    """What one game calls its cards and combinations."""

    def __init__(self, kinds: _Names, called: _Names) -> None:
        by_least = sorted(COMMON_KINDS.items(), key=lambda entry: FEWEST.get(entry[0], _FEW))
        self._fewest = {name: FEWEST.get(kind, _FEW) for kind, names in by_least for name in names}
        for game in GAMES.values():
            own = {name: game.fewest.get(kind, _FEW) for kind, names in game.kinds.items() for name in names}
            self._fewest = own | self._fewest
        self._kinds: dict[str, tuple[str, ...]] = {name: () for name in self._fewest if not _OPEN.search(name)}
        for kind, names in kinds:
            for name in names:
                self._kinds[name] = (*self._kinds.get(name, ()), str(kind))
        before = "|".join(map(_as_pattern, sorted(self._fewest, key=len, reverse=True)))
        self._before = re.compile(rf"(?:{before})(?:(?<=[一-龥])|s?(?![a-z]))[:\s]*(?=\S)", re.IGNORECASE)
        self._called = [
            (_word(f"{re.escape(name)}(s?)") if name.isascii() else re.compile(f"{name}()"), _as_typed(cards))
            for name, (cards,) in sorted(called, key=lambda entry: -len(entry[0]))
        ]

    def named(self, text: str, *, known: bool = True) -> Typed | None:
        """The combination, or the lowest play, that a text names without any cards; ``None`` if it names none.
        ``known``: only such as this game has."""
        plain = " ".join(_ARTICLE.sub("", text.lower()).rstrip(PARTICLES).split())
        if plain in LOWEST:
            return Typed(Said("play"), word="lowest")
        if plain not in self._kinds:
            plain = _COUNTER.sub("", plain).removesuffix("s")
        kinds = self._kinds.get(plain)
        return (
            Typed(Said("play"), word=plain, kinds=kinds or ()) if kinds or (kinds is not None and not known) else None
        )

    def kinds_before(self, text: str) -> tuple[str, ...]:
        low = text.lower()
        longest = max((name for name in self._kinds if low.startswith(name)), key=len, default="")
        return self._kinds.get(longest, ())

    def cards_after(self, text: str) -> tuple[int, bool, str]:
        """What stands behind the name of a combination, which says it all by itself; how many cards that has at least, and
        whether they are of one rank. 0: none is named."""
        found = self._before.match(text)
        if found is None:
            return 0, False, text
        name = found[0].strip(": ").lower()
        name = name if name in self._fewest else name.removesuffix("s")
        alike = any(name in COMMON_KINDS[kind] for kind in ALIKE)
        return self._fewest.get(name, 1), alike, text[found.end() :]

    def in_letters(self, text: str) -> str:
        """A text with what the game calls its cards in letters."""
        text = _LOWEST_ARE.sub("", text)
        for pattern, cards in self._called:
            text = pattern.sub(lambda found, cards=cards: f" {cards}{_MANY if found[1] else ''} ", text)  # type: ignore[misc]
        return text


def _named_by(game: Notation[Any] | None) -> tuple[_Names, _Names]:
    """What a game calls its kinds of play and its cards, as values."""
    if game is None:
        return tuple(COMMON_KINDS.items()), ()
    return tuple(game.kinds.items()), tuple((name, (cards,)) for name, cards in game.called.items())


_vocabulary = lru_cache(maxsize=64)(_Vocabulary)


def _as_typed(cards: str) -> str:
    """Write cards of the notation so that they are never taken for letters that somebody typed."""
    return " ".join({"x": _SMALL, "X": _BIG, "?": _EITHER}.get(card, card) for card in cards.split())


def _is_doubtful(verb: str, cards: tuple[Pattern, ...], *, letters: bool) -> bool:
    """Whether the case of a lone joker's letter decides what is done. A tribute is the highest card in any case."""
    return len(cards) == 1 and letters and verb != "tribute"


def _visible(text: str) -> str:
    """What a reader sees, in plain letters and simplified characters: without zero-width and private-use
    characters and marks of direction, without the selectors and key caps that make emoji of suits and digits."""
    plain = unicodedata.normalize("NFKC", text.replace("🔟", "10"))
    plain = "".join(
        letter
        for letter in plain
        if unicodedata.category(letter) not in {"Cf", "Co", "Me"} and not "\ufe00" <= letter <= "\ufe0f"
    )
    plain = plain.translate(_SIMPLIFIED)
    return "".join(letter for letter in plain if unicodedata.category(letter) != "So" or letter in _SIGNS)


def _typed_cards(text: str, plain: str, known: _Vocabulary) -> tuple[tuple[Pattern, ...], str | None, bool]:
    """Return the cards, what stands after ``as``, and whether a joker among the cards was typed as a letter."""
    words = _AS.sub(" as ", plain).split()
    # ``as`` is a word only between two lists: at either end, or with a capital, it is the ace of spades.
    at = next((at for at in range(1, len(words) - 1) if words[at] == "as"), None)
    reading = None if at is None else _typed_reading(" ".join(words[at + 1 :]))
    chosen = " ".join(words if at is None else words[:at])
    for name, letter in _NAMES:
        chosen = name.sub(lambda found, letter=letter: f"{letter}{_MANY if found[1] else ''}", chosen)  # type: ignore[misc]
    chosen = _SPOKEN.sub(_spoken, chosen)
    if (many := _UNCOUNTED.search(chosen)) is not None:  # jacks: how many of them is not said
        letter = many[1]
        raise NotationError(text, text.strip(), f"{letter} {letter}" if letter in RANKS else _ASK_JOKER)
    fewest, alike, chosen = known.cards_after(chosen)
    for pattern, instead in _WORDS:
        chosen = pattern.sub(instead, chosen)
    cards = _tokens(text, chosen)
    if alike and len(cards) == 1 and cards[0].suit is None:  # ``pair 7`` is two sevens, never one
        cards = cards * fewest
    if len(cards) < fewest:
        raise NotationError(text, text.strip(), _TYPED_EXAMPLE)
    return cards, reading, "x" in chosen or "X" in chosen


def _typed_reading(plain: str) -> str:
    """Cards in notation if they are cards, else the name of a kind as it stands."""
    if plain.isascii():
        try:
            return patterns_text(_sized(_tokens(plain, plain))[0])
        except NotationError:
            return plain.lower().replace(" ", "_").replace("-", "_")
    return plain.replace(" ", "")


def _tokens(text: str, plain: str) -> tuple[Pattern, ...]:
    plain = _SEVERAL.sub(lambda m: f" {f'{m[2]} ' * _counted(m[1])}", plain)
    plain = _PAIR.sub(r" \1 \1 ", plain)
    plain = _TIMES.sub(lambda m: f"{m[1]}" * min(int(m[2]), 24), plain)
    plain = " ".join(_spelled(piece) for piece in re.split(r"[\s,+;/&·、带和加跟]+", _DASH.sub("-", plain)))
    return tuple(card for token in _SEPARATORS.split(plain) if token for card in _token(text, token))


def _counted(number: str) -> int:
    """Read ``4``, ``四``, ``十二``."""
    if number.isascii():
        return int(number)
    return sum(_NUMBER[digit] for digit in number)


def _spoken(found: re.Match[str]) -> str:
    """Write ``four 10s`` as ``10 10 10 10``."""
    count = found[1].lower()
    return f" {f'{found[2]} ' * (2 if count == 'two' else _COUNTED.index(count) + 1)}"


def _spelled(piece: str) -> str:
    """A run written by its ends (``3-7``, ``33-66``, ``♠5-9``) with all its ranks; anything else as it is."""
    found = _RANGE.fullmatch(piece)
    if found is None:
        return piece
    ends = [[_RANK_OF[letter] for letter in end.replace("10", "T")] for end in found.groups()[1:]]
    if len({*ends[0]}) != 1 or len({*ends[1]}) != 1 or len(ends[0]) != len(ends[1]):
        return piece
    low, high = ends[0][0], ends[1][0]
    if low > high and not (low >= 11 and high < 7):  # said downwards; A-5 and 2-6 begin below the three
        low, high = high, low
    ranks = range(low, high + 1) if low <= high else (*range(low, 13), *range(high + 1))
    return " ".join((found[1] + RANKS[rank]) * len(ends[0]) for rank in ranks)


def _token(text: str, token: str) -> list[Pattern]:
    """The cards of a piece without spaces: ``JJJ2``, ``7s7h`` and ``7♠`` (suits after ranks) or ``♠7♥7`` (before)."""
    if token.lower() == "sj":  # the jack of spades to some, the small joker to others
        raise NotationError(text, token, "♠J 小王")
    if (count := _COUNT_OR_RANK.search(token)) is not None:  # 三7: three sevens, or a three and a seven
        raise NotationError(text, token, " ".join([count[2]] * _NUMBER[count[1]]))
    letters = token.replace("10", "T")
    found: list[Pattern] = []
    if letters[0] in _SUIT_OF:  # suits come first; each belongs to one rank, and none may lack it
        for at in range(0, len(letters), 2):
            pair = letters[at : at + 2]
            if len(pair) < 2 or pair[0] not in _SUIT_OF or _RANK_OF.get(pair[1], 13) > 12:
                raise NotationError(text, token, "♠7 ♥7")
            found.append(Pattern(_RANK_OF[pair[1]], _SUIT_OF[pair[0]]))
        return found
    for letter in letters:
        if letter in _RANK_OF:
            found.append(Pattern(_RANK_OF[letter]))
        elif letter in _SUIT_OF and found[-1].suit is None and found[-1].rank < 13:
            found[-1] = Pattern(found[-1].rank, _SUIT_OF[letter])
        else:
            is_word = len(token) > 2 and token.isascii() and token.isalpha()
            raise NotationError(text, token, _TYPED_EXAMPLE if is_word else _ASKED.get(letter, _TYPED_EXAMPLE))
    if len(token) > 2 and token.isascii() and token.isalpha():  # rather a word than cards: ask, tasks
        suited = {card.suit is not None for card in found if card.rank < 13}
        if len(suited) > 1:
            raise NotationError(text, token, patterns_text(found))
    return found
