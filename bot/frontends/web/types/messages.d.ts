// Written by scripts/describe_messages.py from the shapes of bot/frontends/web/wire/.

declare namespace Wire {
  /** Accept an invitation. */
  interface AcceptJson {
    t: "accept";
    code: string;
  }

  /** The acknowledgement of a request, with what is to be shown of its answer. */
  interface AckJson {
    t: "ack";
    id: string;
    ok: boolean;
    room?: string;
    toast?: string;
    links?: LinkJson[];
    screen?: ScreenJson;
    replay?: ReplayJson;
    review?: ReviewJson;
    history?: HistoryJson;
    lesson?: LessonJson;
    lessons?: LessonLineJson[];
    invitation?: string;
    ways?: string[];
    file?: FileJson;
    ring?: string;
  }

  /** A public deed. */
  interface ActJson {
    seat: number;
    verb: string;
    cards: string[];
    name: string;
    text: string;
    auto: boolean;
    trick: number;
    impact: string;
  }

  /** What else can be pressed: `key` is the code of its texts, `data` is said with `press`. */
  interface AsideJson {
    key: string;
    data: string;
  }

  /** Who is asked, and what. */
  interface AwaitedJson {
    seat: number;
    why: string;
    text: string;
    mine: string;
  }

  /** A button of a screen: `url` leads somewhere else. */
  interface ButtonJson {
    label: string;
    data: string | null;
    key: string;
    style: string;
    url: string;
  }

  /** A number that changes: what it is, and where it stood: after how many rounds, how high, how far it may be off. */
  interface CurveJson {
    title: string;
    course: number[][];
  }

  /** A message could not be taken. */
  interface ErrorJson {
    t: "error";
    text: string;
  }

  /** What the table has promised of its deals. */
  interface FairnessJson {
    lines: SpanJson[][];
    open: boolean;
    checks: string;
    check_label: string;
    hint: string;
    button: string;
  }

  /** A file for the browser to keep. */
  interface FileJson {
    name: string;
    text: string;
  }

  /** A hand at a moment of a finished round. */
  interface FrameHandJson {
    cards: string[];
    text: string;
  }

  /** A moment of a finished round; `hands` are those that differ from the moment before. */
  interface FrameJson {
    seat: number | null;
    words: string[];
    about: string;
    upto: number;
    hands: Record<string, FrameHandJson>;
    scene: SceneJson;
  }

  /** A game in the lobby. */
  interface GameJson {
    key: string;
    name: string;
    about: string;
    seats: number[];
    time: string;
    minutes: number;
    difficulty: number;
    start: boolean;
    picture: string;
    lesson: boolean;
    terms: TermJson[];
    levels: LevelJson[];
    presets: PresetJson[];
    options: OptionJson[];
  }

  /** A seat's hand, how it is ordered, and its panel, for its own person. */
  interface HandJson {
    cards: string[];
    suited: boolean;
    suits_matter: boolean;
    suits: string;
    order: string[];
    high: string | null;
    wild: string[];
    t: "hand";
    room: string;
    version: number;
    table: number;
    seat: number;
    stacked: boolean;
    panel: PanelJson | null;
    seconds: number | null;
    reminder: boolean;
    notice: string;
    earned: string[];
  }

  /** Cards in a hand, and how they are ordered. */
  interface HeldJson {
    cards: string[];
    suited: boolean;
    suits_matter: boolean;
    suits: string;
    order: string[];
    high: string | null;
    wild: string[];
  }

  /** The greeting; `key` is the page's own where cookies do not travel. */
  interface HelloJson {
    t: "hello";
    key?: string;
    name: string;
    language: string;
    room: string | null;
    rooms: string[];
  }

  /** The suggestion of a hint: what it is worth, what else is good and its worth, and why; each may be `""` or empty. */
  interface HintJson {
    kind: string;
    ranks: string;
    verb: string;
    cards: string[];
    number: number | null;
    label: string;
    data: string;
    figure: string;
    others: string[];
    reason: string;
  }

  /** A page of the list of matches, newest first. */
  interface HistoryJson {
    page: number;
    more: boolean;
    matches: MatchJson[];
  }

  /** A step of a lesson, its position as a table with a hand. `ready`: one may go on. `verb`: what cards are for. */
  interface LessonJson {
    game: string;
    name: string;
    step: number;
    steps: number;
    done: number;
    rule: string;
    place: string;
    text: PieceJson[][];
    ask: PieceJson[];
    outcome: string;
    told: PieceJson[][];
    events: string[];
    tally: string;
    ready: boolean;
    table: TableJson;
    hand: HandJson;
    verb: string;
  }

