// Liu Jia Tong once more, in C, for learning alone: what millions of decisions need to be quick.
//
// Rounds by counts of ranks; the planner and the odds of games/liujiatong/ai (plan.py, odds.py), the plays that are weighed
// (weighing.py, strong.py) and the numbers that the network is shown (features.py), all the same as there: a test compares them.
// Then the network itself, and how it learns: it plays against itself and against ``normal``, and each decision is taught what
// came of it (temporal differences). learning.py compiles this and calls the functions at its end.
#include "network.h"

// ---- a round (play.py)
#define BATCH 128
typedef struct {
  int8_t hands[SEATS][15];
  int sizes[SEATS], unlaid[15], turn, owner, pot, taken[SEATS], out, asked;
  Reading standing;
  int8_t low_single[SEATS], low_pair[SEATS], passed[SEATS];
} Round;
static void deal(Round* r) {
  uint8_t pack[216];
  int n = 0;
  memset(r, 0, sizeof *r);
  for (int k = 0; k < 13; k++)
    for (int i = 0; i < 16; i++) pack[n++] = k;
  for (int j = 13; j < 15; j++)
    for (int i = 0; i < 4; i++) pack[n++] = j;
  for (int i = 215; i > 0; i--) {
    int j = below(i + 1);
    uint8_t t = pack[i];
    pack[i] = pack[j];
    pack[j] = t;
  }
  for (int i = 0; i < 216; i++) r->hands[i % 6][pack[i]]++;
  for (int s = 0; s < SEATS; s++) {
    r->sizes[s] = 36;
    r->low_single[s] = r->low_pair[s] = 15;
  }
  for (int k = 0; k < 15; k++) r->unlaid[k] = k < 13 ? 16 : 4;
  r->owner = -1;
  r->turn = below(SEATS);
}
static int over(const Round* r) {
  return !(r->sizes[0] | r->sizes[2] | r->sizes[4]) || !(r->sizes[1] | r->sizes[3] | r->sizes[5]);
}
static int next_holding(const Round* r, int s) {
  int o = (s + 1) % SEATS;
  while (o != s && !r->sizes[o]) o = (o + 1) % SEATS;
  return o;
}
static void close_trick(Round* r) {
  r->taken[r->owner] += r->pot;
  r->pot = 0;
  r->turn = r->sizes[r->owner] ? r->owner : next_holding(r, r->owner);
  r->owner = -1;
  memset(r->passed, 0, SEATS);
}
static void advance(Round* r) {
  int t = (r->turn + 1) % SEATS;
  while (t != r->owner && !r->sizes[t]) t = (t + 1) % SEATS;
  r->turn = t;
  if (t == r->owner) close_trick(r);
}
static void lay(Round* r, const Play* p) {
  int s = r->turn;
  for (int k = 0; k < 15; k++) {
    r->hands[s][k] -= p->use[k];
    r->unlaid[k] -= p->use[k];
    r->sizes[s] -= p->use[k];
  }
  r->standing = p->reading;
  r->owner = s;
  r->pot += points_of(p->use);
  memset(r->passed, 0, SEATS);
  if (over(r)) {
    r->taken[s] += r->pot;
    r->pot = 0;
    return;
  }
  advance(r);
}
static void pass(Round* r, int autom) {
  int s = r->turn;
  if (!autom) {
    r->passed[s] = 1;
    if ((r->owner ^ s) & 1) {
      if (r->standing.kind == SINGLE && r->standing.rank < r->low_single[s]) r->low_single[s] = r->standing.rank;
      if (r->standing.kind == PAIR && r->standing.rank < r->low_pair[s]) r->low_pair[s] = r->standing.rank;
    }
  }
  advance(r);
}
static void by_itself(Round* r) {
  while (!over(r)) {
    int s = r->turn;
    if (r->owner < 0) {
      if (r->sizes[s] != 1) return;
      Play p;
      memcpy(p.use, r->hands[s], 15);
      int k = 0;
      while (!p.use[k]) k++;
      p.reading = (Reading){SINGLE, k, 1, -1};
      lay(r, &p);
    } else if (r->sizes[s] < least_cards(r->standing))
      pass(r, 1);
    else
      return;
  }
}
static void view_of(const Round* r, View* v) {
  int s = r->turn;
  memcpy(v->hand, r->hands[s], 15);
  for (int k = 0; k < 15; k++) v->unseen[k] = r->unlaid[k] - r->hands[s][k];
  memcpy(v->sizes, r->sizes, sizeof v->sizes);
  memcpy(v->taken, r->taken, sizeof v->taken);
  v->seat = s;
  v->owner = r->owner;
  v->pot = r->pot;
  v->standing = r->standing;
  memcpy(v->low_single, r->low_single, SEATS);
  memcpy(v->low_pair, r->low_pair, SEATS);
  memcpy(v->passed, r->passed, SEATS);
}
static float FEATURES[MOST + 1][INPUTS];
static double QS[MOST + 1];
typedef struct {
  int seat, diff;
  float x[INPUTS], q;
} Decision;
#define LONG 1200
static Decision trail[LONG];
static int diff_of(const Round* r) { return r->taken[0] + r->taken[2] + r->taken[4] - r->taken[1] - r->taken[3] - r->taken[5]; }
static double noise_ = 0;  // how freely the network chooses among plays of nearly the same worth, in points
// who[side]: 0 normal, 1 the network, 2 normal that now and then plays anything (and is learned from).
// Returns how many decisions are in ``trail``: those with a choice, but for normal's own.
static int play_round(Round* r, const int* who, double chance) {
  static Play out[MOST];
  int n = 0;
  Plan plan;
  Known k;
  View v;
  float a1[H1], a2[H2];
  by_itself(r);
  while (!over(r)) {
    int mode = who[r->turn & 1], base, m;
    view_of(r, &v);
    m = choices(&v, out, &base, &plan);
    know(&v, &plan, &k);
    int can_pass = v.owner >= 0, best = -1;
    r->asked++;
    if (!m) {
      pass(r, 0);
      by_itself(r);
      continue;
    }
    if (mode == 0) {
      double top = -1e18;
      if (can_pass) {
        top = weigh(&v, &k, NULL, NULL);
        best = -1;
      }
      for (int i = 0; i < base; i++) {
        double x = weigh(&v, &k, &out[i], NULL);
        if (x > top) {
          top = x;
          best = i;
        }
      }
    } else {
      double top = -1e18, ntop = -1e18;
      int nbest = -1;
      int lo = can_pass ? -1 : 0;
      for (int i = lo; i < m; i++) {
        float* x = FEATURES[i + 1];
        double nv = weigh(&v, &k, i < 0 ? NULL : &out[i], x);
        if (i < base && nv > ntop) {
          ntop = nv;
          nbest = i;
        }
        double q = QS[i + 1] = mode == 2 ? 0 : forward(&net, x, a1, a2);
        if (q > top) {
          top = q;
          best = i;
        }
      }
      if (mode == 2) {
        best = nbest;
        if (uniform() < chance) best = lo + below(m - lo);
      } else if (noise_ > 0) {
        double sum = 0, w[MOST + 1];
        for (int i = lo; i < m; i++) sum += w[i + 1] = exp((QS[i + 1] - top) * 100 / noise_);
        double u = uniform() * sum;
        for (int i = lo; i < m; i++) {
          u -= w[i + 1];
          if (u <= 0) {
            best = i;
            break;
          }
        }
      }
      if (m - lo > 1 && n < LONG) {
        Decision* t = &trail[n++];
        t->seat = r->turn;
        t->diff = diff_of(r) * (r->turn & 1 ? -1 : 1);
        memcpy(t->x, FEATURES[best + 1], INPUTS * 4);
        t->q = mode == 2 ? 0 : QS[best + 1];
      }
    }
    if (best < 0)
      pass(r, 0);
    else
      lay(r, &out[best]);
    by_itself(r);
  }
  return n;
}

