// What normal thinks of plays, for the seat that is to act: games/doudizhu/ai but for ``strong``.
//
// The cost of hands (plan.py), sensible plays and certain wins (choice.py), odds (odds.py) and the weighing of plays, each reduced to
// what is quick: no shuttles, and of kickers by twos and more only the cheapest. Nothing is shared between two ``Thumb``.
#ifndef PAIJU_DOUDIZHU_THUMB_H
#define PAIJU_DOUDIZHU_THUMB_H

#include <math.h>
#include "rules.h"

// ---- the cost of hands (plan.py)
typedef struct {
  double a, b, c;
} Price;
typedef struct {
  Price solo, pair, trio, chain, pch, bomb;
  double rocket, air;
} Prices;
typedef struct {
  Prices p;
  double s[15], d[15], t[15], q[15], ch[12], pc[12];
  int bits;  // So many hands are kept, to the power of two
  u64 *key;
  float *val;
} Planner;
static double pr(Price p, int r) {
  return p.a + p.b * r + p.c * r * r / 14;
}
static int planner_begin(Planner *P, const Prices *prices, int bits) {
  Prices p = P->p = *prices;
  P->bits = bits;
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
  P->key = malloc(sizeof *P->key << bits);
  P->val = malloc(sizeof *P->val << bits);
  if (P->key) memset(P->key, 255, sizeof *P->key << bits);
  return P->key && P->val;
}
static void planner_end(Planner *P) {
  free(P->key);
  free(P->val);
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
#define MOST_SPLIT 22  // Nobody is dealt more, and a larger hand has too many plans
static double cost(Planner *P, u64 h) {
  u64 k = (h * 0x9E3779B97F4A7C15ULL) >> (64 - P->bits);
  if (P->key[k] == h) return P->val[k];
  u64 m[4];
  masks(h, m);
  double best = without_runs(P, m);
  if (size_of(h) > MOST_SPLIT) return best;
  for (int each = 1; each <= 2; each++) {
    u64 mask = m[each - 1] & RUN_RANKS, sp = mask & ~m[each];
    const double *price = each == 1 ? P->ch : P->pc;
    for (int len = each == 1 ? 5 : 3; len <= (each == 1 ? 12 : 10); len++) {
      u64 st = starts(mask, len);
      if (!st) break;
      for (; st; st &= st - 1) {
        u64 run = (st & -st) * RUN(len), e = run & sp;
        if (((e << 4) | (e >> 4)) & ~run & sp) continue;
        double v = price[(63 - __builtin_clzll(run)) / 4] + cost(P, h - (u64) each * run);
        if (v < best) best = v;
      }
    }
  }
  P->key[k] = h;
  return P->val[k] = best;  // the same number whether it was kept or not
}
// What a seat thinks with: the costs of hands for the landlord and for peasants, and what the search for certain wins has found.
#define MOST_LOST 256
typedef struct {
  Planner costs[2];
  u64 lost[MOST_LOST];
  int lost_count, budget;
} Thumb;
static const Prices PRICES[2] = {
  {{2.23, -.186, .007}, {1.84, -.129, -.036}, {2.22, -.146, .032}, {2.25, -.105, .021}, {1.99, -.096, .027}, {-.88, -.064, -.064}, -1.34, 1.13},
  {{1.96, -.136, -.010}, {1.73, -.167, .034}, {1.84, -.144, .056}, {1.83, -.067, -.015}, {2.02, -.105, .080}, {-.33, -.179, .005}, -.64, 1.10},
};
static inline int thumb_begin(Thumb *thumb, int bits) {
  return planner_begin(&thumb->costs[0], &PRICES[0], bits) & planner_begin(&thumb->costs[1], &PRICES[1], bits);
}
static inline void thumb_end(Thumb *thumb) {
  planner_end(&thumb->costs[0]);
  planner_end(&thumb->costs[1]);
}
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
static void body_runs(List *L, u64 h, u64 *m, int each, int len, int lowtop, int kind, int per) {
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
  for (int n = 5; n <= 12; n++) body_runs(L, h, m, 1, n, -1, CHAIN, 1);
  for (int n = 3; n <= 10; n++) body_runs(L, h, m, 2, n, -1, PAIR_CHAIN, 2);
  for (int n = 2; n <= 6; n++) {
    body_runs(L, h, m, 3, n, -1, AIRPLANE, 3);
    body_runs(L, h, m, 3, n, -1, AIRPLANE_SMALL, 4);
    body_runs(L, h, m, 3, n, -1, AIRPLANE_LARGE, 5);
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
    case CHAIN: body_runs(L, h, m, 1, s.size, s.top, CHAIN, 1);
    break;
    case PAIR_CHAIN: body_runs(L, h, m, 2, s.size / 2, s.top, PAIR_CHAIN, 2);
    break;
    case AIRPLANE: body_runs(L, h, m, 3, s.size / 3, s.top, AIRPLANE, 3);
    break;
    case AIRPLANE_SMALL: body_runs(L, h, m, 3, s.size / 4, s.top, AIRPLANE_SMALL, 4);
    break;
    case AIRPLANE_LARGE: body_runs(L, h, m, 3, s.size / 5, s.top, AIRPLANE_LARGE, 5);
    break;
    case FOUR_SINGLES: case FOUR_PAIRS: fours(L, h, m, s.kind, s.top);
    break;
  }
  add_bombs(L, h, m[3], ONES);
}
// ---- odds (odds.py)
// The chance to hold so many of a rank, or more, by how many of it are unknown.
static double held(double share, int least, int unknown) {
  double miss = 1 - share;
  if (unknown < least) return 0;
  switch (least) {
    case 1: return unknown == 1 ? share : unknown == 2 ? 1 - miss * miss : unknown == 3 ? 1 - miss * miss * miss : 1 - miss * miss * miss * miss;
    case 2: return unknown == 2 ? share * share : unknown == 3 ? share * share * share + 3 * share * share * miss : 1 - miss * miss * miss * miss - 4 * share * miss * miss * miss;
    case 3: return unknown == 3 ? share * share * share : share * share * share * share + 4 * share * share * share * miss;
    default: return share * share * share * share;
  }
}
static const int EACH[17] = {1, 2, 3, 3, 3, 1, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 3};
static const int PER_RANK[17] = {0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 0, 0, 4, 5, 6, 0, 0};
static double beaten(Reading s, u64 unk, int cards, u64 known) {
  if (s.kind == ROCKET_KIND || cards < s.size) return 0;
  int drawn = cards - size_of(known), left = size_of(unk);
  double sh = left ? fmin(1.0, (double) drawn / left) : 0;
  int each = EACH[s.kind];
  double st = 1;
  if (PER_RANK[s.kind]) {
    int len = s.size / PER_RANK[s.kind];
    for (int top = s.top + 1; top < 12; top++) {
      double c = 1;
      for (int r = top - len + 1; r <= top; r++) {
        int lack = each - (int)(known >> (4 * r) & 7);
        if (lack > 0) c *= held(sh, lack, (int) (unk >> (4 * r) & 7));
      }
      st *= 1 - c;
    }
    return 1 - st;
  }
  for (int r = s.top + 1; r < 15; r++) {
    int lack = each - (int)(known >> (4 * r) & 7);
    if (lack <= 0) return 1;
    st *= 1 - held(sh, lack, (int) (unk >> (4 * r) & 7));
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
// ---- weighing (choice.py)
typedef struct {
  double lead, threat, plead, over, pwins, pnear, eout, eleads, pout, willing, bombing;
} Weights;
static const Weights WEIGHTS[2] = {{.09, .71, .8, .3, .3, 1.0, 5.55, 6.11, 4.0, 1.00, .14}, {.23, .44, .96, .27, .22, 1.27, 6.17, 7.54, 6.44, .75, .13}};
typedef struct {
  u64 hand;
  int seat, land, sizes[3];
  u64 unseen;
  int has;
  Reading st;
  int stseat;
  u64 known;
} Seen;
static double may_beat(const Seen *s, Reading r, int seat) {
  return beaten(r, s->unseen - s->known, s->sizes[seat], seat == s->land ? s->known : 0);
}
static double is_beaten(const Seen *s, Reading r, int *by, int n, const Weights *w) {
  double st = 1;
  int tot = size_of(s->unseen);
  for (int i = 0; i < n; i++) {
    st *= 1 - w->willing * may_beat(s, r, by[i]);
    st *= 1 - w->bombing * bombed(r, s->unseen, s->sizes[by[i]], tot);
  }
  return 1 - st;
}
static double goes_out(const Seen *s, Reading r, int *by, int n, const Weights *w) {
  double l = 0;
  for (int i = 0; i < n; i++) if (s->sizes[by[i]] == r.size) l += w->eout * may_beat(s, r, by[i]);
  return l;
}
static int enemies(const Seen *s, int *e) {
  if (s->seat == s->land) {
    e[0] = (s->seat + 1) % 3;
    e[1] = (s->seat + 2) % 3;
    return 2;
  }
  e[0] = s->land;
  return 1;
}
static double lead_worth(const Seen *s, const Weights *w) {
  int e[2], n = enemies(s, e), m = 99;
  for (int i = 0; i < n; i++) if (s->sizes[e[i]] < m) m = s->sizes[e[i]];
  return w->lead + w->threat / m;
}
static double value(Thumb *thumb, const Seen *s, u64 play, Reading r) {
  int alone = s->seat == s->land;
  const Weights *w = &WEIGHTS[!alone];
  int e[2], n = enemies(s, e);
  double v = (1 - is_beaten(s, r, e, n, w)) * lead_worth(s, w);
  v -= cost(&thumb->costs[!alone], s->hand - play) + goes_out(s, r, e, n, w);
  if (!alone) {
    int pt = 3 - s->seat - s->land, c = s->sizes[pt];
    if (s->has && s->stseat == pt) {
      int passed = (s->seat + 1) % 3 != s->land;
      v -= passed ? w->pwins : w->over;
      v -= w->pnear / c;
    }
    if (c == r.size) v += w->pout * may_beat(s, r, pt);
  }
  return v;
}
static double value_of_pass(Thumb *thumb, const Seen *s) {
  int alone = s->seat == s->land;
  const Weights *w = &WEIGHTS[!alone];
  double v = -cost(&thumb->costs[!alone], s->hand);
  if (!alone && s->stseat == 3 - s->seat - s->land) {
    int e[1] = {s->land}, n = s->land == (s->seat + 1) % 3;
    double st = 1 - is_beaten(s, s->st, e, n, w);
    v += st * lead_worth(s, w) * w->plead;
    return v - goes_out(s, s->st, e, n, w);
  }
  double z = s->sizes[s->stseat];
  return v - w->eleads / (z * z);
}
// ---- certain wins (choice.py)
static int can_beat(u64 h, Reading s, int most) {
  u64 m[4];
  masks(h, m);
  int tot = size_of(h);
  if (s.kind == ROCKET_KIND) return 0;
  if (most >= 2 && (h & ROCKET) == ROCKET) return 1;
  if (most >= 4 && (s.kind == BOMB ? m[3] & above(s.top) : m[3])) return 1;
  if (s.kind == BOMB || s.size > most || tot < s.size) return 0;
  switch (s.kind) {
    case SOLO: return !!(m[0] & above(s.top));
    case PAIR: return !!(m[1] & above(s.top));
    case TRIO: return !!(m[2] & above(s.top));
    case TRIO_SINGLE: return !!(m[2] & above(s.top));
    case TRIO_PAIR: {
      for (u64 x = m[2] & above(s.top); x; x &= x - 1) if (m[1] & ~(x & -x)) return 1;
      return 0;
    }
    case FOUR_SINGLES: case FOUR_PAIRS: return 0;
    default: {
      int len = s.size / PER_RANK[s.kind];
      for (u64 st = starts(m[EACH[s.kind] - 1], len); st; st &= st - 1) if ((int)(__builtin_ctzll(st) / 4 + len - 1) > s.top) return 1;
      return 0;
    }
  }
}
static int wins_out(Thumb *thumb, u64 hand, u64 unseen, int largest) {
  Play room[MOST_PLAYS];
  List L = {room, 0};
  if (!hand) return 1;
  for (int i = 0; i < thumb->lost_count; i++) if (thumb->lost[i] == hand) return 0;
  if (thumb->budget <= 0) return 0;
  thumb->budget--;
  leads(&L, NULL, hand);
  for (int i = 0; i < L.count; i++) if (L.plays[i].play == hand) return 1;
  for (int i = L.count - 1; i >= 0; i--) if (!can_beat(unseen, L.plays[i].reading, largest) && wins_out(thumb, hand - L.plays[i].play, unseen, largest)) return 1;
  if (thumb->lost_count < MOST_LOST) thumb->lost[thumb->lost_count++] = hand;
  return 0;
}
// ---- a decision
typedef struct {
  Play c;
  double v;
} Candidate;
#define MOST_CANDIDATES (MOST_PLAYS + 1)
#define MOST_SURE 15  // Larger hands are not looked through for certain wins
#define LOOKED_INTO 200
// What the seat to act sees; of the kitty ``known`` is still in the landlord's hand.
static void look(const Tricks *now, u64 known, Seen *s) {
  int t = now->turn;
  s->hand = now->hands[t];
  s->seat = t;
  s->land = now->landlord;
  for (int i = 0; i < SEATS; i++) s->sizes[i] = now->sizes[i];
  s->unseen = now->hands[(t + 1) % 3] + now->hands[(t + 2) % 3];
  s->has = now->standing.kind != NOTHING;
  s->st = now->standing;
  s->stseat = s->has ? now->standing_seat : t;
  s->known = t == now->landlord ? 0 : known;
}
// What is left of some cards that a hand held.
static u64 left_of(u64 known, u64 hand) {
  u64 left = 0;
  EACH_BIT(bit, (known | known >> 1 | known >> 2) & ONES) {
    u64 most = known & 7 * bit, have = hand & 7 * bit;
    left |= most < have ? most : have;
  }
  return left;
}
// Writes the plays worth thinking about, with what they are worth; only one if it needs no thinking.
static int weighed(Thumb *thumb, const Seen *s, Candidate *found) {
  Play room[MOST_PLAYS];
  List L = {room, 0};
  Planner *P = &thumb->costs[s->seat != s->land];
  if (s->has) answers(&L, P, s->hand, s->st);
  else leads(&L, P, s->hand);
  found[0] = (Candidate) {{0, NO_READING}, 0};
  if (!L.count) return 1;
  for (int i = 0; i < L.count; i++) if (room[i].play == s->hand) {
    found[0].c = room[i];
    return 1;
  }
  if (size_of(s->hand) <= MOST_SURE) {
    int e[2], n = enemies(s, e), big = 0;
    for (int i = 0; i < n; i++) if (s->sizes[e[i]] > big) big = s->sizes[e[i]];
    thumb->budget = LOOKED_INTO;
    thumb->lost_count = 0;
    for (int i = 0; i < L.count; i++) if (!can_beat(s->unseen, room[i].reading, big) && wins_out(thumb, s->hand - room[i].play, s->unseen, big)) {
      found[0].c = room[i];
      return 1;
    }
  }
  for (int i = 0; i < L.count; i++) found[i] = (Candidate) {room[i], value(thumb, s, room[i].play, room[i].reading)};
  if (s->has) found[L.count++] = (Candidate) {{0, NO_READING}, value_of_pass(thumb, s)};
  return L.count;
}
// Whether the landlord wins where all play on as they think best.
static inline int landlord_wins_by_thumb(Thumb *thumb, Tricks now, u64 known) {
  Candidate found[MOST_CANDIDATES];
  while (now.winner == NOBODY) {
    Seen s;
    look(&now, known, &s);
    int count = weighed(thumb, &s, found), best = 0;
    for (int i = 1; i < count; i++) if (found[i].v > found[best].v || (found[i].v == found[best].v && found[i].c.play > found[best].c.play)) best = i;
    int seat = now.turn;
    if (seat == now.landlord) known = left_of(known, now.hands[seat] - found[best].c.play);
    act(&now, found[best].c.play, found[best].c.reading);
  }
  return now.winner == now.landlord;
}

#endif
