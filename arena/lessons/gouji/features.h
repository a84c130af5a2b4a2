// What a network is shown (games/gouji/ai/learned/sight.py), and what the critic is shown, who sees all hands.
#pragma once
#include "plays.h"
#define HAND 38
#define SHARED 128
#define OWN 65
#define INPUTS (SHARED + OWN)
#define SEAT (HAND + 8)
#define OPEN (SEATS * SEAT + 8)
#define SHARES 40

static float CHANCE[21][21][SHARES + 1];  // cards, needed, share of the unseen cards
static void begin_features(void) {
  for (int cards = 0; cards < 21; cards++)
    for (int needed = 0; needed < 21; needed++)
      for (int part = 0; part <= SHARES; part++) {
        double share = part / (double) SHARES, sum = 0, ways = 1;
        for (int k = 0; k < needed && k <= cards; k++) {
          sum += ways * pow(share, k) * pow(1 - share, cards - k);
          ways = ways * (cards - k) / (k + 1);
        }
        CHANCE[cards][needed][part] = 1 - sum;
      }
}
static void hand_numbers(const uint8_t *hand, float *x) {
  int groups = 0, weak = 0, low = 0, total = 0;
  double burden = 0;
  for (int rank = 1; rank < DEUCE; rank++) {
    int count = hand[rank];
    x[rank - 1] = count * .25f;
    x[10 + rank] = count > 0;
    if (!count) continue;
    groups++;
    burden += BURDEN[rank][count];
    weak += BURDEN[rank][count] > 0;
    low += BURDEN[rank][count] > 0 && rank < 8;
  }
  for (int rank = 0; rank < RANKS; rank++) total += hand[rank];
  for (int rank = 7; rank < DEUCE; rank++) x[15 + rank] = hand[rank] && BURDEN[rank][hand[rank]] == 0;
  float rest[] = {hand[0] * .25f, hand[DEUCE] * .25f, hand[SMALL] * .5f, hand[BIG] * .5f, groups * .2f, weak * .2f,
                  low * .2f, burden * .2, total / 18.f, total && total == hand[0], !total};
  memcpy(x + 27, rest, sizeof rest);
}
static const int WORTH[SEATS] = {4, 2, 0, 0, -2, -4};
// What the places taken so far tell: points ahead, who is about to sweep.
static float *places_taken(const Round *r, int me, float *x) {
  int ahead = 0, ours = 0;
  for (int i = 0; i < r->out; i++) {
    int foe = (r->finished[i] - me) & 1;
    ahead += foe ? -WORTH[i] : WORTH[i];
    ours += !foe;
  }
  *x++ = ahead / 4.f;
  *x++ = r->out / 3.f;
  *x++ = r->out == 2 && ours == 2;
  *x++ = r->out == 2 && !ours;
  return x;
}
// ---- what all actions share
static void shared_numbers(const Position *p, const int *unseen, float *x) {
  const Round *r = &p->now;
  int me = r->turn, owner = r->owner, mode = r->mode;
  for (int rank = 0; rank < SMALL; rank++) *x++ = unseen[rank] / 16.f;
  *x++ = unseen[SMALL] * .25f;
  *x++ = unseen[BIG] * .25f;
  for (int d = 1; d < SEATS; d++) {
    int s = (me + d) % SEATS, left = (r->active >> s & 1) ? r->left[s] : 0;
    const int8_t *laid = p->wild_laid[s], *let_go = p->signs.let_go[s];
    float seen[] = {left > 0, left / 18.f, left > 0 && left <= 2, left > 0 && left <= 5, left > 0 && left <= 10,
                    r->opened >> s & 1, r->barred >> s & 1, s == owner, s == r->yielder,
                    laid[0] / 8.f, laid[1] * .5f, laid[2] * .5f, let_go[0] / 12.f, let_go[1] / 12.f, let_go[2] / 12.f};
    memcpy(x, seen, sizeof seen);
    x += sizeof seen / sizeof *seen;
  }
  *x++ = r->opened >> me & 1;
  *x++ = r->forfeited >> me & 1;
  *x++ = r->must_fours == me;
  *x++ = r->barred >> me & 1;
  *x++ = r->left[me] / 18.f;
  const Set *m = &r->standing;
  if (owner >= 0 && !may_lead(r)) {
    float seen[] = {1, m->size / 6.f, m->size == 1, m->size == 2, m->base / 12.f, m->twos * .5f, m->small * .5f, m->big * .5f,
                    is_strong(*m), is_open(*m), !((owner - me) & 1), !(r->active >> owner & 1),
                    mode == DUELING && is_open(*m) && may_open(r, owner), r->burner >= 0 && !((r->burner - me) & 1)};
    memcpy(x, seen, sizeof seen);
  } else
    memset(x, 0, 14 * sizeof *x);
  x += 14;
  static const int modes[] = {LEADING, FOLLOWING, LAST_CHANCE, DUELING, OFFERED, ANSWERING, RUNNING, TRYING};
  for (int i = 0; i < 8; i++) *x++ = mode == modes[i];
  *x++ = can_yield(r);
  int ours = TEAM(me & 1), waits = r->active & ~r->barred & ~(1 << me);
  if (owner >= 0) waits &= ~(1 << owner);
  *x++ = is_entangled(r);
  *x++ = count_of(r->active) / 6.f;
  *x++ = count_of(r->active & ours) / 3.f;
  *x++ = count_of(r->active & ~ours) / 3.f;
  x = places_taken(r, me, x);
  *x++ = count_of(waits & ~ours) / 3.f;
  *x++ = count_of(waits & ours) / 2.f;
}
// ---- what an action makes of it
typedef struct {
  const Round *r;
  const int *unseen;
  int share[SEATS], foes, mates, opposite;
} Sight;
static void look(Sight *s, const Round *r, const int *unseen) {
  int me = r->turn, total = 0, ours = TEAM(me & 1);
  int able = r->active & ~(may_lead(r) ? 0 : r->barred);
  s->r = r;
  s->unseen = unseen;
  s->foes = able & ~ours;
  s->mates = able & ours & ~(1 << me);
  s->opposite = OPPOSITE(me);
  for (int rank = 0; rank < RANKS; rank++) total += unseen[rank];
  for (int seat = 0; seat < SEATS; seat++) {
    int part = (r->active >> seat & 1) ? (int) rint((double) SHARES * r->left[seat] / (total ? total : 1)) : 0;
    s->share[seat] = part < SHARES ? part : SHARES;
  }
}
// The chance that a seat has enough cards of one higher rank.
static double higher(const Sight *s, const Set *m, int seat) {
  if (m->small || m->big || !s->share[seat] || s->r->left[seat] < m->size) return 0;
  double none = 1;
  for (int rank = m->base + 1; rank <= DEUCE; rank++) {
    int cards = s->unseen[rank];
    if (m->size > 1 && rank < DEUCE) cards += s->unseen[DEUCE] / 5;
    if (cards >= m->size) none *= 1.0 - CHANCE[cards][m->size][s->share[seat]];
  }
  return 1 - none;
}
static double joker_on(const Sight *s, const Set *m, int seat) {
  if (m->big) return 0;
  if (m->small) return CHANCE[s->unseen[BIG]][m->small][s->share[seat]];
  return CHANCE[s->unseen[SMALL] + s->unseen[BIG]][1][s->share[seat]];
}
static void own_numbers(const Sight *s, const Set *m, int usual, float *x) {
  const Round *r = s->r;
  int me = r->turn, size = m->size;
  uint8_t after[RANKS];
  memcpy(after, r->hands[me], RANKS);
  memset(x, 0, OWN * sizeof *x);
  x[64] = usual;
  if (!size) {
    x[m->base] = 1;
    hand_numbers(after, x + 26);
    return;
  }
  if (m->natural) after[m->base] -= m->natural;
  after[DEUCE] -= m->twos;
  after[SMALL] -= m->small;
  after[BIG] -= m->big;
  int burning = r->mode == OFFERED, running = burning || r->mode == RUNNING;
  int duel = running || (is_strong(*m) && (r->active >> s->opposite & 1) && !is_entangled(r));
  int opens = duel && !running && is_open(*m) && may_open(r, me);
  float deed[] = {burning, !burning, size / 6.f, size == 1, m->base / 12.f, m->twos * .5f, m->small * .5f, m->big * .5f,
                  is_strong(*m), is_open(*m), m->big > 0, m->natural && m->natural < r->hands[me][m->base], duel, opens,
                  opens && after[FOUR]};
  memcpy(x + 2, deed, sizeof deed);
  if (!m->big && duel) {
    x[17] = higher(s, m, s->opposite);
    x[18] = joker_on(s, m, s->opposite);
    x[22] = r->left[s->opposite] == size;
    x[23] = r->left[s->opposite] == size + 1;
  } else if (!m->big) {
    double natural = 1, joker = 1, friendly = 1;
    for (int seat = 0; seat < SEATS; seat++) {
      if (s->foes >> seat & 1) {
        natural *= 1 - higher(s, m, seat);
        joker *= 1 - joker_on(s, m, seat);
        x[22] += r->left[seat] == size;
        x[23] += r->left[seat] == size + 1;
      }
      if (s->mates >> seat & 1) {
        friendly *= 1 - higher(s, m, seat);
        x[24] += r->left[seat] == size || r->left[seat] == size + 1;
      }
    }
    x[19] = 1 - natural;
    x[20] = 1 - joker;
    x[21] = 1 - friendly;
  }
  x[25] = r->left[me] - size == after[0];
  hand_numbers(after, x + 26);
}
// ---- all hands at a lead, from the leader's side; and which sides are played by ``normal``
static void open_numbers(const Round *r, const int *learned, float *x) {
  int me = r->turn;
  memset(x, 0, OPEN * sizeof *x);
  for (int d = 0; d < SEATS; d++, x += SEAT) {
    int s = (me + d) % SEATS, left = r->left[s];
    if (!(r->active >> s & 1)) continue;
    hand_numbers(r->hands[s], x);
    float seen[] = {1, left / 18.f, r->opened >> s & 1, r->forfeited >> s & 1, left <= 2, left <= 5, left <= 9, left <= 14};
    memcpy(x + HAND, seen, sizeof seen);
  }
  *x++ = is_entangled(r);
  *x++ = count_of(r->active) / 6.f;
  x = places_taken(r, me, x);
  *x++ = learned[me & 1];
  *x++ = learned[!(me & 1)];
}
