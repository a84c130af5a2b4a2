// Guandan once more, in C, for learning alone: hands as packed counts (combinations/counts.py: four bits a rank), what a reading
// beats (combinations/kinds.py), and the cheapest split of a hand into groups (ai/split.py).
#pragma once
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t u64;
// In the order of Kind; all from BOMB on beat every plain play.
enum { SINGLE, PAIR, TRIPLE, TUBE, PLATE, FULL_HOUSE, STRAIGHT, BOMB, STRAIGHT_FLUSH, ROYAL_FLUSH, JOKER_BOMB };
enum { SEATS = 4, RANKS = 15, ACE = 11, DEUCE = 12, SMALL = 13, BIG = 14, HIGHEST_PLACE = 14, MOST_CARDS = 29 };
#define ONES 0x111111111111111ULL
#define SUITED 0x1111111111111ULL
#define HIGH (8 * ONES)
#define UNIT(rank) (1ULL << 4 * (rank))
#define COUNT(packed, rank) ((int)((packed) >> 4 * (rank) & 15))
#define FOUR_JOKERS (2 * (UNIT(SMALL) + UNIT(BIG)))

typedef struct {
  int8_t kind, rank, size;
} Reading;
typedef struct {
  u64 suits[4], natural;  // by suit, and all together with the jokers; wild cards apart
  int wilds;
} Hand;
typedef struct {
  Reading as;
  int8_t wilds, suit;  // the suit of a flush, else -1
  u64 ranks;           // wild cards under the level
} Group;
typedef struct {
  double price;
  int count;
  Group groups[MOST_CARDS];
} Split;

// ---- what the level decides
static int level, order[RANKS], place[RANKS];  // ranks from low to high as single cards, and where each stands
static double alike_price[11][RANKS];          // by number of equal cards: what they cost, whatever others hold

static inline int bits(u64 mask) { return __builtin_popcountll(mask); }
static inline int place_of(int rank) { return rank == DEUCE ? 2 : rank + 3; }
static inline int rank_at(int at) { return at == 1 ? ACE : at == 2 ? DEUCE : at - 3; }
static inline u64 marked(const Hand* hand) { return hand->natural + (u64)hand->wilds * UNIT(level); }
static inline int alike_kind(int size) { return size > 3 ? BOMB : size - 1; }

static inline double single_price(int rivals) { return 1 - 0.9 / (1 + 0.3 * rivals); }
static inline double pair_price(int rivals) { return 1 - 0.85 / (1 + 0.45 * rivals / 2.6); }
static inline double triple_price(int rivals) { return 1 - 0.85 / (1 + 0.45 * rivals / 5.0); }
static inline double run_price(int rank) {
  int above = place_of(rank) - 6;
  return 1 - 0.05 * (above > 0 ? above : 0);
}

static void set_level(int to) {
  level = to;
  int n = 0, rivals[RANKS], above = 0;
  if (DEUCE != level) order[n++] = DEUCE;
  for (int rank = 0; rank < DEUCE; rank++)
    if (rank != level) order[n++] = rank;
  order[n++] = level;
  order[n++] = SMALL;
  order[n++] = BIG;
  for (int at = RANKS - 1; at >= 0; at--) {
    place[order[at]] = at;
    rivals[order[at]] = above;
    above += order[at] > DEUCE ? 2 : 8;
  }
  for (int rank = 0; rank < RANKS; rank++) {
    alike_price[1][rank] = single_price(rivals[rank]);
    alike_price[2][rank] = pair_price(rivals[rank]);
    alike_price[3][rank] = triple_price(rivals[rank]);
    for (int size = 4; size <= 10; size++) alike_price[size][rank] = -0.45 - 0.2 * (size - 4) - place[rank] / 30.0;
  }
}

// Write down the masks of the ranks with at least 0 … 8 cards.
static void at_least(u64 counts, u64* masks) {
  u64 one = counts & ONES, two = counts >> 1 & ONES, four = counts >> 2 & ONES, eight = counts >> 3 & ONES;
  u64 from_four = four | eight;
  masks[0] = ONES;
  masks[1] = one | two | from_four;
  masks[2] = two | from_four;
  masks[3] = (one & two) | from_four;
  masks[4] = from_four;
  masks[5] = (four & (one | two)) | eight;
  masks[6] = (four & two) | eight;
  masks[7] = (four & two & one) | eight;
  masks[8] = eight;
}
static inline u64 suit_mask(const Hand* hand, int suit) { return (hand->suits[suit] | hand->suits[suit] >> 1) & ONES; }

