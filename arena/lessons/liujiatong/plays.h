// A round, what others may hold, and the plays that are weighed (ai/weighing.py, ai/strong.py).
#pragma once
#include "plans.h"

enum {WEIGHED = 24, MOST_ANSWERS = 600, MOST_PLAYS = 400, NEVER = 15};

// ---- a round, and what passes tell (ai/features.py)
typedef struct {
  int8_t single[SEATS], pair[SEATS], passed[SEATS];
} Marks;
typedef struct {
  Tricks now;
  uint8_t unlaid[RANKS];
  Marks marks;
} Round;

static void begin_round(Round *round, Chance *chance) {
  deal_tricks(&round->now, chance);
  memset(&round->marks, NEVER, sizeof round->marks);
  memset(round->marks.passed, 0, SEATS);
  for (int rank = 0; rank < RANKS; rank++) round->unlaid[rank] = rank < NATURAL ? OF_A_RANK : 4;
}

static void go_on(Round *round) {
  turn_on(&round->now);
  if (round->now.standing.kind == NOTHING) memset(round->marks.passed, 0, SEATS);
}

static void pass(Round *round) {
  Reading standing = round->now.standing;
  int seat = round->now.turn;
  Marks *marks = &round->marks;
  marks->passed[seat] = 1;
  if ((round->now.standing_seat ^ seat) & 1) {
    if (standing.kind == SINGLE) marks->single[seat] = (int8_t) smaller(marks->single[seat], standing.rank);
    if (standing.kind == PAIR) marks->pair[seat] = (int8_t) smaller(marks->pair[seat], standing.rank);
  }
  go_on(round);
}

static void lay_down(Round *round, const uint8_t *cards, Reading reading) {
  for (int rank = 0; rank < RANKS; rank++) round->unlaid[rank] -= cards[rank];
  memset(round->marks.passed, 0, SEATS);
  lay(&round->now, cards, reading);
}

// Does what goes by itself, until a seat is asked or the round is over.
static void by_itself(Round *round) {
  for (Tricks *now = &round->now;;) {
    if (must_pass(now)) go_on(round);
    else if (leads_last(now)) {
      uint8_t cards[RANKS];
      memcpy(cards, now->hands[now->turn], RANKS);
      lay_down(round, cards, last_card(now));
    } else return;
  }
}

// ---- what the seat to act sees
typedef struct {
  const Tables *tables;
  const Round *round;
  const uint8_t *hand;
  int seat, leads;
  uint8_t unseen[RANKS];
  int all, jokers;  // Of the unseen cards
  int enemies, friends;  // A bit for each other seat with cards
  Plan plan;
} Seen;

static void look_at(const Tables *tables, const Round *round, Seen *seen) {
  const Tricks *now = &round->now;
  int seat = now->turn;
  *seen = (Seen) {.tables = tables, .round = round, .hand = now->hands[seat], .seat = seat, .leads = now->standing.kind == NOTHING};
  for (int rank = 0; rank < RANKS; rank++) seen->unseen[rank] = (uint8_t) (round->unlaid[rank] - seen->hand[rank]);
  seen->all = larger(1, size_of(seen->unseen));
  seen->jokers = seen->unseen[SMALL] + seen->unseen[BIG];
  for (int other = 0; other < SEATS; other++) if (now->sizes[other] && other != seat) {
    *((other ^ seat) & 1 ? &seen->enemies : &seen->friends) |= 1 << other;
  }
  make_plan(tables, seen->hand, BUDGET, &seen->plan);
}

// ---- odds for a hand with so many hundredths of the unseen cards
static double holds_group(const Seen *seen, int rank, int size, int part) {
  double natural = seen->tables->at_least[size][seen->unseen[rank]][part];
  if (size < 2) return natural;
  double with_joker = seen->tables->at_least[size - 1][seen->unseen[rank]][part] - natural;
  return natural + with_joker * seen->tables->at_least[1][seen->jokers][part] * 0.7;
}

static double holds_run(const Seen *seen, int top, int length, int each, int part) {
  double chance = 1;
  for (int place = top - length + 1; place <= top; place++) chance *= holds_group(seen, rank_at(place), each, part);
  return chance;
}

static double runs_above(const Seen *seen, int place, int length, int each, int part) {
  double sum = 0;
  for (int top = PLACES - 1; top >= length && top > place; top--) sum += holds_run(seen, top, length, each, part);
  return sum;
}

static double bombs_expected(const Seen *seen, Reading reading, int part, int most) {
  double expected = 0;
  int least = reading.kind == BOMB ? reading.size : reading.kind == JOKER_BOMB ? EIGHT + 1 : 4;
  for (int rank = 0; rank < NATURAL; rank++) {
    int size = least + (reading.kind == BOMB && rank <= reading.rank);
    if (size <= most) expected += holds_group(seen, rank, size, part);
  }
  for (int joker = SMALL; joker <= BIG; joker++) {
    if (most >= 4 && seen->unseen[joker] == 4 && beats(alike(4, joker).reading, reading)) expected += seen->tables->at_least[4][4][part];
  }
  return expected;
}

