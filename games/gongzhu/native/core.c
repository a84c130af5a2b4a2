// The native core of Gong Zhu: the round from the exposing on, in the numbers of arena/games/gongzhu.
#include "rules.h"
#include "search.h"

#define KINDS 1
#define WHYS 3
#define VERBS 3
#include "../../kit/native/board.h"
#include "../../kit/native/chance.h"

enum {ASKS_TO_EXPOSE, LEAD, FOLLOW};
enum {SAID_PLAY, SAID_EXPOSE, SAID_DECLINE};
enum {SAYS_DECLINE, SAYS_EXPOSE, SAYS_PLAY};

// What rules_begin takes: house rules, then the factors of the odds as the bits of doubles, or none of them.
enum {EXPOSE_ROUNDS, DIAMOND_QUEEN, ALL_CARDS_WIN, TEAMS, SWAPPED, HOUSE_RULES, MOST_OPTIONS = HOUSE_RULES + FACTORS};

#define EXPOSE PACK  // From here on actions are ways to expose: plus 1, 2, 4 and 8 for pig, goat, transformer and ace
#define SPECIAL_CARDS 4
#define CHOICES (1 << SPECIAL_CARDS)
#define MOST_LEGAL CHOICES
#define EVERYBODY 0xF
#define PLAYS_ON

typedef struct {
  House house;
  Roles roles;
  double *factors;
} Rules;

typedef struct {
  Tricks now;
  u64 answers[SEATS];  // What each seat will expose, before all have decided (GZ-9)
  uint8_t deciding;  // A bit for each seat that has yet to decide; none in the play
  uint8_t time;  // The first or second time of exposing (GZ-11)
  uint8_t looked_on;  // Whether the board is kept up to date
  Board board;
} Round;

// What round_begin takes: the time of exposing (0: they play), who leads or -1, who is to act, by seat scores, tricks won and
// bonus, the cards on the table from the leader on (-1: none), by seat the answer (-1: not decided), sets of cards with a bit for each: hands, taken
// and exposed; and the suits led in earlier tricks, a bit for each.
enum {
  TIME, LEADER, TURN, SCORES, WON = SCORES + SEATS, BONUS = WON + SEATS, TRICK = BONUS + SEATS, ANSWERS = TRICK + SEATS,
  HANDS = ANSWERS + SEATS, TAKEN = HANDS + SEATS, EXPOSED = TAKEN + SEATS, LED, MOST_GIVEN,
};

// What answer takes: whether to play by the odds, who searches, how many cards are on the table, these cards, by seat what is taken
// and the bonus, how many beginnings and tables there are; then of each beginning the card that is played first or -1, what is
// exposed, what of it waits, and who is known to hold none of a suit; then of each table who leads, the hands, and by the odds the
// draws, as the bits of doubles. It tells of each table and each beginning what the seats have in the end: points, then cards taken.
enum {
  BY_ODDS, SEAT, ON_TABLE, TABLE, SO_FAR = TABLE + SEATS, BONUS_SO_FAR = SO_FAR + SEATS, BEGINNINGS = BONUS_SO_FAR + SEATS, TABLES,
  FIRST_BEGINNING,
};
enum {PLAYED, EXPOSED_THEN, WAITING_THEN, VOID_THEN, A_BEGINNING};
enum {LEADS, HANDS_THEN, DRAWS_THEN = HANDS_THEN + SEATS};
#define MOST_TABLES 64
#define MOST_ASKED (FIRST_BEGINNING + CHOICES * A_BEGINNING + MOST_TABLES * (DRAWS_THEN + DRAWS))
#define MOST_ANSWERED (MOST_TABLES * CHOICES * 2 * SEATS)

#define DEALS
#include "../../kit/native/module.h"

static int rules_begin(Rules *rules, const int64_t *options, int count) {
  if (count != HOUSE_RULES && count != MOST_OPTIONS) return 0;
  House *house = &rules->house;
  house->expose_rounds = (int) options[EXPOSE_ROUNDS];
  house->diamond_queen = (int) options[DIAMOND_QUEEN];
  house->all_cards_win = (int) options[ALL_CARDS_WIN];
  house->teams = (int) options[TEAMS];
  house->bad = options[SWAPPED] ? GOAT : PIG;
  house->good = options[SWAPPED] ? PIG : GOAT;
  rules->roles = roles_of(house);
  rules->factors = NULL;
  if (count == HOUSE_RULES) return 1;
  rules->factors = malloc(FACTORS * sizeof *rules->factors);
  if (rules->factors) memcpy(rules->factors, options + HOUSE_RULES, FACTORS * sizeof *rules->factors);
  return rules->factors != NULL;
}