// A bomb's place among bombs (strength in kinds.py): tens of cards, so that flushes fit between two sizes.
static int bomb_rank(Reading r) {
  switch (r.kind) {
    case BOMB: return 1000 * r.size + place[r.rank];
    case STRAIGHT_FLUSH: return 5100 + place_of(r.rank);
    case ROYAL_FLUSH: return 5200;
    default: return 1000000;
  }
}
static int strength(Reading r) {
  if (r.kind >= BOMB) return bomb_rank(r);
  return 20 * r.kind + (r.kind == TUBE || r.kind == PLATE || r.kind == STRAIGHT ? place_of(r.rank) : place[r.rank]);
}
static int beats(Reading one, Reading other) {
  if (one.kind < BOMB) return one.kind == other.kind && strength(one) > strength(other);
  return other.kind < BOMB || strength(one) > strength(other);
}

// ---- equal ranks, what is left once the runs are taken out
static int house_pair(u64 counts, int rank) {
  return COUNT(counts, rank) == 2 && place[rank] < 11 && alike_price[2][rank] > 0.3;
}
static double equal_price(u64 counts) {
  double price = 0;
  int triples = 0;
  for (u64 left = counts; left;) {
    int rank = __builtin_ctzll(left) / 4, n = COUNT(counts, rank);
    price += alike_price[n > 10 ? 10 : n][rank];
    triples += n == 3;
    left &= ~(15 * UNIT(rank));
  }
  for (int at = 0; triples && at < 11; at++)  // a full house takes the lowest pairs along
    if (house_pair(counts, order[at])) {
      price -= alike_price[2][order[at]];
      triples--;
    }
  if ((counts & FOUR_JOKERS) == FOUR_JOKERS) price += -1.2 - alike_price[2][SMALL] - alike_price[2][BIG];
  return price;
}
// Put each wild card where it helps most.
static u64 with_wilds(u64 natural, int wilds) {
  static const int sizes[3] = {3, 2, 4};
  u64 ranks = natural;
  for (; wilds; wilds--) {
    u64 masks[9], best = UNIT(level);
    double least = equal_price(ranks + best);
    at_least(ranks, masks);
    for (int i = 0; i < 3; i++) {
      u64 held = masks[sizes[i]] & ~masks[sizes[i] + 1] & SUITED & ~UNIT(level);
      if (!held) continue;
      int at = RANKS - 1;
      while (!(held & UNIT(order[at]))) at--;
      double price = equal_price(ranks + UNIT(order[at]));
      if (price < least - 1e-9) {
        least = price;
        best = UNIT(order[at]);
      }
      if (sizes[i] == 3) break;
    }
    ranks += best;
  }
  return ranks;
}
static double leaf(u64 natural, int wilds) { return equal_price(wilds ? with_wilds(natural, wilds) : natural); }

static Group equal_group(int rank, int n, u64 natural) {
  int have = COUNT(natural, rank), wilds = n > have ? n - have : 0;
  return (Group){{alike_kind(n), rank, n}, wilds, -1, (u64)(n - wilds) * UNIT(rank) + (u64)wilds * UNIT(level)};
}
static void equal_groups(Split* split, u64 natural, int wilds) {
  u64 ranks = wilds ? with_wilds(natural, wilds) : natural;
  if ((ranks & FOUR_JOKERS) == FOUR_JOKERS) {
    split->groups[split->count++] = (Group){{JOKER_BOMB, BIG, 4}, 0, -1, FOUR_JOKERS};
    ranks -= FOUR_JOKERS;
  }
  int pair_of[RANKS], paired = 0, at = 0;
  for (int rank = 0; rank < RANKS; rank++) {
    pair_of[rank] = -1;
    if (COUNT(ranks, rank) != 3) continue;
    while (at < 11 && !house_pair(ranks, order[at])) at++;
    if (at == 11) continue;
    pair_of[rank] = order[at];
    paired |= 1 << order[at++];
  }
  for (int rank = 0; rank < RANKS; rank++) {
    int n = COUNT(ranks, rank);
    if (!n || paired >> rank & 1) continue;
    Group found = equal_group(rank, n, natural);
    if (pair_of[rank] >= 0) {
      Group pair = equal_group(pair_of[rank], 2, natural);
      found = (Group){{FULL_HOUSE, rank, 5}, found.wilds + pair.wilds, -1, found.ranks + pair.ranks};
    }
    split->groups[split->count++] = found;
  }
}

