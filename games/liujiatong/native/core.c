// The native core of Liu Jia Tong: the round from the first lead on, in the numbers of arena/games/liujiatong.
#include "rules.h"

#define KINDS 10
#define WHYS 2
#define VERBS 2
#include "../../kit/native/board.h"
#include "../../kit/native/chance.h"
#include "../../kit/native/habits.h"
#define HAS_HABITS

enum {LEAD, FOLLOW};
enum {SAID_PLAY, SAID_PASS};
enum {SAYS_PASS, SAYS_PLAY};
enum {LEFTOVER_COUNTS, MOST_OPTIONS};

#define PASS 0
#define MOST_LEGAL MOST_CLASSES

typedef struct {
  int leftover_counts;  // Points that are left in hands go to the side that is out
  ClassNumbers numbers;
} Rules;

typedef struct {
  Tricks now;
  int8_t leader;  // Who led the first trick
  int8_t looked_on;  // Whether the board is kept up to date
  Board board;
} Round;

// What round_begin takes: who led first, who is to act, the pot, the standing seat or -1, its kind and rank, by seat places, points
// taken and scores, then copies of each card of the hands and the standing play.
enum {
  LEADER, TURN, POT, STANDING, KIND, RANK, GONE, TAKEN = GONE + SEATS, SCORES = TAKEN + SEATS, HANDS = SCORES + SEATS,
  STANDING_CARDS = HANDS + SEATS * CARDS, MOST_GIVEN = STANDING_CARDS + CARDS,
};

#define DEALS
#include "../../kit/native/module.h"

static int rules_begin(Rules *rules, const int64_t *options, int count) {
  if (count != MOST_OPTIONS) return 0;
  rules->leftover_counts = (int) options[LEFTOVER_COUNTS];
  number_all(&rules->numbers);
  return 1;
}

static void rules_end(Rules *rules) {
  (void) rules;
}

static int observation_size(const Rules *rules) {
  (void) rules;
  return board_size(SEATS) + 1 + SEATS + 1 + SEATS + 2;
}

// ---- beginnings
static const char *round_begin(const Rules *rules, Round *round, const int64_t *given, int count) {
  (void) rules;
  if (count != MOST_GIVEN) return "so many numbers are not wanted";
  for (int at = HANDS; at < MOST_GIVEN; at++) if (given[at] < 0 || given[at] > COPIES) return "no such card";
  for (int at = LEADER; at <= TURN; at++) if (given[at] < 0 || given[at] >= SEATS) return "no such seat";
  if (given[STANDING] < NOBODY || given[STANDING] >= SEATS) return "no such seat";
  if (given[KIND] < 0 || given[KIND] >= NOTHING || given[RANK] < 0 || given[RANK] >= RANKS) return "no such play";
  Tricks *now = &round->now;
  Board *board = &round->board;
  uint8_t cards[CARDS];
  memset(cards, COPIES, CARDS);
  board_begin(board, SEATS, cards);
  memset(now, 0, sizeof *now);
  round->leader = (int8_t) given[LEADER];
  round->looked_on = 1;
  now->turn = now->standing_seat = (int8_t) given[TURN];
  now->pot = given[POT];
  now->standing = NO_READING;
  now->last_out = NOBODY;
  for (int seat = 0; seat < SEATS; seat++) {
    for (int card = 0; card < CARDS; card++) {
      int copies = (int) given[HANDS + seat * CARDS + card];
      board->hands[seat][card] = (uint8_t) copies;
      now->hands[seat][rank_of(card)] += (uint8_t) copies;
    }
    int size = size_of(now->hands[seat]);
    if (size > HAND) return "so many cards have no numbers";
    now->sizes[seat] = (int8_t) size;
    now->taken[seat] = given[TAKEN + seat];
    now->out += given[GONE + seat] > 0;
    board->place[seat] = (uint8_t) given[GONE + seat];
    board->score[seat] = given[SCORES + seat];
  }
  if (!now->sizes[now->turn]) return "whoever acts holds no cards";
  if (given[STANDING] != NOBODY) {
    int size = 0;
    for (int card = 0; card < CARDS; card++) size += cards[card] = (uint8_t) given[STANDING_CARDS + card];
    if (size > HAND) return "no such play";
    now->standing_seat = (int8_t) given[STANDING];
    now->standing = (Reading) {(int8_t) given[KIND], (int8_t) given[RANK], (int8_t) size};
    board_stand(board, now->standing_seat, now->standing.kind, now->standing.rank, cards);
  }
  return NULL;
}

