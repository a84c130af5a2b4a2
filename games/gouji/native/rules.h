// Sets of Gou Ji, which beats which, and what a hand may lay, as games/gouji has them: hands are counts by rank, 3 to 2 and the two
// jokers. A set has the number that games/gouji/numbers.py gives it.
#ifndef PAIJU_GOUJI_RULES_H
#define PAIJU_GOUJI_RULES_H

#include <stdint.h>
#include <string.h>

#define RANKS 15
#define OF_A_RANK 16
#define OF_A_JOKER 4
#define LONGEST 36  // Larger sets have no number
#define MOST_RETURNED 4
#define MOST_IN_BLOCK (OF_A_RANK * (OF_A_RANK + 1) * (OF_A_JOKER + 1) * (OF_A_JOKER + 1))
#define MOST_RETURNS 3875

enum {THREE, FOUR, DEUCE = 12, SMALL, BIG, JOKERS_ONLY = SMALL};  // Ranks, and the base of a set of jokers
enum {THREES, OPEN, GOUJI, PLAIN, KINDS};
enum {PASS, YIELD, DECLINE, CHALLENGE, REVOLT, BUY, PLAY};  // Numbers; from PLAY on those of sets
enum {OFF, PAIR, ON};  // The house rule of two big jokers that beat one
enum {ANY, WITH_JOKER, GOUJI_LEVEL};  // Which answers are asked for

typedef struct {
  int8_t base, size, natural, twos, small, big;
} Set;

typedef struct {
  int joker_threshold, any_two, open_with_twos, each_card, two_big_kill_one, free_base;
  int block, wild, burn, revolt, returns, end;  // Sets on one rank; where wild sets, burns, tries, returns and no numbers begin
  int16_t place[OF_A_RANK + 1][OF_A_RANK + 1][OF_A_JOKER + 1][OF_A_JOKER + 1];  // In a block; -1: no number
  int8_t in_block[MOST_IN_BLOCK][4];  // Natural cards, 2s, small and big jokers, by place
  int8_t returned[MOST_RETURNS][MOST_RETURNED];  // Ranks sent back, -1: none; by number
} Sets;

static inline int smaller(int one, int other) {
  return one < other ? one : other;
}

static inline int jokers_of(Set set) {
  return set.small + set.big;
}

// ---- what a set is (kinds.py)
static inline int kind_of(const Sets *sets, Set set) {
  static const int8_t needed[DEUCE] = {99, 99, 99, 99, 99, 99, 99, 5, 4, 3, 2, 2};
  if (set.base == THREE) return THREES;
  if (set.base >= DEUCE) return GOUJI;
  int reaches = set.size - jokers_of(set) >= needed[set.base], by_two = sets->any_two && set.twos;
  if (jokers_of(set)) return reaches || !sets->joker_threshold || by_two ? GOUJI : PLAIN;
  if (!set.twos) return reaches ? OPEN : PLAIN;
  if (reaches) return sets->open_with_twos ? OPEN : GOUJI;
  return by_two ? GOUJI : PLAIN;
}

static inline int is_gouji(const Sets *sets, Set set) {
  int kind = kind_of(sets, set);
  return kind == OPEN || kind == GOUJI;
}

static inline int is_unbeatable(const Sets *sets, Set set) {
  if (!set.big) return 0;
  if (sets->two_big_kill_one == ON) return set.big > 1;
  return !(sets->two_big_kill_one == PAIR && set.big == 1 && set.size <= 2);
}

// The value of a card of a set, highest first.
static inline int value_at(Set set, int at) {
  return at < set.big ? BIG + 1 : at < jokers_of(set) ? SMALL + 1 : set.base;
}

static int beats(const Sets *sets, Set set, Set standing) {
  int killed = (standing.size == 1 && standing.big == 1) || (standing.size == 2 && standing.big < 2);
  if (set.base == THREE) return 0;
  if (sets->two_big_kill_one != OFF && set.size == 2 && set.big == 2 && killed) return 1;
  if (set.size != standing.size) return 0;
  int waived = standing.base == JOKERS_ONLY || (sets->free_base && !sets->each_card);
  int base_will_do = waived || set.base > standing.base;
  if (standing.big && sets->two_big_kill_one == ON) return set.big >= 2 * standing.big + standing.small && base_will_do;
  if (sets->each_card) {
    for (int at = 0; at < set.size; at++) if (value_at(set, at) <= value_at(standing, at)) return 0;
    return 1;
  }
  if (!jokers_of(standing)) return jokers_of(set) || set.base > standing.base;
  return !standing.big && set.big >= standing.small && base_will_do;
}

