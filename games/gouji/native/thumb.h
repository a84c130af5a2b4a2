// The AI player ``normal`` (games/gouji/ai): the same choices, so the same sums in the same order, where sets are compared as usual.
#ifndef PAIJU_GOUJI_THUMB_H
#define PAIJU_GOUJI_THUMB_H

#include <math.h>
#include <stdlib.h>

#include "round.h"

#define WATCHED 8  // Cards with which a seat is watched
#define MOST_ALIKE 21  // Cards of a rank and the 2s that may stand in for them, and none
#define MOST_CHOICES 4096
#define SILENT(number) ((Set) {.base = (number)})  // A move of no size is PASS or YIELD, told by its base

// What all others hold together.
static void unseen_by(const Round *r, int seat, int *unseen) {
  for (int rank = 0; rank < RANKS; rank++) {
    unseen[rank] = 0;
    for (int s = 0; s < SEATS; s++) unseen[rank] += s == seat ? 0 : r->hands[s][rank];
  }
}
// All sets of a base that beat the standing one.
static int answers_on(const Rules *rules, const Round *r, int base, Set *out) {
  const uint8_t *hand = r->hands[r->turn];
  int size = r->standing.size, held = base < DEUCE ? hand[base] : 0, n = 0;
  for (int natural = base < DEUCE; natural <= held && natural <= size; natural++)
    for (int big = 0; big <= hand[BIG] && natural + big <= size; big++)
      for (int small = 0; small <= hand[SMALL] && natural + big + small <= size; small++) {
        int twos = size - natural - big - small;
        if (twos > hand[DEUCE] || (base == DEUCE && !twos) || (base == JOKERS_ONLY && twos)) continue;
        Set m = set_made(base, natural, twos, small, big);
        if (!beats(&rules->sets, m, r->standing)) continue;
        if (r->mode == OFFERED && !small && !big) continue;
        if (r->mode == DUELING && !is_gouji(&rules->sets, m)) continue;
        out[n++] = m;
      }
  return n;
}
// ---- what it knows of the table (table.py, odds.py)
enum {AGAINST, AGAINST_DUEL, ALL_OTHERS};
typedef struct {
  double cost;
  int place;
  Set move;
} Choice;
typedef struct {
  const Rules *rules;
  double tail[MOST_ALIKE][MOST_ALIKE][101];  // By cards, how many are needed, and hundredths
  double burdens[DEUCE][OF_A_RANK + 1];
  // What is known of the decision ``now``, and when it was found
  double above[SEATS][LARGEST_HAND + 1][JOKERS_ONLY + 1];
  unsigned now, above_when[SEATS][LARGEST_HAND + 1], sure_when[ALL_OTHERS + 1][JOKERS_ONLY + 1][LARGEST_HAND + 1][OF_A_JOKER + 1];
  int8_t sure[ALL_OTHERS + 1][JOKERS_ONLY + 1][LARGEST_HAND + 1][OF_A_JOKER + 1];
  Choice choices[MOST_CHOICES];
} Thumb;
typedef struct {
  Thumb *by;
  const Round *r;
  int seat, counts[SEATS], barred, foes, friends, opposite_active, calm, unseen[RANKS], all;
  const uint8_t *hand;
} Seen;
static void thumb_begin(Thumb *by, const Rules *rules) {
  memset(by, 0, sizeof *by);
  by->rules = rules;
  for (int part = 0; part <= 100; part++) {
    double share = part / 100.0, held[MOST_ALIKE], missed[MOST_ALIKE];
    for (int k = 0; k < MOST_ALIKE; k++) {
      held[k] = pow(share, k);
      missed[k] = pow(1 - share, k);
    }
    for (int cards = 0; cards < MOST_ALIKE; cards++) {
      double below = 0, ways = 1;
      for (int needed = 0; needed < MOST_ALIKE; needed++) {
        by->tail[cards][needed][part] = below < 1 ? 1.0 - below : 0;
        if (needed <= cards) below += rint(ways) * held[needed] * missed[cards - needed];
        ways = ways * (cards - needed) / (needed + 1);
      }
    }
  }
  for (int rank = 0; rank < DEUCE; rank++)
    for (int n = 1; n <= OF_A_RANK; n++) {
      double height = rank / 11.0, v = 1.8 - 1.2 * height - 0.25 * (n - 1);
      by->burdens[rank][n] = is_gouji(&rules->sets, set_made(rank, n, 0, 0, 0)) ? 0 : v > 0.35 ? v : 0.35;
    }
}
static void sit(Thumb *by, Seen *t, const Round *r) {
  t->by = by;
  t->r = r;
  int me = t->seat = r->turn;
  t->hand = r->hands[me];
  t->barred = (r->mode == LEADING || r->mode == RUNNING) ? 0 : r->barred;
  t->foes = t->friends = t->all = 0;
  for (int s = 0; s < SEATS; s++) {
    t->counts[s] = (r->active >> s & 1) ? r->left[s] : 0;
    if (t->counts[s] && s != me) *((s - me) & 1 ? &t->foes : &t->friends) |= 1 << s;
  }
  t->opposite_active = r->active >> OPPOSITE(me) & 1;
  t->calm = is_entangled(r);
  unseen_by(r, me, t->unseen);
  for (int rank = 0; rank < RANKS; rank++) t->all += t->unseen[rank];
  if (t->all < 1) t->all = 1;
  by->now++;
}
static double at_least(const Thumb *by, int cards, int needed, double share) {
  return cards < needed ? 0.0 : by->tail[cards][needed][(int) rint(100 * share)];
}
static double share_of(const Seen *t, int seat) {
  double share = (double) t->counts[seat] / t->all;
  return share < 1 ? share : 1;
}
static double topped(const Seen *t, const Set *m, double share) {
  if (m->big) return 0;
  if (m->small) return at_least(t->by, t->unseen[BIG], m->small, share) * (m->base >= JOKERS_ONLY ? 1.0 : 0.7);
  return at_least(t->by, t->unseen[BIG] + t->unseen[SMALL], 1, share) * 1.0;
}
static double rank_above(const Seen *t, const Set *m, int seat, double share) {
  double *above = t->by->above[seat][m->size];
  if (t->by->above_when[seat][m->size] != t->by->now) {
    t->by->above_when[seat][m->size] = t->by->now;
    double none = 1;
    above[13] = above[0] = 0;
    for (int rank = DEUCE; rank >= FOUR; rank--) {
      above[rank] = 1.0 - none;
      int cards = t->unseen[rank];
      if (rank < DEUCE && m->size > 1) cards += t->unseen[DEUCE] / 4;
      none *= 1.0 - at_least(t->by, cards, m->size, share);
    }
  }
  return above[m->base];
}
static double beaten(const Seen *t, const Set *m, int seat, double eager) {
  if (t->counts[seat] < m->size) return 0;
  double share = share_of(t, seat), with_joker = eager * topped(t, m, share);
  if (m->small || m->big) return with_joker;
  return 1.0 - (1.0 - 0.8 * rank_above(t, m, seat, share)) * (1.0 - with_joker);
}
static int begins_duel(const Seen *t, const Set *m) { return is_gouji(&t->by->rules->sets, *m) && !t->calm && t->opposite_active; }
static int against(const Seen *t, int whom) {
  if (whom == ALL_OTHERS) return t->foes | t->friends;
  if (whom == AGAINST_DUEL) return t->foes & (~t->barred | 1 << OPPOSITE(t->seat));
  return (t->foes | t->friends) & ~t->barred;
}
static int somebody_beats(const Seen *t, const Set *m, int most) {
  int size = m->size;
  const int *unseen = t->unseen;
  if (size > most) return 0;
  for (int big = 0; big <= size && big <= unseen[BIG]; big++)
    for (int small = 0; small <= size - big && small <= unseen[SMALL]; small++) {
      int rest = size - big - small;
      if (!rest) {
        if (beats(&t->by->rules->sets, wild_made(0, small, big), *m)) return 1;
        continue;
      }
      for (int base = DEUCE - 1; base >= FOUR; base--) {
        int natural = rest < unseen[base] ? rest : unseen[base];
        if (natural && rest - natural <= unseen[DEUCE] && beats(&t->by->rules->sets, set_made(base, natural, rest - natural, small, big), *m)) return 1;
      }
      if (rest <= unseen[DEUCE] && beats(&t->by->rules->sets, wild_made(rest, small, big), *m)) return 1;
    }
  return 0;
}
static int sure(const Seen *t, const Set *m, int whom) {
  if (m->big) return 1;
  unsigned *when = &t->by->sure_when[whom][m->base][m->size][m->small];
  int8_t *known = &t->by->sure[whom][m->base][m->size][m->small];
  if (*when != t->by->now) {
    *when = t->by->now;
    int most = 0, seats = against(t, whom);
    for (int s = 0; s < SEATS; s++)
      if ((seats >> s & 1) && t->counts[s] > most) most = t->counts[s];
    *known = !somebody_beats(t, m, most);
  }
  return *known;
}
static int sure_here(const Seen *t, const Set *m) { return sure(t, m, begins_duel(t, m) ? AGAINST_DUEL : AGAINST); }

