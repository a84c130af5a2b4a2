// A round from the first lead to its end under the standard rules (games/gouji/native); nobody has declared anything.
#pragma once
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define SEATS 6
#define RANKS 15
#define FOUR 1
#define DEUCE 12
#define JOKERS_ONLY 13
#define SMALL_JOKER 13
#define BIG_JOKER 14

// ---- chance
static uint64_t chance_state = 88172645463325252ULL;
static uint64_t random_bits(void) {
  chance_state ^= chance_state << 13;
  chance_state ^= chance_state >> 7;
  chance_state ^= chance_state << 17;
  return chance_state * 2685821657736338717ULL;
}
static double uniform(void) { return (random_bits() >> 11) * (1.0 / 9007199254740992.0); }
static int below(int n) { return (int) (uniform() * n); }
static void seed_chance(uint64_t seed) {
  chance_state = 88172645463325252ULL ^ (seed + 1) * 0x9E3779B97F4A7C15ULL;
  if (!chance_state) chance_state = 1;
  for (int i = 0; i < 20; i++) random_bits();
}

// ---- actions (games/gouji/kinds.py)
enum { LEAD, FOLLOW, LAST, DUEL, OFFER, ANSWER, RUN, RETURNING, BUY, DECLARE, COUNTER, TRY, OVER };
enum { PASS, YIELD, PLAY, BURN };
typedef struct {
  int8_t verb, base, natural, twos, small, big, size;
} Move;
static const int NEEDED[DEUCE] = {99, 99, 99, 99, 99, 99, 99, 5, 4, 3, 2, 2};  // cards of a rank that are gouji by number
static Move made(int verb, int base, int natural, int twos, int small, int big) {
  return (Move){verb, base, natural, twos, small, big, natural + twos + small + big};
}
static int is_gouji(const Move *m) {
  if (m->base == 0) return 0;
  return m->base >= DEUCE || m->small || m->big || m->natural + m->twos >= NEEDED[m->base];
}
static int is_open(const Move *m) {
  return m->base < DEUCE && m->base > 0 && !m->twos && !m->small && !m->big && m->size >= NEEDED[m->base];
}
// Whether a set of the same size beats the standing one.
static int beats(int base, int small, int big, const Move *standing) {
  if (!standing->small && !standing->big) return small || big || base > standing->base;
  return !standing->big && big >= standing->small && (standing->base == JOKERS_ONLY || base > standing->base);
}

