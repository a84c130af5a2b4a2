// The worth of hands and plays once more, in C, for learning alone: what millions of decisions need to be quick.
//
// The planner, sensible plays, odds, certain wins and the weighing of ``normal``, as in games/doudizhu/ai; but no shuttles, and of
// kickers by twos and more only the cheapest. Combinations and tricks are those of the native core. A test compares what both make of
// the same positions.
#include <math.h>
#include <stdio.h>
#include "../../../games/doudizhu/native/rules.h"

static const u64 LOW = RUN_RANKS & 0xFFFFFFFFULL;
// ---- the cost of hands (plan.py)
typedef struct {
  double a, b, c;
} Price;
typedef struct {
  Price solo, pair, trio, chain, pch, bomb;
  double rocket, air;
} Prices;
#define KEPT 17
typedef struct {
  Prices p;
  double s[15], d[15], t[15], q[15], ch[12], pc[12];
  u64 *key;
  float *val;
} Planner;
static double pr(Price p, int r) {
  return p.a + p.b * r + p.c * r * r / 14;
}
static void planner(Planner *P, Prices p) {
  P->p = p;
  for (int r = 0; r < 15; r++) {
    P->s[r] = pr(p.solo, r);
    P->d[r] = pr(p.pair, r);
    P->t[r] = pr(p.trio, r);
    P->q[r] = pr(p.bomb, r);
  }
  for (int r = 0; r < 12; r++) {
    P->ch[r] = pr(p.chain, r);
    P->pc[r] = pr(p.pch, r);
  }
  P->key = malloc(8 << KEPT);
  memset(P->key, 255, 8 << KEPT);
  P->val = malloc(4 << KEPT);
}
static double without_runs(Planner *P, const u64 *m) {
  u64 so = m[0] & ~m[1], pa = m[1] & ~m[2], tr = m[2] & ~m[3];
  double c = 0;
  if ((so & ROCKET) == ROCKET) {
    c = P->p.rocket;
    so &= ~ROCKET;
  }
  double loose[16];
  int n = 0;
  for (u64 x = so; x; x &= x - 1) {
    int r = __builtin_ctzll(x) / 4;
    c += P->s[r];
    loose[n++] = P->s[r];
  }
  for (u64 x = pa; x; x &= x - 1) {
    int r = __builtin_ctzll(x) / 4;
    c += P->d[r];
    loose[n++] = P->d[r];
  }
  for (u64 x = m[3]; x; x &= x - 1) c += P->q[__builtin_ctzll(x) / 4];
  if (tr) {
    for (u64 x = tr; x; x &= x - 1) c += P->t[__builtin_ctzll(x) / 4];
    c -= P->p.air * __builtin_popcountll(tr & (tr >> 4) & RUN_RANKS & (RUN_RANKS >> 4));
    int k = __builtin_popcountll(tr);
    for (int i = 0; i < k && n; i++) {
      int b = 0;
      for (int j = 1; j < n; j++) if (loose[j] > loose[b]) b = j;
      if (loose[b] <= 0) break;
      c -= loose[b];
      loose[b] = loose[--n];
    }
  }
  return c;
}
static double rough_cost(Planner *P, u64 h) {
  u64 m[4];
  masks(h, m);
  return without_runs(P, m);
}
static double cost(Planner *P, u64 h) {
  u64 k = (h * 0x9E3779B97F4A7C15ULL) >> (64 - KEPT);
  if (P->key[k] == h) return P->val[k];
  u64 m[4];
  masks(h, m);
  double best = without_runs(P, m);
  u64 mask = m[0] & RUN_RANKS, sp = m[0] & ~m[1] & RUN_RANKS;
  for (int len = 5; len <= 12; len++) {
    u64 st = starts(mask, len);
    if (!st) break;
    for (; st; st &= st - 1) {
      u64 run = (st & -st) * RUN(len), e = run & sp;
      if (((e << 4) | (e >> 4)) & ~run & sp) continue;
      double v = P->ch[(63 - __builtin_clzll(run)) / 4] + cost(P, h - run);
      if (v < best) best = v;
    }
  }
  mask = m[1] & RUN_RANKS;
  sp = m[1] & ~m[2] & RUN_RANKS;
  for (int len = 3; len <= 10; len++) {
    u64 st = starts(mask, len);
    if (!st) break;
    for (; st; st &= st - 1) {
      u64 run = (st & -st) * RUN(len), e = run & sp;
      if (((e << 4) | (e >> 4)) & ~run & sp) continue;
      double v = P->pc[(63 - __builtin_clzll(run)) / 4] + cost(P, h - 2 * run);
      if (v < best) best = v;
    }
  }
  P->key[k] = h;
  return P->val[k] = best;  // the same number whether it was kept or not
}
static Planner COSTS[2], TURNS;
// ---- plays (tables.py, choice.py): of those that differ in kickers alone the two that leave the best hands; all without a planner
#define MOST_PLAYS 600
static u64 single_kickers(u64 h, int n) {
  u64 m[4];
  masks(h, m);
  u64 got = 0;
  int jok = 0;
  u64 loose = m[0] & ~m[1];
  for (u64 x = loose; x && n; x &= x - 1) {
    u64 b = x & -x;
    if (b >= UNIT(13)) {
      if (jok) continue;
      jok = 1;
    }
    got += b;
    n--;
  }
  for (u64 x = m[1] & ~m[2]; x && n; x &= x - 1) {
    u64 b = x & -x;
    int t = n >= 2 ? 2 : 1;
    got += b * t;
    n -= t;
  }
  for (u64 x = m[2]; x && n; x &= x - 1) {
    u64 b = x & -x;
    int t = n >= 3 ? 3 : n;
    got += b * t;
    n -= t;
  }
  return n ? 0 : got;
}
static u64 pair_kickers(u64 h, int n) {
  u64 m[4];
  masks(h, m);
  u64 got = 0;
  for (u64 x = m[1] & ~m[2]; x && n; x &= x - 1) {
    got += 2 * (x & -x);
    n--;
  }
  for (u64 x = m[2]; x && n; x &= x - 1) {
    got += 2 * (x & -x);
    n--;
  }
  return n ? 0 : got;
}
static void kicked(List *L, Planner *P, u64 hand, u64 body, u64 pool, int multiplier, int kind, int top, int size) {
  u64 b1 = 0, b2 = 0;
  double v1 = 1e9, v2 = 1e9;
  int n = 0;
  for (u64 x = pool; x; x &= x - 1) {
    u64 p = body + multiplier * (x & -x);
    n++;
    if (!P) {
      add(L, p, kind, top, size);
      continue;
    }
    double v = rough_cost(P, hand - p);
    if (v < v1) {
      v2 = v1;
      b2 = b1;
      v1 = v;
      b1 = p;
    } else if (v < v2) {
      v2 = v;
      b2 = p;
    }
  }
  if (P) {
    if (b1) add(L, b1, kind, top, size);
    if (b2) add(L, b2, kind, top, size);
  }
}
static void body_runs(List *L, Planner *P, u64 h, u64 *m, int each, int len, int lowtop, int kind, int per) {
  for (u64 st = starts(m[each - 1], len); st; st &= st - 1) {
    u64 run = (st & -st) * RUN(len);
    int top = __builtin_ctzll(st) / 4 + len - 1;
    if (top <= lowtop) continue;
    u64 body = each * run;
    if (per == each) add(L, body, kind, top, per * len);
    else {
      u64 pool = h;
      for (u64 x = run; x; x &= x - 1) {
        int s = __builtin_ctzll(x);
        pool &= ~(7ULL << s);
      }
      u64 k = per == each + 1 ? single_kickers(pool, len) : pair_kickers(pool, len);
      if (k) add(L, body + k, kind, top, per * len);
    }
  }
}
static void fours(List *L, u64 h, u64 *m, int kind, int lowtop) {
  for (u64 x = m[3]; x; x &= x - 1) {
    int r = __builtin_ctzll(x) / 4;
    if (r <= lowtop) continue;
    u64 pool = h & ~(7ULL << (4 * r));
    u64 k = kind == FOUR_SINGLES ? single_kickers(pool, 2) : pair_kickers(pool, 2);
    if (k) add(L, 4 * UNIT(r) + k, kind, r, kind == FOUR_SINGLES ? 6 : 8);
  }
}
static void leads(List *L, Planner *P, u64 h) {
  u64 m[4];
  masks(h, m);
  L->count = 0;
  for (u64 x = m[0]; x; x &= x - 1) add(L, x & -x, SOLO, __builtin_ctzll(x) / 4, 1);
  for (u64 x = m[1]; x; x &= x - 1) add(L, 2 * (x & -x), PAIR, __builtin_ctzll(x) / 4, 2);
  for (u64 x = m[2]; x; x &= x - 1) add(L, 3 * (x & -x), TRIO, __builtin_ctzll(x) / 4, 3);
  for (u64 x = m[2]; x; x &= x - 1) {
    u64 b = x & -x;
    kicked(L, P, h, 3 * b, m[0] & ~b, 1, TRIO_SINGLE, __builtin_ctzll(x) / 4, 4);
  }
  for (u64 x = m[2]; x; x &= x - 1) {
    u64 b = x & -x;
    kicked(L, P, h, 3 * b, m[1] & ~b, 2, TRIO_PAIR, __builtin_ctzll(x) / 4, 5);
  }
  for (int n = 5; n <= 12; n++) body_runs(L, P, h, m, 1, n, -1, CHAIN, 1);
  for (int n = 3; n <= 10; n++) body_runs(L, P, h, m, 2, n, -1, PAIR_CHAIN, 2);
  for (int n = 2; n <= 6; n++) {
    body_runs(L, P, h, m, 3, n, -1, AIRPLANE, 3);
    body_runs(L, P, h, m, 3, n, -1, AIRPLANE_SMALL, 4);
    body_runs(L, P, h, m, 3, n, -1, AIRPLANE_LARGE, 5);
  }
  fours(L, h, m, FOUR_SINGLES, -1);
  fours(L, h, m, FOUR_PAIRS, -1);
  add_bombs(L, h, m[3], ONES);
}
static void answers(List *L, Planner *P, u64 h, Reading s) {
  u64 m[4];
  masks(h, m);
  L->count = 0;
  u64 ab = above(s.top);
  switch (s.kind) {
    case ROCKET_KIND: return;
    case BOMB: add_bombs(L, h, m[3], ab);
    return;
    case SOLO: for (u64 x = m[0] & ab; x; x &= x - 1) add(L, x & -x, SOLO, __builtin_ctzll(x) / 4, 1);
    break;
    case PAIR: for (u64 x = m[1] & ab; x; x &= x - 1) add(L, 2 * (x & -x), PAIR, __builtin_ctzll(x) / 4, 2);
    break;
    case TRIO: for (u64 x = m[2] & ab; x; x &= x - 1) add(L, 3 * (x & -x), TRIO, __builtin_ctzll(x) / 4, 3);
    break;
    case TRIO_SINGLE: for (u64 x = m[2] & ab; x; x &= x - 1) {
      u64 b = x & -x;
      kicked(L, P, h, 3 * b, m[0] & ~b, 1, TRIO_SINGLE, __builtin_ctzll(x) / 4, 4);
    }
    break;
    case TRIO_PAIR: for (u64 x = m[2] & ab; x; x &= x - 1) {
      u64 b = x & -x;
      kicked(L, P, h, 3 * b, m[1] & ~b, 2, TRIO_PAIR, __builtin_ctzll(x) / 4, 5);
    }
    break;
    case CHAIN: body_runs(L, P, h, m, 1, s.size, s.top, CHAIN, 1);
    break;
    case PAIR_CHAIN: body_runs(L, P, h, m, 2, s.size / 2, s.top, PAIR_CHAIN, 2);
    break;
    case AIRPLANE: body_runs(L, P, h, m, 3, s.size / 3, s.top, AIRPLANE, 3);
    break;
    case AIRPLANE_SMALL: body_runs(L, P, h, m, 3, s.size / 4, s.top, AIRPLANE_SMALL, 4);
    break;
    case AIRPLANE_LARGE: body_runs(L, P, h, m, 3, s.size / 5, s.top, AIRPLANE_LARGE, 5);
    break;
    case FOUR_SINGLES: case FOUR_PAIRS: fours(L, h, m, s.kind, s.top);
    break;
  }
  add_bombs(L, h, m[3], ONES);
}
// ---- odds (odds.py)
static double HELD[4][5];
static void held(double s) {
  double q = 1 - s;
  double *a = HELD[0];
  a[0] = 0;
  a[1] = s;
  a[2] = 1 - q * q;
  a[3] = 1 - q * q * q;
  a[4] = 1 - q * q * q * q;
  a = HELD[1];
  a[0] = a[1] = 0;
  a[2] = s * s;
  a[3] = s * s * s + 3 * s * s * q;
  a[4] = 1 - q * q * q * q - 4 * s * q * q * q;
  a = HELD[2];
  a[0] = a[1] = a[2] = 0;
  a[3] = s * s * s;
  a[4] = s * s * s * s + 4 * s * s * s * q;
  a = HELD[3];
  a[0] = a[1] = a[2] = a[3] = 0;
  a[4] = s * s * s * s;
}
static const int EACH[17] = {1, 2, 3, 3, 3, 1, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 3};
static const int PER_RANK[17] = {0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 0, 0, 4, 5, 6, 0, 0};
static double beaten(Reading s, u64 unk, int cards, u64 known) {
  if (s.kind == ROCKET_KIND || cards < s.size) return 0;
  int drawn = cards - size_of(known), left = size_of(unk);
  double sh = left ? fmin(1.0, (double) drawn / left) : 0;
  held(sh);
  int each = EACH[s.kind];
  double st = 1;
  if (PER_RANK[s.kind]) {
    int len = s.size / PER_RANK[s.kind];
    for (int top = s.top + 1; top < 12; top++) {
      double c = 1;
      for (int r = top - len + 1; r <= top; r++) {
        int lack = each - (int)(known >> (4 * r) & 7);
        if (lack > 0) c *= HELD[lack - 1][unk >> (4 * r) & 7];
      }
      st *= 1 - c;
    }
    return 1 - st;
  }
  for (int r = s.top + 1; r < 15; r++) {
    int lack = each - (int)(known >> (4 * r) & 7);
    if (lack <= 0) return 1;
    st *= 1 - HELD[lack - 1][unk >> (4 * r) & 7];
  }
  return 1 - st;
}
static double bombed(Reading s, u64 unseen, int cards, int total) {
  if (s.kind == ROCKET_KIND || !cards) return 0;
  double sh = fmin(1.0, (double) cards / total), st = 1;
  if (cards >= 4 && s.kind != BOMB) {
    double q = 1 - sh * sh * sh * sh;
    int n = __builtin_popcountll(unseen >> 2 & ONES);
    for (int i = 0; i < n; i++) st *= q;
  }
  if (cards >= 2 && (unseen & ROCKET) == ROCKET) st *= 1 - sh * sh;
  return 1 - st;
}