// ---- hands (hand.py, exit.py)
static void left_after(const uint8_t *hand, const Set *m, uint8_t *left) {
  memcpy(left, hand, RANKS);
  if (m->base < DEUCE) left[m->base] -= m->natural;
  left[DEUCE] -= m->twos;
  left[SMALL] -= m->small;
  left[BIG] -= m->big;
}
static int groups_of(const uint8_t *hand) {
  int n = 0;
  for (int rank = 1; rank < DEUCE; rank++) n += hand[rank] > 0;
  return n;
}
static int cards_in(const uint8_t *hand) {
  int n = 0;
  for (int rank = 0; rank < RANKS; rank++) n += hand[rank];
  return n;
}
static double price(const Thumb *by, const uint8_t *hand, const Set *m) {
  double value = 1.1 * m->twos + 2.6 * m->small + 4.2 * m->big;
  if (m->base >= FOUR && m->base < DEUCE)
    value += 1.5 * (by->burdens[m->base][hand[m->base] - m->natural] - by->burdens[m->base][hand[m->base]]);
  return value;
}
static int torn(const uint8_t *hand, const Set *m) { return m->base < DEUCE && m->natural < hand[m->base]; }
static int losers(const Thumb *by, const uint8_t *hand, const Set *m) {
  int n = 0;
  for (int rank = 1; rank < DEUCE; rank++) {
    int cards = hand[rank] - (rank == m->base ? m->natural : 0);
    n += by->burdens[rank][cards] > 0;
  }
  return n;
}
typedef struct {
  const Seen *t;
  int all_others, threes, tries;
} Search;
static int search_sure(const Search *s, const Set *m) { return s->all_others ? sure(s->t, m, ALL_OTHERS) : sure_here(s->t, m); }
// One set of all that is no 3.
static int everything(const uint8_t *hand, Set *m) {
  int rank = 0, wild = hand[DEUCE] + hand[SMALL] + hand[BIG];
  if (groups_of(hand) > 1) return 0;
  for (int k = 1; k < DEUCE; k++)
    if (hand[k]) rank = k;
  if (!rank && !wild) return 0;
  int base = rank ? rank : hand[DEUCE] ? DEUCE : JOKERS_ONLY;
  *m = set_made(base, rank ? hand[rank] : 0, hand[DEUCE], hand[SMALL], hand[BIG]);
  return 1;
}
static int run_of(Search *s, const uint8_t *hand, const int8_t *others, int n, Set *first) {
  if (!n) return everything(hand, first) && (!s->threes || search_sure(s, first));
  int rank = others[0], enough[24][3], found = 0;
  for (int big = 0; big <= hand[BIG] && big <= 1; big++)
    for (int small = 0; small <= hand[SMALL] && small <= 2; small++)
      for (int twos = 0; twos <= hand[DEUCE] && twos <= 2; twos++) {
        int more = 0;
        for (int i = 0; i < found; i++) more |= enough[i][0] <= twos && enough[i][1] <= small && enough[i][2] <= big;
        if (more) continue;
        if (--s->tries < 0) return 0;
        Set m = set_made(rank, hand[rank], twos, small, big), rest;
        if (!search_sure(s, &m)) continue;
        memcpy(enough[found++], (int[3]){twos, small, big}, sizeof *enough);
        uint8_t left[RANKS];
        left_after(hand, &m, left);
        if (run_of(s, left, others + 1, n - 1, &rest)) {
          *first = m;
          return 1;
        }
      }
  return 0;
}
static int certain_exit(const Seen *t, const uint8_t *hand, int all_others, Set *first) {
  Search s = {t, all_others, hand[0] > 0, 400};
  int n = groups_of(hand);
  if (n > 6 || !cards_in(hand)) return 0;
  if (n <= 1 && everything(hand, first) && (!s.threes || search_sure(&s, first))) return 1;
  if (!n) return 0;
  int8_t ranks[6], last[6], k = 0;
  for (int rank = 1; rank < DEUCE; rank++)
    if (hand[rank]) ranks[k++] = rank;
  memcpy(last, ranks, sizeof last);
  for (int i = 1; i < n; i++)  // the smallest group is the last, if that will do
    for (int j = i; j > 0 && hand[last[j]] < hand[last[j - 1]]; j--) {
      int8_t one = last[j];
      last[j] = last[j - 1];
      last[j - 1] = one;
    }
  for (int i = 0; i < n; i++) {
    int8_t others[6];
    int rest = 0;
    for (int j = 0; j < n; j++)
      if (ranks[j] != last[i]) others[rest++] = ranks[j];
    if (run_of(&s, hand, others, rest, first)) return 1;
  }
  return 0;
}

