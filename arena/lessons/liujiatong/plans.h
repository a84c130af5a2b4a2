// What hands cost, in turns (ai/plan.py). Combinations and tricks are those of the native core.
#pragma once
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include "../../../games/liujiatong/native/rules.h"

enum {BUDGET = 40, BUDGET_AFTER = 20, MOST_RUNS = 128, MOST_TAKEN = 16, MOST_GROUPS = 40, WHOLE = 100};

typedef struct {
  Reading reading;
  int each, length;
  int8_t ranks[7];
  double price;
} Run;
// What never changes.
typedef struct {
  ClassNumbers numbers;
  int runs;
  Run run[MOST_RUNS];  // That a split may use, those with the most cards of a rank first
  double alike[MOST_ALIKE + 1][NATURAL];  // What so many of a rank cost
  double at_least[MOST_ALIKE + 2][OF_A_RANK + 1][WHOLE + 1];  // How likely a hand with so many hundredths of all cards has so many of these
} Tables;

static Class alike(int size, int rank) {
  int natural = rank < NATURAL, kind = size <= 3 ? SINGLE + size - 1 : natural ? BOMB : JOKER_BOMB;
  return (Class) {{(int8_t) kind, (int8_t) rank, (int8_t) size}, NOBODY, (int8_t) (natural ? 0 : size)};
}

static double price(Reading reading) {
  double x = reading.rank / 12.0;
  switch (reading.kind) {
    case SINGLE: return 1.0 - 0.9 * x * x * x * x;
    case PAIR: return 1.0 - 0.85 * x * x * x * x;
    case TRIPLE: return 1.0 - 0.8 * x * x * x;
    case TRIPLE_PAIR: return 0.95 - 0.7 * x * x * x;
    case BOMB: return -(0.5 + 0.22 * (reading.size - 4) + 0.015 * reading.rank);
    case JOKER_BOMB: return -2.0;
    case FLIGHT: return 0.5;
    default: {
      int length = reading.size / each_of(reading.kind);
      return 0.95 - 0.03 * (place_of(reading.rank) - 6) - (reading.kind == STRAIGHT ? 0.0 : 0.08 * (length - 2));
    }
  }
}

static void add_runs(Tables *tables, int kind, int longest, int shortest) {
  int each = each_of(kind);
  for (int length = longest; length >= shortest; length--) for (int top = PLACES - 1; top >= length; top--) {
    Run *run = &tables->run[tables->runs++];
    *run = (Run) {.reading = {(int8_t) kind, (int8_t) rank_at(top), (int8_t) (length * each)}, .each = each, .length = length};
    for (int at = 0; at < length; at++) run->ranks[at] = (int8_t) rank_at(top - length + 1 + at);
    run->price = price(run->reading);
  }
}

static double chance_of_at_least(int least, int cards, double share) {
  double chance = 1, ways = 1;
  if (least > cards) return 0;
  for (int held = 0; held < least; held++) {
    chance -= ways * pow(share, held) * pow(1 - share, cards - held);
    ways = ways * (cards - held) / (held + 1);
  }
  return chance;
}

static void fill(Tables *tables) {
  number_all(&tables->numbers);
  add_runs(tables, TRIPLE_CHAIN, 5, 2);
  add_runs(tables, PAIR_CHAIN, 7, 2);
  add_runs(tables, STRAIGHT, 5, 5);
  for (int size = 1; size <= MOST_ALIKE; size++) {
    for (int rank = 0; rank < NATURAL; rank++) tables->alike[size][rank] = price(alike(size, rank).reading);
  }
  for (int least = 0; least < MOST_ALIKE + 2; least++) for (int cards = 0; cards <= OF_A_RANK; cards++) for (int part = 0; part <= WHOLE; part++) {
    tables->at_least[least][cards][part] = chance_of_at_least(least, cards, part / 100.0);
  }
}

// ---- the cheapest split of a hand without its jokers
typedef struct {
  double price;
  int count;
  Class groups[MOST_GROUPS];
} Plan;
typedef struct {
  const Tables *tables;
  int budget;
  double best_price;
  uint8_t counts[NATURAL];  // What the best split leaves besides runs
  const Run *taken[MOST_TAKEN];
  int runs;
} Split;

