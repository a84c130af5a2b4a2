// What a seat knows (ai/scene.py), the numbers that a network is shown (ai/sight.py), and the choice of habit (ai/habit.py).
#pragma once
#include "plays.h"

enum { SHARED = 65, OWN = 53, INPUTS = SHARED + OWN, PLAIN_KINDS = 7, UNDECLINED = 15 };
typedef struct {
  u64 laid;  // all cards that were laid, wild ones under the level
  int declined[SEATS][2], bombs[SEATS], passed, last_seat;
  Reading last;  // nothing was played yet: of no size
} Told;
typedef struct {
  int seat, counts[SEATS], finished[SEATS], out, standing_seat;
  const Reading* standing;  // NULL: the seat leads
  const Told* told;
  const Hand* hand;
} Scene;

static void told_nothing(Told* told) {
  memset(told, 0, sizeof *told);
  for (int seat = 0; seat < SEATS; seat++) told->declined[seat][0] = told->declined[seat][1] = UNDECLINED;
}
static void hear_play(Told* told, int seat, const Play* play) {
  told->laid += play->ranks;
  told->passed = 0;
  told->last = play->as;
  told->last_seat = seat;
  told->bombs[seat] += play->as.kind >= BOMB;
}
static void hear_pass(Told* told, int seat) {
  told->passed |= 1 << seat;
  if (!told->last.size || !((told->last_seat ^ seat) & 1) || told->last.size > 2) return;
  int *lowest = &told->declined[seat][told->last.size - 1], at = place[told->last.rank];
  if (at < *lowest) *lowest = at;
}

// ---- what is still unseen, and what plays cost then
static int rivals[RANKS], fours;  // unseen cards above each rank; ranks of which four or more are unseen
static u64 unseen;
static double single_prices[120], pair_prices[120], triple_prices[120];
static void prepare_prices(void) {
  for (int n = 0; n < 120; n++) {
    single_prices[n] = single_price(n);
    pair_prices[n] = pair_price(n);
    triple_prices[n] = triple_price(n);
  }
}
static void look_out(u64 held, u64 laid) {
  u64 masks[9];
  int above = 0;
  unseen = 8 * SUITED + FOUR_JOKERS - held - laid;
  for (int at = RANKS - 1; at >= 0; at--) {
    rivals[order[at]] = above;
    above += COUNT(unseen, order[at]);
  }
  at_least(unseen, masks);
  fours = bits(masks[4] & SUITED);
}
static double bomb_strength(Reading as) {
  if (as.kind == JOKER_BOMB) return 1.5;
  if (as.kind != BOMB) return 0.85 + place_of(as.rank) / 200.0;
  return 0.45 + 0.2 * (as.size - 4) + place[as.rank] / 60.0;
}
static double price_of(Reading as) {
  switch (as.kind) {
    case SINGLE: return single_prices[rivals[as.rank]];
    case PAIR: return pair_prices[rivals[as.rank]];
    case TRIPLE:
    case FULL_HOUSE: return triple_prices[rivals[as.rank]];
    case TUBE:
    case PLATE:
    case STRAIGHT: return run_price(as.rank);
    default: return -bomb_strength(as);
  }
}