// ---- the search: which runs are taken out first
enum { MOST_RUNS = 12, MOST_FLUSHES = 6, MOST_NODES = 60, DEEPEST = 6 };
typedef struct {
  double price;
  Group group;
  u64 natural;
  int torn;
} Run;
static u64 windows[6][HIGHEST_PLACE + 1];  // by length and top: a mask of neighbouring ranks
static void prepare(void) {
  for (int length = 2; length <= 5; length++)
    for (int top = length; top <= HIGHEST_PLACE; top++) {
      windows[length][top] = 0;
      for (int at = top - length + 1; at <= top; at++) windows[length][top] |= UNIT(rank_at(at));
    }
}
static int runs_in(const Hand* hand, Run* runs) {
  static const struct {
    int kind, length, each;
  } plain[3] = {{STRAIGHT, 5, 1}, {TUBE, 3, 2}, {PLATE, 2, 3}};
  int n = 0;
  for (int missing = 0; missing <= (hand->wilds > 0); missing++)
    for (int suit = 0; suit < 4; suit++)
      for (int top = 5; top <= HIGHEST_PLACE; top++) {
        u64 natural = windows[5][top] & suit_mask(hand, suit);
        if (bits(natural) != 5 - missing || n == MOST_FLUSHES) continue;
        Reading as = {top == HIGHEST_PLACE ? ROYAL_FLUSH : STRAIGHT_FLUSH, rank_at(top), 5};
        runs[n++] = (Run){-0.85 + 0.05 * missing, {as, missing, suit, natural + missing * UNIT(level)}, natural, 0};
      }
  int flushes = n;
  u64 masks[9];
  at_least(hand->natural, masks);
  for (int i = 0; i < 3; i++) {
    int length = plain[i].length, each = plain[i].each;
    for (int top = length; top <= HIGHEST_PLACE; top++) {
      u64 window = windows[length][top], natural = each * window;
      if ((masks[each] & window) != window) continue;
      int torn = 3 * bits(window & masks[4]);  // bombs above all, then what is more than the run needs
      for (int size = each + 1; size < 4; size++) torn += bits(window & masks[size]);
      Run found = {run_price(rank_at(top)), {{plain[i].kind, rank_at(top), length * each}, 0, -1, natural}, natural, torn};
      int at = n++;
      for (; at > flushes && runs[at - 1].torn > torn; at--) runs[at] = runs[at - 1];
      runs[at] = found;
    }
  }
  return n < MOST_RUNS ? n : MOST_RUNS;
}
static void search(const Hand* hand, Split* split) {
  typedef struct {
    u64 left;
    double spent;
    int wilds, begin, given, count;
    int8_t taken[DEEPEST];
  } Node;
  static Node waiting[MOST_NODES + 1];
  Run runs[MOST_FLUSHES + 40];
  int n = runs_in(hand, runs), nodes = MOST_NODES, open = 1;
  double least = leaf(hand->natural, hand->wilds);
  Node best = {hand->natural, 0, hand->wilds, 0, 0, 0, {0}};
  waiting[0] = best;
  while (open && nodes) {
    Node from = waiting[--open];
    for (int i = from.begin; i < n && nodes; i++) {
      const Run* run = &runs[i];
      int suit = run->group.suit;
      if (suit >= 0 && ((from.given >> suit & 1) || run->group.wilds > from.wilds)) continue;
      if ((((from.left | HIGH) - run->natural) & HIGH) != HIGH) continue;  // a rank has too few cards
      nodes--;
      Node next = from;
      next.left -= run->natural;
      next.wilds -= run->group.wilds;
      next.spent += run->price;
      next.begin = i;
      next.taken[next.count++] = i;
      if (suit >= 0) next.given |= 1 << suit;
      double price = next.spent + leaf(next.left, next.wilds);
      if (price < least - 1e-9) {
        least = price;
        best = next;
      }
      waiting[open++] = next;
    }
  }
  split->price = least;
  split->count = 0;
  for (int i = 0; i < best.count; i++) split->groups[split->count++] = runs[best.taken[i]].group;
  equal_groups(split, best.left, best.wilds);
}

// Find the cheapest split; the same hands come up again and again, so splits are remembered.
#define REMEMBERED (1 << 16)
static void split_of(const Hand* hand, Split* split) {
  typedef struct {
    u64 key[5];
    int level;
    Split split;
  } Entry;
  static Entry* known;
  if (!known) known = calloc(REMEMBERED, sizeof(Entry));
  u64 key[5] = {0, 0, 0, 0, hand->natural | (u64)hand->wilds << 60}, mixed = level;
  for (int suit = 0; suit < 4; suit++) key[suit] = suit_mask(hand, suit);
  for (int i = 0; i < 5; i++) {
    mixed = (mixed ^ key[i]) * 0x9E3779B97F4A7C15ULL;
    mixed ^= mixed >> 29;
  }
  Entry* entry = &known[mixed % REMEMBERED];
  if (entry->level != level + 1 || memcmp(entry->key, key, sizeof key)) {
    search(hand, &entry->split);
    memcpy(entry->key, key, sizeof key);
    entry->level = level + 1;
  }
  *split = entry->split;
}