static void leaf(Split *split, const uint8_t *counts, const Run **taken, int runs, double spent) {
  double total = spent;
  int triples = 0, pairs = 0, pair[NATURAL];
  for (int rank = 0; rank < NATURAL; rank++) if (counts[rank]) {
    total += split->tables->alike[counts[rank]][rank];
    triples += counts[rank] == 3;
    if (counts[rank] == 2) pair[pairs++] = rank;
  }
  // A pair that goes along with a triple is no play of its own.
  for (int at = 0; at < smaller(triples, pairs); at++) total += 0.05 - split->tables->alike[2][pair[at]];
  for (int twos = 0, used = 0; twos < runs; twos++) if (taken[twos]->each == 2) {
    for (int threes = 0; threes < runs; threes++) {
      if (used >> threes & 1 || taken[threes]->each != 3 || taken[threes]->length != taken[twos]->length) continue;
      used |= 1 << threes;
      total -= taken[twos]->price * 0.9;
      break;
    }
  }
  if (total >= split->best_price - 1e-9) return;
  split->best_price = total;
  split->runs = runs;
  memcpy(split->counts, counts, NATURAL);
  memcpy(split->taken, taken, (size_t) runs * sizeof *taken);
}

static int fits(const uint8_t *counts, const Run *run) {
  for (int at = 0; at < run->length; at++) if (counts[run->ranks[at]] < run->each) return 0;
  return 1;
}

static void search(Split *split, uint8_t *counts, const Run **possible, int many, const Run **taken, int runs, double spent) {
  split->budget--;
  leaf(split, counts, taken, runs, spent);
  for (int at = 0; at < many && split->budget > 0; at++) {
    const Run *run = possible[at];
    if (!fits(counts, run)) continue;
    for (int step = 0; step < run->length; step++) counts[run->ranks[step]] -= (uint8_t) run->each;
    taken[runs] = run;
    search(split, counts, possible + at, many - at, taken, runs + 1, spent + run->price);
    for (int step = 0; step < run->length; step++) counts[run->ranks[step]] += (uint8_t) run->each;
  }
}

static void group(Plan *plan, Reading reading, int pairs) {
  plan->groups[plan->count++] = (Class) {reading, (int8_t) pairs, 0};
}

// The plays of a split: triples take the lowest pairs along, runs of triples take runs of pairs of the same length.
static void name_groups(const Split *split, Plan *plan) {
  const Run *threes[MOST_TAKEN] = {0};
  int triples = 0, triple[NATURAL], pairs = 0, pair[NATURAL];
  for (int at = 0; at < split->runs; at++) if (split->taken[at]->each == 3) threes[at] = split->taken[at];
  for (int at = 0; at < split->runs; at++) {
    const Run *run = split->taken[at];
    int with = 0;
    if (run->each == 3) continue;
    while (with < split->runs && !(run->each == 2 && threes[with] && threes[with]->length == run->length)) with++;
    if (with == split->runs) group(plan, run->reading, NOBODY);
    else {
      group(plan, (Reading) {FLIGHT, threes[with]->reading.rank, (int8_t) (5 * run->length)}, run->reading.rank);
      threes[with] = NULL;
    }
  }
  for (int at = 0; at < split->runs; at++) if (threes[at]) group(plan, threes[at]->reading, NOBODY);
  for (int rank = 0; rank < NATURAL; rank++) {
    if (split->counts[rank] == 3) triple[triples++] = rank;
    else if (split->counts[rank] == 2) pair[pairs++] = rank;
  }
  int joined = smaller(triples, pairs), triple_at = 0, pair_at = 0;
  for (int rank = 0; rank < NATURAL; rank++) {
    if (triple_at < joined && rank == triple[triple_at]) group(plan, (Reading) {TRIPLE_PAIR, (int8_t) rank, 5}, pair[triple_at++]);
    else if (pair_at < joined && rank == pair[pair_at]) pair_at++;
    else if (split->counts[rank]) plan->groups[plan->count++] = alike(split->counts[rank], rank);
  }
}

static void make_plan(const Tables *tables, const uint8_t *hand, int budget, Plan *plan) {
  const Run *possible[MOST_RUNS], *taken[MOST_TAKEN];
  uint8_t counts[NATURAL];
  int many = 0;
  Split split = {.tables = tables, .budget = budget, .best_price = 1e9};
  memcpy(counts, hand, NATURAL);
  for (int at = 0; at < tables->runs; at++) if (fits(counts, &tables->run[at])) possible[many++] = &tables->run[at];
  search(&split, counts, possible, many, taken, 0, 0.0);
  plan->price = split.best_price - (hand[SMALL] * 0.35 + hand[BIG] * 0.45 + ((hand[SMALL] == 4) + (hand[BIG] == 4)) * 0.6);
  plan->count = 0;
  name_groups(&split, plan);
}
