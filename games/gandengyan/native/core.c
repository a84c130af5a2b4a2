// The native core of Gan Deng Yan, in the numbers of arena/games/gandengyan.
#include "rules.h"

#define KINDS 7
#define WHYS 2
#define VERBS 3
#include "../../kit/native/board.h"
#include "../../kit/native/chance.h"
#include "../../kit/native/habits.h"
#include "../../kit/native/numbers.h"
#define HAS_HABITS

enum {LEAD, FOLLOW};
enum {SAID_PLAY, SAID_PASS, SAID_DRAW};
enum {SAYS_PASS, SAYS_PLAY};
enum {
  PACKS, DRAW_ALL, TRIO_SET, ROCKET_TOP, FACTOR_BY_SIZE, UNPLAYED, LEFT_JOKERS, LEFT_TWOS, LEFT_BOMBS, ALARM_FREE, CAP, SEAT_COUNT,
  MOST_OPTIONS,
};

#define PASS 0
#define EACH 5  // Cards of a hand; the banker has one more
#define MOST_LEGAL 32768  // There are no more sets

typedef struct {
  House house;
  int seats;
  Numbers numbers;
} Rules;

typedef struct {
  Tricks now;
  int8_t looked_on;  // Whether the board is kept up to date
  int8_t drawn[SEATS];  // The card that each seat drew before this trick, until it plays; -1: none
  int64_t deals_left, deals_left_after;
  Board board;
} Round;

// What round_begin takes: who is to act, the banker, the multiplier, counted deals left before and after, leads passed on, by seat
// plays, scores and the card drawn or -1, the standing seat or -1, its passes, kind and top, copies of each card of the hands and of
// the standing play, then the stock, its top first.
enum {
  TURN, BANKER_SEAT, MULTIPLIER, LEFT, LEFT_AFTER, OPEN_PASSES, PLAYS, SCORES = PLAYS + SEATS, DRAWN = SCORES + SEATS,
  STANDING = DRAWN + SEATS, PASSES, KIND, TOP, HANDS, STANDING_CARDS = HANDS + SEATS * CARDS, STOCK = STANDING_CARDS + CARDS,
  MOST_GIVEN = STOCK + DECK,
};

#define DEALS
#include "../../kit/native/module.h"

// ---- rules
static int rules_begin(Rules *rules, const int64_t *options, int count) {
  if (count != MOST_OPTIONS || options[PACKS] < 1 || options[PACKS] > 2) return 0;
  rules->house = (House) {
    (int) options[PACKS], (int) options[DRAW_ALL], (int) options[TRIO_SET], (int) options[ROCKET_TOP], (int) options[FACTOR_BY_SIZE],
    (int) options[UNPLAYED], (int) options[LEFT_JOKERS], (int) options[LEFT_TWOS], (int) options[LEFT_BOMBS],
    (int) options[ALARM_FREE], (int) options[CAP],
  };
  rules->seats = (int) options[SEAT_COUNT];
  Cards every = (Cards) rules->house.packs * (UNIT(SMALL) + UNIT(BIG));
  for (int rank = 0; rank <= DEUCE; rank++) every += (Cards) rules->house.packs * 4 * UNIT(rank);
  List list = {malloc(sizeof(Cards) * MOST_LEGAL), 0};
  if (!list.plays) return 0;
  list_leads(&list, every);
  int made = numbers_begin(&rules->numbers, PASS + 1, list.plays, list.count);
  free(list.plays);
  return made;
}

static void rules_end(Rules *rules) {
  numbers_end(&rules->numbers);
}

static int observation_size(const Rules *rules) {
  return board_size(rules->seats) + 2 * rules->seats + 2 + CARDS + 2;
}

// ---- beginnings
static void begin_tricks(Tricks *now, int seats, int banker) {
  now->seats = (int8_t) seats;
  now->banker = now->turn = now->standing_seat = (int8_t) banker;
  now->winner = NOBODY;
  now->standing = NO_READING;
  now->multiplier = 1;
}

