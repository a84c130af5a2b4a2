// What others may hold (ai/odds.py), and the plays that are weighed (ai/weighing.py, ai/strong.py).
#pragma once
#include "plans.h"

// ---- odds (ai/odds.py)
typedef struct {
  const int* unseen;
  const int* sizes;
  int all, jokers;
} Odds;
static double group(const Odds* o, int rank, int size, int pc) {
  double nat = AT_LEAST[size][o->unseen[rank]][pc];
  if (size < 2) return nat;
  return nat + (AT_LEAST[size - 1][o->unseen[rank]][pc] - nat) * AT_LEAST[1][o->jokers][pc] * 0.7;
}
static double run_chance(const Odds* o, int top, int length, int each, int pc) {
  double c = 1;
  for (int p = top - length + 1; p <= top; p++) c *= group(o, rank_at(p), each, pc);
  return c;
}
static double runs_above(const Odds* o, int rank, int length, int each, int pc) {
  double s = 0;
  for (int top = 14; top >= length && top > place_of(rank); top--) s += run_chance(o, top, length, each, pc);
  return s;
}
static double exp_bombs(const Odds* o, Reading r, int pc, int most) {
  double e = 0;
  int least = r.kind == BOMB ? r.size : r.kind == JOKER_BOMB ? 9 : 4;
  for (int k = 0; k < 13; k++) {
    int size = least;
    if (r.kind == BOMB && k <= r.rank) size++;
    if (size <= most && size < 30) e += group(o, k, size, pc);
  }
  for (int j = SMALL; j <= BIG; j++)
    if (most >= 4 && o->unseen[j] == 4 && beats((Reading){JOKER_BOMB, j, 4, -1}, r)) e += AT_LEAST[4][4][pc];
  return e;
}
static double exp_alike(const Odds* o, Reading r, int pc, int most) {
  if (r.size > most) return 0;
  double s = 0;
  switch (r.kind) {
    case SINGLE:
    case PAIR:
    case TRIPLE:
      for (int k = r.rank + 1; k < 13; k++) s += group(o, k, r.size, pc);
      for (int j = SMALL; j <= BIG; j++)
        if (j > r.rank) s += AT_LEAST[(int)r.size][o->unseen[j]][pc];
      return s;
    case TRIPLE_PAIR:
      for (int k = r.rank + 1; k < 13; k++) s += group(o, k, 3, pc);
      return 0.8 * s;
    case FLIGHT: {
      int length = r.size / 5;
      for (int top = 14; top >= length; top--) s += run_chance(o, top, length, 2, pc);
      if (s > 1) s = 1;
      return s * runs_above(o, r.rank, length, 3, pc);
    }
    default: {
      int each = EACH[(int)r.kind];
      return runs_above(o, r.rank, r.size / each, each, pc);
    }
  }
}
static double holds(const Odds* o, Reading r, int seats, double bombing) {
  double e = 0;
  int bomb = r.kind >= BOMB;
  for (int s = 0; s < SEATS; s++)
    if ((seats >> s & 1) && o->sizes[s]) {
      int pc = (int)nearbyint(100.0 * o->sizes[s] / o->all);
      if (pc > 100) pc = 100;
      if (!bomb) e += exp_alike(o, r, pc, o->sizes[s]) * 0.8;
      e += exp_bombs(o, r, pc, o->sizes[s]) * (bomb ? 1.0 : bombing);
    }
  return exp(-e);
}

// ---- a position as one seat sees it
typedef struct {
  int8_t hand[15];
  int unseen[15];
  int sizes[SEATS];
  int seat, owner, pot;
  Reading standing;
  int taken[SEATS];
  int8_t low_single[SEATS], low_pair[SEATS], passed[SEATS];
} View;  // owner -1: a lead
static int hand_size(const int8_t* h) {
  int n = 0;
  for (int r = 0; r < 15; r++) n += h[r];
  return n;
}