static void rules_end(Rules *rules) {
  free(rules->factors);
}

static int observation_size(const Rules *rules) {
  (void) rules;
  return board_size(SEATS) + PACK + SPECIAL_CARDS + 1 + SEATS * PACK + SEATS + SEATS * PACK + SEATS + SEATS;
}

// ---- cards as the board and actions have them: rank by rank from three to two
static inline int card_of(int place) {
  return (place % HELD + 12) % HELD * 4 + place / HELD;
}

static inline int place_of(int card) {
  return (card & 3) * HELD + ((card >> 2) + 1) % HELD;
}

static u64 placed(int64_t cards) {
  u64 set = 0;
  EACH_BIT(card, (u64) cards) set |= BIT(place_of(lowest(card)));
  return set;
}

static void copied(u64 set, uint8_t *cards) {
  memset(cards, 0, CARDS);
  EACH_BIT(card, set) cards[card_of(lowest(card))] = 1;
}

static u64 special(int at) {
  static const u64 cards[SPECIAL_CARDS] = {PIG, GOAT, TRANSFORMER, ACE};
  return cards[at];
}

// What a way to expose exposes, by number.
static u64 chosen(int number) {
  u64 set = 0;
  for (int at = 0; at < SPECIAL_CARDS; at++) if (number >> at & 1) set |= special(at);
  return set;
}

static int choice_of(u64 set) {
  int number = 0;
  for (int at = 0; at < SPECIAL_CARDS; at++) number |= (set & special(at) ? 1 : 0) << at;
  return number;
}

// ---- the play
static void worth_by_seat(const Rules *rules, const Round *round, int64_t *out) {
  const Tricks *now = &round->now;
  for (int seat = 0; seat < SEATS; seat++) out[seat] = points_of(&rules->house, now->taken[seat], now->exposed) + now->bonus[seat];
}

static void look_at_trick(Board *board, const Tricks *now) {
  uint8_t cards[CARDS];
  if (!now->laid) {
    board_clear(board);
    return;
  }
  copied(BIT(now->best), cards);
  board_stand(board, now->winner, 0, card_of(now->best) >> 2, cards);
}

static void lay(const Rules *rules, Round *round, int place) {
  Board *board = &round->board;
  int seat = round->now.turn;
  play(&rules->house, &round->now, place);
  if (!round->looked_on) return;
  uint8_t cards[CARDS];
  copied(BIT(place), cards);
  board_tell(board, seat, SAID_PLAY, cards);
  board_lay(board, seat, cards);
  look_at_trick(board, &round->now);
  if (!round->now.is_over) return;
  int64_t worth[SEATS];
  worth_by_seat(rules, round, worth);
  for (int at = 0; at < SEATS; at++) board->score[at] += worth[at];
}

// Plays last cards by themselves (GZ-17).
static void lay_last(const Rules *rules, Round *round) {
  Tricks *now = &round->now;
  while (!now->is_over && is_alone(now->hands[now->turn])) lay(rules, round, lowest(now->hands[now->turn]));
}

static void begin_play(const Rules *rules, Round *round) {
  Tricks *now = &round->now;
  round->time = 0;
  if (now->leader == NOBODY) {
    now->leader = 0;
    for (int seat = 0; seat < SEATS; seat++) {
      if (now->hands[seat] & TWO_OF_SPADES && size_of(now->hands[seat]) == HELD) now->leader = (int8_t) seat;
    }
  }
  now->turn = now->leader;
  lay_last(rules, round);
}

// Lets a seat decide; the last decision shows them all (GZ-10).
static void decide(const Rules *rules, Round *round, int seat, int number) {
  Tricks *now = &round->now;
  round->answers[seat] = chosen(number);
  round->deciding &= (uint8_t) ~(1u << seat);
  if (round->deciding) return;
  for (int at = 0; at < SEATS; at++) {
    now->exposed |= round->answers[at];
    if (!round->looked_on) continue;
    uint8_t cards[CARDS];
    copied(round->answers[at], cards);
    board_tell(&round->board, at, round->answers[at] ? SAID_EXPOSE : SAID_DECLINE, cards);
  }
  memset(round->answers, 0, sizeof round->answers);
  if (round->time < rules->house.expose_rounds && now->exposed != SPECIALS) {
    round->time++;
    round->deciding = EVERYBODY;
  } else begin_play(rules, round);
}

static u64 free_to_expose(const Round *round, int seat) {
  return round->now.hands[seat] & SPECIALS & ~round->now.exposed;
}