  /** A lesson in the list, and how far the reader has come. */
  interface LessonLineJson {
    game: string;
    name: string;
    about: string;
    done: number;
    steps: number;
    progress: string;
  }

  /** A level of AI players, and what they do. */
  interface LevelJson {
    key: string;
    name: string;
    about: string;
  }

  /** What can be pressed beside a sentence; `data` is said back with `press`. */
  interface LinkJson {
    label: string;
    data: string | null;
    key: string;
  }

  /** What a decision was judged to be; `done` and `best`: the cards of what was done and of what was best. */
  interface MarkJson {
    step: number;
    seat: number;
    done: string[];
    best: string[];
    grade: string;
    title: string;
    words: string[];
  }

  /** A match in the list; `at`: when it began, in seconds; `points`: none where no score was kept. */
  interface MatchJson {
    id: string;
    game: string;
    name: string;
    status: string;
    open: boolean;
    at: number;
    mine: number | null;
    players: PlayerJson[];
    points: number[];
    won: number[];
    race: RaceJson[];
    rounds: PlayedJson[];
  }

  /** What is put to the vote. */
  interface MotionJson {
    kind: string;
    text: string;
  }

  /** Open a table; `quick`: and play at once. */
  interface NewJson {
    t: "new" | "quick";
    game: string;
    preset?: string;
    options?: Record<string, string>;
    players?: number | null;
    level?: string;
  }

  /** There is no such table for this person (any more). */
  interface NoTableJson {
    t: "no_table";
    room: string;
  }

  /** A sentence that passes by. */
  interface NoteJson {
    t: "note";
    text: string;
  }

  /** A suggestion: `data` is said with `press`. */
  interface OfferJson {
    kind: string;
    ranks: string;
    verb: string;
    cards: string[];
    number: number | null;
    label: string;
    data: string;
  }

  /** A house rule. */
  interface OptionJson {
    name: string;
    label: string;
    about: string;
    default: string | number | boolean | string[] | null;
    type: "choice" | "flag" | "number" | "list" | "text";
    values?: OptionValueJson[];
    low?: number;
    high?: number;
    allowed?: string;
  }

  /** A value that a house rule may have. */
  interface OptionValueJson {
    value: string;
    label: string;
  }

  /** What a seated person is asked. */
  interface PanelJson {
    pass: string | null;
    decision: string;
    my_turn: boolean;
    one_card: boolean;
    passes: boolean;
    why: string;
    why_text: string;
    pass_label: string;
    advance_label: string;
    play_word: string;
    offers: OfferJson[];
    picked: string[];
    recognised: RecognisedJson | null;
    advance: string | null;
    advance_on: boolean;
    hint: string | null;
    aside: AsideJson[];
    hinted: HintJson | null;
  }

  /** Somebody at the table says a phrase. */
  interface PhraseJson {
    t: "said";
    room: string;
    seat: number;
    phrase: string;
  }

  /** Raise so many copies of a card; without a number one more. */
  interface PickJson {
    t: "pick";
    table: number;
    decision: string;
    card: string;
    count?: number | null;
  }

  /** A drawing as an address that holds it. */
  interface PictureJson {
    source: string;
    alt: string;
  }

  /** A piece of a text, perhaps a term that can be looked up. */
  interface PieceJson {
    text: string;
    term: string;
    strong: boolean;
  }

  /** Cards that lie aside, open or not. */
  interface PileJson {
    name: string;
    label: string;
    count: number;
    cards: string[] | null;
    text: string;
  }

  /** A finished round of a match, and what the reader got out of it. */
  interface PlayedJson {
    id: string;
    number: number;
    points: number | null;
  }

  /** Who holds a seat. */
  interface PlayerJson {
    seat: number;
    kind: string;
    name: string;
    bare: string;
    level: string;
    away: boolean;
    stand_in: boolean;
    ready: boolean;
    host: boolean;
    me: boolean;
  }

  /** A set of house rules with a name. */
  interface PresetJson {
    key: string;
    name: string;
    about: string;
    options: Record<string, string | number | boolean | string[] | null>;
  }

  /** Press a button by its data. */
  interface PressJson {
    t: "press";
    data: string;
  }

  /** How far a side has come in a match about levels. */
  interface RaceJson {
    team: string;
    levels: string;
    part: number;
  }

  /** One way to take cards: `text` is what would be said, in the notation. */
  interface ReadingJson {
    text: string;
    label: string;
  }

