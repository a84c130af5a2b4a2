"""The shape of all JSON that goes to the page and comes from it, but for commands that are said field by field.

``python scripts/describe_messages.py`` writes them down for the page's own types and as a JSON schema."""

from typing import Literal, NotRequired, TypedDict

__all__ = [
    "AcceptJson", "AckJson", "ActJson", "AwaitedJson", "ButtonJson", "CurveJson", "ErrorJson", "FairnessJson",
    "FrameHandJson", "FrameJson", "GameJson", "HandJson", "HeldJson", "HelloJson", "HintJson", "HistoryJson", "LessonJson",
    "LessonLineJson", "LinkJson", "MarkJson", "MatchJson", "MotionJson", "NewJson", "NoTableJson", "NoteJson", "OfferJson",
    "OptionJson",
    "OptionValueJson", "OwnWords", "PanelJson", "PhraseJson", "PickJson", "PictureJson", "PieceJson", "PileJson",
    "PlayedJson", "PlayerJson", "PresetJson", "PressJson", "RaceJson", "ReadingJson", "RecognisedJson",
    "ReplayJson", "ResultJson", "ReviewJson", "RingJson", "SceneJson", "ScreenJson", "SeatJson", "SideJson", "SpanJson",
    "StandingJson", "SummaryJson", "TableFactsJson", "TableJson", "TablesJson", "TermJson", "ToPage", "TrickJson",
    "ViewJson", "WatchJson", "WelcomeJson",
]  # fmt: skip


class SpanJson(TypedDict):
    """A part of a line with its style."""

    text: str
    style: str


class LinkJson(TypedDict):
    """What can be pressed beside a sentence; ``data`` is said back with ``press``."""

    label: str
    data: str | None
    key: str


class ButtonJson(LinkJson):
    """A button of a screen: ``url`` leads somewhere else."""

    style: str
    url: str


class PictureJson(TypedDict):
    """A drawing as an address that holds it."""

    source: str
    alt: str


class ScreenJson(TypedDict):
    """A dialog."""

    title: str
    lines: list[list[SpanJson]]
    rows: list[list[ButtonJson]]
    picture: NotRequired[PictureJson | None]
    curves: NotRequired[list["CurveJson"]]


class OfferJson(TypedDict):
    """A suggestion: ``data`` is said with ``press``."""

    kind: str
    ranks: str
    verb: str
    cards: list[str]
    number: int | None
    label: str
    data: str


class AsideJson(TypedDict):
    """What else can be pressed: ``key`` is the code of its texts, ``data`` is said with ``press``."""

    key: str
    data: str


class HintJson(OfferJson):
    """The suggestion of a hint: what it is worth, what else is good and its worth, and why; each may be ``""`` or empty."""

    figure: str
    others: list[str]
    reason: str


class ReadingJson(TypedDict):
    """One way to take cards: ``text`` is what would be said, in the notation."""

    text: str
    label: str


class RecognisedJson(TypedDict):
    """What the picked cards would be played as."""

    kind: str | None
    label: str
    legal: bool
    others: list[ReadingJson]


_Pass = TypedDict("_Pass", {"pass": str | None})


class PanelJson(_Pass):
    """What a seated person is asked."""

    decision: str
    my_turn: bool
    one_card: bool
    passes: bool
    why: str
    why_text: str
    pass_label: str
    advance_label: str
    play_word: str
    offers: list[OfferJson]
    picked: list[str]
    recognised: RecognisedJson | None
    advance: str | None
    advance_on: bool
    hint: str | None
    aside: list[AsideJson]
    hinted: HintJson | None


class HeldJson(TypedDict):
    """Cards in a hand, and how they are ordered."""

    cards: list[str]
    suited: bool
    suits_matter: bool
    suits: str
    order: list[str]
    high: str | None
    wild: list[str]