// ---- what learning.py calls
// Play so many deals from both sides against ``normal``; figures: rounds won (share, error), points of the own side less the
// other's (mean, error).
void measure(int deals, uint64_t seed, double* figures) {
  setup();
  noise_ = 0;
  double sum = 0, squares = 0, wins = 0, win_squares = 0;
  for (int i = 0; i < deals; i++) {
    Round dealt, r;
    sow(seed + i);
    deal(&dealt);
    double margin = 0, won = 0;
    for (int side = 0; side < 2; side++) {
      int who[2] = {side == 0, side == 1};
      r = dealt;
      play_round(&r, who, 0);
      int x = diff_of(&r) * (side ? -1 : 1), first_out = !(r.sizes[0] | r.sizes[2] | r.sizes[4]);
      won += (x > 0 || (x == 0 && first_out == (side == 0))) / 2.0;
      margin += x / 2.0;
    }
    sum += margin;
    squares += margin * margin;
    wins += won;
    win_squares += won * won;
  }
  figures[0] = wins / deals;
  figures[1] = sqrt((win_squares / deals - figures[0] * figures[0]) / deals);
  figures[2] = sum / deals;
  figures[3] = sqrt((squares / deals - figures[2] * figures[2]) / deals);
}

// Begin anew: small weights by chance.
void begin(uint64_t seed) {
  setup();
  sow(seed);
  init_net();
}

