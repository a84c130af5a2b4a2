// The cheapest split of a hand into groups (ai/split.py). What may be played, and readings, are those of the native core.
#pragma once
#include <math.h>
#include <stddef.h>
#include "rules.h"

enum { RANKS = ALL_RANKS, BIG = SMALL + 1, MOST_CARDS = 29 };
#define FOUR_JOKERS (2 * JOKERS)

typedef struct {
  double price;
  int count;
  Play groups[MOST_CARDS];
} Split;

enum { MOST_RIVALS = 120 };
// The same hands come up again and again, so splits are remembered.
typedef struct {
  u64 key[5];
  int level;
  Split split;
} Known;
// What who plays by rule of thumb knows: house rules, what the level decides, and splits of hands.
typedef struct {
  const Combos *combos;
  int level, order[RANKS];  // ranks from low to high as single cards
  const int8_t *place;      // where each of them stands
  double few_prices[3][MOST_RIVALS];  // of singles, pairs, triples by the number of higher cards that are unseen
  double alike_price[LARGEST_BOMB + 1][RANKS];  // by number of equal cards: what they cost, whatever others hold
  int remembered;
  Known *known;
} Thumb;

static inline int bits(u64 mask) { return __builtin_popcountll(mask); }
static inline int alike_kind(int size) { return size > 3 ? BOMB : SINGLE + size - 1; }
static inline u64 ranks_of(const Thumb *thumb, u64 natural, int wilds) { return natural + (u64)wilds * UNIT(thumb->level); }

static inline double single_price(int rivals) { return 1 - 0.9 / (1 + 0.3 * rivals); }
static inline double pair_price(int rivals) { return 1 - 0.85 / (1 + 0.45 * rivals / 2.6); }
static inline double triple_price(int rivals) { return 1 - 0.85 / (1 + 0.45 * rivals / 5.0); }
static inline double run_price(int rank) {
  int above = place_of(rank) - 6;
  return 1 - 0.05 * (above > 0 ? above : 0);
}

// ``bits_remembered``: of how many splits, as a power of two. 0 if there is no room for them.
static int thumb_begin(Thumb *thumb, const Combos *combos, int bits_remembered) {
  memset(thumb, 0, sizeof *thumb);
  thumb->combos = combos;
  for (int n = 0; n < MOST_RIVALS; n++) {
    thumb->few_prices[SINGLE][n] = single_price(n);
    thumb->few_prices[PAIR][n] = pair_price(n);
    thumb->few_prices[TRIPLE][n] = triple_price(n);
  }
  thumb->remembered = 1 << bits_remembered;
  thumb->known = calloc((size_t) thumb->remembered, sizeof(Known));
  return thumb->known != NULL;
}
static void thumb_end(Thumb *thumb) {
  free(thumb->known);
}
static void set_level(Thumb *thumb, int level) {
  int rivals[RANKS], above = 0;
  thumb->level = level;
  thumb->place = thumb->combos->place[level];
  for (int rank = 0; rank < RANKS; rank++) thumb->order[thumb->place[rank]] = rank;
  for (int at = RANKS - 1; at >= 0; at--) {
    rivals[thumb->order[at]] = above;
    above += thumb->order[at] > DEUCE ? 2 : 8;
  }
  for (int rank = 0; rank < RANKS; rank++) {
    thumb->alike_price[1][rank] = single_price(rivals[rank]);
    thumb->alike_price[2][rank] = pair_price(rivals[rank]);
    thumb->alike_price[3][rank] = triple_price(rivals[rank]);
    for (int size = 4; size <= LARGEST_BOMB; size++)
      thumb->alike_price[size][rank] = -0.45 - 0.2 * (size - 4) - thumb->place[rank] / 30.0;
  }
}