class HandJson(HeldJson):
    """A seat's hand, how it is ordered, and its panel, for its own person."""

    t: Literal["hand"]
    room: str
    version: int
    table: int
    seat: int
    stacked: bool
    panel: PanelJson | None
    seconds: int | None
    reminder: bool
    notice: str
    earned: list[str]


class PieceJson(TypedDict):
    """A piece of a text, perhaps a term that can be looked up."""

    text: str
    term: str
    strong: bool


class TermJson(TypedDict):
    """A word of a game, in all forms in which the table may say it."""

    code: str
    words: list[str]


class LessonLineJson(TypedDict):
    """A lesson in the list, and how far the reader has come."""

    game: str
    name: str
    about: str
    done: int
    steps: int
    progress: str


class StandingJson(TypedDict):
    """A play on the table: ``name`` its kind; a won trick's says by whom it was made."""

    seat: int
    cards: list[str]
    text: str
    name: NotRequired[str]
    text_by: NotRequired[str]


class AwaitedJson(TypedDict):
    """Who is asked, and what."""

    seat: int
    why: str
    text: str
    mine: str


class SeatJson(TypedDict):
    """What everybody may see of a seat in a round."""

    seat: int
    count: int
    place: int | None
    team: int | None
    role: str
    role_art: str
    role_name: str
    marks: list[str]
    relation: str
    answered: bool
    beside: str
    shown: list[str]


class PileJson(TypedDict):
    """Cards that lie aside, open or not."""

    name: str
    label: str
    count: int
    cards: list[str] | None
    text: str


class ActJson(TypedDict):
    """A public deed."""

    seat: int
    verb: str
    cards: list[str]
    name: str
    text: str
    auto: bool
    trick: int
    impact: str


class SceneJson(TypedDict):
    """How a round stands, as everybody may see it."""

    phase: str
    trick: int
    shown_trick: int
    stake: str
    wild: list[str]
    notes: list[str]
    awaited: list[AwaitedJson]
    seats: list[SeatJson]
    standing: StandingJson | None
    last: StandingJson | None
    piles: list[PileJson]


class ViewJson(SceneJson):
    """What everybody may see of a round."""

    acts: list[ActJson]


class TableFactsJson(TypedDict):
    """A table itself, whatever is played."""

    id: int
    game: str
    name: str
    heading: str
    preset_name: str
    preset_about: str
    clock: int | None
    clock_word: str
    state: str
    round: int
    round_word: str
    match: int | None
    suited: bool
    levels: bool
    parked: bool


class PlayerJson(TypedDict):
    """Who holds a seat."""

    seat: int
    kind: str
    name: str
    bare: str
    level: str
    away: bool
    stand_in: bool
    ready: bool
    host: bool
    me: bool


class TrickJson(TypedDict):
    """A play of the last trick."""

    seat: int
    name: str
    cards: list[str]
    text: str
    won: bool
    alone: bool


class SideJson(TypedDict):
    """Those who won or lost together."""

    name: str
    won: bool
    seats: list[int]


class ResultJson(TypedDict):
    """How a round ended."""

    title: str
    void: bool
    mine: int | None
    names: list[str]
    points: list[int]
    won: list[int]
    roles: list[str]
    role_names: list[str]
    role_arts: list[str]
    winner: list[int] | None
    match_line: str
    lines: list[str]
    trick: list[TrickJson]
    left: dict[str, list[str]]
    sides: list[SideJson]


class FairnessJson(TypedDict):
    """What the table has promised of its deals."""

    lines: list[list[SpanJson]]
    open: bool
    checks: str
    check_label: str
    hint: str
    button: str


class MotionJson(TypedDict):
    """What is put to the vote."""

    kind: str
    text: str


class RaceJson(TypedDict):
    """How far a side has come in a match about levels."""

    team: str
    levels: str
    part: float


