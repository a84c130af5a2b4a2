// Combinations and tricks of Gan Deng Yan, as games/gandengyan has them: packed counts by rank, four bits a rank, up to eight cards
// of each with two packs (games/kit/counts.py).
#ifndef PAIJU_GANDENGYAN_RULES_H
#define PAIJU_GANDENGYAN_RULES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t Cards;
typedef enum {ROCKET, BOMB, TRIO, PAIR_CHAIN, CHAIN, PAIR, SOLO, NOTHING} Kind;  // Strongest first, as a reading is chosen
enum {ACE = 11, DEUCE = 12, SMALL = 13, BIG = 14};
enum {DOUBLE, BANKER, OFF};  // House rules of who never played

#define SEATS 6
#define DECK 108
#define NOBODY (-1)
#define UNIT(rank) (1ULL << 4 * (rank))

typedef struct {
  int packs, draw_all, trio_set, rocket_top, factor_by_size, unplayed, left_jokers, left_twos, left_bombs, alarm_free, cap;
} House;

typedef struct {
  int kind, top, size;
} Reading;

typedef struct {
  Cards *plays;
  int count;
} List;

static const Reading NO_READING = {NOTHING, 0, 0};

static inline int held(Cards cards, int rank) {
  return (int) (cards >> 4 * rank & 15);
}

static inline int jokers_of(Cards cards) {
  return held(cards, SMALL) + held(cards, BIG);
}

static inline int size_of(Cards cards) {
  cards = (cards & 0x0F0F0F0F0F0F0F0FULL) + (cards >> 4 & 0x0F0F0F0F0F0F0F0FULL);
  return (int) ((cards * 0x0101010101010101ULL) >> 56);
}

static inline int least_bomb(const House *house) {
  return house->trio_set ? 4 : 3;
}

static inline int lesser(int one, int other) {
  return one < other ? one : other;
}

// ---- readings
// Adds the runs of so many cards that hold the ranks ``low`` to ``high``, highest first.
static int add_runs(int kind, int size, int low, int high, Reading *found) {
  int length = kind == CHAIN ? size : size / 2, count = 0, last = high > length - 1 ? high : length - 1;
  for (int top = lesser(ACE, low + length - 1); top >= last; top--) found[count++] = (Reading) {kind, top, size};
  return count;
}

// Writes all that cards can be, strongest first, and returns how many readings there are.
static int readings(const House *house, Cards play, Reading *found) {
  int count = 0, low = -1, high = -1, most = 0, jokers = jokers_of(play), size = size_of(play);
  for (int rank = 0; rank <= DEUCE; rank++) if (held(play, rank)) {
    if (low < 0) low = rank;
    high = rank;
    if (held(play, rank) > most) most = held(play, rank);
  }
  if (low < 0) {
    found[0] = (Reading) {ROCKET, BIG, 2};
    return jokers == 2;
  }
  if (low == high) {
    found[count++] = (Reading) {size >= least_bomb(house) ? BOMB : size == 3 ? TRIO : size == 2 ? PAIR : SOLO, low, size};
    if (!jokers) return count;
  }
  if (high > ACE) return count;
  if (most <= 2 && size >= 4 && size % 2 == 0) count += add_runs(PAIR_CHAIN, size, low, high, found + count);
  if (most == 1 && size >= 3) count += add_runs(CHAIN, size, low, high, found + count);
  return count;
}
#define MOST_READINGS 32

static inline int beats(const House *house, Reading challenger, Reading standing) {
  if (standing.kind == ROCKET) return !house->rocket_top && challenger.kind == BOMB && challenger.size >= 4;
  switch (challenger.kind) {
    case ROCKET: return house->rocket_top || standing.kind != BOMB || standing.size < 4;
    case BOMB:
      if (standing.kind != BOMB || challenger.size != standing.size) return standing.kind != BOMB || challenger.size > standing.size;
      return challenger.top > standing.top;
    case TRIO: return standing.kind == TRIO && challenger.top > standing.top;
  }
  if (challenger.kind != standing.kind || challenger.size != standing.size) return 0;
  return challenger.top == DEUCE ? standing.top != DEUCE : challenger.top == standing.top + 1;
}

// What cards are taken as: the strongest reading that may be played now.
static Reading reading_of(const House *house, Cards play, Reading standing) {
  Reading found[MOST_READINGS];
  int count = readings(house, play, found);
  for (int at = 0; at < count; at++) if (standing.kind == NOTHING || beats(house, found[at], standing)) return found[at];
  return NO_READING;
}

