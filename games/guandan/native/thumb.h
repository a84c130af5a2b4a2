// What everybody knows of a round, the choice of habit (ai/scene.py), and rounds that are played on by it.
#pragma once
#include "choices.h"

enum { PLAIN_KINDS = BOMB, UNDECLINED = 15, DEALT = 27 };
typedef struct {
  u64 laid[SEATS];  // by seat the cards that it has laid, wild ones under the level
  int declined[SEATS][PLAIN_KINDS], led[SEATS][PLAIN_KINDS + 1], left[SEATS], bombs[SEATS], passed, out, last_seat;
  Reading last;  // nothing was played yet: of no size
} Told;
typedef struct {
  Tricks now;
  Told told;
} Heard;
// Where the seat to act stands, and what it may do; a pass, where it may pass, comes last.
typedef struct {
  const Heard *round;
  int rivals[RANKS], fours;  // unseen cards above each rank; ranks of which four or more are unseen
  u64 unseen;
  Choices found;
  Split whole, lefts[MOST_CHOICES];
  int options;
  double habit[MOST_CHOICES + 1];
} Decision;

static int leads(const Heard *r) { return r->now.standing.kind == NOTHING; }
static void told_nothing(Told *told) {
  memset(told, 0, sizeof *told);
  for (int seat = 0; seat < SEATS; seat++) {
    told->left[seat] = DEALT;
    for (int kind = 0; kind < PLAIN_KINDS; kind++) told->declined[seat][kind] = UNDECLINED;
  }
}
static void hear_play(Told *told, int seat, const Choice *choice) {
  int kind = choice->play.reading.kind;
  if (!told->last.size || (told->passed | told->out | 1 << told->last_seat) == (1 << SEATS) - 1)
    told->led[seat][kind < PLAIN_KINDS ? kind : PLAIN_KINDS]++;
  told->laid[seat] += choice->ranks;
  told->left[seat] -= choice->play.reading.size;
  if (!told->left[seat]) told->out |= 1 << seat;
  told->passed = 0;
  told->last = choice->play.reading;
  told->last_seat = seat;
  told->bombs[seat] += told->last.kind >= BOMB;
}
// How high a reading is among those of its kind.
static int height_among(const Thumb *thumb, Reading as) {
  return as.kind == TUBE || as.kind == PLATE || as.kind == STRAIGHT ? place_of(as.rank) : thumb->place[as.rank];
}
static void hear_pass(const Thumb *thumb, Told *told, int seat) {
  told->passed |= 1 << seat;
  if (!told->last.size || !((told->last_seat ^ seat) & 1) || told->last.kind >= PLAIN_KINDS) return;
  int *lowest = &told->declined[seat][told->last.kind], at = height_among(thumb, told->last);
  if (at < *lowest) *lowest = at;
}

// ---- what is still unseen, and what plays cost then
static void look_out(const Thumb *thumb, Decision *d) {
  const Hand *hand = &d->round->now.hands[d->round->now.turn];
  u64 masks[MOST_ALIKE + 1];
  int above = 0;
  d->unseen = MOST_ALIKE * SUITED + FOUR_JOKERS - ranks_of(thumb, hand->natural, hand->wilds);
  for (int seat = 0; seat < SEATS; seat++) d->unseen -= d->round->told.laid[seat];
  for (int at = RANKS - 1; at >= 0; at--) {
    d->rivals[thumb->order[at]] = above;
    above += COUNT(d->unseen, thumb->order[at]);
  }
  at_least(d->unseen, masks);
  d->fours = bits(masks[4] & SUITED);
}
static double bomb_strength(const Thumb *thumb, Reading as) {
  if (as.kind == JOKER_BOMB) return 1.5;
  if (as.kind != BOMB) return 0.85 + place_of(as.rank) / 200.0;
  return 0.45 + 0.2 * (as.size - 4) + thumb->place[as.rank] / 60.0;
}
static double turns_for(const Thumb *thumb, const Decision *d, Reading as) {
  switch (as.kind) {
    case SINGLE:
    case PAIR:
    case TRIPLE: return thumb->few_prices[as.kind][d->rivals[as.rank]];
    case FULL_HOUSE: return thumb->few_prices[TRIPLE][d->rivals[as.rank]];
    case TUBE:
    case PLATE:
    case STRAIGHT: return run_price(as.rank);
    default: return -bomb_strength(thumb, as);
  }
}