// ---- equal ranks, what is left once the runs are taken out
static int house_pair(const Thumb *thumb, u64 counts, int rank) {
  return COUNT(counts, rank) == 2 && thumb->place[rank] < 11 && thumb->alike_price[2][rank] > 0.3;
}
static double equal_price(const Thumb *thumb, u64 counts) {
  double price = 0;
  int triples = 0;
  for (u64 left = counts; left;) {
    int rank = LOWEST(left), n = COUNT(counts, rank);
    price += thumb->alike_price[n > LARGEST_BOMB ? LARGEST_BOMB : n][rank];
    triples += n == 3;
    left &= ~(15 * UNIT(rank));
  }
  for (int at = 0; triples && at < 11; at++)  // a full house takes the lowest pairs along
    if (house_pair(thumb, counts, thumb->order[at])) {
      price -= thumb->alike_price[2][thumb->order[at]];
      triples--;
    }
  if ((counts & FOUR_JOKERS) == FOUR_JOKERS) price += -1.2 - thumb->alike_price[2][SMALL] - thumb->alike_price[2][BIG];
  return price;
}
// Put each wild card where it helps most.
static u64 with_wilds(const Thumb *thumb, u64 natural, int wilds) {
  static const int sizes[3] = {3, 2, 4};
  u64 ranks = natural;
  for (; wilds; wilds--) {
    u64 masks[MOST_ALIKE + 1], best = UNIT(thumb->level);
    double least = equal_price(thumb, ranks + best);
    at_least(ranks, masks);
    for (int i = 0; i < 3; i++) {
      u64 held = masks[sizes[i]] & ~masks[sizes[i] + 1] & SUITED & ~UNIT(thumb->level);
      if (!held) continue;
      int at = RANKS - 1;
      while (!(held & UNIT(thumb->order[at]))) at--;
      double price = equal_price(thumb, ranks + UNIT(thumb->order[at]));
      if (price < least - 1e-9) {
        least = price;
        best = UNIT(thumb->order[at]);
      }
      if (sizes[i] == 3) break;
    }
    ranks += best;
  }
  return ranks;
}
static double leaf(const Thumb *thumb, u64 natural, int wilds) {
  return equal_price(thumb, wilds ? with_wilds(thumb, natural, wilds) : natural);
}

static Play equal_group(int rank, int n, u64 natural) {
  int have = COUNT(natural, rank), wilds = n > have ? n - have : 0;
  return (Play){(u64)(n - wilds) * UNIT(rank), wilds, -1, {alike_kind(n), rank, n}};
}
static void equal_groups(const Thumb *thumb, Split *split, u64 natural, int wilds) {
  u64 ranks = wilds ? with_wilds(thumb, natural, wilds) : natural;
  if ((ranks & FOUR_JOKERS) == FOUR_JOKERS) {
    split->groups[split->count++] = (Play){FOUR_JOKERS, 0, -1, {JOKER_BOMB, BIG, 4}};
    ranks -= FOUR_JOKERS;
  }
  int pair_of[RANKS], paired = 0, at = 0;
  for (int rank = 0; rank < RANKS; rank++) {
    pair_of[rank] = -1;
    if (COUNT(ranks, rank) != 3) continue;
    while (at < 11 && !house_pair(thumb, ranks, thumb->order[at])) at++;
    if (at == 11) continue;
    pair_of[rank] = thumb->order[at];
    paired |= 1 << thumb->order[at++];
  }
  for (int rank = 0; rank < RANKS; rank++) {
    int n = COUNT(ranks, rank);
    if (!n || paired >> rank & 1) continue;
    Play found = equal_group(rank, n, natural);
    if (pair_of[rank] >= 0) {
      Play pair = equal_group(pair_of[rank], 2, natural);
      found = (Play){found.natural + pair.natural, found.wilds + pair.wilds, -1, {FULL_HOUSE, rank, 5}};
    }
    split->groups[split->count++] = found;
  }
}

