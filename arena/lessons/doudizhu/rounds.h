// Rounds of Dou Dizhu from the bidding on, and what is shown to networks: features.py, and the same with all hands open.
#include <stdio.h>
#include "../../../games/doudizhu/native/thumb.h"

static const u64 LOW = RUN_RANKS & 0xFFFFFFFFULL;
static Thumb THUMB;
static Planner TURNS;

// ---- chance
static u64 rs = 88172645463325252ULL;
static inline u64 random_bits(void) {
  rs ^= rs << 13;
  rs ^= rs >> 7;
  rs ^= rs << 17;
  return rs * 2685821657736338717ULL;
}
static inline double chance(void) {
  return (random_bits() >> 11) * (1.0 / 9007199254740992.0);
}
// ---- a round
typedef struct {
  Tricks now;
  u64 laid[3];
  int info[3], calls[3];
  u64 known;
} Round;
static void step(Round *g, u64 play, Reading rd) {
  int s = g->now.turn;
  if (play) {
    g->laid[s] += play;
    if (s == g->now.landlord) g->known = left_of(g->known, g->now.hands[s] - play);
  } else if ((g->now.standing_seat == g->now.landlord) != (s == g->now.landlord)) {
    int k = g->now.standing.kind;
    int sh = k == SOLO ? 0 : k == PAIR ? 4 : k <= TRIO_PAIR ? 8 : 12;
    int old = g->info[s] >> sh & 15, nw = sh < 12 ? g->now.standing.top + 1 : 1;
    if (nw > 15) nw = 15;
    if (!old || nw < old) g->info[s] += (nw - old) << sh;
  }
  act(&g->now, play, rd);
}
#define SEEN 252
#define KNOWN 166
#define OPEN 238
// ---- what is shown (features.py); open hands for the teacher
static const int GROUP[17] = {0, 1, 2, 2, 2, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6};
static float *hand_numbers(float *o, u64 h, int land) {
  u64 m[4];
  masks(h, m);
  u64 so = m[0] & ~m[1];
  double t = cost(&TURNS, h);
  int j = h >> 52 & 1, b = h >> 56 & 1;
  *o++ = cost(&THUMB.costs[!land], h) / 6;
  *o++ = t / 6;
  *o++ = t <= 1.0;
  *o++ = size_of(h) / 12.0;
  *o++ = b;
  *o++ = j;
  *o++ = (h >> 48 & 7) / 2.0;
  *o++ = (h >> 44 & 7) / 2.0;
  *o++ = (h >> 40 & 7) / 2.0;
  *o++ = __builtin_popcountll(m[3]);
  *o++ = j & b;
  *o++ = __builtin_popcountll(so & LOW) / 4.0;
  *o++ = __builtin_popcountll(m[1] & ~m[2] & LOW) / 3.0;
  *o++ = __builtin_popcountll(m[2]) / 3.0;
  return o;
}
// A flag for each card of a rank that is there: as many as there are cards in a pack.
static float *rank_numbers(float *o, u64 h) {
  for (int sh = 0; sh < 52; sh += 4) {
    int c = h >> sh & 7;
    for (int n = 1; n <= 4; n++) *o++ = c >= n;
  }
  *o++ = h >> 52 & 1;
  *o++ = h >> 56 & 1;
  return o;
}
static float *count_numbers(float *o, u64 h) {
  for (int sh = 0; sh < 60; sh += 4) *o++ = (h >> sh & 7) / 4.0;
  return o;
}
static float *reading_numbers(float *o, int has, Reading r) {
  for (int i = 0; i < 9; i++) o[i] = 0;
  if (has) {
    o[GROUP[r.kind]] = 1;
    o[7] = r.top / 14.0;
    o[8] = r.size / 10.0;
  }
  return o + 9;
}
static float *known_numbers(float *o, const Round *g, const Seen *s) {
  int a = (s->seat + 1) % 3, b = (s->seat + 2) % 3, al = s->seat == s->land;
  u64 u = s->unseen, k = s->known;
  u64 m[4];
  *o++ = al;
  *o++ = b == s->land;
  *o++ = a == s->land;
  *o++ = (g->now.bombs < 3 ? g->now.bombs : 3) / 2.0;
  *o++ = !s->has;
  *o++ = s->has && s->stseat == a;
  *o++ = s->has && s->stseat == b;
  *o++ = g->now.passes;
  o = reading_numbers(o, s->has, s->st);
  o = hand_numbers(o, s->hand, al);
  masks(u, m);
  *o++ = u >> 56 & 1;
  *o++ = u >> 52 & 1;
  *o++ = (u >> 48 & 7) / 4.0;
  *o++ = (u >> 44 & 7) / 4.0;
  *o++ = (u >> 40 & 7) / 4.0;
  *o++ = __builtin_popcountll(m[3]) / 5.0;
  *o++ = (u & ROCKET) == ROCKET;
  *o++ = k >> 56 & 1;
  *o++ = k >> 52 & 1;
  *o++ = (k >> 48 & 7) / 2.0;
  *o++ = (k >> 44 & 7) / 2.0;
  *o++ = size_of(k) / 3.0;
  for (int i = 0; i < 2; i++) {
    int t = i ? b : a, c = s->sizes[t];
    *o++ = c / 12.0;
    *o++ = 1.0 / c;
    *o++ = c == 1;
    *o++ = c == 2;
    *o++ = c < 6;
    *o++ = (g->now.plays[t] < 6 ? g->now.plays[t] : 6) / 6.0;
    int d = g->info[t];
    for (int sh = 0; sh < 12; sh += 4) {
      int l = d >> sh & 15;
      *o++ = l ? (15 - l) / 15.0 : 0;
    }
    *o++ = d >> 12 & 1;
    int cl = g->calls[t];
    *o++ = cl == 1;
    *o++ = (cl > 1 ? cl - 1 : 0) / 3.0;
  }
  o = rank_numbers(o, u);
  o = count_numbers(o, k);
  o = count_numbers(o, g->laid[a]);
  o = count_numbers(o, g->laid[b]);
  return o;
}
static float *play_numbers(float *o, const Round *g, const Seen *s, u64 play, Reading r, double v) {
  int al = s->seat == s->land, a = (s->seat + 1) % 3, b = (s->seat + 2) % 3;
  u64 left = s->hand - play;
  Reading l = play ? r : s->st;
  o = reading_numbers(o, play != 0, r);
  o = hand_numbers(o, left, al);
  *o++ = fmax(-1.0, v / 4);
  *o++ = v == 0;
  u64 unk = s->unseen - s->known;
  int tot = size_of(s->unseen);
  int owner = play ? s->seat : s->stseat;
  for (int i = 0; i < 2; i++) {
    int t = i ? b : a;
    if (t == owner || (!play && t == b && g->now.passes)) {
      *o++ = 0;
      *o++ = 0;
      *o++ = 0;
      continue;
    }
    double be = beaten(l, unk, s->sizes[t], t == s->land ? s->known : 0);
    *o++ = be;
    *o++ = bombed(l, s->unseen, s->sizes[t], tot);
    *o++ = s->sizes[t] == l.size ? be : 0;
  }
  *o++ = play && !can_beat(s->unseen, l, 99);
  return rank_numbers(o, left);
}
static float *open_numbers(float *o, const Round *g, const Seen *s, u64 play, Reading r) {
  int al = s->seat == s->land, a = (s->seat + 1) % 3, b = (s->seat + 2) % 3;
  u64 left = s->hand - play;
  Reading l = play ? r : s->st;
  int owner = play ? s->seat : s->stseat, passes = play ? 0 : g->now.passes + 1, bo = g->now.bombs + (play && r.kind >= BOMB), ld = passes >= 2;
  *o++ = al;
  *o++ = b == s->land;
  *o++ = a == s->land;
  *o++ = (bo < 4 ? bo : 4) / 2.0;
  *o++ = ld;
  *o++ = owner == s->seat;
  *o++ = owner == a;
  *o++ = owner == b;
  *o++ = passes;
  o = reading_numbers(o, !ld, l);
  o = hand_numbers(o, left, al);
  *o++ = 1.0 / (1 + size_of(left));
  *o++ = g->now.plays[s->seat] > 0;
  for (int i = 0; i < 2; i++) {
    int t = i ? b : a, ro = t == s->land;
    u64 h = g->now.hands[t];
    o = hand_numbers(o, h, ro);
    *o++ = 1.0 / g->now.sizes[t];
    *o++ = g->now.plays[t] > 0;
    if (ld) {
      *o++ = owner == t;
      *o++ = 0;
      *o++ = 0;
      *o++ = 0;
      *o++ = 0;
      continue;
    }
    if (owner == t || (!play && t == b && g->now.passes)) {
      for (int j = 0; j < 5; j++) * o++ = 0;
      continue;
    } Planner *P = &THUMB.costs[!ro];
    Play room[MOST_PLAYS];
  List L = {room, 0};
    answers(&L, P, h, l);
    int pl = 0, bm = 0, out = 0;
    double best = 1e9;
    for (int j = 0; j < L.count; j++) {
      int isb = L.plays[j].reading.kind >= BOMB && l.kind != BOMB;
      if (L.plays[j].play == h) out = 1;
      if (isb) bm = 1;
      else {
        pl = 1;
        double c = cost(P, h - L.plays[j].play);
        if (c < best) best = c;
      }
    }
    *o++ = 0;
    *o++ = pl;
    *o++ = bm;
    *o++ = out;
    *o++ = pl ? (cost(P, h) - best) / 3 + 1 : 0;
  }
  o = rank_numbers(o, left);
  o = rank_numbers(o, g->now.hands[a]);
  return rank_numbers(o, g->now.hands[b]);
}
// ---- deals with their bidding (bidding.py)
static double WORTH[15];
static double landlord_wins(u64 h) {
  float f[20];
  hand_numbers(f, h, 1);
  double z = WORTH[0];
  for (int i = 0; i < 14; i++) z += WORTH[1 + i] * f[i];
  return 1 / (1 + exp(-z));
}
static int call(u64 h, int high, const double *least) {
  double p = landlord_wins(h);
  int a = p >= least[2] ? 3 : p >= least[1] ? 2 : p >= least[0] ? 1 : 0;
  return a > high ? a : 0;
}
static int deck[54];
static double BIDDING = .7;  // so many landlords have bid, the others are drawn by lot
static void deal(Round *g) {
  for (;; ) {
    for (int i = 53; i > 0; i--) {
      int j = random_bits() % (i + 1);
      int t = deck[i];
      deck[i] = deck[j];
      deck[j] = t;
    }
    memset(g, 0, sizeof * g);
    u64 kit = 0;
    for (int i = 0; i < 54; i++) {
      int c = deck[i];
      u64 u = c < 52 ? UNIT(c / 4) : c == 52 ? 1ULL << 52 : 1ULL << 56;
      if (i < 51) g->now.hands[i / 17] += u;
      else kit += u;
    }
    int land = -1;
    if (chance() < BIDDING) {
      int first = random_bits() % 3, high = 0;
      double th[3] = {.42, .47, .52};
      if (chance() < .5) {
        th[0] = .5;
        th[1] = .56;
        th[2] = .62;
      }
      for (int n = 0; n < 3; n++) {
        int s = (first + n) % 3;
        int a = call(g->now.hands[s], high, th);
        if (!a && chance() < .1 && high < 3) a = high + 1 + random_bits() % (3 - high);
        g->calls[s] = a ? a + 1 : 1;
        if (a) {
          high = a;
          land = s;
        }
        if (high == 3) break;
      }
      if (land < 0) continue;
    } else {
      land = random_bits() % 3;
    }
    g->now.hands[land] += kit;
    g->known = kit;
    g->now.landlord = g->now.turn = land;
    for (int i = 0; i < 3; i++) g->now.sizes[i] = size_of(g->now.hands[i]);
    g->now.winner = NOBODY;
    g->now.standing = NO_READING;
    return;
  }
}
static double multiplier(const Round *g) {
  return ldexp(1.0, g->now.bombs + spring(&g->now));
}
