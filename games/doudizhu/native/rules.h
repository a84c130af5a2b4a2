// Combinations and tricks of Dou Dizhu, as games/doudizhu has them: packed counts by rank, four bits a rank (games/kit/counts.py).
// Plays come in the order in which combos.py lists them.
#ifndef PAIJU_DOUDIZHU_RULES_H
#define PAIJU_DOUDIZHU_RULES_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t u64;
typedef enum {
  SOLO, PAIR, TRIO, TRIO_SINGLE, TRIO_PAIR, CHAIN, PAIR_CHAIN, AIRPLANE, AIRPLANE_SMALL, AIRPLANE_LARGE, FOUR_SINGLES, FOUR_PAIRS,
  SHUTTLE, SHUTTLE_SMALL, SHUTTLE_LARGE, BOMB, ROCKET_KIND, NOTHING,
} Kind;

#define SEATS 3
#define NEXT(seat) ((seat) == 2 ? 0 : (seat) + 1)
#define NOBODY (-1)
#define UNIT(rank) (1ULL << 4 * (rank))
#define ONES 0x111111111111111ULL
#define RUN_RANKS 0x111111111111ULL
#define NO_JOKERS 0x1111111111111ULL
#define JOKERS (UNIT(13) + UNIT(14))
#define ROCKET JOKERS
#define COUNT(hand, rank) ((int) ((hand) >> 4 * (rank) & 7))
#define RANK_OF(bit) (__builtin_ctzll(bit) / 4)
// One of each rank of a run of so many ranks that starts at 3.
#define RUN(length) (((1ULL << 4 * (length)) - 1) & ONES)
#define EACH_BIT(bit, mask) for (u64 left_ = (mask), bit; left_ && (bit = left_ & -left_, 1); left_ &= left_ - 1)

typedef struct {
  int8_t kind, top, size;
} Reading;

typedef struct {
  u64 play;
  Reading reading;
} Play;

typedef struct {
  int joker_kickers;  // How many jokers may be among single kickers
  int equal_kickers, shuttles;
} Combos;

typedef struct {
  Play *plays;
  int count;
} List;

static const Reading NO_READING = {NOTHING, 0, 0};

static inline int size_of(u64 hand) {
  hand = (hand & 0x0F0F0F0F0F0F0F0FULL) + (hand >> 4 & 0x0F0F0F0F0F0F0F0FULL);
  return (int) (hand * 0x0101010101010101ULL >> 56);
}

// The masks of the ranks with at least one, two, three and four cards.
static inline void masks(u64 hand, u64 *by_count) {
  u64 half = hand >> 1, quarter = hand >> 2;
  by_count[0] = (hand | half | quarter) & ONES;
  by_count[1] = (half | quarter) & ONES;
  by_count[2] = ((hand & half) | quarter) & ONES;
  by_count[3] = quarter & ONES;
}

// The lowest ranks of the runs of a length in a mask.
static inline u64 starts(u64 mask, int length) {
  u64 found = mask &= RUN_RANKS;
  for (int step = 1; step < length; step++) found &= mask >> 4 * step;
  return found;
}

// The mask of the ranks above one.
static inline u64 above(int top) {
  return top >= 14 ? 0 : ONES & ~(UNIT(top + 1) - 1);
}

static inline void add(List *list, u64 play, int kind, int top, int size) {
  list->plays[list->count++] = (Play) {play, {(int8_t) kind, (int8_t) top, (int8_t) size}};
}

// ---- kickers
// What is chosen of a rank is added to every smaller choice out of the ranks before it, so that each choice comes once.
#define MOST_KICKERS 6
#define MOST_CHOICES 1300
typedef struct {
  u64 chosen[MOST_KICKERS + 1][MOST_CHOICES];
  int count[MOST_KICKERS + 1];
} Choices;

static void choose_kickers(Choices *choices, u64 pool, int count, int most_of_a_rank) {
  u64 by_count[4];
  masks(pool, by_count);
  memset(choices->count, 0, sizeof choices->count);
  choices->chosen[0][0] = 0;
  choices->count[0] = 1;
  EACH_BIT(bit, by_count[0] & NO_JOKERS) {
    int most = by_count[2] & bit ? 3 : by_count[1] & bit ? 2 : 1;
    if (most > most_of_a_rank) most = most_of_a_rank;
    for (int taken = count; taken > 0; taken--) for (int times = 1; times <= most && times <= taken; times++) {
      for (int at = 0, end = choices->count[taken - times]; at < end; at++) {
        choices->chosen[taken][choices->count[taken]++] = choices->chosen[taken - times][at] + (u64) times * bit;
      }
    }
  }
}

