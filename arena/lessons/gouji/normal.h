// The AI player ``normal`` (games/gouji/ai): the same choices, so the same sums in the same order.
#pragma once
#include "plays.h"
#pragma GCC push_options
#pragma GCC optimize("no-associative-math", "no-reciprocal-math", "fp-contract=off")
#define NEARLY_OUT 8
#define MOST_CARDS 21

// ---- what it knows of the table (table.py, odds.py)
enum { AGAINST, AGAINST_DUEL, ALL_OTHERS };
typedef struct {
  const Round *r;
  int seat, counts[SEATS], barred, foes, friends, opposite_active, calm, unseen[RANKS], all;
  const uint8_t *hand;
} Table;
static double TAIL[MOST_CARDS][MOST_CARDS][101];  // cards, needed, hundredths
static double GROUP_BURDEN[DEUCE][17];
static double ABOVE[SEATS][37][14];
static unsigned now, above_when[SEATS][37], sure_when[3][14][40][5];
static int8_t sure_known[3][14][40][5];
static double binomial(int n, int k) {
  double c = 1;
  for (int i = 0; i < k; i++) c = c * (n - i) / (i + 1);
  return rint(c);
}
static void begin_normal(void) {
  for (int cards = 0; cards < MOST_CARDS; cards++)
    for (int needed = 0; needed < MOST_CARDS; needed++)
      for (int part = 0; part <= 100; part++) {
        double share = part / 100.0, below_ = 0;
        for (int k = 0; k < needed && k <= cards; k++) below_ += binomial(cards, k) * pow(share, k) * pow(1 - share, cards - k);
        TAIL[cards][needed][part] = below_ < 1 ? 1.0 - below_ : 0;
      }
  for (int rank = 0; rank < DEUCE; rank++)
    for (int n = 1; n < 17; n++) {
      double height = rank / 11.0, v = 1.8 - 1.2 * height - 0.25 * (n - 1);
      GROUP_BURDEN[rank][n] = is_strong(set_made(rank, n, 0, 0, 0)) ? 0 : v > 0.35 ? v : 0.35;
    }
}
static void sit(Table *t, const Round *r) {
  t->r = r;
  int me = t->seat = r->turn;
  t->hand = r->hands[me];
  t->barred = may_lead(r) ? 0 : r->barred;
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
  now++;
}
static double at_least(int cards, int needed, double share) {
  return cards < needed ? 0.0 : TAIL[cards][needed][(int) rint(100 * share)];
}
static double share_of(const Table *t, int seat) {
  double share = (double) t->counts[seat] / t->all;
  return share < 1 ? share : 1;
}
static double topped(const Table *t, const Set *m, double share) {
  if (m->big) return 0;
  if (m->small) return at_least(t->unseen[BIG], m->small, share) * (m->base >= JOKERS_ONLY ? 1.0 : 0.7);
  return at_least(t->unseen[BIG] + t->unseen[SMALL], 1, share) * 1.0;
}
static double rank_above(const Table *t, const Set *m, int seat, double share) {
  double *above = ABOVE[seat][m->size];
  if (above_when[seat][m->size] != now) {
    above_when[seat][m->size] = now;
    double none = 1;
    above[13] = above[0] = 0;
    for (int rank = DEUCE; rank >= FOUR; rank--) {
      above[rank] = 1.0 - none;
      int cards = t->unseen[rank];
      if (rank < DEUCE && m->size > 1) cards += t->unseen[DEUCE] / 4;
      none *= 1.0 - at_least(cards, m->size, share);
    }
  }
  return above[m->base];
}
static double beaten(const Table *t, const Set *m, int seat, double eager) {
  if (t->counts[seat] < m->size) return 0;
  double share = share_of(t, seat), with_joker = eager * topped(t, m, share);
  if (m->small || m->big) return with_joker;
  return 1.0 - (1.0 - 0.8 * rank_above(t, m, seat, share)) * (1.0 - with_joker);
}
static int begins_duel(const Table *t, const Set *m) { return is_strong(*m) && !t->calm && t->opposite_active; }
static int against(const Table *t, int whom) {
  if (whom == ALL_OTHERS) return t->foes | t->friends;
  if (whom == AGAINST_DUEL) return t->foes & (~t->barred | 1 << OPPOSITE(t->seat));
  return (t->foes | t->friends) & ~t->barred;
}
static int somebody_beats(const Table *t, const Set *m, int most) {
  int size = m->size;
  const int *unseen = t->unseen;
  if (size > most) return 0;
  for (int big = 0; big <= size && big <= unseen[BIG]; big++)
    for (int small = 0; small <= size - big && small <= unseen[SMALL]; small++) {
      int rest = size - big - small;
      if (!rest) {
        if (beats(&rules.sets, wild_made(0, small, big), *m)) return 1;
        continue;
      }
      for (int base = DEUCE - 1; base >= FOUR; base--) {
        int natural = rest < unseen[base] ? rest : unseen[base];
        if (natural && rest - natural <= unseen[DEUCE] && beats(&rules.sets, set_made(base, natural, rest - natural, small, big), *m)) return 1;
      }
      if (rest <= unseen[DEUCE] && beats(&rules.sets, wild_made(rest, small, big), *m)) return 1;
    }
  return 0;
}
static int sure(const Table *t, const Set *m, int whom) {
  if (m->big) return 1;
  unsigned *when = &sure_when[whom][m->base][m->size][m->small];
  int8_t *known = &sure_known[whom][m->base][m->size][m->small];
  if (*when != now) {
    *when = now;
    int most = 0, seats = against(t, whom);
    for (int s = 0; s < SEATS; s++)
      if ((seats >> s & 1) && t->counts[s] > most) most = t->counts[s];
    *known = !somebody_beats(t, m, most);
  }
  return *known;
}
static int sure_here(const Table *t, const Set *m) { return sure(t, m, begins_duel(t, m) ? AGAINST_DUEL : AGAINST); }

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
static double price(const uint8_t *hand, const Set *m) {
  double value = 1.1 * m->twos + 2.6 * m->small + 4.2 * m->big;
  if (m->base >= FOUR && m->base < DEUCE)
    value += 1.5 * (GROUP_BURDEN[m->base][hand[m->base] - m->natural] - GROUP_BURDEN[m->base][hand[m->base]]);
  return value;
}
static int torn(const uint8_t *hand, const Set *m) { return m->base < DEUCE && m->natural < hand[m->base]; }
static int losers(const uint8_t *hand, const Set *m) {
  int n = 0;
  for (int rank = 1; rank < DEUCE; rank++) {
    int cards = hand[rank] - (rank == m->base ? m->natural : 0);
    n += GROUP_BURDEN[rank][cards] > 0;
  }
  return n;
}
typedef struct {
  const Table *t;
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
static int certain_exit(const Table *t, const uint8_t *hand, int all_others, Set *first) {
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
static double worth_of_lead(const Table *t, const Set *m) {
  double near = cards_in(t->hand) - m->size > 12 ? 0.5 : 1.0, worth = 0.5 + 0.3 * losers(t->hand, m);
  return near * (worth < 1.5 ? worth : 1.5);
}
static double holds(const Table *t, const Set *m) {
  if (sure_here(t, m)) return 1;
  int duel = begins_duel(t, m), seats = against(t, duel ? AGAINST_DUEL : AGAINST);
  double chance = 1;
  for (int s = 0; s < SEATS; s++)
    if ((seats & t->foes) >> s & 1 && (!duel || s == OPPOSITE(t->seat))) chance *= 1.0 - beaten(t, m, s, 0.35);
  for (int s = 0; s < SEATS; s++)
    if ((seats & t->friends) >> s & 1) chance *= 1.0 - 0.2 * beaten(t, m, s, 0.1);
  return chance;
}
static double to_partners(const Table *t, const Set *m) {
  int few = 99;
  for (int s = 0; s < SEATS; s++)
    if ((t->friends >> s & 1) && t->counts[s] <= 3 && t->counts[s] < few) few = t->counts[s];
  return few < 99 && m->size <= few && m->base < 8 && !m->small && !m->big ? 0.6 : 0.0;
}
static double to_opponents(const Table *t, const Set *m) {
  int risk = m->small || m->big || begins_duel(t, m) ? t->opposite_active << OPPOSITE(t->seat) : t->foes;
  double sum = 0;
  for (int s = 0; s < SEATS; s++)
    if ((risk >> s & 1) && (t->counts[s] == m->size || t->counts[s] == m->size + 1)) sum += 1.5 * beaten(t, m, s, 1.0);
  return sum;
}
static double lead_value(const Table *t, const Set *m) {
  int left = cards_in(t->hand) - m->size;
  double lead = holds(t, m);
  if (left == t->hand[0] && m->base) return left ? 60.0 + 30.0 * lead : 100.0;
  double value = -price(t->hand, m) + lead * worth_of_lead(t, m);
  if (torn(t->hand, m)) value -= 1.2;
  if (t->opposite_active && !t->calm && may_open(t->r, t->seat) && is_open(*m)) value += 0.4 * lead;
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
static Set normal_lead(const Table *t) {
  const uint8_t *hand = t->hand;
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
typedef struct {
  double cost;
  int place;
  Set move;
} Choice;
static int cheaper(const void *a, const void *b) {
  const Choice *x = a, *y = b;
  if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
  if (x->move.base != y->move.base) return x->move.base - y->move.base;
  return x->place - y->place;
}
static int gets_out(const Table *t, const Choice *choices, int n) {
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
static Set normal_burn(const Table *t, const Choice *choices, int n) {
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
  return best < 0 ? silent(PASS) : choices[best].move;
}
static Set normal_move(const Round *r) {
  static Choice choices[4096];
  Set moves[256], nothing = silent(PASS);
  Table t;
  sit(&t, r);
  if (may_lead(r)) return normal_lead(&t);
  int n = 0, found;
  for (int base = 1; base <= JOKERS_ONLY; base++) {
    found = answers_on(r, base, moves);
    for (int i = 0; i < found; i++, n++) {
      choices[n] = (Choice){price(t.hand, &moves[i]), n, moves[i]};
      if (torn(t.hand, &moves[i])) choices[n].cost += 0.5;
    }
  }
  if (!n) return nothing;
  if (r->mode == OFFERED) return normal_burn(&t, choices, n);
  qsort(choices, n, sizeof *choices, cheaper);
  int out = gets_out(&t, choices, n), left = t.counts[r->owner], friendly = !((r->owner - t.seat) & 1);
  if (out >= 0) return choices[out].move;
  const Set *cheapest = &choices[0].move;
  double cost = choices[0].cost, budget;
  if (r->mode == ANSWERING) return friendly ? nothing : *cheapest;
  if (r->mode == DUELING) {
    budget = 1.3 + (is_open(r->standing) && may_open(r, r->owner) ? 1.0 : 0.0);
    if (left <= NEARLY_OUT) budget += 1.5;
    return cost <= budget ? *cheapest : nothing;
  }
  if (friendly) {
    if (left && left <= NEARLY_OUT) return nothing;
    budget = left ? -0.6 : 0.35;
  } else {
    budget = 0.7;
    int acting = (t.foes | t.friends) & ~t.barred & ~(1 << r->owner);
    if (left <= NEARLY_OUT) {
      budget += left ? 1.2 : 0.2;
      if (!(acting & t.friends)) budget += 1.0;
    }
  }
  double gain = holds(&t, cheapest) * worth_of_lead(&t, cheapest);
  if (cost <= budget + gain) return *cheapest;
  if (can_yield(r) && cost <= budget + gain + 1.0) return silent(YIELD);
  return nothing;
}
#pragma GCC pop_options