  /** What the picked cards would be played as. */
  interface RecognisedJson {
    kind: string | null;
    label: string;
    legal: boolean;
    others: ReadingJson[];
  }

  /** A finished round. `link`: its name for who is told it, empty where `mine` may not share it. */
  interface ReplayJson {
    id: string;
    link: string;
    game: string;
    heading: string;
    warning: string;
    step: number;
    mine: number | null;
    players: PlayerJson[];
    points: number[];
    tricks: number[];
    acts: ActJson[];
    record: string;
    reviewable: boolean;
    reviewed: boolean;
    hand: HeldJson;
    stacked: boolean;
    levels: boolean;
    frames: FrameJson[];
  }

  /** How a round ended. */
  interface ResultJson {
    title: string;
    void: boolean;
    mine: number | null;
    names: string[];
    points: number[];
    won: number[];
    roles: string[];
    role_names: string[];
    role_arts: string[];
    winner: number[] | null;
    match_line: string;
    lines: string[];
    trick: TrickJson[];
    left: Record<string, string[]>;
    sides: SideJson[];
  }

  /** How far a review is, or (with its round) what it found. */
  interface ReviewJson {
    id: string;
    done?: number;
    total?: number;
    scores?: string[][];
    marks?: MarkJson[];
    moments?: number[];
  }

  /** Tell this browser of turns while its page is closed; without an address the answer has the key (`ring`). */
  interface RingJson {
    t: "ring";
    endpoint?: string;
    p256dh?: string;
    auth?: string;
  }

  /** How a round stands, as everybody may see it. */
  interface SceneJson {
    phase: string;
    trick: number;
    shown_trick: number;
    stake: string;
    wild: string[];
    notes: string[];
    awaited: AwaitedJson[];
    seats: SeatJson[];
    standing: StandingJson | null;
    last: StandingJson | null;
    piles: PileJson[];
  }

  /** A dialog. */
  interface ScreenJson {
    title: string;
    lines: SpanJson[][];
    rows: ButtonJson[][];
    picture?: PictureJson | null;
    curves?: CurveJson[];
  }

  /** What everybody may see of a seat in a round. */
  interface SeatJson {
    seat: number;
    count: number;
    place: number | null;
    team: number | null;
    role: string;
    role_art: string;
    role_name: string;
    marks: string[];
    relation: string;
    answered: boolean;
    beside: string;
    shown: string[];
  }

  /** Those who won or lost together. */
  interface SideJson {
    name: string;
    won: boolean;
    seats: number[];
  }

  /** A part of a line with its style. */
  interface SpanJson {
    text: string;
    style: string;
  }

  /** A play on the table: `name` its kind; a won trick's says by whom it was made. */
  interface StandingJson {
    seat: number;
    cards: string[];
    text: string;
    name?: string;
    text_by?: string;
  }

  /** One's table in the lobby's list. */
  interface SummaryJson {
    room: string;
    channel: string;
    heading: string;
    about: string;
    my_turn: boolean;
  }

  /** A table itself, whatever is played. */
  interface TableFactsJson {
    id: number;
    game: string;
    name: string;
    heading: string;
    preset_name: string;
    preset_about: string;
    clock: number | null;
    clock_word: string;
    state: string;
    round: number;
    round_word: string;
    match: number | null;
    suited: boolean;
    levels: boolean;
    parked: boolean;
  }

  /** A table for one reader; `seat` is the reader's own, `teams` say before the first deal who will play with whom. */
  interface TableJson {
    t: "table";
    room: string;
    version: number;
    seat: number | null;
    host: boolean;
    table: TableFactsJson;
    warnings: string[];
    elsewhere: string;
    players: PlayerJson[];
    teams: number[];
    view: ViewJson | null;
    news: string[];
    result: ResultJson | null;
    totals: number[];
    waits: string;
    draws: string;
    race: RaceJson[];
    seconds: Record<string, number>;
    motion: MotionJson | null;
    fairness: FairnessJson | null;
  }

  /** The tables of this person. */
  interface TablesJson {
    t: "tables";
    tables: SummaryJson[];
  }

  /** A word of a game, in all forms in which the table may say it. */
  interface TermJson {
    code: string;
    words: string[];
  }

  /** A play of the last trick. */
  interface TrickJson {
    seat: number;
    name: string;
    cards: string[];
    text: string;
    won: boolean;
    alone: boolean;
  }