// Adds a body over a mask of ranks with so many single kickers, in every way, without what another body lists (combos.py: _small).
static void add_small(
  const Combos *combos, List *list, u64 hand, u64 ranks, int each, int count, int leading, int kind, int top, int size
) {
  u64 body = (u64) each * ranks, pool = hand & ~(7 * ranks), jokers = combos->joker_kickers ? pool & JOKERS : 0;
  if (size_of(pool) < count) return;
  if (each == 3 && count >= 3) {
    u64 upper = (ranks << 4) & ~ranks & RUN_RANKS, lower = (ranks >> 4) & ~ranks & RUN_RANKS;
    if (upper && COUNT(pool, RANK_OF(upper)) > 2) pool -= (u64) (COUNT(pool, RANK_OF(upper)) - 2) * upper;
    if (leading && count == 3 && lower && COUNT(pool, RANK_OF(lower)) > 2) pool -= (u64) (COUNT(pool, RANK_OF(lower)) - 2) * lower;
  }
  if (count == 1) {
    u64 by_count[4];
    masks(pool, by_count);
    EACH_BIT(bit, by_count[0] & NO_JOKERS) add(list, body + bit, kind, top, size);
    EACH_BIT(bit, jokers) add(list, body + bit, kind, top, size);
    return;
  }
  Choices choices;
  choose_kickers(&choices, pool, count, combos->equal_kickers ? 3 : 1);
  for (int at = 0; at < choices.count[count]; at++) add(list, body + choices.chosen[count][at], kind, top, size);
  EACH_BIT(joker, jokers) for (int at = 0; at < choices.count[count - 1]; at++) {
    add(list, body + joker + choices.chosen[count - 1][at], kind, top, size);
  }
  if (combos->joker_kickers == 2 && jokers == JOKERS) for (int at = 0; at < choices.count[count - 2]; at++) {
    add(list, body + JOKERS + choices.chosen[count - 2][at], kind, top, size);
  }
}

static void add_pairs(List *list, u64 body, u64 pool, int count, int kind, int top, int size) {
  if (!count) {
    add(list, body, kind, top, size);
    return;
  }
  EACH_BIT(bit, pool) add_pairs(list, body + 2 * bit, pool & ~(bit | (bit - 1)), count - 1, kind, top, size);
}

// Adds a body over a mask of ranks with so many pairs of other ranks, in every way.
static void add_large(List *list, u64 two, u64 ranks, int each, int count, int kind, int top, int size) {
  u64 pool = two & ~ranks & NO_JOKERS;
  if (__builtin_popcountll(pool) >= count) add_pairs(list, (u64) each * ranks, pool, count, kind, top, size);
}

// ---- plays
static void add_bombs(List *list, u64 hand, u64 four, u64 from) {
  EACH_BIT(bit, four & from) add(list, 4 * bit, BOMB, RANK_OF(bit), 4);
  if ((hand & ROCKET) == ROCKET) add(list, ROCKET, ROCKET_KIND, 14, 2);
}

enum {PLAIN, SMALL, LARGE};

// Adds the bodies that begin at some ranks, with their kickers.
static void add_bodies(
  const Combos *combos, List *list, u64 hand, const u64 *by_count, u64 begins, int each, int length, int wings, int count, int kind,
  int leading
) {
  int size = each * length + (wings == LARGE ? 2 * count : wings == SMALL ? count : 0);
  EACH_BIT(bit, begins) {
    u64 ranks = bit * RUN(length);
    int top = RANK_OF(bit) + length - 1;
    if (wings == PLAIN) add(list, (u64) each * ranks, kind, top, size);
    else if (wings == SMALL) add_small(combos, list, hand, ranks, each, count, leading, kind, top, size);
    else add_large(list, by_count[1], ranks, each, count, kind, top, size);
  }
}