// ---- habit
static double danger(int count) {
  static const double found[] = {0.2, 2.2, 1.8, 1.3, 1.1, 1.0, 0.5, 0.5, 0.5};
  return count < 9 ? found[count] : 0;
}
static double lead_habit(const Thumb *thumb, const Decision *d, const Choice *choice, const Split *left, int enemy, int partner) {
  Reading play = choice->play.reading;
  double price = turns_for(thumb, d, play), value = price + 0.08 * play.size - 0.8 * (left->price - d->whole.price + price);
  int losers = 0;
  for (int i = 0; i < left->count; i++) losers += turns_for(thumb, d, left->groups[i].reading) > 0.35;
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
static void habits(const Thumb *thumb, Decision *d) {
  const Tricks *now = &d->round->now;
  int seat = now->turn, enemy = 27, of_partner = now->standing_seat == PARTNER(seat);
  for (int other = 0; other < SEATS; other++)
    if (now->sizes[other] && ((other ^ seat) & 1) && now->sizes[other] < enemy) enemy = now->sizes[other];
  for (int i = 0; i < d->found.count; i++) {
    const Choice *choice = &d->found.all[i];
    const Split *left = &d->lefts[i];
    if (leads(d->round)) {
      d->habit[i] = lead_habit(thumb, d, choice, left, enemy, now->sizes[PARTNER(seat)]);
      continue;
    }
    int bomb = choice->play.reading.kind >= BOMB;
    double price = turns_for(thumb, d, choice->play.reading), risk = price < 0 ? 0 : price > 1 ? 1 : price;
    double cost = left->price - 0.45 * (1 - risk);
    if (of_partner) {
      double standing = turns_for(thumb, d, now->standing);
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

// ---- a round
static void choose_play(const Thumb *thumb, Heard *r, const Choice *choice) {
  int seat = r->now.turn;
  r->now.hands[seat] = choice->left;
  hear_play(&r->told, seat, choice);
  lay(thumb->combos, &r->now, choice->play.reading);
}
static void choose_pass(const Thumb *thumb, Heard *r) {
  hear_pass(thumb, &r->told, r->now.turn);
  turn_on(thumb->combos, &r->now);
}
// The points of seats 0 and 2, of a round that is over.
static int points_won(const Heard *r) {
  int8_t places[SEATS];
  int steps = steps_of(&r->now, places);
  return places[0] & 1 ? -steps : steps;
}

// ---- a decision
// Weigh the decision of the seat to act; 0 if there is none to make: then it passes.
static int asked(const Thumb *thumb, const Heard *r, Decision *d) {
  d->round = r;
  d->options = d->found.count = 0;
  if (by_itself(thumb->combos, &r->now) == PASS) return 0;
  split_of(thumb, &r->now.hands[r->now.turn], &d->whole);
  find_choices(thumb, &r->now.hands[r->now.turn], &d->whole, r->now.standing, r->now.sizes[r->now.turn], &d->found);
  d->options = d->found.count + !leads(r);
  if (d->options < 2) return d->found.count > 0;
  look_out(thumb, d);
  for (int i = 0; i < d->found.count; i++) split_of(thumb, &d->found.all[i].left, &d->lefts[i]);
  habits(thumb, d);
  return d->found.count > 0;
}
// The choice that lays the whole hand, -1 if there is none.
static int goes_out(const Decision *d) {
  for (int i = 0; i < d->found.count; i++)
    if (!d->lefts[i].count) return i;
  return NOBODY;
}
static int usual_choice(const Decision *d) {
  int usual = 0;
  for (int i = 1; i < d->options; i++)
    if (d->habit[i] > d->habit[usual]) usual = i;
  return usual;
}
static void take_option(const Thumb *thumb, Heard *r, const Decision *d, int option) {
  if (option < d->found.count)
    choose_play(thumb, r, &d->found.all[option]);
  else
    choose_pass(thumb, r);
}
// Play on to the end, all by habit.
static inline void play_by_thumb(const Thumb *thumb, Heard *r, Decision *d) {
  while (!r->now.is_over) {
    int chosen = asked(thumb, r, d) ? 0 : d->found.count, out;
    if (d->options > 1) chosen = (out = goes_out(d)) < 0 ? usual_choice(d) : out;
    take_option(thumb, r, d, chosen);
  }
}