  /** What everybody may see of a round. */
  interface ViewJson {
    phase: string;
    trick: number;
    shown_trick: number;
    stake: string;
    wild: string[];
    notes: string[];
    awaited: AwaitedJson[];
    seats: SeatJson[];
    standing: StandingJson | null;
    last: StandingJson | null;
    piles: PileJson[];
    acts: ActJson[];
  }

  /** Another table is shown now, or none. */
  interface WatchJson {
    t: "watch";
    room: string | null;
  }

  /** The answer to a greeting. */
  interface WelcomeJson {
    t: "welcome";
    you: YouJson;
    share: string;
    language: string;
    games: GameJson[];
    tables: SummaryJson[];
  }

  /** Who the page speaks for; `proved`: an account of a chat. */
  interface YouJson {
    name: string;
    platform: string;
    proved: boolean;
  }

  /** A message to the page. */
  type ToPage =
    | AckJson
    | ErrorJson
    | HandJson
    | NoTableJson
    | NoteJson
    | PhraseJson
    | TableJson
    | TablesJson
    | WelcomeJson;

  /** A command, said field by field; nothing stands for what is left open. */
  type Command =
    | { t: "admin"; words?: string }
    | { t: "ai"; table?: number; count?: number; level?: string; seat?: number }
    | { t: "autopass"; table?: number; on?: boolean; decision?: string }
    | { t: "away"; table?: number }
    | { t: "back"; table?: number }
    | { t: "ban"; name?: string; who?: string; seat?: number }
    | { t: "clear"; table: number; decision: string }
    | { t: "deal"; table?: number; fill?: boolean }
    | { t: "defaults"; game?: string; preset?: string; clear?: boolean }
    | { t: "do"; verb: string; cards?: string; table?: number }
    | { t: "end"; table?: number; sure?: string }
    | { t: "explain"; game: string; term: string }
    | { t: "extend"; table?: number; minutes?: number }
    | { t: "fair"; round?: string; table?: number }
    | { t: "forgetme"; sure?: boolean }
    | { t: "hand"; table?: number; plain?: boolean }
    | { t: "help"; topic?: string }
    | { t: "hint"; table?: number }
    | { t: "history"; page?: number }
    | { t: "invite"; table?: number }
    | { t: "join"; table?: number; seat?: number; code?: string; alone?: boolean }
    | { t: "kick"; table?: number; name?: string; seat?: number }
    | { t: "language"; to?: string }
    | {
        t: "leaderboard";
        game?: string;
        page?: number;
        season?: string;
        scope?: string;
        board?: string;
        picture?: boolean;
      }
    | {
        t: "leaders";
        game?: string;
        page?: number;
        season?: string;
        scope?: string;
        board?: string;
        picture?: boolean;
      }
    | { t: "learn"; game?: string; step?: number; answer?: string }
    | { t: "leave"; table?: number }
    | { t: "link"; code?: string }
    | { t: "luck"; table?: number; word?: string }
    | { t: "mydata" }
    | { t: "notify"; game?: string; off?: boolean; chat?: number }
    | { t: "page"; table?: number }
    | { t: "phrase"; table: number; phrase: string }
    | { t: "play"; table: number; decision: string }
    | { t: "played"; table?: number }
    | { t: "prefer"; name?: string; value?: string }
    | { t: "privacy" }
    | { t: "ready"; table?: number }
    | { t: "replay"; round?: string; step?: number; by?: string }
    | { t: "report"; round?: string; text?: string }
    | { t: "review"; round?: string; step?: number; what?: string; by?: string }
    | { t: "rules"; game?: string; table?: number; section?: string }
    | { t: "say"; text: string; table?: number; sure?: boolean }
    | { t: "settings"; table?: number; name?: string; value?: string }
    | { t: "shuffle"; table?: number; balanced?: boolean }
    | { t: "start"; payload?: string }
    | { t: "stats"; name?: string; game?: string; picture?: boolean; achievements?: boolean; seat?: number }
    | { t: "swap"; table?: number; one?: string; other?: string }
    | { t: "table"; table?: number; plain?: boolean }
    | { t: "tournament"; game?: string; preset?: string; pairs?: boolean }
    | { t: "turns" }
    | { t: "unban"; name?: string; who?: string; seat?: number }
    | { t: "undo"; table?: number; line?: number }
    | { t: "unlink" }
    | { t: "vote"; table?: number; motion?: string };

  /** A message from the page that is answered by an acknowledgement. */
  type Request = Command | AcceptJson | NewJson | PickJson | PressJson | RingJson;
}