// ---- numbers
static void number_all(Sets *sets) {
  int count = 0;
  memset(sets->place, -1, sizeof sets->place);
  for (int natural = 1; natural <= OF_A_RANK; natural++) for (int twos = 0; twos <= OF_A_RANK; twos++) {
    for (int small = 0; small <= OF_A_JOKER; small++) for (int big = 0; big <= OF_A_JOKER; big++) {
      if (natural + twos + small + big > LONGEST) continue;
      int8_t *named = sets->in_block[count];
      named[0] = (int8_t) natural;
      named[1] = (int8_t) twos;
      named[2] = (int8_t) small;
      named[3] = (int8_t) big;
      sets->place[natural][twos][small][big] = (int16_t) count++;
    }
  }
  sets->block = count;
  sets->wild = PLAY + OF_A_RANK + (DEUCE - 1) * count - 1;
  int ends = sets->wild + (OF_A_RANK + 1) * (OF_A_JOKER + 1) * (OF_A_JOKER + 1);
  sets->burn = ends;
  sets->revolt = sets->burn + ends - PLAY;
  sets->returns = sets->revolt + ends - PLAY;
  count = 0;
  for (int few = 1; few <= MOST_RETURNED; few++) {
    int8_t ranks[MOST_RETURNED] = {0};
    for (int at = few; at < MOST_RETURNED; at++) ranks[at] = -1;
    for (int at = few - 1; at >= 0;) {
      memcpy(sets->returned[count++], ranks, sizeof ranks);
      for (at = few - 1; at >= 0 && ranks[at] == RANKS - 1; at--) {}
      if (at < 0) break;
      ranks[at]++;
      for (int later = at + 1; later < few; later++) ranks[later] = ranks[at];
    }
  }
  sets->end = sets->returns + count;
}

// Where the plays on a natural rank begin.
static inline int first_of(const Sets *sets, int base) {
  return base == THREE ? PLAY : PLAY + OF_A_RANK + (base - 1) * sets->block;
}

static inline Set set_made(int base, int natural, int twos, int small, int big) {
  return (Set) {(int8_t) base, (int8_t) (natural + twos + small + big), (int8_t) natural, (int8_t) twos, (int8_t) small, (int8_t) big};
}

static inline Set wild_made(int twos, int small, int big) {
  return set_made(twos ? DEUCE : JOKERS_ONLY, 0, twos, small, big);
}

// The set of a number from PLAY on.
static Set set_of(const Sets *sets, int number) {
  int place = number - PLAY - OF_A_RANK;
  if (place < 0) return set_made(THREE, number - PLAY + 1, 0, 0, 0);
  if (number > sets->wild) {
    place = number - sets->wild;
    return wild_made(place / 25, place / 5 % 5, place % 5);
  }
  const int8_t *named = sets->in_block[place % sets->block];
  return set_made(1 + place / sets->block, named[0], named[1], named[2], named[3]);
}

static inline int wild_number(const Sets *sets, int twos, int small, int big) {
  return sets->wild + 25 * twos + 5 * small + big;
}

// The number of a set of natural cards alone.
static inline int natural_number(const Sets *sets, int base, int count) {
  return first_of(sets, base) + (base == THREE ? count - 1 : sets->place[count][0][0][0]);
}

// ---- what a hand may lay: which places of a block it may, in order, is the same for all ranks but for how many cards it holds
typedef struct {
  int16_t places[MOST_IN_BLOCK];
  int16_t until[OF_A_RANK + 1];  // How many of them there are for so many natural cards
} Places;

static inline int widest(const uint8_t *hand) {
  int most = 0;
  for (int base = FOUR; base < DEUCE; base++) if (hand[base] > most) most = hand[base];
  return most;
}

static inline int put_places(const Sets *sets, const Places *found, int base, int held, int32_t *out) {
  int first = first_of(sets, base), count = found->until[held];
  for (int at = 0; at < count; at++) out[at] = first + found->places[at];
  return count;
}