// ---- the round; sets of seats are bits, nobody is -1
typedef struct {
  int8_t hands[SEATS][RANKS];
  int left[SEATS], active, barred, opened, forfeited, yielded, yielder, owner, must_fours, mode, turn, burner, victim;
  int finished[SEATS], out, dead[SEATS], died, asked[2], asking;
  Move standing;
  int8_t wild_laid[SEATS][3];  // 2s, small and big jokers that each seat has laid
  int8_t let_go[SEATS][3];     // by size (1, 2, more): one more than the lowest rank of the others that it has let go; 0: none
} Round;
static int opposite(int seat) { return (seat + 3) % SEATS; }
static int bits(int set) { return __builtin_popcount(set); }
static int entangled(const Round *r) { return !r->opened && bits(r->active) <= 4; }
static int may_open(const Round *r, int seat) { return !((r->opened | r->forfeited) >> seat & 1); }
static int next_of(int seat, int set) {
  for (int d = 1; d <= SEATS; d++)
    if (set >> (seat + d) % SEATS & 1) return (seat + d) % SEATS;
  return -1;
}
static int ends(const Round *r) {
  if (!(r->active & (r->active - 1))) return 1;
  const int *f = r->finished;
  return r->out >= 3 && (f[0] & 1) == (f[1] & 1) && (f[1] & 1) == (f[2] & 1);
}
static void end(Round *r) {
  r->mode = OVER;
  r->turn = -1;
}
static int goes_out(Round *r, int seat) {
  r->finished[r->out++] = seat;
  r->active &= ~(1 << seat);
  if (ends(r)) end(r);
  return r->mode == OVER;
}
static void dies(Round *r, int seat) {
  r->dead[r->died++] = seat;
  r->active &= ~(1 << seat);
}
static void lay(Round *r, const Move *m) {
  int seat = r->turn;
  int8_t *hand = r->hands[seat];
  if (m->natural) hand[m->base] -= m->natural;
  hand[DEUCE] -= m->twos;
  hand[SMALL_JOKER] -= m->small;
  hand[BIG_JOKER] -= m->big;
  r->wild_laid[seat][0] += m->twos;
  r->wild_laid[seat][1] += m->small;
  r->wild_laid[seat][2] += m->big;
  r->left[seat] -= m->size;
  r->standing = *m;
  r->owner = seat;
}
static void lead_falls_to(Round *r, int seat);
static void rotate(Round *r, int seat) {
  int waits = r->active & ~r->barred & ~(1 << r->owner);
  if (r->yielder >= 0) waits &= ~(1 << r->yielder);
  if (waits) {
    r->mode = FOLLOW;
    r->turn = next_of(seat, waits);
  } else if (r->yielder >= 0) {
    r->mode = LAST;
    r->turn = r->yielder;
  } else
    lead_falls_to(r, r->owner);
}
static void stands(Round *r) {
  if (r->standing.big)
    lead_falls_to(r, r->owner);
  else if (is_gouji(&r->standing) && (r->active >> opposite(r->owner) & 1) && !entangled(r)) {
    r->mode = DUEL;
    r->turn = opposite(r->owner);
  } else
    rotate(r, r->owner);
}
static void lay_lead(Round *r, const Move *m) {
  int seat = r->turn;
  if (r->must_fours >= 0) {
    if (m->base != FOUR || m->natural != m->size || m->size != r->hands[seat][FOUR]) {
      r->opened &= ~(1 << seat);
      r->forfeited |= 1 << seat;
    }
    r->must_fours = -1;
  }
  r->barred = r->yielded = 0;
  r->yielder = -1;
  lay(r, m);
  if (!r->left[seat] && goes_out(r, seat)) return;
  stands(r);
}
static void lay_on(Round *r, const Move *m) {
  int seat = r->turn;
  if (r->yielder >= 0) {
    if (r->yielder != seat) r->barred |= 1 << r->yielder;
    r->yielder = -1;
  }
  lay(r, m);
  if (!r->left[seat] && goes_out(r, seat)) return;
  stands(r);
}
static void lead_falls_to(Round *r, int seat) {
  if (!(r->active >> seat & 1)) seat = next_of(seat, r->active);
  r->mode = LEAD;
  r->turn = seat;
  r->burner = r->owner = -1;
  int threes = r->hands[seat][0];
  if (threes && threes == r->left[seat]) {
    Move m = made(PLAY, 0, threes, 0, 0, 0);
    lay_lead(r, &m);
  }
}
static void succeeds(Round *r) {
  int burner = r->burner;
  if (!goes_out(r, burner)) lead_falls_to(r, burner);
}
static void run_on(Round *r) {
  int burner = r->burner;
  int8_t *hand = r->hands[burner];
  r->mode = RUN;
  r->turn = burner;
  if (hand[0] && hand[0] == r->left[burner]) {
    Move m = made(PLAY, 0, hand[0], 0, 0, 0);
    lay(r, &m);
    succeeds(r);
  } else if (!hand[SMALL_JOKER] && !hand[BIG_JOKER]) {
    dies(r, burner);
    if (ends(r))
      end(r);
    else
      lead_falls_to(r, r->victim);
  }
}
static void burned(Round *r) {
  int burner = r->burner;
  if (!r->left[burner])
    succeeds(r);
  else if (!r->standing.big && (r->active >> opposite(burner) & 1)) {
    r->mode = ANSWER;
    r->turn = opposite(burner);
  } else
    run_on(r);
}
static void duel_passed(Round *r) {
  int owner = r->owner;
  if (is_open(&r->standing) && may_open(r, owner)) {
    r->opened |= 1 << owner;
    r->must_fours = r->hands[owner][FOUR] ? owner : -1;
    lead_falls_to(r, owner);
    return;
  }
  r->asking = 0;
  int beside[2] = {(owner + 1) % SEATS, (owner + 5) % SEATS};
  for (int i = 0; i < 2 && (r->active >> owner & 1); i++)
    if ((r->active & ~r->barred) >> beside[i] & 1) r->asked[r->asking++] = beside[i];
  if (r->asking) {
    r->mode = OFFER;
    r->turn = r->asked[0];
  } else
    lead_falls_to(r, owner);
}
static void passed(Round *r) {
  int seat = r->turn;
  if (r->mode != OFFER && r->standing.base && !r->standing.small && !r->standing.big && (r->owner - seat) & 1) {
    int8_t *low = &r->let_go[seat][r->standing.size > 2 ? 2 : r->standing.size - 1];
    if (!*low || r->standing.base < *low - 1) *low = r->standing.base + 1;
  }
  switch (r->mode) {
    case FOLLOW:
      r->barred |= 1 << seat;
      rotate(r, seat);
      break;
    case LAST: lead_falls_to(r, r->owner); break;
    case DUEL: duel_passed(r); break;
    case OFFER:
      if (r->asking == 2) {
        r->asking = 1;
        r->turn = r->asked[0] = r->asked[1];
      } else
        lead_falls_to(r, r->owner);
      break;
    default: run_on(r);
  }
}
static void step(Round *r, const Move *m) {
  int seat = r->turn, mode = r->mode;
  if (m->verb == PASS)
    passed(r);
  else if (m->verb == YIELD) {
    r->yielder = seat;
    r->yielded |= 1 << seat;
    rotate(r, seat);
  } else if (mode == LEAD)
    lay_lead(r, m);
  else if (mode == OFFER) {
    r->victim = r->owner;
    r->burner = seat;
    lay(r, m);
    burned(r);
  } else if (mode == RUN) {
    r->barred = r->yielded = 0;
    r->yielder = -1;
    lay(r, m);
    burned(r);
  } else if (mode == ANSWER) {  // the burner is dead, who beat it leads
    int burner = r->burner;
    lay(r, m);
    if (!r->left[seat]) {
      r->finished[r->out++] = seat;
      r->active &= ~(1 << seat);
    }
    dies(r, burner);
    if (ends(r))
      end(r);
    else
      lead_falls_to(r, seat);
  } else
    lay_on(r, m);
}
static int may_yield(const Round *r) {
  int seat = r->turn;
  if (r->mode != FOLLOW || seat != opposite(r->owner) || r->yielded >> seat & 1) return 0;
  if (is_gouji(&r->standing) || entangled(r)) return 0;
  return (r->active & ~r->barred & ~(1 << seat) & ~(1 << r->owner)) != 0;
}
static const int WORTH[SEATS] = {4, 2, 0, 0, -2, -4};
// The points of the even seats (GJ-38, GJ-39).
static int points(const Round *r) {
  int order[SEATS], n = 0, sum = 0, first = r->out ? r->finished[r->out - 1] : 0;
  for (int i = 0; i < r->out; i++) order[n++] = r->finished[i];
  int from = n;
  for (int d = 0; d < SEATS; d++) {
    int seat = (first + d) % SEATS;
    if (!(r->active >> seat & 1)) continue;
    int at = n++;
    for (; at > from && r->left[seat] < r->left[order[at - 1]]; at--) order[at] = order[at - 1];
    order[at] = seat;
  }
  for (int i = r->died - 1; i >= 0; i--) order[n++] = r->dead[i];
  for (int i = 0; i < SEATS; i++) sum += order[i] & 1 ? 0 : WORTH[i];
  return sum;
}
// Who has no 3 is given one by who can spare it, for a wild card where it is no partner (GJ-9).
static void begin_round(Round *r, int leader) {
  static const int FROM[5] = {3, 2, 4, 1, 5};
  for (int d = 0; d < SEATS; d++) {
    int seat = (leader + d) % SEATS;
    for (int k = 0; k < 5 && !r->hands[seat][0]; k++) {
      int other = (seat + FROM[k]) % SEATS;
      if (r->hands[other][0] < 2) continue;
      r->hands[other][0]--;
      r->hands[seat][0]++;
      int rank = DEUCE;
      while (rank < RANKS && !r->hands[seat][rank]) rank++;
      if ((FROM[k] & 1) && rank < RANKS) {
        r->hands[seat][rank]--;
        r->hands[other][rank]++;
        r->left[seat]--;
        r->left[other]++;
      }
      r->left[seat]++;
      r->left[other]--;
    }
  }
  lead_falls_to(r, leader);
}
static void deal(Round *r) {
  int8_t pack[216];
  int n = 0;
  memset(r, 0, sizeof *r);
  for (int rank = 0; rank < RANKS; rank++)
    for (int i = 0; i < (rank < SMALL_JOKER ? 16 : 4); i++) pack[n++] = rank;
  for (int i = 215; i > 0; i--) {
    int j = below(i + 1);
    int8_t card = pack[i];
    pack[i] = pack[j];
    pack[j] = card;
  }
  for (int i = 0; i < 216; i++) r->hands[i % SEATS][pack[i]]++;
  for (int s = 0; s < SEATS; s++) r->left[s] = 36;
  r->active = 63;
  r->yielder = r->owner = r->must_fours = r->burner = r->victim = -1;
  begin_round(r, below(SEATS));
}