// ---- the search: which runs are taken out first
enum { MOST_RUNS = 12, MOST_FLUSHES = 6, MOST_NODES = 60, DEEPEST = 6 };
typedef struct {
  double price;
  Play group;
  int torn;
} Run;
static int runs_in(const Combos *combos, const Hand *hand, Run *runs) {
  static const int8_t kinds[] = {[STRAIGHTS] = STRAIGHT, [TUBES] = TUBE, [PLATES] = PLATE};
  int n = 0;
  for (int missing = 0; missing <= (hand->wilds > 0); missing++)
    for (int suit = 0; suit < 4; suit++)
      for (int top = 5; top <= HIGHEST_PLACE; top++) {
        u64 natural = combos->windows[FLUSHES + suit][top] & ranks_in(hand, suit);
        if (bits(natural) != 5 - missing || n == MOST_FLUSHES) continue;
        Reading as = {top == HIGHEST_PLACE ? ROYAL_FLUSH : STRAIGHT_FLUSH, rank_at(top), 5};
        runs[n++] = (Run){-0.85 + 0.05 * missing, {natural, missing, suit, as}, 0};
      }
  int flushes = n;
  u64 masks[MOST_ALIKE + 1];
  at_least(hand->natural, masks);
  for (int run = STRAIGHTS; run <= PLATES; run++) {
    int length = SHAPE_OF(run).length, each = SHAPE_OF(run).each;
    for (int top = length; top <= HIGHEST_PLACE; top++) {
      u64 window = combos->windows[run][top];
      if ((masks[each] & window) != window) continue;
      int torn = 3 * bits(window & masks[4]);  // bombs above all, then what is more than the run needs
      for (int size = each + 1; size < 4; size++) torn += bits(window & masks[size]);
      Run found = {run_price(rank_at(top)), {each * window, 0, -1, {kinds[run], rank_at(top), length * each}}, torn};
      int at = n++;
      for (; at > flushes && runs[at - 1].torn > torn; at--) runs[at] = runs[at - 1];
      runs[at] = found;
    }
  }
  return n < MOST_RUNS ? n : MOST_RUNS;
}
static void search(const Thumb *thumb, const Hand *hand, Split *split) {
  typedef struct {
    u64 left;
    double spent;
    int wilds, begin, given, count;
    int8_t taken[DEEPEST];
  } Node;
  Node waiting[MOST_NODES + 1];
  Run runs[MOST_FLUSHES + 40];
  int n = runs_in(thumb->combos, hand, runs), nodes = MOST_NODES, open = 1;
  double least = leaf(thumb, hand->natural, hand->wilds);
  Node best = {hand->natural, 0, hand->wilds, 0, 0, 0, {0}};
  waiting[0] = best;
  while (open && nodes) {
    Node from = waiting[--open];
    for (int i = from.begin; i < n && nodes; i++) {
      const Run *run = &runs[i];
      int suit = run->group.suit;
      if (suit >= 0 && ((from.given >> suit & 1) || run->group.wilds > from.wilds)) continue;
      if ((((from.left | HIGH) - run->group.natural) & HIGH) != HIGH) continue;  // a rank has too few cards
      nodes--;
      Node next = from;
      next.left -= run->group.natural;
      next.wilds -= run->group.wilds;
      next.spent += run->price;
      next.begin = i;
      next.taken[next.count++] = i;
      if (suit >= 0) next.given |= 1 << suit;
      double price = next.spent + leaf(thumb, next.left, next.wilds);
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
  equal_groups(thumb, split, best.left, best.wilds);
}

static void split_of(const Thumb *thumb, const Hand *hand, Split *split) {
  u64 key[5] = {0, 0, 0, 0, hand->natural | (u64)hand->wilds << 60}, mixed = thumb->level;
  for (int suit = 0; suit < SUITS; suit++) key[suit] = ranks_in(hand, suit);
  for (int i = 0; i < 5; i++) {
    mixed = (mixed ^ key[i]) * 0x9E3779B97F4A7C15ULL;
    mixed ^= mixed >> 29;
  }
  Known *known = &thumb->known[mixed % (u64) thumb->remembered];
  if (known->level != thumb->level + 1 || memcmp(known->key, key, sizeof key)) {
    search(thumb, hand, &known->split);
    memcpy(known->key, key, sizeof key);
    known->level = thumb->level + 1;
  }
  *split = known->split;
}