static void round_deal(const Rules *rules, Round *round, Chance *chance) {
  (void) rules;
  deal_tricks(&round->now, chance);
  round->leader = round->now.turn;
}

static void deal(const Rules *rules, Round *round, Chance *chance) {
  (void) rules;
  uint8_t pack[PACK];
  Tricks *now = &round->now;
  for (int at = 0; at < PACK; at++) pack[at] = (uint8_t) (at / COPIES);
  shuffle(chance, pack, PACK);
  memset(now->hands, 0, sizeof now->hands);
  memset(round->board.hands, 0, sizeof round->board.hands);
  for (int at = 0; at < PACK; at++) {
    now->hands[at % SEATS][rank_of(pack[at])]++;
    round->board.hands[at % SEATS][pack[at]]++;
  }
  now->turn = now->standing_seat = round->leader = (int8_t) drawn(chance, SEATS);
}

// ---- the play
static int seats_of(const Rules *rules, const Round *round) {
  (void) rules;
  (void) round;
  return SEATS;
}

static unsigned awaited(const Rules *rules, const Round *round) {
  (void) rules;
  return round->now.is_over ? 0 : 1u << round->now.turn;
}

static int why(const Rules *rules, const Round *round, int seat) {
  (void) rules;
  (void) seat;
  return round->now.standing.kind == NOTHING ? LEAD : FOLLOW;
}

static int legal(const Rules *rules, const Round *round, int seat, int32_t *out) {
  const Tricks *now = &round->now;
  int count = list_classes(&rules->numbers, now->hands[seat], now->standing, out);
  if (now->standing.kind != NOTHING) out[count++] = PASS;
  return count;
}

// What a round that is over brought each seat.
static void won_points(const Rules *rules, const Tricks *now, int64_t *out) {
  memcpy(out, now->taken, sizeof now->taken);
  if (rules->leftover_counts) for (int seat = 0; seat < SEATS; seat++) out[now->last_out] += points_in(now->hands[seat]);
}

static void told_pass(Round *round) {
  if (round->looked_on) board_tell(&round->board, round->now.turn, SAID_PASS, NULL);
  turn_on(&round->now);
}

// Writes the first cards of each rank: spades before hearts, diamonds and clubs.
static void suited(const Board *board, int seat, const uint8_t *play, uint8_t *cards) {
  uint8_t left[RANKS];
  memcpy(left, play, RANKS);
  for (int card = 0; card < CARDS; card++) {
    cards[card] = (uint8_t) smaller(left[rank_of(card)], board->hands[seat][card]);
    left[rank_of(card)] -= cards[card];
  }
}

static int describe(const Rules *rules, const Round *round, int seat, int32_t action, uint8_t *cards, int *amount) {
  (void) amount;
  if (action == PASS) return SAYS_PASS;
  uint8_t ranks[RANKS];
  cards_of(round->now.hands[seat], rules->numbers.named[action], ranks);
  suited(&round->board, seat, ranks, cards);
  return SAYS_PLAY;
}

static void told_lay(Round *round, const uint8_t *play, Reading reading) {
  Tricks *now = &round->now;
  Board *board = &round->board;
  int seat = now->turn;
  if (round->looked_on) {
    uint8_t cards[CARDS];
    suited(board, seat, play, cards);
    board_tell(board, seat, SAID_PLAY, cards);
    board_lay(board, seat, cards);
    board_stand(board, seat, reading.kind, reading.rank, cards);
  }
  lay(now, play, reading);
  if (!now->sizes[seat]) board->place[seat] = (uint8_t) now->out;
}

static void step(const Rules *rules, Round *round, int seat, int32_t action) {
  Tricks *now = &round->now;
  if (action > PASS && action < rules->numbers.count) {
    Class chosen = rules->numbers.named[action];
    uint8_t cards[RANKS];
    cards_of(now->hands[seat], chosen, cards);
    // All ranks in pairs: whoever names the king as the top is taken at the ace.
    if (chosen.reading.kind == PAIR_CHAIN && chosen.reading.size == 2 * NATURAL) chosen.reading.rank = ACE;
    told_lay(round, cards, chosen.reading);
  } else told_pass(round);
  for (;;) {
    if (must_pass(now)) told_pass(round);
    else if (leads_last(now)) {
      uint8_t cards[RANKS];
      memcpy(cards, now->hands[now->turn], RANKS);
      told_lay(round, cards, last_card(now));
    } else break;
  }
  if (!round->looked_on) return;
  if (now->is_over || now->standing.kind == NOTHING) board_clear(&round->board);
  if (now->is_over) {
    int64_t won[SEATS];
    won_points(rules, now, won);
    for (int at = 0; at < SEATS; at++) round->board.score[at] += won[at];
  }
}

