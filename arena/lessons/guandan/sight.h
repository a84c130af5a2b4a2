// What everybody knows of a round, the numbers that a network is shown (ai/sight.py), and the choice of habit (ai/scene.py).
#pragma once
#include "plays.h"

enum { SHARED = 65, OWN = 53, INPUTS = SHARED + OWN, PLAIN_KINDS = 7, UNDECLINED = 15 };
typedef struct {
  u64 laid;  // all cards that were laid, wild ones under the level
  int declined[SEATS][2], bombs[SEATS], passed, last_seat;
  Reading last;  // nothing was played yet: of no size
} Told;
typedef struct {
  Tricks now;
  Told told;
} Round;
// Where the seat to act stands, and what it may do; a pass, where it may pass, comes last.
typedef struct {
  const Round* round;
  int rivals[RANKS], fours;  // unseen cards above each rank; ranks of which four or more are unseen
  u64 unseen;
  Choices found;
  Split whole, lefts[MOST_CHOICES];
  int options;
  double habit[MOST_CHOICES + 1], worth[MOST_CHOICES + 1];
  float shared[SHARED], own[MOST_CHOICES + 1][OWN];
} Decision;

static int leads(const Round* r) { return r->now.standing.kind == NOTHING; }
static void told_nothing(Told* told) {
  memset(told, 0, sizeof *told);
  for (int seat = 0; seat < SEATS; seat++) told->declined[seat][0] = told->declined[seat][1] = UNDECLINED;
}
static void hear_play(Told* told, int seat, const Choice* choice) {
  told->laid += choice->ranks;
  told->passed = 0;
  told->last = choice->play.reading;
  told->last_seat = seat;
  told->bombs[seat] += told->last.kind >= BOMB;
}
static void hear_pass(const Rules* rules, Told* told, int seat) {
  told->passed |= 1 << seat;
  if (!told->last.size || !((told->last_seat ^ seat) & 1) || told->last.size > 2) return;
  int *lowest = &told->declined[seat][told->last.size - 1], at = rules->place[told->last.rank];
  if (at < *lowest) *lowest = at;
}