typedef struct {
  float x[INPUTS], target;
} Row;
#define KEPT 600000L
static Row* rows;
static long filled, head;

// Learn from so many rounds. The ``first`` of them are normal's with some chance in them, of the others a share ``versus`` has normal
// on one side. ``lambda``: how far what came counts, against what the network expected later. Each decision is learned about
// ``reuse`` times, at a rate that falls from one to the other.
void learn(const char *path, uint64_t seed, long count, long first, double lambda, double temperature, double versus, double reuse,
           double rate, double last_rate) {
  setup();
  if (!rows) rows = malloc(KEPT * sizeof(Row));
  double debt = 0;
  uint64_t deals = seed * 1000003ull + 17;
  for (long rounds = 0; rounds < count; rounds++) {
    Round r;
    sow(deals++);
    deal(&r);
    int who[2] = {1, 1}, beginning = rounds < first;
    if (beginning)
      who[0] = who[1] = 2;
    else if (uniform() < versus)
      who[below(2)] = 0;
    noise_ = temperature;
    int n = play_round(&r, who, 0.1), final = diff_of(&r), known[SEATS] = {0};
    double after[SEATS], then[SEATS], trust = beginning ? 1.0 : lambda;
    for (int i = n - 1; i >= 0; i--) {
      Decision* d = &trail[i];
      int s = d->seat;
      double came = known[s] ? then[s] - d->diff + after[s] : (s & 1 ? -final : final) - d->diff;
      known[s] = 1;
      then[s] = d->diff;
      after[s] = trust * came + (1 - trust) * 100 * d->q;
      Row* row = &rows[head];
      head = (head + 1) % KEPT;
      if (filled < KEPT) filled++;
      memcpy(row->x, d->x, sizeof row->x);
      row->target = came / 100;
    }
    debt += n * reuse;
    while (debt >= BATCH && filled > 4000) {
      debt -= BATCH;
      float a1[H1], a2[H2];
      for (int i = 0; i < BATCH; i++) {
        Row* row = &rows[(long)(uniform() * filled)];
        float error = forward(&net, row->x, a1, a2) - row->target;
        backward(row->x, a1, a2, error);
      }
      adam(rate * pow(last_rate / rate, (double)rounds / count), BATCH);
    }
  }
  save(path);
}

// Write down the choices in a position (the first of each: a pass, where one may): cards by rank, features, what normal takes
// them to be worth; returns how many plays there are.
int look(const int8_t* hand, const int* unseen, const int* sizes, const int* taken, int seat, int owner, int pot,
         const int8_t* standing, const int8_t* low_single, const int8_t* low_pair, const int8_t* passed, float* x, int8_t* uses,
         int8_t* readings, double* values, int* base) {
  setup();
  View v;
  memcpy(v.hand, hand, 15);
  memcpy(v.unseen, unseen, sizeof v.unseen);
  memcpy(v.sizes, sizes, sizeof v.sizes);
  memcpy(v.taken, taken, sizeof v.taken);
  v.seat = seat;
  v.owner = owner;
  v.pot = pot;
  memcpy(&v.standing, standing, 4);
  memcpy(v.low_single, low_single, 6);
  memcpy(v.low_pair, low_pair, 6);
  memcpy(v.passed, passed, 6);
  static Play out[MOST];
  Plan plan;
  Known k;
  int m = choices(&v, out, base, &plan);
  know(&v, &plan, &k);
  for (int i = -1; i < m; i++) {
    if (i < 0 && owner < 0) continue;
    values[i + 1] = weigh(&v, &k, i < 0 ? NULL : &out[i], x + (i + 1) * INPUTS);
    if (i >= 0) {
      memcpy(uses + i * 15, out[i].use, 15);
      memcpy(readings + i * 4, &out[i].reading, 4);
    }
  }
  return m;
}