static double alike_expected(const Seen *seen, Reading reading, int part, int most) {
  double sum = 0;
  int each = each_of(reading.kind), length = reading.size / (reading.kind == FLIGHT ? 5 : each);
  if (reading.size > most) return 0;
  switch (reading.kind) {
    case SINGLE: case PAIR: case TRIPLE:
      for (int rank = reading.rank + 1; rank < NATURAL; rank++) sum += holds_group(seen, rank, reading.size, part);
      for (int joker = SMALL; joker <= BIG; joker++) {
        if (joker > reading.rank) sum += seen->tables->at_least[reading.size][seen->unseen[joker]][part];
      }
      return sum;
    case TRIPLE_PAIR:
      for (int rank = reading.rank + 1; rank < NATURAL; rank++) sum += holds_group(seen, rank, 3, part);
      return 0.8 * sum;
    case FLIGHT:
      sum = runs_above(seen, 0, length, 2, part);
      return (sum > 1 ? 1 : sum) * runs_above(seen, place_of(reading.rank), length, 3, part);
    default:
      return runs_above(seen, place_of(reading.rank), length, each, part);
  }
}

// How likely none of these seats beats what stands, if they use so many of their bombs for it.
static double holds(const Seen *seen, Reading reading, int seats, double bombing) {
  double expected = 0;
  int bomb = is_bomb(reading.kind);
  for (int seat = 0; seat < SEATS; seat++) if (seats >> seat & 1) {
    int size = seen->round->now.sizes[seat], part = smaller(WHOLE, (int) nearbyint(100.0 * size / seen->all));
    if (!bomb) expected += alike_expected(seen, reading, part, size) * 0.8;
    expected += bombs_expected(seen, reading, part, size) * (bomb ? 1.0 : bombing);
  }
  return exp(-expected);
}

// ---- the plays that are weighed
typedef struct {
  Class as;
  uint8_t cards[RANKS];
} Play;

static Play play_of(const uint8_t *hand, Class as) {
  Play play = {.as = as};
  cards_of(hand, as, play.cards);
  return play;
}

// Adds a play of cards that are not among the plays.
static int added(Play *out, int count, Play play) {
  for (int at = 0; at < count; at++) if (!memcmp(out[at].cards, play.cards, RANKS)) return count;
  out[count] = play;
  return count + 1;
}

// Writes the parts of the plan and jokers, which are ``base`` many, and simple leads that no plan may hold.
static int leads(const Seen *seen, Play *out, int *base) {
  const uint8_t *hand = seen->hand;
  int count = 0, pair = 0;
  for (int at = 0; at < seen->plan.count; at++) out[count++] = play_of(hand, seen->plan.groups[at]);
  for (int rank = SMALL; rank <= BIG; rank++) {
    for (int size = 1; size <= hand[rank]; size++) out[count++] = play_of(hand, alike(size, rank));
  }
  *base = count;
  while (pair < NATURAL && hand[pair] != 2) pair++;
  for (int rank = 0; rank < NATURAL; rank++) {
    for (int size = 1; size <= smaller(3, hand[rank]); size++) count = added(out, count, play_of(hand, alike(size, rank)));
    if (hand[rank] >= 4) count = added(out, count, play_of(hand, alike(hand[rank], rank)));
    if (hand[rank] < 3 || pair == NATURAL) continue;
    count = added(out, count, play_of(hand, (Class) {{TRIPLE_PAIR, (int8_t) rank, 5}, (int8_t) pair, 0}));
  }
  for (int top = PLACES - 1; top >= 5; top--) {
    int length = 0;
    while (length < 5 && hand[rank_at(top - length)]) length++;
    if (length == 5) count = added(out, count, play_of(hand, (Class) {{STRAIGHT, (int8_t) rank_at(top), 5}, NOBODY, 0}));
  }
  return count;
}

// At a first glance, how much a play takes apart.
static double breaks(const uint8_t *hand, const Play *play) {
  Reading reading = play->as.reading;
  double cost = reading.rank < NATURAL ? 3.0 * play->as.jokers : 1.0;
  for (int rank = 0; rank < NATURAL; rank++) if (play->cards[rank]) {
    int left = hand[rank] - play->cards[rank];
    if (left) cost += hand[rank] >= 4 && left < 4 ? 4.0 : 1.0;
  }
  if (is_bomb(reading.kind)) cost += 2.0 + 0.5 * reading.size;
  return cost + reading.rank / 20.0;
}

// Writes what beats with the fewest jokers: of many the plays that take least apart.
static int answers(const Seen *seen, const int32_t *found, int count, Play *out) {
  const Class *named = seen->tables->numbers.named;
  Play all[MOST_ANSWERS];
  double cost[MOST_ANSWERS];
  int many = 0;
  for (int at = 0; at < count; at++) {
    Class as = named[found[at]];
    if (as.reading.kind == TRIPLE_PAIR && as.reading.rank >= NATURAL) continue;
    if (at && !memcmp(&named[found[at - 1]], &as, offsetof(Class, jokers))) continue;
    all[many] = play_of(seen->hand, as);
    cost[many] = breaks(seen->hand, &all[many]);
    many++;
  }
  count = smaller(WEIGHED, many);
  for (int place = 0; place < count; place++) {
    int least = 0;
    for (int at = 1; at < many; at++) if (cost[at] < cost[least]) least = at;
    out[place] = all[least];
    cost[least] = HUGE_VAL;
  }
  return count;
}

// Writes the plays that are weighed; the first ``base`` of them are those of ``normal``.
static int choices(const Seen *seen, Play *out, int *base) {
  const ClassNumbers *numbers = &seen->tables->numbers;
  int32_t found[MOST_CLASSES];
  int count = list_classes(numbers, seen->hand, seen->round->now.standing, found);
  for (int at = 0; at < count; at++) {
    Class as = numbers->named[found[at]];
    if (as.reading.size != seen->round->now.sizes[seen->seat] || as.jokers != seen->hand[SMALL] + seen->hand[BIG]) continue;
    out[0] = play_of(seen->hand, as);
    return *base = 1;
  }
  return seen->leads ? leads(seen, out, base) : (*base = answers(seen, found, count, out));
}