// ---- beginnings
static const char *round_begin(const Rules *rules, Round *round, const int64_t *given, int count) {
  (void) rules;
  if (count != MOST_GIVEN) return "so many numbers are not wanted";
  if (given[TIME] < 0 || given[TIME] > 2) return "no such time of exposing";
  if (given[LEADER] < NOBODY || given[LEADER] >= SEATS || given[TURN] < 0 || given[TURN] >= SEATS) return "no such seat";
  Tricks *now = &round->now;
  memset(round, 0, sizeof *round);
  u64 seen = 0;
  uint8_t pack[CARDS];
  for (int card = 0; card < CARDS; card++) pack[card] = card < PACK;
  board_begin(&round->board, SEATS, pack);
  round->looked_on = 1;
  round->time = (uint8_t) given[TIME];
  now->sweeper = NOBODY;
  now->leader = (int8_t) given[LEADER];
  now->turn = (int8_t) given[TURN];
  for (int at = ANSWERS; at < LED; at++) {
    if (given[at] < (at < HANDS ? NOBODY : 0) || given[at] >> PACK > 0) return "no such card";
  }
  now->exposed = placed(given[EXPOSED]) & SPECIALS;
  for (int suit = 0; suit < 4; suit++) if (given[LED] >> suit & 1) now->led |= SUIT(suit);
  for (int seat = 0; seat < SEATS; seat++) {
    now->hands[seat] = placed(given[HANDS + seat]);
    now->taken[seat] = placed(given[TAKEN + seat]);
    if (seen & now->hands[seat] || (seen |= now->hands[seat]) & now->taken[seat]) return "a card twice";
    if (size_of(now->hands[seat]) > HELD) return "so many cards are never dealt";
    seen |= now->taken[seat];
    now->won[seat] = (int8_t) given[WON + seat];
    now->bonus[seat] = (int32_t) given[BONUS + seat];
    round->board.score[seat] = (int32_t) given[SCORES + seat];
    copied(now->hands[seat], round->board.hands[seat]);
    if (round->time && given[ANSWERS + seat] == NOBODY) round->deciding |= (uint8_t) (1u << seat);
    else if (round->time) round->answers[seat] = placed(given[ANSWERS + seat]) & SPECIALS;
  }
  if (!round->time && now->leader == NOBODY) return "nobody leads";
  for (int at = 0, seat = now->leader; at < SEATS && given[TRICK + at] != NOBODY; at++, seat = NEXT(seat)) {
    if (given[TRICK + at] < 0 || given[TRICK + at] >= PACK || at == SEATS - 1) return "no such card";
    put_down(now, seat, place_of((int) given[TRICK + at]));
  }
  look_at_trick(&round->board, now);
  if (round->time ? !round->deciding || now->laid : now->turn != ((now->leader + now->laid) & 3)) return "no such turn";
  for (int seat = 0; seat < SEATS; seat++) {
    int has_laid = now->laid && ((seat - now->leader) & 3) < now->laid;
    if (size_of(now->hands[seat]) + has_laid != size_of(now->hands[now->turn])) return "hands of different sizes";
  }
  return now->hands[now->turn] ? NULL : "no cards";
}

static void round_deal(const Rules *rules, Round *round, Chance *chance) {
  uint8_t pack[PACK];
  for (int place = 0; place < PACK; place++) pack[place] = (uint8_t) place;
  shuffle(chance, pack, PACK);
  memset(round, 0, offsetof(Round, board));
  for (int at = 0; at < PACK; at++) round->now.hands[at & 3] |= BIT(pack[at]);
  round->now.leader = round->now.sweeper = NOBODY;
  if (rules->house.expose_rounds) {
    round->deciding = EVERYBODY;
    round->time = 1;
  } else begin_play(rules, round);
}

static void deal(const Rules *rules, Round *round, Chance *chance) {
  Tricks *now = &round->now;
  uint8_t pack[PACK];
  for (int card = 0; card < PACK; card++) pack[card] = (uint8_t) card;
  shuffle(chance, pack, PACK);
  memset(now->hands, 0, sizeof now->hands);
  memset(round->board.hands, 0, sizeof round->board.hands);
  for (int at = 0; at < PACK; at++) {
    now->hands[at & 3] |= BIT(place_of(pack[at]));
    round->board.hands[at & 3][pack[at]] = 1;
  }
  if (round->deciding) return;
  now->leader = NOBODY;
  begin_play(rules, round);
}

static int describe(const Rules *rules, const Round *round, int seat, int32_t action, uint8_t *cards, int *amount) {
  (void) rules, (void) round, (void) seat, (void) amount;
  copied(action < PACK ? BIT(place_of(action)) : chosen(action - EXPOSE), cards);
  return action < PACK ? SAYS_PLAY : action == EXPOSE ? SAYS_DECLINE : SAYS_EXPOSE;
}