// Writes the numbers of all plays that may be led, or of those with a joker, and returns how many there are.
static int list_leads(const Sets *sets, const uint8_t *hand, int with_joker, int32_t *out) {
  Places found;
  int most = widest(hand), places = 0, count = 0;
  found.until[0] = 0;
  for (int natural = 1; natural <= most; natural++) {
    for (int twos = 0; twos <= hand[DEUCE]; twos++) for (int small = 0; small <= hand[SMALL]; small++) {
      for (int big = with_joker && !small; big <= hand[BIG]; big++) {
        int place = sets->place[natural][twos][small][big];
        if (place >= 0) found.places[places++] = (int16_t) place;
      }
    }
    found.until[natural] = (int16_t) places;
  }
  for (int base = FOUR; base < DEUCE; base++) count += put_places(sets, &found, base, hand[base], out + count);
  for (int twos = 0; twos <= hand[DEUCE]; twos++) for (int small = 0; small <= hand[SMALL]; small++) {
    for (int big = (with_joker || !twos) && !small; big <= hand[BIG]; big++) out[count++] = wild_number(sets, twos, small, big);
  }
  return count;
}

// Finds what beats a set on a higher base, or on another one: which it is does not matter.
static void find_answers(const Sets *sets, const uint8_t *hand, Set standing, int is_higher, int which, Places *found) {
  int most = smaller(widest(hand), standing.size), main = hand[DEUCE] + hand[SMALL] + hand[BIG], places = 0;
  found->until[0] = 0;
  for (int natural = 1; natural <= OF_A_RANK; natural++) {
    int hung = natural <= most && standing.size - natural <= main ? standing.size - natural : -1;
    for (int big = 0; big <= smaller(hand[BIG], hung); big++) for (int small = 0; small <= smaller(hand[SMALL], hung - big); small++) {
      int twos = hung - big - small;
      if (twos > hand[DEUCE] || (which == WITH_JOKER && !(small + big))) continue;
      int place = sets->place[natural][twos][small][big];
      Set set = set_made(standing.base + is_higher, natural, twos, small, big);
      if (place >= 0 && beats(sets, set, standing)) found->places[places++] = (int16_t) place;
    }
    found->until[natural] = (int16_t) places;
  }
}

// Writes the numbers of all plays that beat a set, and returns how many there are.
static int list_answers(const Sets *sets, const uint8_t *hand, Set standing, int which, int32_t *out) {
  int count = 0;
  for (int is_higher = 0; is_higher <= 1; is_higher++) {
    Places found;
    find_answers(sets, hand, standing, is_higher, which, &found);
    int first = is_higher ? standing.base + 1 : FOUR, last = is_higher ? DEUCE - 1 : smaller(standing.base, DEUCE - 1);
    for (int base = first; base <= last; base++) count += put_places(sets, &found, base, hand[base], out + count);
  }
  int largest = sets->two_big_kill_one != OFF && standing.size == 1 ? 2 : standing.size;
  for (int size = standing.size; size <= largest; size++) {
    for (int big = 0; big <= smaller(hand[BIG], size); big++) for (int small = 0; small <= smaller(hand[SMALL], size - big); small++) {
      int twos = size - big - small;
      if (twos > hand[DEUCE] || (which == WITH_JOKER && !(small + big))) continue;
      if (beats(sets, wild_made(twos, small, big), standing)) out[count++] = wild_number(sets, twos, small, big);
    }
  }
  if (which != GOUJI_LEVEL) return count;
  int kept = 0;
  for (int at = 0; at < count; at++) if (is_gouji(sets, set_of(sets, out[at]))) out[kept++] = out[at];
  return kept;
}

// Writes what may be laid to open with in a revolution: natural cards that open.
static int list_tries(const Sets *sets, const uint8_t *hand, int32_t *out) {
  int count = 0;
  for (int base = FOUR; base < DEUCE; base++) for (int natural = 1; natural <= hand[base]; natural++) {
    int is_open = kind_of(sets, set_made(base, natural, 0, 0, 0)) == OPEN;
    if (is_open) out[count++] = natural_number(sets, base, natural) - PLAY + sets->revolt;
  }
  return count;
}

// Writes every choice of so many cards, up to MOST_RETURNED, out of a hand.
static int list_returns(const Sets *sets, const uint8_t *hand, int wanted, int32_t *out) {
  int count = 0;
  for (int at = 0; at < sets->end - sets->returns; at++) {
    const int8_t *ranks = sets->returned[at];
    int chosen = 0, is_held = 1;
    uint8_t left[RANKS];
    memcpy(left, hand, RANKS);
    for (; chosen < MOST_RETURNED && ranks[chosen] >= 0; chosen++) is_held &= left[ranks[chosen]]-- > 0;
    if (chosen == wanted && is_held) out[count++] = sets->returns + at;
  }
  return count;
}

#endif
