// Tables that could be the real one, played to their end: how normal and strong (games/gongzhu/ai/search.py) choose.
#include "odds.h"

enum { LEAST = 6 };    // tables drawn for a round of comparisons
#define SHARPNESS 2.0  // odds.SHARPNESS
#define LENIENCE 10.0  // odds.LENIENCE
#define HOPELESS 40.0  // search._HOPELESS
typedef struct {
  int strong;            // whether it chooses as strong does
  const float *factors;  // by which tables are played out; none: by rule of thumb
  double match;          // what the end of the match counts
  int cards;             // laid in a search, about
  int most;              // tables drawn for a round of comparisons
  int believed;          // what the odds expect of a card counts like so many tables
} Player;

// ---- tables
static int tried(const Round *r, int seat, const int *places, int number, int strict, u64 *hands) {
  int order[PACK], room[SEATS];
  memcpy(order, places, number * sizeof *order);
  for (int i = number - 1; i > 0; i--) {
    int j = below(i + 1), place = order[i];
    order[i] = order[j];
    order[j] = place;
  }
  for (int s = 0; s < SEATS; s++) {
    room[s] = s == seat ? 0 : size_of(r->now.hands[s]) - size_of(r->known[s]);
    hands[s] = s == seat ? r->now.hands[s] : r->known[s];
  }
  for (int few = 1; few <= 3; few++)  // first the cards that few may hold
    for (int i = 0; i < number; i++) {
      int may = 0, able = 0, all = 0, s = 0;
      for (int s = 0; s < SEATS; s++)
        if (s != seat && (!strict || !(r->without[s] & BIT(order[i])))) {
          may |= 1 << s;
          able++;
        }
      if (able != few) continue;
      for (int s = 0; s < SEATS; s++) if (may >> s & 1) all += room[s];
      if (!all) return 0;
      int left = below(all);
      for (;; s++)
        if (may >> s & 1) {
          left -= room[s];
          if (left < 0) break;
        }
      hands[s] |= BIT(order[i]);
      room[s]--;
    }
  return 1;
}
static void table(const Round *r, int seat, u64 *hands) {
  int places[PACK], number = 0;
  for (int s = 0; s < SEATS; s++)
    for (u64 c = s == seat ? 0 : r->now.hands[s] & ~r->known[s]; c; c &= c - 1) places[number++] = lowest(c);
  for (int i = 0; i < 12; i++) if (tried(r, seat, places, number, 1, hands)) return;
  tried(r, seat, places, number, 0, hands);
}
// One of each run of cards that are as good as each other (player.different).
static int different(const Round *r, int *kept) {
  int seat = r->now.turn, number = 0;
  u64 elsewhere = in_hands(r) & ~r->now.hands[seat], telling = POINT_CARDS | (house.diamond_queen ? QUEEN : 0);
  for (int i = 0; i < r->now.laid; i++) elsewhere |= BIT(r->now.trick[i]);
  for (u64 left = playable(&r->now); left; left &= left - 1) {
    int place = lowest(left);
    if (number) {
      int before = kept[number - 1];
      int apart = (BIT(place) | BIT(before)) & telling || place / 13 != before / 13;
      if (!apart && !(LOWER(place) & ~LOWER(before) & elsewhere)) continue;
    }
    kept[number++] = place;
  }
  return number;
}