// Lists all combinations of a hand, none larger than ``most`` cards.
static void list_leads(const Combos *combos, List *list, u64 hand, int most) {
  u64 m[4];
  masks(hand, m);
  EACH_BIT(bit, m[0]) add(list, bit, SOLO, RANK_OF(bit), 1);
  EACH_BIT(bit, m[1]) add(list, 2 * bit, PAIR, RANK_OF(bit), 2);
  if (m[2]) {
    add_bodies(combos, list, hand, m, m[2], 3, 1, PLAIN, 0, TRIO, 1);
    if (most > 3) add_bodies(combos, list, hand, m, m[2], 3, 1, SMALL, 1, TRIO_SINGLE, 1);
    if (most > 4) add_bodies(combos, list, hand, m, m[2], 3, 1, LARGE, 1, TRIO_PAIR, 1);
  }
  for (int length = 5; length <= 12; length++) {
    u64 begins = starts(m[0], length);
    if (!begins) break;
    add_bodies(combos, list, hand, m, begins, 1, length, PLAIN, 0, CHAIN, 1);
  }
  for (int length = 3; length <= 10; length++) {
    u64 begins = starts(m[1], length);
    if (!begins) break;
    add_bodies(combos, list, hand, m, begins, 2, length, PLAIN, 0, PAIR_CHAIN, 1);
  }
  for (int wings = PLAIN; wings <= LARGE; wings++) for (int length = 2; (3 + wings) * length <= most; length++) {
    u64 begins = starts(m[2], length);
    if (!begins) break;
    add_bodies(combos, list, hand, m, begins, 3, length, wings, length, AIRPLANE + wings, 1);
  }
  if (m[3]) {
    if (most > 5) add_bodies(combos, list, hand, m, m[3], 4, 1, SMALL, 2, FOUR_SINGLES, 1);
    if (most > 7) add_bodies(combos, list, hand, m, m[3], 4, 1, LARGE, 2, FOUR_PAIRS, 1);
    for (int wings = PLAIN; combos->shuttles && wings <= LARGE; wings++) for (int length = 2; (4 + wings) * length <= most; length++) {
      u64 begins = starts(m[3], length);
      if (!begins) break;
      add_bodies(combos, list, hand, m, begins, 4, length, wings, length, SHUTTLE + wings, 1);
    }
  }
  add_bombs(list, hand, m[3], ONES);
}

// Lists what in a hand beats a standing play, passing left out.
static void list_answers(const Combos *combos, List *list, u64 hand, Reading standing) {
  u64 m[4], higher = above(standing.top);
  masks(hand, m);
  int length = 1, each = 0, wings = PLAIN, count = 1;
  switch ((Kind) standing.kind) {
    case ROCKET_KIND: case NOTHING: return;
    case BOMB: add_bombs(list, hand, m[3], higher); return;
    case SOLO: case PAIR: case TRIO: each = standing.kind - SOLO + 1; break;
    case TRIO_SINGLE: case TRIO_PAIR: each = 3; wings = standing.kind - TRIO; break;
    case FOUR_SINGLES: case FOUR_PAIRS: each = 4; wings = standing.kind - FOUR_SINGLES + SMALL; count = 2; break;
    case CHAIN: case PAIR_CHAIN: each = standing.kind - CHAIN + 1; length = standing.size / each; break;
    case AIRPLANE: case AIRPLANE_SMALL: case AIRPLANE_LARGE:
      each = 3; wings = standing.kind - AIRPLANE; length = standing.size / (3 + wings); count = length; break;
    case SHUTTLE: case SHUTTLE_SMALL: case SHUTTLE_LARGE:
      each = 4; wings = standing.kind - SHUTTLE; length = standing.size / (4 + wings); count = length; break;
  }
  // A run of the same length is higher if it begins above the standing run's lowest rank.
  int run = length > 1;
  u64 begins = run ? starts(m[each - 1], length) & above(standing.top - length + 1) : m[each - 1] & higher;
  add_bodies(combos, list, hand, m, begins, each, length, wings, count, standing.kind, 0);
  add_bombs(list, hand, m[3], ONES);
}

// ---- readings
static inline int beats(Reading challenger, Reading standing) {
  if (standing.kind == ROCKET_KIND) return 0;
  if (challenger.kind == ROCKET_KIND) return 1;
  if (challenger.kind != standing.kind) return challenger.kind == BOMB;
  return challenger.size == standing.size && challenger.top > standing.top;
}