// ---- what is asked and done
static int seats_of(const Rules *rules, const Round *round) {
  (void) rules;
  (void) round;
  return SEATS;
}

static unsigned awaited(const Rules *rules, const Round *round) {
  (void) rules;
  return round->deciding ? round->deciding : round->now.is_over ? 0 : 1u << round->now.turn;
}

static int why(const Rules *rules, const Round *round, int seat) {
  (void) rules;
  (void) seat;
  return round->deciding ? ASKS_TO_EXPOSE : round->now.laid ? FOLLOW : LEAD;
}

static int legal(const Rules *rules, const Round *round, int seat, int32_t *out) {
  (void) rules;
  int count = 0;
  if (round->deciding) {
    int held = choice_of(free_to_expose(round, seat));
    for (int number = 0; number < CHOICES; number++) if ((number | held) == held) out[count++] = EXPOSE + number;
  } else EACH_BIT(card, playable(&round->now)) out[count++] = card_of(lowest(card));
  return count;
}

static void step(const Rules *rules, Round *round, int seat, int32_t action) {
  if (round->deciding) {
    decide(rules, round, seat, action - EXPOSE);
    return;
  }
  u64 card = action >= 0 && action < PACK ? BIT(place_of(action)) & round->now.hands[seat] : 0;
  lay(rules, round, lowest(card ? card : playable(&round->now)));
  lay_last(rules, round);
}

static unsigned points(const Rules *rules, const Round *round, int64_t *out) {
  int64_t worth[SEATS], most = INT64_MIN;
  unsigned won = 0;
  worth_by_seat(rules, round, worth);
  for (int seat = 0; seat < SEATS; seat++) {
    out[seat] = worth[seat] + (rules->house.teams ? worth[seat ^ 2] : 0);
    if (out[seat] > most) most = out[seat];
  }
  if (round->now.sweeper != NOBODY) return 1u << round->now.sweeper | (rules->house.teams ? 1u << (round->now.sweeper ^ 2) : 0);
  for (int seat = 0; seat < SEATS; seat++) won |= (out[seat] == most ? 1u : 0) << seat;
  return won;
}

static void observe(const Rules *rules, const Round *round, int seat, float *out) {
  const Tricks *now = &round->now;
  int counts[SEATS];
  for (int at = 0; at < SEATS; at++) counts[at] = size_of(now->hands[at]);
  unsigned acting = awaited(rules, round);
  out = board_write(&round->board, seat, counts, acting, acting >> seat & 1 ? why(rules, round, seat) : -1, out);
  EACH_BIT(card, now->exposed) out[card_of(lowest(card))] = 1;
  out += PACK;
  if (round->deciding && !(round->deciding >> seat & 1)) {
    for (int at = 0; at < SPECIAL_CARDS; at++) out[at] = (round->answers[seat] & special(at)) != 0;
    out[SPECIAL_CARDS] = 1;
  }
  out += SPECIAL_CARDS + 1;
  for (int at = 0; at < now->laid; at++) out[((now->leader + at - seat) & 3) * PACK + card_of(now->trick[at])] = 1;
  out += SEATS * PACK;
  if (now->leader != NOBODY) out[(now->leader - seat) & 3] = 1;
  out += SEATS;
  for (int at = 0; at < SEATS; at++, out += PACK) {
    EACH_BIT(card, now->taken[(seat + at) & 3] & POINT_CARDS) out[card_of(lowest(card))] = 1;
  }
  for (int at = 0; at < SEATS; at++) *out++ = now->won[(seat + at) & 3];
  if (rules->house.teams) out[0] = out[2] = 1;
}

static int playout(const Rules *rules, Round *round, Chance *chance) {
  Tricks *now = &round->now;
  int actions = 0;
  round->looked_on = 0;
  for (; round->deciding; actions++) {
    int seat = lowest(round->deciding), held = choice_of(free_to_expose(round, seat)), number;
    do number = drawn(chance, CHOICES); while ((number | held) != held);
    decide(rules, round, seat, number);
  }
  for (; !now->is_over; actions++) {
    u64 cards = playable(now);
    for (int skipped = drawn(chance, size_of(cards)); skipped; skipped--) cards &= cards - 1;
    play(&rules->house, now, lowest(cards));
    if (is_alone(now->hands[now->turn])) lay_last(rules, round);
  }
  return actions;
}

// ---- playing on
#define EXPOSED_ONE_IN 8  // So often somebody exposes a card that may be
#define DRAW (1.0 / (1 << 24))

