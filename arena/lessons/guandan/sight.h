// The numbers that a network is shown (ai/sight.py).
#pragma once
#include "../../../games/guandan/native/thumb.h"

enum { SHARED = 164, OWN = 74, INPUTS = SHARED + OWN };

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
static void shared_numbers(const Thumb* thumb, const Decision* d, float* to) {
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
  *to++ = COUNT(d->unseen, thumb->level) / 8.0;
  *to++ = COUNT(d->unseen, ACE) / 8.0;
  *to++ = d->fours / 13.0;
  *to++ = now->sizes[seat] / 27.0;
  *to++ = d->whole.price / 8;
  *to++ = d->whole.count / 12.0;
  *to++ = now->hands[seat].wilds / 2.0;
  *to++ = !follows;
  for (int i = 0; i < 3; i++) *to++ = follows && now->standing_seat == others[i];
  *to++ = follows ? turns_for(thumb, d, now->standing) : 0;
  for (int i = 0; i < 3; i++) *to++ = follows && (told->passed >> others[i] & 1);
  to = kind_numbers(to, now->standing);
  for (int i = 0; i < 3; i++) {
    *to++ = told->declined[others[i]][0] / 15.0;
    *to++ = told->declined[others[i]][1] / 15.0;
    *to++ = told->bombs[others[i]] / 3.0;
  }
  for (int at = 0; at < RANKS; at++) *to++ = COUNT(d->unseen, thumb->order[at]) / 8.0;
  for (int i = 0; i < 3; i++) {
    for (int kind = TRIPLE; kind < PLAIN_KINDS; kind++) *to++ = told->declined[others[i]][kind] / 15.0;
    for (int kind = 0; kind <= PLAIN_KINDS; kind++) *to++ = told->led[others[i]][kind] / 3.0;
    for (int at = 0; at < RANKS; at++) *to++ = COUNT(told->laid[others[i]], thumb->order[at]) / 4.0;
  }
}
// What the groups of the hand that is left come to.
static float* left_numbers(const Thumb* thumb, const Decision* d, float* to, const Split* left, int size) {
  int singles[4] = {0}, pairs[3] = {0}, triples[2] = {0}, houses[2] = {0}, runs = 0, bombs = 0, losers = 0, sure = 0;
  double all_bombs = 0, best_bomb = 0, total = 0;
  for (int i = 0; i < left->count; i++) {
    Reading as = left->groups[i].reading;
    int at = thumb->place[as.rank];
    double price = turns_for(thumb, d, as);
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
static void own_numbers(const Thumb* thumb, const Decision* d, int option, float* to) {
  const Tricks* now = &d->round->now;
  const Choice* choice = option < d->found.count ? &d->found.all[option] : NULL;  // a pass
  const Split* left = choice ? &d->lefts[option] : &d->whole;
  const Hand* hand = choice ? &choice->left : &now->hands[now->turn];
  Reading play = choice ? choice->play.reading : NO_READING, standing = now->standing, stands = choice ? play : standing;
  int seat = now->turn, may_follow[3] = {(seat + 1) % SEATS, (seat + 3) % SEATS, PARTNER(seat)};
  int owner = choice ? seat : now->standing_seat, size = now->sizes[seat] - play.size, follows = !leads(d->round);
  int over = choice && follows && now->standing_seat == PARTNER(seat);
  double price = choice ? turns_for(thumb, d, play) : 0;
  double strong = choice && play.kind >= BOMB ? -price : 0, risk = strong > 0 ? 0 : price;
  *to++ = !choice;
  *to++ = risk;
  *to++ = strong;
  *to++ = over;
  *to++ = over ? 1 - turns_for(thumb, d, standing) : 0;
  *to++ = choice ? choice->play.wilds / 2.0 : 0;
  *to++ = play.size / 6.0;
  *to++ = choice ? left->price - d->whole.price : 0;
  *to++ = !follows;
  *to++ = strong > 0 && follows ? now->sizes[now->standing_seat] / 27.0 : 0;
  to = kind_numbers(to, play);
  for (int i = 0; i < 3; i++)  // who could go out by a play of this size
    *to++ = owner != may_follow[i] && now->sizes[may_follow[i]] == stands.size ? 1 + risk : 0;
  to = left_numbers(thumb, d, to, left, size);
  u64 held = ranks_of(thumb, hand->natural, hand->wilds);
  *to++ = COUNT(held, SMALL) / 2.0;
  *to++ = COUNT(held, BIG) / 2.0;
  *to++ = COUNT(held, thumb->level) / 4.0;
  for (int at = 0; at < RANKS; at++) *to++ = COUNT(held, thumb->order[at]) / 4.0;
  const Told* told = &d->round->told;
  int plain = choice && play.kind < PLAIN_KINDS;
  for (int i = 0; i < 3; i++) {  // who let pass what is no higher, and who led such plays
    *to++ = plain && height_among(thumb, play) >= told->declined[may_follow[i]][play.kind];
    *to++ = plain ? told->led[may_follow[i]][play.kind] / 3.0 : 0;
  }
}
