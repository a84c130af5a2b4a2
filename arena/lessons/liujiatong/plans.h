// Cards, kinds and plans: kinds.py and ai/plan.py, for learning.
#pragma once
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SINGLE, PAIR, TRIPLE, TRIPLE_PAIR, STRAIGHT, PAIR_CHAIN, TRIPLE_CHAIN, FLIGHT, BOMB, JOKER_BOMB };
enum { NATURAL = 13, SMALL = 13, BIG = 14, DEUCE = 12, ACE = 11, SEATS = 6 };
typedef struct {
  int8_t kind, rank, size, pairs;
} Reading;
typedef struct {
  Reading reading;
  int8_t use[15];
} Play;
#define MOST 400
static const int8_t EACH[8] = {0, 0, 0, 0, 1, 2, 3, 0};
static const int WORTH[15] = {0, 0, 5, 0, 0, 0, 0, 10, 0, 0, 10, 0, 0, 0, 0};

// ---- chance
static uint64_t seed_[4];
static uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
static uint64_t next64(void) {
  uint64_t r = rotl(seed_[1] * 5, 7) * 9, t = seed_[1] << 17;
  seed_[2] ^= seed_[0];
  seed_[3] ^= seed_[1];
  seed_[1] ^= seed_[2];
  seed_[0] ^= seed_[3];
  seed_[2] ^= t;
  seed_[3] = rotl(seed_[3], 45);
  return r;
}
void sow(uint64_t s) {
  for (int i = 0; i < 4; i++) {
    s += 0x9e3779b97f4a7c15ull;
    uint64_t z = s;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    seed_[i] = z ^ (z >> 31);
  }
}
static double uniform(void) { return (next64() >> 11) * 0x1p-53; }
static int below(int n) { return (int)(uniform() * n); }

// ---- kinds (kinds.py)
static int place_of(int rank) { return rank == DEUCE ? 2 : rank + 3; }
static int rank_at(int place) { return place == 1 ? ACE : place == 2 ? DEUCE : place - 3; }
static int strength(Reading r) {
  if (r.kind == BOMB) return 2 * r.size * 100 + r.rank;
  if (r.kind == JOKER_BOMB) return 17 * 100 + r.rank;
  if (r.kind >= STRAIGHT && r.kind <= FLIGHT) return place_of(r.rank);
  return r.rank;
}
static int beats(Reading a, Reading b) {
  int ab = a.kind >= BOMB, bb = b.kind >= BOMB;
  if (ab) return !bb || strength(a) > strength(b);
  return a.kind == b.kind && a.size == b.size && strength(a) > strength(b);
}
static int least_cards(Reading r) {
  if (r.kind <= TRIPLE) return r.rank == BIG ? 4 : r.size;
  if (r.kind == BOMB && r.size > 8) return r.size + (r.rank == DEUCE);
  if (r.kind == JOKER_BOMB && r.rank == BIG) return 9;
  return 4;
}