// The kind of a body of so many ranks with so many cards of each, together with kickers (kinds.py: _kind).
static Kind kind_of(const Combos *combos, int each, int length, u64 kickers) {
  static const int8_t shortest[5] = {0, 5, 3, 2, 2};
  int carried = size_of(kickers);
  if (each == 4 && length > 1 && !combos->shuttles) return NOTHING;
  if (!carried) {
    if (length == 1) return each == 4 ? BOMB : SOLO + each - 1;
    if (length < shortest[each] || (each == 2 && length > 10)) return NOTHING;
    return each == 1 ? CHAIN : each == 2 ? PAIR_CHAIN : each == 3 ? AIRPLANE : SHUTTLE;
  }
  if (each < 3) return NOTHING;
  int wings = each == 4 && length == 1 ? 2 : length;
  Kind small = each == 3 ? (length > 1 ? AIRPLANE_SMALL : TRIO_SINGLE) : length > 1 ? SHUTTLE_SMALL : FOUR_SINGLES;
  u64 m[4];
  masks(kickers, m);
  if (carried == wings) {
    int jokers = size_of(kickers & JOKERS);
    return jokers > combos->joker_kickers || m[combos->equal_kickers ? 3 : 1] ? NOTHING : small;
  }
  return carried == 2 * wings && m[0] == m[1] && !m[2] ? small + 1 : NOTHING;
}

// What cards are taken as when they are played: a leader's default, or the highest that beats what stands; NOTHING if they may not be.
static Reading reading_of(const Combos *combos, u64 play, Reading standing) {
  Reading best = NO_READING;
  int size = size_of(play), fewest = 99;
  if (play == ROCKET) return standing.kind == ROCKET_KIND ? best : (Reading) {ROCKET_KIND, 14, 2};
  for (int low = 0; low < 15; low++) {
    int each = COUNT(play, low);
    if (!each) continue;
    u64 body = 0;
    for (int high = low; high < 15 && COUNT(play, high) == each && (high == low || high < 12); high++) {
      body |= (u64) each << 4 * high;
      Kind kind = kind_of(combos, each, high - low + 1, play & ~body);
      if (kind == NOTHING) continue;
      Reading found = {(int8_t) kind, (int8_t) high, (int8_t) size};
      int kickers = size - size_of(body);
      if (standing.kind == NOTHING ? kickers < fewest || (kickers == fewest && high > best.top) : beats(found, standing) && (best.kind == NOTHING || high > best.top)) {
        best = found;
        fewest = kickers;
      }
    }
  }
  return best;
}

// ---- tricks
typedef struct {
  u64 hands[SEATS];
  int8_t sizes[SEATS], plays[SEATS];
  int8_t landlord;  // NOBODY while they bid
  int8_t turn, standing_seat;
  int8_t passes;  // In a row since the standing play, automatic ones included
  int8_t bombs, winner;  // NOBODY until somebody is out
  Reading standing;  // NOTHING if the seat to act leads
} Tricks;

static inline int must_pass(const Tricks *now) {
  return now->standing.kind == ROCKET_KIND || (now->sizes[now->turn] == 1 && (now->standing.size > 1 || now->standing.top == 14));
}

// Moves the turn on after a play or a pass, over automatic passes; two passes end the trick. Returns how many passed by themselves.
static inline int advance(Tricks *now) {
  for (int automatic = 0;; automatic++) {
    now->turn = NEXT(now->turn);
    if (now->passes == 2) {
      now->standing = NO_READING;
      now->passes = 0;
      return automatic;
    }
    if (!must_pass(now)) return automatic;
    now->passes++;
  }
}

// Plays or passes (no cards) for the seat to act; returns how many passed by themselves after that.
static inline int act(Tricks *now, u64 play, Reading reading) {
  int seat = now->turn;
  if (!play) {
    now->passes++;
    return advance(now);
  }
  now->hands[seat] -= play;
  now->sizes[seat] -= reading.size;
  now->plays[seat]++;
  now->bombs += reading.kind == BOMB || reading.kind == ROCKET_KIND;
  if (!now->hands[seat]) {
    now->winner = (int8_t) seat;
    return 0;
  }
  now->standing = reading;
  now->standing_seat = (int8_t) seat;
  now->passes = 0;
  return advance(now);
}

// Whether one side never played, of a round that has a winner.
static inline int spring(const Tricks *over) {
  int one = NEXT(over->landlord), other = NEXT(one);
  return over->winner == over->landlord ? !(over->plays[one] | over->plays[other]) : over->plays[over->landlord] == 1;
}

#endif
