// A round (fast_round.py), what its deeds tell (ai/deeds.py), and what it comes to (scoring.py).
#pragma once
#include "weighing.h"

enum { DECK = 108 };
typedef struct {
  Cards hands[SEATS], whole, laid, stock[DECK];  // the top of the stock last
  int sizes[SEATS], plays[SEATS], in_stock, seats, banker, turn, passes, open_passes, multiplier, winner, over;
  int stands, standing_seat, lacks[SEATS][4], silences[SEATS];
  Reading standing;
  Rules rules;
} Round;

// ---- chance
static uint64_t chance = 88172645463325252ULL;
static uint64_t drawn(void) {
  chance ^= chance << 13;
  chance ^= chance >> 7;
  chance ^= chance << 17;
  return chance;
}
static void sow(uint64_t seed) {
  chance = seed * 0x9E3779B97F4A7C15ULL + 12345;
  for (int i = 0; i < 20; i++) drawn();
}
static double uniform(void) { return (drawn() >> 11) * (1.0 / 9007199254740992.0); }
static int below(int many) { return (int)(drawn() % many); }

// ---- the deal
static void house_rules(Round* r) {
  switch (below(6)) {  // the presets
    case 1: r->rules.draw_all = 1; break;
    case 2: r->rules.trio_set = 1; break;
    case 3: r->rules.packs = 2; break;
    case 4: r->rules.factor_by_size = r->rules.left_jokers = r->rules.left_twos = r->rules.left_bombs = 1; break;
    case 5: r->rules.unplayed = 2; r->rules.alarm_free = 1; r->rules.cap = 20; break;
  }
}
// Four seats (or so many) under the standard rules, but ``mixed`` of all deals under any rules, and as many at any table.
static void deal(Round* r, double mixed, int seats) {
  Cards pack[DECK];
  int n = 0, at = 0;
  memset(r, 0, sizeof *r);
  r->rules.packs = r->rules.rocket_top = 1;
  r->seats = seats ? seats : 4;
  if (uniform() < mixed) house_rules(r);
  if (!seats && uniform() < mixed) r->seats = 2 + below(5);
  for (int p = 0; p < r->rules.packs; p++) {
    for (int rank = 0; rank < RANKS; rank++)
      for (int suit = 0; suit < 4; suit++) pack[n++] = unit(rank);
    pack[n++] = unit(JOKER);
    pack[n++] = unit(JOKER);
  }
  for (int i = 0; i < n; i++) r->whole += pack[i];
  for (int i = n - 1; i > 0; i--) {
    int j = below(i + 1);
    Cards card = pack[i];
    pack[i] = pack[j];
    pack[j] = card;
  }
  r->banker = below(r->seats);
  for (int s = 0; s < r->seats; s++) {
    r->sizes[s] = 5 + (s == r->banker);
    for (int i = 0; i < r->sizes[s]; i++) r->hands[s] += pack[at++];
  }
  while (at < n) r->stock[r->in_stock++] = pack[at++];
  r->turn = r->standing_seat = r->banker;
  r->multiplier = 1;
  r->winner = -1;
}

// ---- the play
static void draw(Round* r, int seat) {
  int* lacks = r->lacks[seat];
  r->hands[seat] += r->stock[--r->in_stock];
  r->sizes[seat]++;
  lacks[2] |= lacks[0];  // what it lacked before is less sure
  lacks[3] |= lacks[1];
  lacks[0] = lacks[1] = r->silences[seat] = 0;
}
// Turn to the next seat that could beat what stands; when all have passed, let cards be drawn.
static void advance(Round* r) {
  int stops_all = r->standing.kind == ROCKET && r->rules.rocket_top;
  int stops_one = r->standing.kind != SOLO || r->standing.top == DEUCE;
  while (r->passes < r->seats - 1) {
    r->turn = (r->turn + 1) % r->seats;
    if (!stops_all && !(stops_one && r->sizes[r->turn] == 1)) return;
    r->passes++;
  }
  r->turn = r->standing_seat;
  r->stands = r->passes = 0;
  int drawing = r->rules.draw_all ? r->seats : 1;
  for (int i = 0; i < drawing && r->in_stock; i++) draw(r, (r->turn + i) % r->seats);
}
static void step(Round* r, const Option* option) {
  int seat = r->turn;
  if (!option->pass) {
    r->hands[seat] -= option->play;
    r->laid += option->play;
    r->sizes[seat] -= option->reading.size;
    r->plays[seat]++;
    r->multiplier *= factor_of(option->reading, &r->rules);
    r->silences[seat] = 0;
    if (!r->hands[seat]) {
      r->winner = seat;
      r->over = 1;
      return;
    }
    r->standing = option->reading;
    r->stands = 1;
    r->standing_seat = seat;
    r->passes = r->open_passes = 0;
  } else if (!r->stands) {
    r->turn = (seat + 1) % r->seats;
    r->over = ++r->open_passes == r->seats;
    return;
  } else {
    r->passes++;
    r->silences[seat]++;
    if (r->standing.kind == SOLO) r->lacks[seat][0] |= 2 << r->standing.top;
    if (r->standing.kind == PAIR) r->lacks[seat][1] |= 2 << r->standing.top;
  }
  advance(r);
}
static void points_of(const Round* r, double* points) {
  const Rules* rules = &r->rules;
  for (int s = 0; s < r->seats; s++) points[s] = 0;
  if (r->winner < 0) return;
  for (int s = 0; s < r->seats; s++) {
    int cards = r->sizes[s], doublings = 0;
    if (s == r->winner || (rules->alarm_free && cards == 1)) continue;
    if (r->plays[s] == 0 && rules->unplayed != 2)
      doublings++;
    else if (s == r->banker && r->plays[s] == 1 && rules->unplayed == 1)
      doublings++;
    if (rules->left_jokers) doublings += held(r->hands[s], JOKER);
    if (rules->left_twos) doublings += held(r->hands[s], DEUCE);
    if (rules->left_bombs)
      for (int rank = 0; rank < RANKS; rank++) doublings += held(r->hands[s], rank) >= least_bomb(rules);
    double owed = ldexp((double)cards * r->multiplier, doublings);
    if (rules->cap && owed > rules->cap) owed = rules->cap;
    points[s] -= owed;
    points[r->winner] += owed;
  }
}
// What the seat to act knows.
static void scene_of(const Round* r, Scene* s) {
  int seat = r->turn;
  s->hand = r->hands[seat];
  s->unseen = r->whole - r->laid - s->hand;
  s->stock = r->in_stock;
  s->standing = r->stands ? &r->standing : NULL;
  s->owner = r->stands ? (r->standing_seat - seat - 1 + r->seats) % r->seats : 0;
  s->others = r->seats - 1;
  for (int i = 0; i < s->others; i++) {
    int other = (seat + 1 + i) % r->seats;
    s->counts[i] = r->sizes[other];
    s->plays[i] = r->plays[other];
    memcpy(s->lacks[i], r->lacks[other], sizeof s->lacks[i]);
    s->silences[i] = r->silences[other];
  }
  s->own_plays = r->plays[seat];
  s->banker = (r->banker - seat + r->seats) % r->seats;
  s->multiplier = r->multiplier;
  s->rules = &r->rules;
}
