// What is worth weighing (games/gouji/ai/learned/moves.py), and what is unknown to a seat.
#pragma once
#include "position.h"
#pragma GCC push_options
#pragma GCC optimize("no-associative-math", "no-reciprocal-math", "fp-contract=off")
#include "../../../games/gouji/native/thumb.h"
#pragma GCC pop_options
#define MOST 256      // actions weighed
#define MOST_KEPT 12  // answers weighed

static float BURDEN[DEUCE][17];  // by natural rank and number of cards: what it costs to get rid of them
static void begin_burden(void) {
  for (int rank = 0; rank < DEUCE; rank++)
    for (int n = 1; n < 17; n++) {
      double v = 1.8 - 1.2 * rank / 11.0 - 0.25 * (n - 1);
      BURDEN[rank][n] = is_strong(set_made(rank, n, 0, 0, 0)) ? 0 : v > 0.35 ? v : 0.35;
    }
}
static int same_move(const Set *a, const Set *b) { return !memcmp(a, b, sizeof *a); }
static int found_in(const Set *moves, int n, const Set *m) {
  for (int i = 0; i < n; i++)
    if (same_move(&moves[i], m)) return i;
  return -1;
}
// Whole groups with few wild cards or none, parts of large groups, wild cards alone, and the last set but 3s.
static int leads(const Round *r, Set *out) {
  const uint8_t *hand = r->hands[r->turn];
  int twos = hand[DEUCE], small = hand[SMALL], big = hand[BIG], run = r->mode == RUNNING, n = 0;
  if (!run && r->must_fours == r->turn) {
    out[0] = set_made(FOUR, hand[FOUR], 0, 0, 0);
    return 1;
  }
  int hung[8][3], ways = 0, groups = 0, last = 0;
  for (int t = 0; !run && t <= twos && t <= 2; t++) memcpy(hung[ways++], (int[3]){t, 0, 0}, sizeof *hung);
  for (int t = 0; t <= (run && twos ? 1 : 0); t++) {
    if (small) memcpy(hung[ways++], (int[3]){t, 1, 0}, sizeof *hung);
    if (big) memcpy(hung[ways++], (int[3]){t, 0, 1}, sizeof *hung);
  }
  for (int base = 1; base < DEUCE; base++) {
    int count = hand[base];
    if (!count) continue;
    groups++;
    last = base;
    for (int i = 0; i < ways; i++) out[n++] = set_made(base, count, hung[i][0], hung[i][1], hung[i][2]);
    if (count > 1 && !run) out[n++] = set_made(base, count - 1, 0, 0, 0);
    if (count > 3 && !run) out[n++] = set_made(base, count / 2, 0, 0, 0);
  }
  if (!run) {
    for (int t = 1; t <= 2 && t <= twos; t++) out[n++] = set_made(DEUCE, 0, t, 0, 0);
    if (twos > 2) out[n++] = set_made(DEUCE, 0, twos, 0, 0);
  }
  for (int joker = 0; joker < 2; joker++) {
    if (!(joker ? big : small)) continue;
    out[n++] = set_made(JOKERS_ONLY, 0, 0, !joker, joker);
    if (run && twos) out[n++] = set_made(DEUCE, 0, twos, !joker, joker);
  }
  if (twos + small + big && (!run || small + big) && groups < 2 && (groups || twos + small + big > 1)) {
    Set all = groups ? set_made(last, hand[last], twos, small, big)
                      : set_made(twos ? DEUCE : JOKERS_ONLY, 0, twos, small, big);
    if (found_in(out, n, &all) < 0) out[n++] = all;
  }
  return n;
}
typedef struct {
  double cost;
  Set move;
} Priced;
static int before(const Priced *a, const Priced *b) {
  if (a->cost != b->cost) return a->cost < b->cost;
  const Set *x = &a->move, *y = &b->move;
  if (x->natural != y->natural) return x->natural < y->natural;
  if (x->twos != y->twos) return x->twos < y->twos;
  return x->small != y->small ? x->small < y->small : x->big < y->big;
}
static void sort_priced(Priced *entries, int n) {
  for (int i = 1; i < n; i++) {
    Priced one = entries[i];
    int j = i;
    for (; j > 0 && before(&one, &entries[j - 1]); j--) entries[j] = entries[j - 1];
    entries[j] = one;
  }
}
// Of each base what costs least, and the one with most natural cards.
static int sensible(const Round *r, Set *out) {
  if (may_lead(r)) return leads(r, out);
  const uint8_t *hand = r->hands[r->turn];
  Priced kept[64], entries[256];
  Set moves[256];
  int most = r->mode == OFFERED ? 3 : 2, all = 0, n = 0;
  for (int base = 1; base <= JOKERS_ONLY; base++) {
    int found = answers_on(&rules, r, base, moves), widest = 0;
    if (!found) continue;
    for (int i = 0; i < found; i++) {
      const Set *m = &moves[i];
      double cost = m->twos + 2.5 * m->small + 4.0 * m->big;
      if (m->natural && m->natural < hand[base]) cost += cost ? 1.7 : 0.7;
      entries[i] = (Priced){cost, *m};
    }
    sort_priced(entries, found);
    for (int i = 1; i < found; i++)
      if (entries[i].move.natural > entries[widest].move.natural) widest = i;
    for (int i = 0; i < found; i++)
      if (i < most || (i == widest && entries[i].cost < 4)) {
        kept[all] = entries[i];
        kept[all++].cost += 0.05 * base;
      }
  }
  for (int i = 1; i < all; i++) {  // those of equal cost stay in the order of their bases
    Priced one = kept[i];
    int j = i;
    for (; j > 0 && one.cost < kept[j - 1].cost; j--) kept[j] = kept[j - 1];
    kept[j] = one;
  }
  for (int i = 0; i < all && i < MOST_KEPT; i++) out[n++] = kept[i].move;
  int nothing = !n;
  out[n++] = SILENT(PASS);
  if (!nothing && can_yield(r)) out[n++] = SILENT(YIELD);
  return n;
}