// ---- a table to its end
static int chosen(const Round *r, const int *worth, const float *factors, double draw) {
  Contexts c;
  double sums[HELD], all = 0;
  contexts(r, worth, &c);
  for (int i = 0; i < c.number; i++) {
    double chance = 1;
    for (int k = 0; k < FACTORS; k++) chance *= factors[c.at[i][k]];
    sums[i] = all += chance;
  }
  int i = 0;
  while (i < c.number - 1 && sums[i] <= draw * all) i++;
  return c.card[i];
}
// ``draws``: chances by the number of cards that are left in all hands, so that tables that are alike go on alike.
static void play_out(Round *r, const int *worth, const float *factors, const double *draws) {
  u64 left;
  while ((left = in_hands(r))) {
    if (!r->now.laid && !(left & POINT_CARDS) && !house.diamond_queen) return;  // nothing counts any more
    u64 cards = playable(&r->now);
    lay(r, is_alone(cards) ? lowest(cards) : factors ? chosen(r, worth, factors, draws[size_of(left) - 1]) : thumb(r, worth));
  }
}
static double lead_by(const Round *r, int seat, double match) {
  int p[SEATS], all = 0;
  points_by_seat(r, p);
  double value = 0;
  if (match) {
    int least_score = 0, most = -100000, total[SEATS];
    for (int s = 0; s < SEATS; s++) {
      total[s] = r->scores[s] + p[s];
      if (house.teams) total[s] += r->scores[s ^ 2] + p[s ^ 2];
      if (total[s] < least_score) least_score = total[s];
      if (total[s] > most) most = total[s];
    }
    if (least_score <= -1000) value = total[seat] <= -1000 ? -match : total[seat] == most ? match : 0;
  }
  for (int s = 0; s < SEATS; s++) {
    if (house.all_cards_win && (r->now.taken[s] & POINT_CARDS) == POINT_CARDS) p[s] += 1000;
    all += p[s];
  }
  if (house.teams) return value + 2 * (p[seat] + p[seat ^ 2]) - all;
  return value + p[seat] - (all - p[seat]) / 3.0;
}
static double tried_card(const Round *r, const u64 *hands, int place, const int *worth, const Player *by, const double *draws) {
  Round then = *r;
  memcpy(then.now.hands, hands, sizeof then.now.hands);
  lay(&then, place);
  play_out(&then, worth, by->factors, draws);
  return lead_by(&then, r->now.turn, by->match);
}

// ---- searches
typedef struct {
  int number, card[HELD], tables[HELD];
  double worth[HELD];
} Weighed;