static const char *round_begin(const Rules *rules, Round *round, const int64_t *given, int count) {
  int seats = rules->seats, stock = count - STOCK;
  if (stock < 0) return "so many numbers are not wanted";
  if (given[TURN] < 0 || given[TURN] >= seats || given[BANKER_SEAT] < 0 || given[BANKER_SEAT] >= seats) return "no such seat";
  Tricks *now = &round->now;
  Board *board = &round->board;
  begin_tricks(now, seats, (int) given[BANKER_SEAT]);
  now->turn = now->standing_seat = (int8_t) given[TURN];
  now->multiplier = given[MULTIPLIER];
  now->open_passes = (int8_t) given[OPEN_PASSES];
  round->deals_left = given[LEFT];
  round->deals_left_after = given[LEFT_AFTER];
  round->looked_on = 1;
  uint8_t pack[CARDS];
  memset(pack, rules->house.packs, CARDS);
  board_begin(board, seats, pack);
  for (int seat = 0; seat < seats; seat++) {
    for (int card = 0; card < CARDS; card++) {
      int64_t copies = given[HANDS + seat * CARDS + card];
      if (copies < 0 || copies > rules->house.packs) return "no such card";
      board->hands[seat][card] = (uint8_t) copies;
      now->hands[seat] += (Cards) copies * unit_of(card);
      now->sizes[seat] += (int16_t) copies;
    }
    now->plays[seat] = (int16_t) given[PLAYS + seat];
    board->score[seat] = given[SCORES + seat];
    round->drawn[seat] = (int8_t) given[DRAWN + seat];
  }
  for (int at = 0; at < stock; at++) {
    if (given[STOCK + at] < 0 || given[STOCK + at] >= CARDS) return "no such card";
    now->stock[stock - 1 - at] = (uint8_t) given[STOCK + at];
  }
  now->in_stock = (uint8_t) stock;
  if (given[STANDING] >= 0) {
    uint8_t cards[CARDS];
    int size = 0;
    for (int card = 0; card < CARDS; card++) size += cards[card] = (uint8_t) given[STANDING_CARDS + card];
    now->standing_seat = (int8_t) given[STANDING];
    now->passes = (int8_t) given[PASSES];
    now->standing = (Reading) {(int) given[KIND], (int) given[TOP], size};
    board_stand(board, now->standing_seat, now->standing.kind, now->standing.top, cards);
  }
  return NULL;
}

static void round_deal(const Rules *rules, Round *round, Chance *chance) {
  Tricks *now = &round->now;
  memset(round, 0, offsetof(Round, board));
  begin_tricks(now, rules->seats, drawn(chance, rules->seats));
  for (int copy = 0; copy < rules->house.packs; copy++) {
    for (int card = 0; card < CARDS; card++) now->stock[now->in_stock++] = (uint8_t) card;
  }
  shuffle(chance, now->stock, now->in_stock);
  for (int seat = 0; seat < now->seats; seat++) {
    now->sizes[seat] = EACH + (seat == now->banker);
    for (int card = 0; card < now->sizes[seat]; card++) now->hands[seat] += unit_of(now->stock[--now->in_stock]);
  }
}

static void deal(const Rules *rules, Round *round, Chance *chance) {
  Tricks *now = &round->now;
  uint8_t pack[DECK];
  int seats = now->seats, packs = rules->house.packs, size = packs * CARDS, dealt = EACH * seats;
  for (int at = 0; at < size; at++) pack[at] = (uint8_t) (at / packs);
  shuffle(chance, pack, size);
  int banker = drawn(chance, seats);
  now->banker = now->turn = now->standing_seat = (int8_t) banker;
  memset(now->hands, 0, sizeof now->hands);
  memset(round->board.hands, 0, sizeof round->board.hands);
  for (int at = 0; at <= dealt; at++) {
    int seat = at == dealt ? banker : (banker + at) % seats;
    now->hands[seat] += unit_of(pack[at]);
    round->board.hands[seat][pack[at]]++;
  }
  for (int seat = 0; seat < seats; seat++) now->sizes[seat] = EACH + (seat == banker);
  for (int at = dealt + 1; at < size; at++) now->stock[size - 1 - at] = pack[at];
}