static void take_up(const Rules *rules, Round *round, int seat, const uint8_t *cards, int count) {
  (void) rules;
  if (seat >= SEATS) return;
  round->now.hands[seat] = 0;
  while (count--) round->now.hands[seat] |= BIT(place_of(cards[count]));
}

// Plays by the odds, which know how people err; one sharpness is as good as another.
static void play_on(const Rules *rules, Round *round, Chance *chance, float sharpness) {
  Tricks *now = &round->now;
  (void) sharpness;
  round->looked_on = 0;
  while (round->deciding) {
    int seat = lowest(round->deciding), held = choice_of(free_to_expose(round, seat)), number = 0;
    for (int card = 1; card < CHOICES; card <<= 1) if (held & card && !drawn(chance, EXPOSED_ONE_IN)) number |= card;
    decide(rules, round, seat, number);
  }
  if (now->is_over) return;
  Playout play = {.exposed = now->exposed, .waiting = now->exposed & ~now->led, .leader = now->leader, .laid = now->laid};
  double draws[DRAWS];
  for (int at = 0; at < DRAWS; at++) draws[at] = DRAW * (double) (drawn_bits(chance) >> 40);
  for (int seat = 0; seat < SEATS; seat++) {
    play.hands[seat] = now->hands[seat];
    play.taken[seat] = now->taken[seat];
    play.bonus[seat] = now->bonus[seat];
    play.trick[seat] = now->trick[seat];
  }
  play_out(&rules->house, &rules->roles, rules->factors, draws, &play);
  for (int seat = 0; seat < SEATS; seat++) {
    now->taken[seat] = play.taken[seat];
    now->bonus[seat] = play.bonus[seat];
  }
  now->is_over = 1;
}

// ---- tables played to their end
static int answer(const Rules *rules, const int64_t *asked, int count, int64_t *out) {
  if (count < FIRST_BEGINNING) return -1;
  int64_t beginnings = asked[BEGINNINGS], tables = asked[TABLES], laid = asked[ON_TABLE], seat = asked[SEAT];
  int by_odds = asked[BY_ODDS] != 0, wide = DRAWS_THEN + (by_odds ? DRAWS : 0);
  if (beginnings < 1 || beginnings > CHOICES || tables < 1 || tables > MOST_TABLES || laid < 0 || laid >= SEATS) return -1;
  if (seat < 0 || seat >= SEATS || count != FIRST_BEGINNING + beginnings * A_BEGINNING + tables * wide) return -1;
  if (by_odds && !rules->factors) return -1;
  const int64_t *begun = asked + FIRST_BEGINNING, *table = begun + beginnings * A_BEGINNING;
  for (int64_t at = 0; at < laid; at++) if (asked[TABLE + at] < 0 || asked[TABLE + at] >= PACK) return -1;
  for (int number = 0; number < tables; number++, table += wide) for (int at = 0; at < beginnings; at++, out += 2 * SEATS) {
    const int64_t *then = begun + at * A_BEGINNING;
    Playout play = {.exposed = (u64) then[EXPOSED_THEN], .waiting = (u64) then[WAITING_THEN], .gone = (unsigned) then[VOID_THEN]};
    play.leader = (int) table[LEADS] & 3;
    for (int s = 0; s < SEATS; s++) {
      if (table[HANDS_THEN + s] < 0 || table[HANDS_THEN + s] >> PACK || size_of((u64) table[HANDS_THEN + s]) > HELD) return -1;
      play.hands[s] = (u64) table[HANDS_THEN + s];
      play.taken[s] = (u64) asked[SO_FAR + s];
      play.bonus[s] = (int) asked[BONUS_SO_FAR + s];
      play.trick[s] = (int) asked[TABLE + s];
    }
    play.laid = (int) laid;
    if (then[PLAYED] >= 0 && then[PLAYED] < PACK) {
      play.hands[seat] &= ~BIT(then[PLAYED]);
      play.trick[play.laid++] = (int) then[PLAYED];
    }
    double draws[DRAWS];
    if (by_odds) memcpy(draws, table + DRAWS_THEN, sizeof draws);
    play_out(&rules->house, &rules->roles, by_odds ? rules->factors : NULL, draws, &play);
    for (int s = 0; s < SEATS; s++) {
      out[s] = points_of(&rules->house, play.taken[s], play.exposed) + (rules->house.diamond_queen ? play.bonus[s] : 0);
      out[SEATS + s] = (int64_t) play.taken[s];
    }
  }
  return (int) (2 * SEATS * beginnings * tables);
}