// ---- leading (lead.py, burn.py)
static double worth_of_lead(const Seen *t, const Set *m) {
  double near = cards_in(t->hand) - m->size > 12 ? 0.5 : 1.0, worth = 0.5 + 0.3 * losers(t->by, t->hand, m);
  return near * (worth < 1.5 ? worth : 1.5);
}
static double holds(const Seen *t, const Set *m) {
  if (sure_here(t, m)) return 1;
  int duel = begins_duel(t, m), seats = against(t, duel ? AGAINST_DUEL : AGAINST);
  double chance = 1;
  for (int s = 0; s < SEATS; s++)
    if ((seats & t->foes) >> s & 1 && (!duel || s == OPPOSITE(t->seat))) chance *= 1.0 - beaten(t, m, s, 0.35);
  for (int s = 0; s < SEATS; s++)
    if ((seats & t->friends) >> s & 1) chance *= 1.0 - 0.2 * beaten(t, m, s, 0.1);
  return chance;
}
static double to_partners(const Seen *t, const Set *m) {
  int few = 99;
  for (int s = 0; s < SEATS; s++)
    if ((t->friends >> s & 1) && t->counts[s] <= 3 && t->counts[s] < few) few = t->counts[s];
  return few < 99 && m->size <= few && m->base < 8 && !m->small && !m->big ? 0.6 : 0.0;
}
static double to_opponents(const Seen *t, const Set *m) {
  int risk = m->small || m->big || begins_duel(t, m) ? t->opposite_active << OPPOSITE(t->seat) : t->foes;
  double sum = 0;
  for (int s = 0; s < SEATS; s++)
    if ((risk >> s & 1) && (t->counts[s] == m->size || t->counts[s] == m->size + 1)) sum += 1.5 * beaten(t, m, s, 1.0);
  return sum;
}
// Whether a set opens the point for a seat that has neither opened it nor lost the right to.
static int may_open_here(const Seen *t, int seat, Set m) {
  return kind_of(&t->by->rules->sets, m) == OPEN && !has(t->r->opened | t->r->forfeited, seat);
}
static double lead_value(const Seen *t, const Set *m) {
  int left = cards_in(t->hand) - m->size;
  double lead = holds(t, m);
  if (left == t->hand[0] && m->base) return left ? 60.0 + 30.0 * lead : 100.0;
  double value = -price(t->by, t->hand, m) + lead * worth_of_lead(t, m);
  if (torn(t->hand, m)) value -= 1.2;
  if (t->opposite_active && !t->calm && may_open_here(t, t->seat, *m)) value += 0.4 * lead;
  return value + to_partners(t, m) - to_opponents(t, m);
}
static int can_run(const uint8_t *hand) {
  int groups = groups_of(hand);
  return hand[SMALL] + hand[BIG] >= (groups ? groups : hand[DEUCE] > 0);
}
// Whether one set is better than another to go on with in a run.
static int better_run(const uint8_t *hand, const Set *a, const Set *b) {
  int keys[2][7];
  for (int i = 0; i < 2; i++) {
    const Set *m = i ? b : a;
    uint8_t left[RANKS];
    left_after(hand, m, left);
    int lasts = cards_in(left) == left[0];
    int key[7] = {!(can_run(left) || lasts), torn(hand, m), lasts ? 0 : m->small + m->big - 1, m->base == JOKERS_ONLY,
                  !m->big, -m->size, m->base};
    memcpy(keys[i], key, sizeof key);
  }
  for (int k = 0; k < 7; k++)
    if (keys[0][k] != keys[1][k]) return keys[0][k] < keys[1][k];
  return 0;
}
static Set normal_lead(const Seen *t) {
  const uint8_t *hand = t->hand;
  if (t->r->mode == LEADING && t->r->must_fours == t->seat) return set_made(FOUR, hand[FOUR], 0, 0, 0);
  int run = t->r->mode == RUNNING, most = cards_in(hand) - hand[0], found = 0;
  Set best = {0}, m;
  double value = 0;
  if (!run && certain_exit(t, hand, 0, &m)) return m;
  for (int base = 1; base <= DEUCE; base++)
    for (int natural = base < DEUCE; natural <= (base < DEUCE ? hand[base] : 0); natural++)
      for (int twos = 0; twos <= hand[DEUCE]; twos++)
        for (int small = 0; small <= hand[SMALL]; small++)
          for (int big = 0; big <= hand[BIG]; big++) {
            int wild = twos + small + big;
            if (base == DEUCE && !wild) continue;
            if (base < DEUCE && (wild > 3 || (wild && natural < hand[base])) && natural + wild != most) continue;
            m = set_made(base < DEUCE || twos ? base : JOKERS_ONLY, natural, twos, small, big);
            if (run) {
              if (small + big && (!found || better_run(hand, &m, &best))) best = m;
              found |= small + big > 0;
              continue;
            }
            double v = lead_value(t, &m);
            if (!found || v > value) {
              value = v;
              best = m;
            }
            found = 1;
          }
  return best;
}