// ---- the play
static int seats_of(const Rules *rules, const Round *round) {
  (void) round;
  return rules->seats;
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

static void list_plays(const Rules *rules, const Tricks *now, List *list) {
  int leads = now->standing.kind == NOTHING;
  if (!leads) list_answers(&rules->house, list, now->hands[now->turn], now->standing);
  else if (!is_stuck(now)) list_leads(list, now->hands[now->turn]);
  if (!leads || !list->count) list->plays[list->count++] = PASS;
}

static int legal(const Rules *rules, const Round *round, int seat, int32_t *out) {
  (void) seat;
  Cards plays[MOST_LEGAL];
  List list = {plays, 0};
  list_plays(rules, &round->now, &list);
  for (int at = 0; at < list.count; at++) out[at] = plays[at] ? number_of(&rules->numbers, plays[at]) : PASS;
  return list.count;
}

// Writes the first cards of each rank of a set: spades before hearts, diamonds and clubs.
static void cards_of(const Board *board, int seat, Cards play, uint8_t *cards) {
  memset(cards, 0, CARDS);
  for (int card = 0; card < CARDS; card++) {
    int rank = card < 52 ? card / 4 : card - 39, count = lesser(held(play, rank), board->hands[seat][card]);
    cards[card] = (uint8_t) count;
    play -= (Cards) count * UNIT(rank);
  }
}

static int describe(const Rules *rules, const Round *round, int seat, int32_t action, uint8_t *cards, int *amount) {
  (void) amount;
  if (action == PASS) return SAYS_PASS;
  cards_of(&round->board, seat, rules->numbers.sets[action], cards);
  return SAYS_PLAY;
}

static void told(const Rules *rules, Round *round, int seat, Cards set, Reading reading, const uint8_t *cards, int open) {
  Tricks *now = &round->now;
  Board *board = &round->board;
  int seats = now->seats;
  for (int step = 1; step <= now->skipped; step++) board_tell(board, (seat + step) % seats, SAID_PASS, NULL);
  if (set) round->drawn[seat] = -1;
  if (now->is_over) {
    int64_t worth[SEATS];
    board_clear(board);
    memset(round->drawn, -1, sizeof round->drawn);
    if (now->winner == NOBODY) return;
    points(rules, round, worth);
    for (int at = 0; at < seats; at++) board->score[at] += worth[at];
    board->place[now->winner] = 1;
    round->deals_left = round->deals_left_after;
  } else if (now->standing.kind != NOTHING) {
    if (set) board_stand(board, seat, reading.kind, reading.top, cards);
  } else if (!open) {
    board_clear(board);
    memset(round->drawn, -1, sizeof round->drawn);
    for (int step = 0; step < now->drew; step++) {
      int drawer = (now->turn + step) % seats, card = now->stock[now->in_stock + now->drew - 1 - step];
      board_tell(board, drawer, SAID_DRAW, NULL);
      board->hands[drawer][card]++;
      round->drawn[drawer] = (int8_t) card;
    }
  }
}

static void play(const Rules *rules, Round *round, Cards set, Reading reading) {
  Tricks *now = &round->now;
  int seat = now->turn, open = !set && now->standing.kind == NOTHING;
  uint8_t cards[CARDS];
  if (round->looked_on) {
    if (set) {
      cards_of(&round->board, seat, set, cards);
      board_tell(&round->board, seat, SAID_PLAY, cards);
      board_lay(&round->board, seat, cards);
    } else board_tell(&round->board, seat, SAID_PASS, NULL);
  }
  act(&rules->house, now, set, reading);
  if (round->looked_on) told(rules, round, seat, set, reading, cards, open);
}

static void step(const Rules *rules, Round *round, int seat, int32_t action) {
  (void) seat;
  Cards set = action > PASS && action < rules->numbers.end ? rules->numbers.sets[action] : PASS;
  play(rules, round, set, set ? reading_of(&rules->house, set, round->now.standing) : NO_READING);
}

static unsigned points(const Rules *rules, const Round *round, int64_t *out) {
  payments(&rules->house, &round->now, out);
  return round->now.winner == NOBODY ? 0 : 1u << round->now.winner;
}

static void observe(const Rules *rules, const Round *round, int seat, float *out) {
  const Tricks *now = &round->now;
  int seats = now->seats, counts[SEATS], acts = !now->is_over && now->turn == seat;
  for (int at = 0; at < seats; at++) counts[at] = now->sizes[at];
  out = board_write(&round->board, seat, counts, awaited(rules, round), acts ? why(rules, round, seat) : -1, out);
  out[(now->banker - seat + seats) % seats] = 1;
  out += seats;
  *out++ = now->in_stock;
  *out++ = (float) now->multiplier;
  for (int at = 0; at < seats; at++) *out++ = now->plays[(seat + at) % seats];
  if (round->drawn[seat] >= 0) out[round->drawn[seat]] = 1;
  out += CARDS;
  *out++ = round->board.standing_seat < 0 ? 0 : (float) now->standing.size;
  *out = (float) round->deals_left;
}

static int playout(const Rules *rules, Round *round, Chance *chance) {
  Cards plays[MOST_LEGAL];
  int actions = 0;
  round->looked_on = 0;
  for (; !round->now.is_over; actions++) {
    List list = {plays, 0};
    list_plays(rules, &round->now, &list);
    Cards set = plays[drawn(chance, list.count)];
    play(rules, round, set, set ? reading_of(&rules->house, set, round->now.standing) : NO_READING);
  }
  return actions;
}

// ---- habits
static void counted(Cards cards, uint8_t *counts) {
  memset(counts, 0, HABIT_RANKS);
  for (int rank = 0; rank <= DEUCE; rank++) counts[rank] = (uint8_t) held(cards, rank);
}

// How likely nobody goes one rank higher, or lays a two.
static float holding(Reading reading, int others) {
  if (reading.kind == ROCKET) return 1;
  if (reading.kind == BOMB) return 0.85f + 0.01f * (float) reading.top;
  float alone = reading.top == DEUCE ? 0.93f : reading.kind == SOLO ? 0.62f : reading.kind == PAIR ? 0.85f : 0.93f, all = 1;
  while (others--) all *= alone;
  return all;
}

static void take_up(const Rules *rules, Round *round, int seat, const uint8_t *cards, int count) {
  Tricks *now = &round->now;
  if (seat < rules->seats) {
    now->hands[seat] = 0;
    while (count--) now->hands[seat] += unit_of(cards[count]);
  } else if (count <= now->in_stock) memcpy(now->stock, cards, (size_t) count);
}

static void likings(const Rules *rules, const Round *round, int seat, const int32_t *actions, int count, float *out) {
  Shapes shapes = {{0, 3, 2, 0}, {0, 12, 12, 0}, 0, 3, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 14, 14}};
  const Tricks *now = &round->now;
  shapes.bomb = (int8_t) least_bomb(&rules->house);
  Sitting sitting = {
    .shapes = &shapes, .wilds = jokers_of(now->hands[seat]), .size = now->sizes[seat], .leads = now->standing.kind == NOTHING,
    .owner = now->sizes[now->standing_seat], .nearest = DECK,
  };
  counted(now->hands[seat], sitting.counts);
  for (int other = 0; other < now->seats; other++) {
    if (other != seat && now->sizes[other] < sitting.nearest) sitting.nearest = now->sizes[other];
  }
  for (int at = 0; at < count; at++) {
    Cards set = actions[at] ? rules->numbers.sets[actions[at]] : 0;
    if (!set) {
      out[at] = liking_of_pass(&sitting);
      continue;
    }
    Reading reading = reading_of(&rules->house, set, now->standing);
    uint8_t laid[HABIT_RANKS];
    counted(set, laid);
    out[at] = liking_of_play(&sitting, laid, jokers_of(set), holding(reading, now->seats - 1), reading.kind <= BOMB, 0);
  }
}
