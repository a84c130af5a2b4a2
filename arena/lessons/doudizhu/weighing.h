// What normal thinks of plays: choice.py and sure_wins.py of games/doudizhu/ai.
#include "plays.h"

// ---- weights (weights.py)
typedef struct {
  double lead, threat, plead, over, pwins, pnear, eout, eleads, pout, willing, bombing;
} Weights;
static Weights WEIGHTS[2] = {{.09, .71, .8, .3, .3, 1.0, 5.55, 6.11, 4.0, 1.00, .14}, {.23, .44, .96, .27, .22, 1.27, 6.17, 7.54, 6.44, .75, .13}};
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
static double value(const Seen *s, u64 play, Reading r) {
  int alone = s->seat == s->land;
  const Weights *w = &WEIGHTS[!alone];
  int e[2], n = enemies(s, e);
  double v = (1 - is_beaten(s, r, e, n, w)) * lead_worth(s, w);
  v -= cost(&COSTS[!alone], s->hand - play) + goes_out(s, r, e, n, w);
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
static double value_of_pass(const Seen *s) {
  int alone = s->seat == s->land;
  const Weights *w = &WEIGHTS[!alone];
  double v = -cost(&COSTS[!alone], s->hand);
  if (!alone && s->stseat == 3 - s->seat - s->land) {
    int e[2], n = 0;
    if (s->land == (s->seat + 1) % 3) e[n++] = s->land;
    double st = 1 - is_beaten(s, s->st, e, n, w);
    v += st * lead_worth(s, w) * w->plead;
    return v - goes_out(s, s->st, e, n, w);
  }
  double z = s->sizes[s->stseat];
  return v - w->eleads / (z * z);
}
// ---- certain wins (sure_wins.py)
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
static int budget;
static u64 lost[256];
static int nlost;
static int wins_out(u64 hand, u64 unseen, int largest) {
  Play room[MOST_PLAYS];
  List L = {room, 0};
  if (!hand) return 1;
  for (int i = 0; i < nlost; i++) if (lost[i] == hand) return 0;
  if (budget <= 0) return 0;
  budget--;
  leads(&L, NULL, hand);
  for (int i = 0; i < L.count; i++) if (L.plays[i].play == hand) return 1;
  for (int i = L.count - 1; i >= 0; i--) if (!can_beat(unseen, L.plays[i].reading, largest) && wins_out(hand - L.plays[i].play, unseen, largest)) return 1;
  if (nlost < 256) lost[nlost++] = hand;
  return 0;
}