static unsigned points(const Rules *rules, const Round *round, int64_t *out) {
  const Tricks *now = &round->now;
  int64_t won[SEATS];
  memset(out, 0, SEATS * sizeof *out);
  if (!now->is_over) return 0;
  won_points(rules, now, won);
  int64_t margin = won[0] + won[2] + won[4] - won[1] - won[3] - won[5];
  for (int seat = 0; seat < SEATS; seat++) out[seat] = seat & 1 ? -margin : margin;
  int winner = margin ? margin < 0 : now->last_out & 1;
  return (1u << 0 | 1u << 2 | 1u << 4) << winner;
}

static void observe(const Rules *rules, const Round *round, int seat, float *out) {
  const Tricks *now = &round->now;
  const Board *board = &round->board;
  int counts[SEATS], acts = !now->is_over && now->turn == seat;
  for (int at = 0; at < SEATS; at++) counts[at] = now->sizes[at];
  out = board_write(board, seat, counts, awaited(rules, round), acts ? why(rules, round, seat) : -1, out);
  *out++ = (float) now->pot;
  for (int at = 0; at < SEATS; at++) *out++ = (float) now->taken[(seat + at) % SEATS];
  *out++ = board->standing_seat == NOBODY ? 0 : now->standing.size;
  out[(round->leader - seat + SEATS) % SEATS] = 1;
  out += SEATS;
  for (int at = 0; at < 2; at++) out[(at ^ seat) & 1] = (float) (board->score[at] + board->score[at + 2] + board->score[at + 4]);
}

static int playout(const Rules *rules, Round *round, Chance *chance) {
  int32_t found[MOST_LEGAL];
  int actions = 0;
  round->looked_on = 0;
  for (; !round->now.is_over; actions++) {
    int seat = round->now.turn;
    step(rules, round, seat, found[drawn(chance, legal(rules, round, seat, found))]);
  }
  return actions;
}

// ---- habits
#define TURN_IN_POINTS 35.0f  // What a turn is worth (ai/weighing.py)
#define FEW_JOKERS 2  // Plays with more jokers are not thought of where others are

static float holding(const Shapes *shapes, Reading reading) {
  float height = height_of(shapes, reading.rank);
  if (is_bomb(reading.kind)) return smaller(99, 60 + 5 * reading.size) / 100.0f;
  return reading.kind <= TRIPLE ? height * height * 0.8f : 0.4f + 0.4f * height;
}

static void take_up(const Rules *rules, Round *round, int seat, const uint8_t *cards, int count) {
  (void) rules;
  if (seat >= SEATS) return;
  memset(round->now.hands[seat], 0, sizeof round->now.hands[seat]);
  while (count--) round->now.hands[seat][rank_of(cards[count])]++;
}

static void likings(const Rules *rules, const Round *round, int seat, const int32_t *actions, int count, float *out) {
  static const Shapes shapes = {{0, 5, 2, 2}, {0, 5, 12, 12}, 2, 4, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}};
  const Tricks *now = &round->now;
  Sitting sitting = {
    .shapes = &shapes, .wilds = now->hands[seat][SMALL] + now->hands[seat][BIG], .size = now->sizes[seat],
    .leads = now->standing.kind == NOTHING, .owner = now->sizes[now->standing_seat], .nearest = HAND,
    .pot = (float) now->pot / TURN_IN_POINTS,
  };
  memcpy(sitting.counts, now->hands[seat], NATURAL);
  sitting.friendly = !sitting.leads && (now->standing_seat ^ seat) % 2 == 0;
  sitting.height = sitting.leads ? 0 : holding(&shapes, now->standing);
  for (int at = 0; at < count; at++) {
    if (actions[at] == PASS) {
      out[at] = liking_of_pass(&sitting);
      continue;
    }
    Class chosen = rules->numbers.named[actions[at]];
    uint8_t laid[HABIT_RANKS];
    if (chosen.jokers > FEW_JOKERS && chosen.reading.size < sitting.size) {
      out[at] = -50;
      continue;
    }
    cards_of(now->hands[seat], chosen, laid);
    float worth = (float) points_in(laid) / TURN_IN_POINTS;
    int wilds = laid[SMALL] + laid[BIG];
    laid[SMALL] = laid[BIG] = 0;
    out[at] = liking_of_play(&sitting, laid, wilds, holding(&shapes, chosen.reading), is_bomb(chosen.reading.kind), worth);
  }
}