// ---- answering (choice.py, burn.py)
static int cheaper(const void *a, const void *b) {
  const Choice *x = a, *y = b;
  if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
  if (x->move.base != y->move.base) return x->move.base - y->move.base;
  return x->place - y->place;
}
static int gets_out(const Seen *t, const Choice *choices, int n) {
  uint8_t left[RANKS];
  Set first;
  for (int i = 0; i < n; i++) {
    left_after(t->hand, &choices[i].move, left);
    int cards = cards_in(left);
    if (!cards || (cards == left[0] && holds(t, &choices[i].move) >= 0.6)) return i;
  }
  for (int i = 0; i < n; i++)
    if (sure_here(t, &choices[i].move)) {
      left_after(t->hand, &choices[i].move, left);
      if (certain_exit(t, left, 1, &first)) return i;
    }
  return -1;
}
static Set normal_burn(const Seen *t, const Choice *choices, int n) {
  int most_risk = t->unseen[BIG] <= 1 || !t->opposite_active, best = -1, key[3] = {0};
  for (int i = 0; i < n; i++) {
    const Set *m = &choices[i].move;
    uint8_t left[RANKS];
    left_after(t->hand, m, left);
    if (!can_run(left)) continue;
    int cards = cards_in(left), groups = groups_of(left), risk = 0;
    if (cards > left[0] && (groups || left[DEUCE])) risk = (groups ? groups : 1) - left[BIG];
    int new[3] = {(!m->big && cards > 0) + (risk > 0 ? risk : 0), m->small + m->big, -m->size};
    if (new[0] > most_risk) continue;
    if (best >= 0 && (new[0] > key[0] || (new[0] == key[0] && new[1] >= key[1]))) continue;
    best = i;
    memcpy(key, new, sizeof key);
  }
  return best < 0 ? SILENT(PASS) : choices[best].move;
}
static Set normal_move(Thumb *by, const Round *r) {
  Choice *choices = by->choices;
  Set moves[256], nothing = SILENT(PASS);
  Seen t;
  sit(by, &t, r);
  if ((r->mode == LEADING || r->mode == RUNNING)) return normal_lead(&t);
  int n = 0, found;
  for (int base = FOUR; base <= JOKERS_ONLY; base++) {
    found = answers_on(by->rules, r, base, moves);
    for (int i = 0; i < found && n < MOST_CHOICES; i++, n++) {
      choices[n] = (Choice){price(by, t.hand, &moves[i]), n, moves[i]};
      if (torn(t.hand, &moves[i])) choices[n].cost += 0.5;
    }
  }
  if (!n) return nothing;
  if (r->mode == OFFERED) return burn_too_early(by->rules, r) ? nothing : normal_burn(&t, choices, n);
  qsort(choices, n, sizeof *choices, cheaper);
  int out = gets_out(&t, choices, n), left = t.counts[r->owner], friendly = !((r->owner - t.seat) & 1);
  if (out >= 0) return choices[out].move;
  const Set *cheapest = &choices[0].move;
  double cost = choices[0].cost, budget;
  if (r->mode == ANSWERING) return friendly ? nothing : *cheapest;
  if (r->mode == DUELING) {
    budget = 1.3 + (may_open_here(&t, r->owner, r->standing) ? 1.0 : 0.0);
    if (left <= WATCHED) budget += 1.5;
    return cost <= budget ? *cheapest : nothing;
  }
  if (friendly) {
    if (left && left <= WATCHED) return nothing;
    budget = left ? -0.6 : 0.35;
  } else {
    budget = 0.7;
    int acting = (t.foes | t.friends) & ~t.barred & ~(1 << r->owner);
    if (left <= WATCHED) {
      budget += left ? 1.2 : 0.2;
      if (!(acting & t.friends)) budget += 1.0;
    }
  }
  double gain = holds(&t, cheapest) * worth_of_lead(&t, cheapest);
  if (cost <= budget + gain) return *cheapest;
  if (r->mode == FOLLOWING && may_yield(by->rules, r) && cost <= budget + gain + 1.0) return SILENT(YIELD);
  return nothing;
}
// What follows a move.
static void carry_out(const Rules *rules, Round *r, Set m) {
  if (m.size) play(rules, r, m);
  else if (m.base == YIELD) yield(rules, r);
  else pass(rules, r);
}
static inline void play_by_thumb(Thumb *by, Round *r) {
  while (r->mode != OVER) carry_out(by->rules, r, normal_move(by, r));
}

#endif