// By how much a play raises the multiplier.
static inline int factor_of(const House *house, Reading reading) {
  if (reading.kind > BOMB) return 1;
  return house->factor_by_size && reading.kind == BOMB ? 1 << (reading.size - 2) : 2;
}

// ---- plays: each set of cards once
// Adds cards together with so many jokers, in every way in which the hand has them.
static inline void add(List *list, Cards hand, Cards natural, int jokers) {
  for (int big = jokers - lesser(jokers, held(hand, SMALL)); big <= lesser(jokers, held(hand, BIG)); big++) {
    list->plays[list->count++] = natural + (Cards) (jokers - big) * UNIT(SMALL) + (Cards) big * UNIT(BIG);
  }
}

// Adds so many cards of one rank, at least one of them natural.
static void add_of_rank(List *list, Cards hand, int rank, int size) {
  int jokers = jokers_of(hand);
  for (int kept = lesser(size, held(hand, rank)); kept > 0 && size - kept <= jokers; kept--) {
    add(list, hand, (Cards) kept * UNIT(rank), size - kept);
  }
}

// Adds the runs of two natural ranks or more that go on from what has been taken of the ranks ``low`` to ``rank`` - 1. ``paired``: pair
// chains with a natural pair, else chains and what is both.
static void add_runs_from(List *list, Cards hand, Cards taken, int low, int rank, int cards, int paired, int most_jokers) {
  int each = paired ? 2 : 1, whole = each * (rank - low);
  if (whole - cards > most_jokers || rank > ACE) return;
  for (int kept = 0; kept <= lesser(each, held(hand, rank)); kept++) {
    Cards more = taken + (Cards) kept * UNIT(rank);
    int all = cards + kept, missing = whole + each - all;
    // A run ends with a natural card: jokers beyond it may stand at either end.
    if (kept && (!paired || (more & 0x2222222222222ULL))) {
      for (int jokers = missing < 0 ? 0 : missing; jokers <= most_jokers && all + jokers <= 12 * each; jokers++) {
        if (paired ? (all + jokers) % 2 == 0 : all + jokers >= 3) add(list, hand, more, jokers);
      }
    }
    add_runs_from(list, hand, more, low, rank + 1, all, paired, most_jokers);
  }
}

// Lists everything that a hand may lead.
static void list_leads(List *list, Cards hand) {
  int jokers = jokers_of(hand);
  for (int rank = 0; rank <= DEUCE; rank++) if (held(hand, rank)) {
    for (int size = 1; size <= held(hand, rank) + jokers; size++) add_of_rank(list, hand, rank, size);
  }
  for (int paired = 0; paired <= 1; paired++) for (int low = 0; low < ACE; low++) {
    for (int kept = 1; kept <= lesser(paired + 1, held(hand, low)); kept++) {
      add_runs_from(list, hand, (Cards) kept * UNIT(low), low, low + 1, kept, paired, jokers);
    }
  }
  if (jokers >= 2) add(list, hand, 0, 2);
}

// Adds the runs over exactly some ranks; those of one natural rank that are bombs come among the bombs.
static void add_run(const House *house, List *list, Cards hand, Cards taken, int low, int rank, int top, int each, int missing) {
  int jokers = jokers_of(hand);
  if (missing > jokers) return;
  if (rank <= top) {
    for (int kept = 0; kept <= lesser(each, held(hand, rank)); kept++) {
      add_run(house, list, hand, taken + (Cards) kept * UNIT(rank), low, rank + 1, top, each, missing + each - kept);
    }
    return;
  }
  int single = 0, size = each * (top - low + 1);
  for (int at = low; at <= top; at++) single |= held(taken, at) && taken == (Cards) held(taken, at) * UNIT(at);
  if (taken && !(single && size >= least_bomb(house))) add(list, hand, taken, missing);
}

static void add_bombs(const House *house, List *list, Cards hand, Reading standing) {
  int least = least_bomb(house), above = -1, jokers = jokers_of(hand);
  if (standing.kind == ROCKET) {
    if (house->rocket_top) return;
    least = 4;
  } else if (standing.kind == BOMB) {
    least = standing.size;
    above = standing.top;
  }
  for (int rank = 0; rank <= DEUCE; rank++) if (held(hand, rank)) {
    for (int size = rank > above ? least : least + 1; size <= held(hand, rank) + jokers; size++) add_of_rank(list, hand, rank, size);
  }
  if (jokers >= 2 && beats(house, (Reading) {ROCKET, BIG, 2}, standing)) add(list, hand, 0, 2);
}

