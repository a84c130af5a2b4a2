// What the page's modules hand to each other, and what is around them.

declare namespace Page {
  /** What is raised, while one's own taps wait for the server. */
  interface Picks {
    decision: string;
    cards: Set<string>;
    pending: number;
    local: boolean;
  }

  /** Something that somebody at the table said. */
  interface Said {
    id: number;
    seat: number;
    phrase: string;
    fresh: boolean;
    heard?: boolean;
  }

  /** A finished round that is looked back on; `found`: it is there. */
  interface Replay {
    id: string;
    found: Wire.ReplayJson | null;
    hands?: Record<string, Wire.FrameHandJson>[];
    step?: number;
    look?: number | null;
    missing?: boolean;
    judging?: Wire.ReviewJson | { done: number; total: number } | null;
    review?: Required<Wire.ReviewJson>;
  }

  /** A finished round that is there. */
  interface ShownReplay extends Replay {
    found: Wire.ReplayJson;
    hands: Record<string, Wire.FrameHandJson>[];
    step: number;
    look: number | null;
  }

  /** The answer that has a round and what it was judged to be. */
  interface Judged extends Wire.AckJson {
    replay: Wire.ReplayJson;
    review: Required<Wire.ReviewJson>;
  }

  /** The step of a lesson. */
  interface Lesson {
    game: string;
    step?: number;
    found: Wire.LessonJson | null;
    missing: boolean;
  }

  /** Why nobody is let in; `again`: the same may be tried once more. */
  interface Refusal {
    code: string;
    again: boolean;
  }

  /** What a line to the server leads to. */
  interface Ends {
    place(): string;
    hello(): Omit<Wire.HelloJson, "t">;
    onMessages(list: Wire.ToPage[]): void;
    onStatus(status: string): void;
  }

  /** What is chosen for the next table. */
  interface NewGame {
    game: string;
    preset: string;
    level: string;
    options: Record<string, string | undefined>;
    players: number | null;
    open?: boolean;
  }

  /** What lies over the page. */
  interface Dialog {
    kind: string;
    screen?: Wire.ScreenJson;
    about?: string;
    seat?: number | null;
    code?: string;
    why?: string;
    ways?: string[];
    key?: string;
    message?: object;
  }

  interface State {
    status: string;
    you: { name: string; platform?: string; proved?: boolean };
    share: string;
    refused: Refusal | null;
    noted: string;
    language: string;
    games: Wire.GameJson[];
    tables: Wire.SummaryJson[];
    view: "lobby" | "table" | "replay" | "lesson" | "history";
    tableKey: string | null;
    table: (Wire.TableJson & Looks) | null;
    hand: Wire.HandJson | null;
    missing: boolean;
    dialog: Dialog | null;
    replay: Replay | null;
    history: Wire.HistoryJson | null;
    lesson: Lesson | null;
    lessons: Wire.LessonLineJson[] | null;
    linkCode: string;
    luck: string;
    hint: { decision: string; label: string; figure: string; others: string[]; reason: string } | null;
    promiseOpen: boolean;
    busy: boolean;
    newGame: NewGame;
    picks: Picks;
    raisedLast: Set<string>;
    raisedByHand: boolean;
    said: Said[];
    tableAt: number;
    swept: string;
  }

  /** What a table has while a round is looked back on: the way into a hand, and whose is open. */
  interface Looks {
    look?: (seat: number | null) => void;
    looked?: number;
  }

  /** A table with a round on it. */
  interface Round extends Wire.TableJson, Looks {
    view: Wire.ViewJson;
  }

  /** A table where one sits, with a round on it. */
  interface Seated extends Round {
    seat: number;
  }

  /** A table whose round is over. */
  interface Done extends Round {
    result: Wire.ResultJson;
  }

  /** What the browser keeps between visits. */
  interface Kept {
    name?: string;
    language?: string;
    theme?: string;
    newGame?: Partial<NewGame>;
    rooms?: string[];
    proved?: boolean;
    muted?: string[];
    played?: boolean;
    install?: boolean;
    slow?: boolean;
    told?: boolean;
    quiet?: string[];
    [other: string]: unknown;
  }

  /** What an element can hold; lists may lie in lists, and nothing stands for nothing. */
  type Content = Node | string | number | boolean | null | undefined | Content[];

  /** The app around the page. */
  interface Host {
    name: string;
    meet(): void;
    language(): string;
    enter(): Promise<{ room?: string | null }>;
    channel(): string;
    back(step: (() => void) | null): void;
    feel(what: "raise" | "play" | "turn"): void;
    opens: ((address: string) => void) | null;
  }

  type Insets = Record<string, number>;

  /** The object of Telegram's script; older apps lack parts of it. */
  interface TelegramApp {
    initData: string;
    initDataUnsafe?: { start_param?: string; user?: { language_code?: string } };
    colorScheme: string;
    themeParams?: { bg_color?: string };
    safeAreaInset?: Insets;
    contentSafeAreaInset?: Insets;
    isExpanded?: boolean;
    viewportStableHeight: number;
    BackButton?: { show(): void; hide(): void; onClick(heard: () => void): void };
    HapticFeedback?: {
      selectionChanged(): void;
      impactOccurred(style: string): void;
      notificationOccurred(style: string): void;
    };
    openTelegramLink(address: string): void;
    openLink(address: string): void;
    [newer: string]: any;
  }

  /** The object of Discord's kit, as much of it as is used. */
  interface DiscordApp {
    isReady?: boolean;
    channelId: string | null;
    ready(): Promise<void>;
    commands: {
      authorize(asked: object): Promise<{ code: string }>;
      openExternalLink(asked: { url: string }): Promise<unknown>;
    };
  }
}

interface Element {
  /** Of a part that is built only when one of the values has changed. */
  lazy?: { values: unknown[]; build?: () => Element };
}

interface Window {
  Telegram?: { WebApp?: Page.TelegramApp };
}

/** Whether one has been seated, asked by `first.js`. */
declare var seated: Promise<boolean> | undefined;
/** The line to the server that `first.js` has begun. */
declare var line: WebSocket | null | undefined;