// ---- what is still unseen, and what plays cost then
static void look_out(const Rules* rules, Decision* d) {
  const Hand* hand = &d->round->now.hands[d->round->now.turn];
  u64 masks[MOST_ALIKE + 1];
  int above = 0;
  d->unseen = MOST_ALIKE * SUITED + FOUR_JOKERS - ranks_of(rules, hand->natural, hand->wilds) - d->round->told.laid;
  for (int at = RANKS - 1; at >= 0; at--) {
    d->rivals[rules->order[at]] = above;
    above += COUNT(d->unseen, rules->order[at]);
  }
  at_least(d->unseen, masks);
  d->fours = bits(masks[4] & SUITED);
}
static double bomb_strength(const Rules* rules, Reading as) {
  if (as.kind == JOKER_BOMB) return 1.5;
  if (as.kind != BOMB) return 0.85 + place_of(as.rank) / 200.0;
  return 0.45 + 0.2 * (as.size - 4) + rules->place[as.rank] / 60.0;
}
static double price_of(const Rules* rules, const Decision* d, Reading as) {
  switch (as.kind) {
    case SINGLE:
    case PAIR:
    case TRIPLE: return rules->few_prices[as.kind][d->rivals[as.rank]];
    case FULL_HOUSE: return rules->few_prices[TRIPLE][d->rivals[as.rank]];
    case TUBE:
    case PLATE:
    case STRAIGHT: return run_price(as.rank);
    default: return -bomb_strength(rules, as);
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
static float* kind_numbers(float* to, Reading as) {
  for (int kind = 0; kind <= PLAIN_KINDS; kind++)
    *to++ = as.kind != NOTHING && kind == (as.kind < PLAIN_KINDS ? as.kind : PLAIN_KINDS);
  return to;
}
// What is the same whatever the seat does.
static void shared_numbers(const Rules* rules, const Decision* d, float* to) {
  const Tricks* now = &d->round->now;
  const Told* told = &d->round->told;
  int seat = now->turn, partner = PARTNER(seat), after = (seat + 1) % SEATS, before = (seat + 3) % SEATS;
  int first = now->out ? now->finished[0] : NOBODY, others[3] = {partner, after, before}, follows = !leads(d->round);
  for (int i = 0; i < 3; i++) to = count_numbers(to, now->sizes[others[i]]);
  *to++ = first == partner;
  *to++ = first == after || first == before;
  *to++ = now->out == 2;
  *to++ = now->sizes[after] < now->sizes[before];
  *to++ = COUNT(d->unseen, SMALL) / 2.0;
  *to++ = COUNT(d->unseen, BIG) / 2.0;
  *to++ = COUNT(d->unseen, rules->level) / 8.0;
  *to++ = COUNT(d->unseen, ACE) / 8.0;
  *to++ = d->fours / 13.0;
  *to++ = now->sizes[seat] / 27.0;
  *to++ = d->whole.price / 8;
  *to++ = d->whole.count / 12.0;
  *to++ = now->hands[seat].wilds / 2.0;
  *to++ = !follows;
  for (int i = 0; i < 3; i++) *to++ = follows && now->standing_seat == others[i];
  *to++ = follows ? price_of(rules, d, now->standing) : 0;
  for (int i = 0; i < 3; i++) *to++ = follows && (told->passed >> others[i] & 1);
  to = kind_numbers(to, now->standing);
  for (int i = 0; i < 3; i++) {
    *to++ = told->declined[others[i]][0] / 15.0;
    *to++ = told->declined[others[i]][1] / 15.0;
    *to++ = told->bombs[others[i]] / 3.0;
  }
}
// What the groups of the hand that is left come to.
static float* left_numbers(const Rules* rules, const Decision* d, float* to, const Split* left, int size) {
  int singles[4] = {0}, pairs[3] = {0}, triples[2] = {0}, houses[2] = {0}, runs = 0, bombs = 0, losers = 0, sure = 0;
  double all_bombs = 0, best_bomb = 0, total = 0;
  for (int i = 0; i < left->count; i++) {
    Reading as = left->groups[i].reading;
    int at = rules->place[as.rank];
    double price = price_of(rules, d, as);
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
// What depends on the option.
static void own_numbers(const Rules* rules, const Decision* d, int option, float* to) {
  const Tricks* now = &d->round->now;
  const Choice* choice = option < d->found.count ? &d->found.all[option] : NULL;  // a pass
  const Split* left = choice ? &d->lefts[option] : &d->whole;
  const Hand* hand = choice ? &choice->left : &now->hands[now->turn];
  Reading play = choice ? choice->play.reading : NO_READING, standing = now->standing, stands = choice ? play : standing;
  int seat = now->turn, may_follow[3] = {(seat + 1) % SEATS, (seat + 3) % SEATS, PARTNER(seat)};
  int owner = choice ? seat : now->standing_seat, size = now->sizes[seat] - play.size, follows = !leads(d->round);
  int over = choice && follows && now->standing_seat == PARTNER(seat);
  double price = choice ? price_of(rules, d, play) : 0;
  double strong = choice && play.kind >= BOMB ? -price : 0, risk = strong > 0 ? 0 : price;
  *to++ = !choice;
  *to++ = risk;
  *to++ = strong;
  *to++ = over;
  *to++ = over ? 1 - price_of(rules, d, standing) : 0;
  *to++ = choice ? choice->play.wilds / 2.0 : 0;
  *to++ = play.size / 6.0;
  *to++ = choice ? left->price - d->whole.price : 0;
  *to++ = !follows;
  *to++ = strong > 0 && follows ? now->sizes[now->standing_seat] / 27.0 : 0;
  to = kind_numbers(to, play);
  for (int i = 0; i < 3; i++)  // who could go out by a play of this size
    *to++ = owner != may_follow[i] && now->sizes[may_follow[i]] == stands.size ? 1 + risk : 0;
  to = left_numbers(rules, d, to, left, size);
  u64 held = ranks_of(rules, hand->natural, hand->wilds);
  *to++ = COUNT(held, SMALL) / 2.0;
  *to++ = COUNT(held, BIG) / 2.0;
  *to++ = COUNT(held, rules->level) / 4.0;
}

// ---- habit
static double danger(int count) {
  static const double found[] = {0.2, 2.2, 1.8, 1.3, 1.1, 1.0, 0.5, 0.5, 0.5};
  return count < 9 ? found[count] : 0;
}
static double lead_habit(const Rules* rules, const Decision* d, const Choice* choice, const Split* left, int enemy, int partner) {
  Reading play = choice->play.reading;
  double price = price_of(rules, d, play), value = price + 0.08 * play.size - 0.8 * (left->price - d->whole.price + price);
  int losers = 0;
  for (int i = 0; i < left->count; i++) losers += price_of(rules, d, left->groups[i].reading) > 0.35;
  if (play.kind >= BOMB)
    value += losers <= 1 ? 0.6 : -2;
  else {
    if (losers == 0) value += 0.5;
    if (losers == 1 && price <= 0.35) value += 1.2;
    if (enemy <= 5 && play.size == enemy) value -= 1.5 * price;
  }
  if (enemy == 1 && play.kind == SINGLE) value -= 1.5 * price;
  if (partner > 0 && partner <= 2 && play.size == partner) value += enemy != partner ? 0.9 : 0.2;
  return left->count ? value : value + 10;
}
// Write down how good each option is, in turns.
static void habits(const Rules* rules, Decision* d) {
  const Tricks* now = &d->round->now;
  int seat = now->turn, enemy = 27, of_partner = now->standing_seat == PARTNER(seat);
  for (int other = 0; other < SEATS; other++)
    if (now->sizes[other] && ((other ^ seat) & 1) && now->sizes[other] < enemy) enemy = now->sizes[other];
  for (int i = 0; i < d->found.count; i++) {
    const Choice* choice = &d->found.all[i];
    const Split* left = &d->lefts[i];
    if (leads(d->round)) {
      d->habit[i] = lead_habit(rules, d, choice, left, enemy, now->sizes[PARTNER(seat)]);
      continue;
    }
    int bomb = choice->play.reading.kind >= BOMB;
    double price = price_of(rules, d, choice->play.reading), risk = price < 0 ? 0 : price > 1 ? 1 : price;
    double cost = left->price - 0.45 * (1 - risk);
    if (of_partner) {
      double standing = price_of(rules, d, now->standing);
      cost += bomb ? 2 : 0.45 + 0.8 * (1 - (standing > 1 ? 1 : standing));
      if (cost < d->whole.price - 1.5 && now->sizes[seat] - choice->play.reading.size <= 5) cost -= 1;
    } else if (enemy <= 4 && now->sizes[now->standing_seat] <= enemy + 6)
      cost -= 0.3 * (1 - risk);
    if (bomb && enemy > 10 && now->sizes[seat] > 14) cost += 0.35;
    d->habit[i] = left->count ? -cost : 10 - cost;
  }
  if (leads(d->round)) return;
  d->habit[d->found.count] = of_partner ? 0.25 - d->whole.price : -(d->whole.price + 0.3 + danger(now->sizes[now->standing_seat]));
}