// Lists what in a hand beats a standing play, passing left out.
static void list_answers(const House *house, List *list, Cards hand, Reading standing) {
  int top = standing.top, size = standing.size, each = standing.kind == PAIR_CHAIN ? 2 : 1;
  switch ((Kind) standing.kind) {
    case SOLO: case PAIR:
      if (top < ACE) add_of_rank(list, hand, top + 1, size);
      if (top < DEUCE) add_of_rank(list, hand, DEUCE, size);
      break;
    case TRIO: for (int rank = top + 1; rank <= DEUCE; rank++) add_of_rank(list, hand, rank, size); break;
    case CHAIN: case PAIR_CHAIN:
      if (top < ACE) add_run(house, list, hand, 0, top + 2 - size / each, top + 2 - size / each, top + 1, each, 0);
      break;
    default: break;
  }
  add_bombs(house, list, hand, standing);
}

// ---- tricks
typedef struct {
  Cards hands[SEATS];
  int64_t multiplier;
  Reading standing;  // NOTHING if the seat to act leads
  int16_t sizes[SEATS], plays[SEATS];
  int8_t seats, banker, turn, standing_seat;
  int8_t passes;  // In a row since the standing play, automatic ones included
  int8_t open_passes;  // Leads passed on in a row
  int8_t winner, is_over;
  int8_t skipped, drew;  // Automatic passes, and cards drawn, in the last step
  uint8_t in_stock, stock[DECK];  // Cards by number, the top last
} Tricks;

static inline Cards unit_of(int card) {
  return UNIT(card < 52 ? card / 4 : card - 39);
}

// Whether the leader holds a lone joker, which cannot be led.
static inline int is_stuck(const Tricks *now) {
  Cards hand = now->hands[now->turn];
  return hand == UNIT(SMALL) || hand == UNIT(BIG);
}

static void advance(const House *house, Tricks *now) {
  int seats = now->seats, turn = now->turn, kind = now->standing.kind;
  int stops_all = kind == ROCKET && house->rocket_top, stops_one = kind != SOLO || now->standing.top == DEUCE;
  for (; now->passes < seats - 1; now->passes++, now->skipped++) {
    turn = turn + 1 == seats ? 0 : turn + 1;
    if (stops_all || (stops_one && now->sizes[turn] == 1)) continue;
    now->turn = (int8_t) turn;
    return;
  }
  turn = now->turn = now->standing_seat;
  now->standing = NO_READING;
  now->passes = 0;
  for (int drawing = house->draw_all ? seats : 1; drawing && now->in_stock; drawing--) {
    now->hands[turn] += unit_of(now->stock[--now->in_stock]);
    now->sizes[turn]++;
    now->drew++;
    turn = turn + 1 == seats ? 0 : turn + 1;
  }
}

// Plays or passes (no cards) for the seat to act, then does what follows by itself.
static void act(const House *house, Tricks *now, Cards play, Reading reading) {
  int seat = now->turn;
  now->skipped = now->drew = 0;
  if (play) {
    now->hands[seat] -= play;
    now->sizes[seat] -= (int16_t) reading.size;
    now->plays[seat]++;
    now->multiplier *= factor_of(house, reading);
    if (!now->hands[seat]) {
      now->winner = (int8_t) seat;
      now->is_over = 1;
      return;
    }
    now->standing = reading;
    now->standing_seat = (int8_t) seat;
    now->passes = now->open_passes = 0;
  } else if (now->standing.kind == NOTHING) {
    now->turn = (int8_t) (seat + 1 == now->seats ? 0 : seat + 1);
    now->is_over = ++now->open_passes == now->seats;
    return;
  } else now->passes++;
  advance(house, now);
}

// What a loser pays.
static int64_t payment(const House *house, const Tricks *over, int seat) {
  Cards left = over->hands[seat];
  int cards = over->sizes[seat], doublings = 0;
  if (house->alarm_free && cards == 1) return 0;
  doublings += over->plays[seat] == 0 ? house->unplayed != OFF : seat == over->banker && over->plays[seat] == 1 && house->unplayed == BANKER;
  if (house->left_jokers) doublings += jokers_of(left);
  if (house->left_twos) doublings += held(left, DEUCE);
  for (int rank = 0; house->left_bombs && rank <= DEUCE; rank++) doublings += held(left, rank) >= least_bomb(house);
  int64_t owed = cards * over->multiplier << doublings;
  return house->cap && owed > house->cap ? house->cap : owed;
}

static void payments(const House *house, const Tricks *over, int64_t *points) {
  for (int seat = 0; seat < over->seats; seat++) points[seat] = 0;
  for (int seat = 0; over->winner != NOBODY && seat < over->seats; seat++) if (seat != over->winner) {
    int64_t owed = payment(house, over, seat);
    points[seat] -= owed;
    points[over->winner] += owed;
  }
}

#endif