class TableJson(TypedDict):
    """A table for one reader; ``seat`` is the reader's own, ``teams`` say before the first deal who will play with whom."""

    t: Literal["table"]
    room: str
    version: int
    seat: int | None
    host: bool
    table: TableFactsJson
    warnings: list[str]
    elsewhere: str
    players: list[PlayerJson]
    teams: list[int]
    view: ViewJson | None
    news: list[str]
    result: ResultJson | None
    totals: list[int]
    waits: str
    draws: str
    race: list[RaceJson]
    seconds: dict[str, int]
    motion: MotionJson | None
    fairness: FairnessJson | None


class LessonJson(TypedDict):
    """A step of a lesson, its position as a table with a hand. ``ready``: one may go on. ``verb``: what cards are for."""

    game: str
    name: str
    step: int
    steps: int
    done: int
    rule: str
    place: str
    text: list[list[PieceJson]]
    ask: list[PieceJson]
    outcome: str
    told: list[list[PieceJson]]
    events: list[str]
    tally: str
    ready: bool
    table: TableJson
    hand: HandJson
    verb: str


class SummaryJson(TypedDict):
    """One's table in the lobby's list."""

    room: str
    channel: str
    heading: str
    about: str
    my_turn: bool


class OptionValueJson(TypedDict):
    """A value that a house rule may have."""

    value: str
    label: str


class OptionJson(TypedDict):
    """A house rule."""

    name: str
    label: str
    about: str
    default: str | int | bool | list[str] | None
    type: Literal["choice", "flag", "number", "list", "text"]
    values: NotRequired[list[OptionValueJson]]
    low: NotRequired[int]
    high: NotRequired[int]
    allowed: NotRequired[str]


class PresetJson(TypedDict):
    """A set of house rules with a name."""

    key: str
    name: str
    about: str
    options: dict[str, str | int | bool | list[str] | None]


class LevelJson(TypedDict):
    """A level of AI players, and what they do."""

    key: str
    name: str
    about: str


class GameJson(TypedDict):
    """A game in the lobby."""

    key: str
    name: str
    about: str
    seats: list[int]
    time: str
    minutes: int
    difficulty: int
    start: bool
    picture: str
    lesson: bool
    terms: list[TermJson]
    levels: list[LevelJson]
    presets: list[PresetJson]
    options: list[OptionJson]


class FrameHandJson(TypedDict):
    """A hand at a moment of a finished round."""

    cards: list[str]
    text: str


class FrameJson(TypedDict):
    """A moment of a finished round; ``hands`` are those that differ from the moment before."""

    seat: int | None
    words: list[str]
    about: str
    upto: int
    hands: dict[str, FrameHandJson]
    scene: SceneJson


class ReplayJson(TypedDict):
    """A finished round. ``link``: its name for who is told it, empty where ``mine`` may not share it."""

    id: str
    link: str
    game: str
    heading: str
    warning: str
    step: int
    mine: int | None
    players: list[PlayerJson]
    points: list[int]
    tricks: list[int]
    acts: list[ActJson]
    record: str
    reviewable: bool
    reviewed: bool
    hand: HeldJson
    stacked: bool
    levels: bool
    frames: list[FrameJson]


class PlayedJson(TypedDict):
    """A finished round of a match, and what the reader got out of it."""

    id: str
    number: int
    points: int | None


class MatchJson(TypedDict):
    """A match in the list; ``at``: when it began, in seconds; ``points``: none where no score was kept."""

    id: str
    game: str
    name: str
    status: str
    open: bool
    at: float
    mine: int | None
    players: list[PlayerJson]
    points: list[int]
    won: list[int]
    race: list[RaceJson]
    rounds: list[PlayedJson]


class HistoryJson(TypedDict):
    """A page of the list of matches, newest first."""

    page: int
    more: bool
    matches: list[MatchJson]


class CurveJson(TypedDict):
    """A number that changes: what it is, and where it stood: after how many rounds, how high, how far it may be off."""

    title: str
    course: list[list[int]]