// About how many points each card comes to more than others, by how likely it is (search._expected).
static void expected(const Round *r, const int *worth, const Player *by, const Weighed *w, double *points) {
  Contexts c;
  contexts(r, worth, &c);
  for (int i = 0, j = 0; i < w->number; i++) {
    while (c.card[j] != w->card[i]) j++;
    double chance = 1;
    for (int k = 0; k < FACTORS; k++) chance *= by->factors[c.at[j][k]];
    points[i] = LENIENCE / SHARPNESS * log(chance);
  }
}
static void sort(int *order, int number, const double *by) {
  for (int i = 1; i < number; i++)
    for (int j = i; j > 0 && by[order[j]] > by[order[j - 1]]; j--) {
      int one = order[j];
      order[j] = order[j - 1];
      order[j - 1] = one;
    }
}
// Each card on the same tables; the worse half is dropped again and again (search.weigh_cards).
static int halved(const Round *r, const Player *by, Weighed *w) {
  int worth[PACK], order[HELD] = {0}, rounds = 0, left;
  double total[HELD] = {0}, hoped[HELD] = {0}, so_far[HELD], draws[PACK];
  u64 hands[SEATS];
  worths(r->now.exposed, worth);
  w->number = different(r, w->card);
  for (int i = 0; i < w->number; i++) {
    order[i] = i;
    w->tables[i] = 0;
  }
  left = w->number;
  if (by->believed && left > 1) {
    expected(r, worth, by, w, hoped);
    sort(order, left, hoped);
    while (hoped[order[left - 1]] <= hoped[order[0]] - HOPELESS) left--;
  }
  while (1 << rounds < left) rounds++;
  for (; left > 1; left = (left + 1) / 2) {
    int tables = by->cards / (rounds * left * SEATS * size_of(r->now.hands[r->now.turn]));
    tables = tables < LEAST ? LEAST : tables > by->most ? by->most : tables;
    for (int t = 0; t < tables; t++) {
      table(r, r->now.turn, hands);
      if (by->factors) for (int i = 0; i < PACK; i++) draws[i] = share();
      for (int i = 0; i < left; i++) {
        total[order[i]] += tried_card(r, hands, w->card[order[i]], worth, by, draws);
        w->tables[order[i]]++;
      }
    }
    for (int i = 0; i < w->number; i++) so_far[i] = total[i] + by->believed * hoped[i];
    sort(order, left, so_far);
  }
  for (int i = 0; i < w->number; i++) w->worth[i] = w->tables[i] ? total[i] / w->tables[i] : 0;
  return w->card[order[0]];
}
// ---- exposing
// How far ahead a seat comes out on some tables for each choice of cards that it exposes, added up.
static void shown(const Round *r, int seat, int leader, const Player *by, const u64 *choice, const int *in, int number,
                  int tables, double *sum) {
  u64 hands[SEATS];
  double draws[PACK];
  for (int t = 0; t < tables; t++) {
    int first = leader >= 0 ? leader : (seat + 1 + t % 3) % SEATS;
    table(r, seat, hands);
    for (int i = 0; i < PACK; i++) draws[i] = share();
    for (int i = 0; i < number; i++) {
      Round then = *r;
      int worth[PACK];
      memcpy(then.now.hands, hands, sizeof hands);
      then.now.leader = then.now.turn = first;
      then.now.exposed |= choice[in[i]];
      worths(then.now.exposed, worth);
      play_out(&then, worth, by->factors, draws);
      sum[in[i]] += lead_by(&then, seat, by->match);
    }
  }
}
// Which cards a seat exposes; ``leader``: who will lead as far as it knows, -1 if it does not (search.weigh_exposures).
static u64 exposed_by(const Round *r, int seat, int leader, const Player *by) {
  enum { USUAL = 40, GAIN = 5 };
  u64 held = r->now.hands[seat] & SPECIALS & ~r->now.exposed, choice[16] = {0};
  int number = 1, in[16], all = 0, rounds = 0;
  double sum[16] = {0}, so_far[16];
  if (!held) return 0;
  if (!by->strong) {
    for (u64 one = held; one; one &= one - 1) choice[number++] = one & -one;
    for (int i = 0; i < number; i++) in[i] = i;
    shown(r, seat, leader, by, choice, in, number, USUAL, sum);
    u64 found = 0;
    for (int i = 1; i < number; i++) if (sum[i] - sum[0] > GAIN * USUAL) found |= choice[i];
    return found;
  }
  for (u64 some = held; some; some = (some - 1) & held) choice[number++] = some;
  for (int i = 0; i < number; i++) in[i] = i;
  while (1 << rounds < number) rounds++;
  for (int left = number; left > 1; left = (left + 1) / 2) {
    int tables = by->cards / (rounds * left * PACK);
    tables = tables < LEAST ? LEAST : tables > by->most ? by->most : tables;
    shown(r, seat, leader, by, choice, in, left, tables, sum);
    all += tables;
    for (int i = 0; i < left; i++) so_far[in[i]] = sum[in[i]] - all * GAIN * size_of(choice[in[i]]);
    sort(in, left, so_far);
  }
  return choice[in[0]];
}
static void exposing(Round *r, const Player *const *players, int given) {
  int holder = 0;
  for (int s = 0; s < SEATS; s++) if (r->now.hands[s] & 1) holder = s;
  int leader = given >= 0 ? given : holder;
  for (int time = 0; time < house.expose_rounds; time++) {
    u64 shown[SEATS];
    for (int s = 0; s < SEATS; s++)
      shown[s] = exposed_by(r, s, given >= 0 ? given : s == holder ? s : -1, players[s]);
    for (int s = 0; s < SEATS; s++) {
      r->now.exposed |= shown[s];
      r->known[s] |= shown[s];
    }
    if ((r->now.exposed & SPECIALS) == SPECIALS) break;
  }
  r->now.leader = r->now.turn = leader;
}