// ---- numbers
static float* count_numbers(float* to, int count) {
  *to++ = count / 27.0;
  for (int n = 0; n < 6; n++) *to++ = count == n;
  *to++ = count >= 6 && count <= 8;
  *to++ = count >= 9 && count <= 13;
  return to;
}
static float* kind_numbers(float* to, const Reading* as) {
  for (int kind = 0; kind <= PLAIN_KINDS; kind++) *to++ = as && kind == (as->kind < PLAIN_KINDS ? as->kind : PLAIN_KINDS);
  return to;
}
// What is the same whatever the seat does.
static void shared_numbers(const Scene* s, const Split* split, float* to) {
  int partner = s->seat ^ 2, after = (s->seat + 1) & 3, before = (s->seat + 3) & 3, first = s->out ? s->finished[0] : -1;
  int others[3] = {partner, after, before};
  const Told* told = s->told;
  for (int i = 0; i < 3; i++) to = count_numbers(to, s->counts[others[i]]);
  *to++ = first == partner;
  *to++ = first == after || first == before;
  *to++ = s->out == 2;
  *to++ = s->counts[after] < s->counts[before];
  *to++ = COUNT(unseen, SMALL) / 2.0;
  *to++ = COUNT(unseen, BIG) / 2.0;
  *to++ = COUNT(unseen, level) / 8.0;
  *to++ = COUNT(unseen, ACE) / 8.0;
  *to++ = fours / 13.0;
  *to++ = s->counts[s->seat] / 27.0;
  *to++ = split->price / 8;
  *to++ = split->count / 12.0;
  *to++ = s->hand->wilds / 2.0;
  *to++ = !s->standing;
  for (int i = 0; i < 3; i++) *to++ = s->standing && s->standing_seat == others[i];
  *to++ = s->standing ? price_of(*s->standing) : 0;
  for (int i = 0; i < 3; i++) *to++ = s->standing && (told->passed >> others[i] & 1);
  to = kind_numbers(to, s->standing);
  for (int i = 0; i < 3; i++) {
    *to++ = told->declined[others[i]][0] / 15.0;
    *to++ = told->declined[others[i]][1] / 15.0;
    *to++ = told->bombs[others[i]] / 3.0;
  }
}
// What the groups of the hand that is left come to.
static float* left_numbers(float* to, const Split* left, int size) {
  int singles[4] = {0}, pairs[3] = {0}, triples[2] = {0}, houses[2] = {0}, runs = 0, bombs = 0, losers = 0, sure = 0;
  double all_bombs = 0, best_bomb = 0, total = 0;
  for (int i = 0; i < left->count; i++) {
    Reading as = left->groups[i].as;
    int at = place[as.rank];
    double price = price_of(as);
    if (as.kind >= BOMB) {
      bombs++;
      all_bombs -= price;
      if (-price > best_bomb) best_bomb = -price;
      continue;
    }
    if (as.kind == SINGLE)
      singles[at < 6 ? 0 : at < 10 ? 1 : at < 12 ? 2 : 3]++;
    else if (as.kind == PAIR)
      pairs[at < 6 ? 0 : at < 10 ? 1 : 2]++;
    else if (as.kind == TRIPLE)
      triples[at >= 7]++;
    else if (as.kind == FULL_HOUSE)
      houses[at >= 7]++;
    else
      runs++;
    total += price;
    losers += price > 0.5;
    sure += price < 0.2;
  }
  int lacking = losers - bombs - sure;  // turns for which somebody else has to be beaten first
  *to++ = left->price / 8;
  *to++ = left->count / 12.0;
  *to++ = size / 27.0;
  *to++ = size == 0;
  for (int n = 1; n <= 4; n++) *to++ = left->count == n;
  *to++ = bombs / 3.0;
  *to++ = all_bombs / 3;
  *to++ = best_bomb;
  *to++ = losers / 8.0;
  *to++ = sure / 4.0;
  *to++ = total / 8;
  *to++ = (lacking < -2 ? -2 : lacking > 4 ? 4 : lacking) / 4.0;
  *to++ = size > 0 && lacking <= 0;
  *to++ = size > 0 && lacking == 1;
  for (int i = 0; i < 4; i++) *to++ = singles[i] / 4.0;
  for (int i = 0; i < 3; i++) *to++ = pairs[i] / 3.0;
  for (int i = 0; i < 2; i++) *to++ = triples[i] / 2.0;
  for (int i = 0; i < 2; i++) *to++ = houses[i] / 2.0;
  *to++ = runs / 3.0;
  return to;
}
// What depends on the play, NULL for a pass; ``left`` is the split of the hand that is left.
static void own_numbers(const Scene* s, const Split* split, const Play* play, const Split* left, float* to) {
  int partner = s->seat ^ 2, enemies[2] = {(s->seat + 1) & 3, (s->seat + 3) & 3}, owner = play ? s->seat : s->standing_seat;
  int size = s->counts[s->seat] - (play ? play->as.size : 0), over = play && s->standing && s->standing_seat == partner;
  const Reading *standing = s->standing, *stands = play ? &play->as : standing;
  double price = play ? price_of(play->as) : 0, strong = play && play->as.kind >= BOMB ? -price : 0, risk = strong > 0 ? 0 : price;
  *to++ = !play;
  *to++ = risk;
  *to++ = strong;
  *to++ = over;
  *to++ = over ? 1 - price_of(*standing) : 0;
  *to++ = play ? play->wilds / 2.0 : 0;
  *to++ = play ? play->as.size / 6.0 : 0;
  *to++ = play ? left->price - split->price : 0;
  *to++ = play && !standing;
  *to++ = strong > 0 && standing ? s->counts[s->standing_seat] / 27.0 : 0;
  to = kind_numbers(to, play ? &play->as : NULL);
  int may_follow[3] = {enemies[0], enemies[1], partner};
  for (int i = 0; i < 3; i++)  // who could go out by a play of this size
    *to++ = stands && owner != may_follow[i] && s->counts[may_follow[i]] == stands->size ? 1 + risk : 0;
  to = left_numbers(to, left, size);
  u64 held = marked(play ? &play->left : s->hand);
  *to++ = COUNT(held, SMALL) / 2.0;
  *to++ = COUNT(held, BIG) / 2.0;
  *to++ = COUNT(held, level) / 4.0;
}