class MarkJson(TypedDict):
    """What a decision was judged to be; ``done`` and ``best``: the cards of what was done and of what was best."""

    step: int
    seat: int
    done: list[str]
    best: list[str]
    grade: str
    title: str
    words: list[str]


class ReviewJson(TypedDict):
    """How far a review is, or (with its round) what it found."""

    id: str
    done: NotRequired[int]
    total: NotRequired[int]
    scores: NotRequired[list[list[str]]]
    marks: NotRequired[list[MarkJson]]
    moments: NotRequired[list[int]]


class FileJson(TypedDict):
    """A file for the browser to keep."""

    name: str
    text: str


class AckJson(TypedDict):
    """The acknowledgement of a request, with what is to be shown of its answer."""

    t: Literal["ack"]
    id: str
    ok: bool
    room: NotRequired[str]
    toast: NotRequired[str]
    links: NotRequired[list[LinkJson]]
    screen: NotRequired[ScreenJson]
    replay: NotRequired[ReplayJson]
    review: NotRequired[ReviewJson]
    history: NotRequired[HistoryJson]
    lesson: NotRequired[LessonJson]
    lessons: NotRequired[list[LessonLineJson]]
    invitation: NotRequired[str]
    ways: NotRequired[list[str]]
    file: NotRequired[FileJson]
    ring: NotRequired[str]


class YouJson(TypedDict):
    """Who the page speaks for; ``proved``: an account of a chat."""

    name: str
    platform: str
    proved: bool


class WelcomeJson(TypedDict):
    """The answer to a greeting."""

    t: Literal["welcome"]
    you: YouJson
    share: str
    language: str
    games: list[GameJson]
    tables: list[SummaryJson]


class TablesJson(TypedDict):
    """The tables of this person."""

    t: Literal["tables"]
    tables: list[SummaryJson]


class NoTableJson(TypedDict):
    """There is no such table for this person (any more)."""

    t: Literal["no_table"]
    room: str


class PhraseJson(TypedDict):
    """Somebody at the table says a phrase."""

    t: Literal["said"]
    room: str
    seat: int
    phrase: str


class NoteJson(TypedDict):
    """A sentence that passes by."""

    t: Literal["note"]
    text: str


class ErrorJson(TypedDict):
    """A message could not be taken."""

    t: Literal["error"]
    text: str


ToPage = AckJson | ErrorJson | HandJson | NoTableJson | NoteJson | PhraseJson | TableJson | TablesJson | WelcomeJson
"""Every message to the page."""


class HelloJson(TypedDict):
    """The greeting; ``key`` is the page's own where cookies do not travel."""

    t: Literal["hello"]
    key: NotRequired[str]
    name: str
    language: str
    room: str | None
    rooms: list[str]


class WatchJson(TypedDict):
    """Another table is shown now, or none."""

    t: Literal["watch"]
    room: str | None


class AcceptJson(TypedDict):
    """Accept an invitation."""

    t: Literal["accept"]
    code: str


class RingJson(TypedDict):
    """Tell this browser of turns while its page is closed; without an address the answer has the key (``ring``)."""

    t: Literal["ring"]
    endpoint: NotRequired[str]
    p256dh: NotRequired[str]
    auth: NotRequired[str]


class NewJson(TypedDict):
    """Open a table; ``quick``: and play at once."""

    t: Literal["new", "quick"]
    game: str
    preset: NotRequired[str]
    options: NotRequired[dict[str, str]]
    players: NotRequired[int | None]
    level: NotRequired[str]


class PickJson(TypedDict):
    """Raise so many copies of a card; without a number one more."""

    t: Literal["pick"]
    table: int
    decision: str
    card: str
    count: NotRequired[int | None]


class PressJson(TypedDict):
    """Press a button by its data."""

    t: Literal["press"]
    data: str


OwnWords = AcceptJson | HelloJson | NewJson | PickJson | PressJson | RingJson | WatchJson
"""Every message from the page that is no command field by field."""