// ---- plan (ai/plan.py)
static double price(Reading r) {
  double x = r.rank / 12.0;
  switch (r.kind) {
    case SINGLE:
      return 1.0 - 0.9 * x * x * x * x;
    case PAIR:
      return 1.0 - 0.85 * x * x * x * x;
    case TRIPLE:
      return 1.0 - 0.8 * x * x * x;
    case TRIPLE_PAIR:
      return 0.95 - 0.7 * x * x * x;
    case BOMB:
      return -(0.5 + 0.22 * (r.size - 4) + 0.015 * r.rank);
    case JOKER_BOMB:
      return -2.0;
    case FLIGHT:
      return 0.5;
    default: {
      int length = r.size / EACH[(int)r.kind];
      return 0.95 - 0.03 * (place_of(r.rank) - 6) - (r.kind == STRAIGHT ? 0.0 : 0.08 * (length - 2));
    }
  }
}
typedef struct {
  Reading reading;
  int each, length;
  int8_t ranks[13];
  double price;
} Run;
static Run RUNS[256];
static int RUN_COUNT;
static double ALIKE[25][13];
static Reading alike(int count, int rank) {
  Reading r = {count <= 1 ? SINGLE : count == 2 ? PAIR : count == 3 ? TRIPLE : BOMB, rank, count, -1};
  return r;
}
static double AT_LEAST[30][17][101];
static void setup(void) {
  static int done;
  if (done) return;
  done = 1;
  int kinds[3] = {TRIPLE_CHAIN, PAIR_CHAIN, STRAIGHT}, hi[3] = {5, 7, 5}, lo[3] = {2, 2, 5};
  for (int k = 0; k < 3; k++)
    for (int length = hi[k]; length >= lo[k]; length--)
      for (int top = 14; top >= length; top--) {
        Run* r = &RUNS[RUN_COUNT++];
        r->each = EACH[kinds[k]];
        r->length = length;
        r->reading = (Reading){kinds[k], rank_at(top), length * r->each, -1};
        for (int i = 0; i < length; i++) r->ranks[i] = rank_at(top - length + 1 + i);
        r->price = price(r->reading);
      }
  for (int c = 0; c < 25; c++)
    for (int r = 0; r < 13; r++) ALIKE[c][r] = price(alike(c, r));
  for (int least = 0; least < 30; least++)
    for (int cards = 0; cards <= 16; cards++)
      for (int p = 0; p <= 100; p++) {
        double share = p / 100.0, v;
        if (least <= 0)
          v = 1;
        else if (least > cards)
          v = 0;
        else {
          v = 1;
          double comb = 1;
          for (int n = 0; n < least; n++) {
            v -= comb * pow(share, n) * pow(1 - share, cards - n);
            comb = comb * (cards - n) / (n + 1);
          }
        }
        AT_LEAST[least][cards][p] = v;
      }
}
typedef struct {
  double price;
  int count;
  Reading groups[40];
} Plan;
typedef struct {
  int budget;
  double best_price;
  int8_t best_counts[13];
  int best_taken[16], best_n;
} Split;
static void leaf(Split* s, const int8_t* counts, const int* taken, int n, double spent) {
  double total = spent;
  int triples = 0, np = 0, pairs[13];
  for (int r = 0; r < 13; r++) {
    int c = counts[r];
    if (c) {
      total += ALIKE[c][r];
      if (c == 3)
        triples++;
      else if (c == 2)
        pairs[np++] = r;
    }
  }
  int joined = triples < np ? triples : np;
  for (int i = 0; i < joined; i++) total += 0.05 - ALIKE[2][pairs[i]];
  if (n > 1) {
    int used = 0;
    for (int i = 0; i < n; i++)
      if (RUNS[taken[i]].each == 2)
        for (int j = 0; j < n; j++)
          if (!(used >> j & 1) && RUNS[taken[j]].each == 3 && RUNS[taken[j]].length == RUNS[taken[i]].length) {
            used |= 1 << j;
            total -= RUNS[taken[i]].price * 0.9;
            break;
          }
  }
  if (total < s->best_price - 1e-9) {
    s->best_price = total;
    memcpy(s->best_counts, counts, 13);
    memcpy(s->best_taken, taken, n * sizeof(int));
    s->best_n = n;
  }
}
static void search(Split* s, int8_t* counts, const int* runs, int nruns, int* taken, int n, double spent) {
  s->budget--;
  leaf(s, counts, taken, n, spent);
  for (int at = 0; at < nruns; at++) {
    if (s->budget <= 0) return;
    const Run* r = &RUNS[runs[at]];
    int ok = 1;
    for (int i = 0; i < r->length; i++)
      if (counts[(int)r->ranks[i]] < r->each) {
        ok = 0;
        break;
      }
    if (!ok) continue;
    for (int i = 0; i < r->length; i++) counts[(int)r->ranks[i]] -= r->each;
    taken[n] = runs[at];
    search(s, counts, runs + at, nruns - at, taken, n + 1, spent + r->price);
    for (int i = 0; i < r->length; i++) counts[(int)r->ranks[i]] += r->each;
  }
}
static void make_plan(const int8_t* hand, int budget, Plan* p) {
  int runs[256], n = 0, taken[16];
  int8_t counts[13];
  memcpy(counts, hand, 13);
  for (int i = 0; i < RUN_COUNT; i++) {
    int ok = 1;
    for (int j = 0; j < RUNS[i].length; j++)
      if (counts[(int)RUNS[i].ranks[j]] < RUNS[i].each) {
        ok = 0;
        break;
      }
    if (ok) runs[n++] = i;
  }
  Split s = {budget, 1e9, {0}, {0}, 0};
  search(&s, counts, runs, n, taken, 0, 0.0);
  p->price = s.best_price - (hand[13] * 0.35 + hand[14] * 0.45 + ((hand[13] == 4) + (hand[14] == 4)) * 0.6);
  int m = 0, threes[16], nt = 0;
  for (int i = 0; i < s.best_n; i++)
    if (RUNS[s.best_taken[i]].each == 3) threes[nt++] = s.best_taken[i];
  for (int i = 0; i < s.best_n; i++) {
    const Run* r = &RUNS[s.best_taken[i]];
    if (r->each == 1)
      p->groups[m++] = r->reading;
    else if (r->each == 2) {
      int f = -1;
      for (int j = 0; j < nt; j++)
        if (RUNS[threes[j]].length == r->length) {
          f = j;
          break;
        }
      if (f < 0)
        p->groups[m++] = r->reading;
      else {  // the first equal reading is removed
        Reading t = RUNS[threes[f]].reading;
        p->groups[m++] = (Reading){FLIGHT, t.rank, 5 * r->length, r->reading.rank};
        for (int j = f; j + 1 < nt; j++) threes[j] = threes[j + 1];
        nt--;
      }
    }
  }
  for (int j = 0; j < nt; j++) p->groups[m++] = RUNS[threes[j]].reading;
  int tr[13], ntr = 0, pr[13], npr = 0;
  for (int r = 0; r < 13; r++) {
    if (s.best_counts[r] == 3)
      tr[ntr++] = r;
    else if (s.best_counts[r] == 2)
      pr[npr++] = r;
  }
  int joined = ntr < npr ? ntr : npr;
  for (int r = 0; r < 13; r++) {
    int c = s.best_counts[r], t = -1, inp = 0;
    if (!c) continue;
    if (c == 3)
      for (int i = 0; i < joined; i++)
        if (tr[i] == r) t = i;
    if (c == 2)
      for (int i = 0; i < joined; i++)
        if (pr[i] == r) inp = 1;
    if (t >= 0)
      p->groups[m++] = (Reading){TRIPLE_PAIR, r, 5, pr[t]};
    else if (!inp)
      p->groups[m++] = alike(c, r);
  }
  p->count = m;
}