// ---- habit
static double danger(int count) {
  static const double found[] = {0.2, 2.2, 1.8, 1.3, 1.1, 1.0, 0.5, 0.5, 0.5};
  return count < 9 ? found[count] : 0;
}
static double lead_habit(const Split* split, const Play* play, const Split* left, int enemy, int partner) {
  double price = price_of(play->as), value = price + 0.08 * play->as.size - 0.8 * (left->price - split->price + price);
  int bomb = play->as.kind >= BOMB, losers = 0;
  for (int i = 0; i < left->count; i++) losers += price_of(left->groups[i].as) > 0.35;
  if (bomb)
    value += losers <= 1 ? 0.6 : -2;
  else {
    if (losers == 0) value += 0.5;
    if (losers == 1 && price <= 0.35) value += 1.2;
    if (enemy <= 5 && play->as.size == enemy) value -= 1.5 * price;
  }
  if (enemy == 1 && play->as.kind == SINGLE) value -= 1.5 * price;
  if (partner > 0 && partner <= 2 && play->as.size == partner) value += enemy != partner ? 0.9 : 0.2;
  return left->count ? value : value + 10;
}
// Write down how good each play is, in turns, and the pass last where one may pass.
static void habits(const Scene* s, const Split* split, const Split* lefts, double* values) {
  int enemy = 27, of_partner = s->standing_seat == (s->seat ^ 2);
  for (int other = 0; other < SEATS; other++)
    if (s->counts[other] && ((other ^ s->seat) & 1) && s->counts[other] < enemy) enemy = s->counts[other];
  for (int i = 0; i < play_count; i++) {
    const Play* play = &plays[i];
    const Split* left = &lefts[i];
    if (!s->standing) {
      values[i] = lead_habit(split, play, left, enemy, s->counts[s->seat ^ 2]);
      continue;
    }
    int bomb = play->as.kind >= BOMB;
    double price = price_of(play->as), risk = price < 0 ? 0 : price > 1 ? 1 : price, cost = left->price - 0.45 * (1 - risk);
    if (of_partner) {
      double now = price_of(*s->standing);
      cost += bomb ? 2 : 0.45 + 0.8 * (1 - (now > 1 ? 1 : now));
      if (cost < split->price - 1.5 && s->counts[s->seat] - play->as.size <= 5) cost -= 1;
    } else if (enemy <= 4 && s->counts[s->standing_seat] <= enemy + 6)
      cost -= 0.3 * (1 - risk);
    if (bomb && enemy > 10 && s->counts[s->seat] > 14) cost += 0.35;
    values[i] = left->count ? -cost : 10 - cost;
  }
  if (s->standing) values[play_count] = of_partner ? 0.25 - split->price : -(split->price + 0.3 + danger(s->counts[s->standing_seat]));
}