static int with_jokers(Play* p, const int8_t* h, int jokers) {
  int s = h[13] < jokers ? h[13] : jokers;
  p->use[13] = s;
  p->use[14] = jokers - s;
  return 1;
}
static int make_shape(Reading r, const int8_t* h, Play* p) {
  int8_t need[15] = {0};
  int jokers = h[13] + h[14];
  if (r.kind == TRIPLE_PAIR) {
    need[(int)r.rank] += 3;
    need[(int)r.pairs] += 2;
  } else if (r.kind == FLIGHT) {
    int n = r.size / 5, t = place_of(r.rank), q = place_of(r.pairs);
    for (int i = 0; i < n; i++) {
      need[rank_at(t - i)] += 3;
      need[rank_at(q - i)] += 2;
    }
  } else {
    int each = EACH[(int)r.kind], n = r.size / each, t = place_of(r.rank);
    for (int i = 0; i < n; i++) need[rank_at(t - i)] += each;
  }
  int missing = 0, present = 0;
  memset(p->use, 0, 15);
  for (int k = 0; k < 13; k++)
    if (need[k]) {
      int c = h[k] < need[k] ? h[k] : need[k];
      missing += need[k] - c;
      if (missing > jokers) return 0;
      p->use[k] = c;
      present += c > 0;
    }
  if (present < 2) return 0;
  p->reading = r;
  return with_jokers(p, h, missing);
}
// Tell whether the whole hand is one play, and in which reading.
static int whole(const int8_t* h, int owner, Reading st, Reading* out) {
  int size = hand_size(h), ranks = 0, last = -1, small = h[13], big = h[14];
  for (int r = 0; r < 13; r++)
    if (h[r]) {
      ranks++;
      last = r;
    }
#define OK(R) (owner < 0 || beats((R), st))
  if (!ranks) {
    if (!small || !big) {
      int s = small ? small : big;
      Reading r = {s <= 3 ? s - 1 : JOKER_BOMB, small ? SMALL : BIG, s, -1};
      if (OK(r)) {
        *out = r;
        return 1;
      }
      return 0;
    }
    if ((small == 3 && big == 2) || (small == 2 && big == 3)) {
      Reading r = {TRIPLE_PAIR, small == 3 ? SMALL : BIG, 5, small == 3 ? BIG : SMALL};
      if (OK(r)) {
        *out = r;
        return 1;
      }
    }
    return 0;
  }
  if (ranks == 1) {
    Reading r = {size <= 3 ? size - 1 : BOMB, last, size, -1};
    if (OK(r)) {
      *out = r;
      return 1;
    }
    return 0;
  }
  Play p;
#define TRY(R)                                                         \
  do {                                                                 \
    Reading r_ = R;                                                    \
    if (OK(r_) && make_shape(r_, h, &p) && hand_size(p.use) == size) { \
      int same = 1;                                                    \
      for (int k = 0; k < 13; k++) same &= p.use[k] == h[k];           \
      if (same) {                                                      \
        *out = r_;                                                     \
        return 1;                                                      \
      }                                                                \
    }                                                                  \
  } while (0)
  if (size == 5)
    for (int r = 12; r >= 0; r--)
      for (int q = 12; q >= 0; q--)
        if (q != r) TRY(((Reading){TRIPLE_PAIR, r, 5, q}));
  if (size == 5)
    for (int t = 14; t >= 5; t--) TRY(((Reading){STRAIGHT, rank_at(t), 5, -1}));
  for (int each = 2; each <= 3; each++)
    if (size % each == 0 && size / each >= 2 && size / each <= 13)
      for (int t = 14; t >= size / each; t--) TRY(((Reading){each == 2 ? PAIR_CHAIN : TRIPLE_CHAIN, rank_at(t), size, -1}));
  if (size % 5 == 0 && size >= 10) {
    int n = size / 5;
    for (int t = 14; t >= n; t--)
      for (int q = 14; q >= n; q--) TRY(((Reading){FLIGHT, rank_at(t), size, rank_at(q)}));
  }
  return 0;
}
static int add(Play* out, int n, Play p, int dedupe) {
  if (n >= MOST) return n;
  if (dedupe)
    for (int i = 0; i < n; i++)
      if (!memcmp(out[i].use, p.use, 15)) return n;
  out[n] = p;
  return n + 1;
}
static double breaks(const int8_t* h, const Play* p) {
  int nat = 0;
  for (int r = 0; r < 13; r++) nat += p->use[r];
  double cost = nat ? 3.0 * (p->use[13] + p->use[14]) : 1.0;
  for (int r = 0; r < 13; r++)
    if (p->use[r]) {
      int left = h[r] - p->use[r];
      if (left > 0) cost += h[r] >= 4 && left < 4 ? 4.0 : 1.0;
    }
  if (p->reading.kind >= BOMB) cost += 2.0 + 0.5 * p->reading.size;
  return cost + p->reading.rank / 20.0;
}
// List the plays that are weighed; the first *base of them are those of ``normal``.
static int choices(const View* v, Play* out, int* base, Plan* plan) {
  const int8_t* h = v->hand;
  Reading st = v->standing;
  Play p;
  int n = 0;
  make_plan(h, 40, plan);
  Reading w;
  if (whole(h, v->owner, st, &w)) {
    p.reading = w;
    memcpy(p.use, h, 15);
    out[0] = p;
    *base = 1;
    return 1;
  }
  if (v->owner < 0) {
    for (int i = 0; i < plan->count; i++) {
      Reading g = plan->groups[i];
      if (g.kind <= TRIPLE || g.kind == BOMB) {
        memset(p.use, 0, 15);
        p.reading = g;
        p.use[(int)g.rank] = g.size;
      } else
        make_shape(g, h, &p);
      out[n++] = p;
    }
    for (int j = SMALL; j <= BIG; j++)
      for (int s = 1; s <= h[j]; s++) {
        memset(p.use, 0, 15);
        p.use[j] = s;
        p.reading = (Reading){s <= 3 ? s - 1 : JOKER_BOMB, j, s, -1};
        out[n++] = p;
      }
    *base = n;
    int low_pair[2], np = 0;
    for (int r = 0; r < 13 && np < 2; r++)
      if (h[r] == 2) low_pair[np++] = r;
    for (int r = 0; r < 13; r++) {
      int c = h[r];
      if (!c) continue;
      for (int s = 1; s <= 3 && s <= c; s++) {
        memset(p.use, 0, 15);
        p.use[r] = s;
        p.reading = alike(s, r);
        n = add(out, n, p, 1);
      }
      if (c >= 4) {
        memset(p.use, 0, 15);
        p.use[r] = c;
        p.reading = alike(c, r);
        n = add(out, n, p, 1);
      }
      if (c >= 3)
        for (int i = 0; i < np; i++)
          if (low_pair[i] != r) {
            memset(p.use, 0, 15);
            p.use[r] = 3;
            p.use[low_pair[i]] = 2;
            p.reading = (Reading){TRIPLE_PAIR, r, 5, low_pair[i]};
            n = add(out, n, p, 1);
            break;
          }
    }
    for (int t = 14; t >= 5; t--) {
      int ok = 1;
      memset(p.use, 0, 15);
      for (int i = 0; i < 5; i++) {
        int r = rank_at(t - i);
        if (!h[r]) {
          ok = 0;
          break;
        }
        p.use[r] = 1;
      }
      if (ok) {
        p.reading = (Reading){STRAIGHT, rank_at(t), 5, -1};
        n = add(out, n, p, 1);
      }
    }
    return n;
  }
  int jokers = h[13] + h[14];
  static Play all[2000];
  static double cost[2000];
  int m = 0;
#define PUT                     \
  do {                          \
    if (m < 2000) all[m++] = p; \
  } while (0)
  for (int r = 0; r < 13; r++)
    if (h[r])
      for (int s = 1; s <= h[r] + jokers; s++) {
        Reading g = alike(s, r);
        if (!beats(g, st)) continue;
        memset(p.use, 0, 15);
        int c = h[r] < s ? h[r] : s;
        p.use[r] = c;
        with_jokers(&p, h, s - c);
        p.reading = g;
        PUT;
      }
  for (int j = SMALL; j <= BIG; j++)
    for (int s = 1; s <= h[j]; s++) {
      Reading g = {s <= 3 ? s - 1 : JOKER_BOMB, j, s, -1};
      if (!beats(g, st)) continue;
      memset(p.use, 0, 15);
      p.use[j] = s;
      p.reading = g;
      PUT;
    }
  if (st.kind == TRIPLE_PAIR) {
    for (int r = 12; r >= 0; r--)
      for (int q = 12; q >= 0; q--)
        if (q != r) {
          Reading g = {TRIPLE_PAIR, r, 5, q};
          if (beats(g, st) && make_shape(g, h, &p)) PUT;
        }
  } else if (st.kind >= STRAIGHT && st.kind <= TRIPLE_CHAIN) {
    int len = st.size / EACH[(int)st.kind];
    for (int t = 14; t >= len; t--) {
      Reading g = {st.kind, rank_at(t), st.size, -1};
      if (beats(g, st) && make_shape(g, h, &p)) PUT;
    }
  } else if (st.kind == FLIGHT) {
    int len = st.size / 5;
    for (int t = 14; t >= len; t--)
      for (int q = 14; q >= len; q--) {
        Reading g = {FLIGHT, rank_at(t), st.size, rank_at(q)};
        if (beats(g, st) && make_shape(g, h, &p)) PUT;
      }
  }
  for (int i = 0; i < m; i++) cost[i] = breaks(h, &all[i]);
  for (n = 0; n < 24 && n < m; n++) {
    int b = -1;
    for (int i = 0; i < m; i++)
      if (cost[i] < 1e8 && (b < 0 || cost[i] < cost[b])) b = i;
    if (b < 0) break;
    out[n] = all[b];
    cost[b] = 1e9;
  }
  *base = n;
  return n;
}
