// Rounds of Gou Ji that are played by what has been learned, and learned from: learning.py compiles this and calls the
// functions at its end.
//
// A critic that sees all hands learns what each lead comes to. Now and then a decision is tried out: each sensible action is
// played on from the same hands until the lead falls to somebody again, and the network, which sees what a seat sees, learns what
// the critic takes the positions for that came of it. So the luck of the deal is the same for all that is compared.
#include "features.h"
#include "../odds.h"
#include "network.h"
#define MOST_LEADS 600  // of a round
#define BATCH 128
#define IN_COMMON 0.15f  // how far the mean error of a decision's actions counts

static Network judge, critic;
static Thumb thumb;
static int begun, learned;  // whether anything can be asked yet; whether there is a network to ask
static float worth[TOLD] = {1, 1, -1};
static float gain = 0.01;
static const float TWO = 0.02f;  // so much a 2 is worth more in the end than the network says

// ---- decisions
typedef struct {
  Set moves[MOST];
  int n, usual, chosen;
  float shared[SHARED], own[MOST][OWN], begun[WIDEST], told[MOST][TOLD], value[MOST];  // the value less that of 2s laid
} Decision;
// Finds what there is to choose, and what ``normal`` would do; returns how much there is to choose.
static int consider(const Round *r, Decision *d) {
  d->n = sensible(r, d->moves);
  d->chosen = d->usual = 0;
  if (d->n == 1) return 1;
  Set m = normal_move(&thumb, r);
  d->usual = found_in(d->moves, d->n, &m);
  if (d->usual < 0) d->moves[d->usual = d->n++] = m;
  d->chosen = d->usual;
  return d->n;
}
static void see(const Position *p, Decision *d) {
  const Round *r = &p->now;
  int unseen[RANKS];
  Sight sight;
  unseen_by(r, r->turn, unseen);
  look(&sight, r, unseen);
  shared_numbers(p, unseen, d->shared);
  for (int i = 0; i < d->n; i++) own_numbers(&sight, &d->moves[i], i == d->usual, d->own[i]);
}
// Chooses what is worth most by these weights, or what is usual where nothing is clearly better.
static void weigh(float *weights, Decision *d) {
  float sums[WIDEST], hidden[NARROW];
  memcpy(d->begun, first_bias(&judge, weights), judge.wide * sizeof *sums);
  add(&judge, weights, d->shared, 0, SHARED, d->begun);
  int best = d->usual;
  for (int i = 0; i < d->n; i++) {
    memcpy(sums, d->begun, judge.wide * sizeof *sums);
    add(&judge, weights, d->own[i], SHARED, OWN, sums);
    rest(&judge, weights, sums, hidden, d->told[i]);
    d->value[i] = -TWO * d->moves[i].twos;
    for (int k = 0; k < TOLD; k++) d->value[i] += worth[k] * d->told[i][k];
  }
  for (int i = 0; i < d->n; i++)
    if (d->value[i] > d->value[best]) best = i;
  d->chosen = d->value[best] - d->value[d->usual] < gain ? d->usual : best;
}
// Lets the seat to act decide: ``by_network`` says, by side, who asks the network.
static int decide(const Position *p, const int *by_network, float *weights, Decision *d) {
  if (consider(&p->now, d) == 1) return 1;
  if (by_network[p->now.turn & 1] && learned) {
    see(p, d);
    weigh(weights, d);
  }
  return d->n;
}

// ---- learning; what a round comes to is told from the side of the even seats
static void turned(const float *from, int seat, float *to) {
  to[0] = seat & 1 ? -from[0] : from[0];
  to[1] = from[seat & 1 ? 2 : 1];
  to[2] = from[seat & 1 ? 1 : 2];
}
static void outcome(const Round *r, float *to) {
  int p = points(r);
  to[0] = p * .25f;
  to[1] = p > 0;
  to[2] = p < 0;
}
static void expected(const Round *r, const int *by_network, float *to) {
  float x[OPEN], y[TOLD];
  if (r->mode == OVER) {
    outcome(r, to);
    return;
  }
  open_numbers(r, by_network, x);
  estimate(&critic, x, y);
  turned(y, r->turn, to);
}
// Plays on until the lead falls to somebody, ``normal`` for all if that is quick, and tells what the critic expects then.
static void played_on(Position *p, const int *by_network, int quick, float *to) {
  static const int normal_alone[2] = {0, 0};
  static Decision d;
  while (p->now.mode != OVER && p->now.mode != LEADING) {
    decide(p, quick ? normal_alone : by_network, judge.w, &d);
    act(p, d.moves[d.chosen]);
  }
  expected(&p->now, by_network, to);
}
static long taught_rows, critic_rows, rows, positions;  // … in this turn, and not yet learned from
static double judge_error, critic_error;
// All that is compared has the luck of the deal in common, which teaches little: of the errors' mean only a part counts.
static void try_out(const Position *p, Decision *d, const int *by_network, int quick) {
  static float wanted[MOST][TOLD];
  float told[TOLD], mean[TOLD] = {0}, blamed[WIDEST] = {0};
  weigh(judge.w, d);
  for (int i = 0; i < d->n; i++) {
    Position then = *p;
    act(&then, d->moves[i]);
    played_on(&then, by_network, quick, told);
    turned(told, p->now.turn, wanted[i]);
    for (int k = 0; k < TOLD; k++) mean[k] += (wanted[i][k] - d->told[i][k]) / d->n;
  }
  for (int i = 0; i < d->n; i++) {
    for (int k = 0; k < TOLD; k++) wanted[i][k] -= (1 - IN_COMMON) * mean[k];
    judge_error += teach(&judge, d->begun, d->own[i], SHARED, OWN, wanted[i], blamed);
  }
  taught_rows += d->n;
  blame(&judge, d->shared, 0, SHARED, blamed);
  for (int j = 0; j < judge.wide; j++) first_bias(&judge, judge.slope)[j] += blamed[j];
}
static float lead_numbers[MOST_LEADS][OPEN];
static int leaders[MOST_LEADS];
static void play_and_learn(double share, double versus, double stray, double quick, float rate) {
  static Decision d;
  Position p;
  Round *r = &p.now;
  int by_network[2] = {1, 1}, leads_ = 0;
  deal(&p);
  if (uniform() < versus) by_network[below(2)] = 0;
  if (uniform() < .3) stray = 0;
  while (r->mode != OVER) {
    if (r->mode == LEADING && leads_ < MOST_LEADS) {
      open_numbers(r, by_network, lead_numbers[leads_]);
      leaders[leads_++] = r->turn;
    }
    if (decide(&p, by_network, judge.w, &d) > 1 && by_network[r->turn & 1]) {
      if (uniform() < share) {
        int chosen = d.chosen;
        long from = taught_rows;
        if (!learned) see(&p, &d);
        try_out(&p, &d, by_network, uniform() < quick);
        d.chosen = chosen;
        rows += taught_rows - from;
        if (rows >= BATCH) {
          learn_from(&judge, rows, rate);
          rows = 0;
        }
      }
      if (uniform() < stray) {
        int near[MOST], n = 0;
        for (int i = 0; i < d.n; i++)
          if (!learned || uniform() < .3 || d.value[i] > d.value[d.chosen] - .15) near[n++] = i;
        if (n) d.chosen = near[below(n)];
      }
    }
    act(&p, d.moves[d.chosen]);
  }
  // Half of what a lead is taught is what came in the end, half is what the leads after it were worth.
  float came[TOLD], later[TOLD], y[TOLD], now_[TOLD], wanted[TOLD];
  outcome(r, came);
  memcpy(later, came, sizeof later);
  for (int i = leads_ - 1; i >= 0; i--) {
    for (int k = 0; k < TOLD; k++) now_[k] = .5f * came[k] + .5f * later[k];
    turned(now_, leaders[i], wanted);
    estimate(&critic, lead_numbers[i], y);
    float *bias = first_bias(&critic, critic.w), *slope = first_bias(&critic, critic.slope);
    critic_error += teach(&critic, bias, lead_numbers[i], 0, OPEN, wanted, slope);
    critic_rows++;
    turned(y, leaders[i], now_);
    for (int k = 0; k < TOLD; k++) later[k] = .6f * later[k] + .4f * now_[k];
  }
  positions += leads_;
  if (positions >= BATCH) {
    learn_from(&critic, positions, rate);
    positions = 0;
  }
}

// ---- odds of hidden hands
static void count_odds(const Position *p, const uint8_t (*hands)[RANKS], float by, float *to) {
  int me = p->now.turn;
  for (int seat = 0; seat < SEATS; seat++)
    for (int rank = 0; seat != me && p->now.left[seat] && rank < RANKS; rank++)
      for (int part = -1; part < PASSED_SIZES; part++) {
        int at = place_of_odds(&p->signs, seat, !((seat ^ me) & 1), rank, hands[seat][rank], part);
        if (at >= 0) to[at] += by;
      }
}

// ---- trying, late in a round, as ``strong`` does (games/gouji/ai/learned/judgement.py), which looks twice as far below the best
#define DRAWN 150
#define TRIED 5
static const float REACH = .2f, SAY = .7f;
static int cards_in_play(const Round *r) {
  int cards = 0;
  for (int seat = 0; seat < SEATS; seat++) cards += has(r->active, seat) ? r->left[seat] : 0;
  return cards;
}
static void try_late(const Position *p, Decision *d, const float *odds) {
  static Hidden hidden;
  static uint64_t tries;
  int tried[TRIED] = {d->chosen}, n = 1, me = p->now.turn, unseen[RANKS], best = 0;
  float sums[TRIED] = {0}, least = d->value[d->chosen] - REACH, most = 0;
  while (n < TRIED) {
    int next = -1;
    for (int i = 0; i < d->n; i++) {
      int is_in = d->value[i] < least;
      for (int j = 0; j < n; j++) is_in |= tried[j] == i;
      if (!is_in && (next < 0 || d->value[i] > d->value[next])) next = i;
    }
    if (next < 0) break;
    tried[n++] = next;
  }
  if (n == 1) return;
  Round dealt = p->now;
  Chance chance = chance_of(++tries);
  dealt.looked_on = 0;
  unseen_by(&p->now, me, unseen);
  hide(&hidden, odds, &p->signs, me, p->now.left, unseen, &chance);
  for (int draw = 0; draw < DRAWN; draw++) {
    draw_hidden(&hidden, &dealt, &chance);
    for (int i = 0; i < n; i++) {
      Round then = dealt;
      float came[TOLD], told[TOLD];
      carry_out(&rules, &then, d->moves[tried[i]]);
      play_by_thumb(&thumb, &then);
      outcome(&then, came);
      turned(came, me, told);
      for (int k = 0; k < TOLD; k++) sums[i] += worth[k] * told[k];
    }
  }
  for (int i = 0; i < n; i++) {
    float value = d->value[tried[i]] + SAY * (sums[i] / DRAWN - d->value[tried[i]]);
    if (i && value <= most) continue;
    most = value;
    best = i;
  }
  d->chosen = tried[best];
}

// ---- what learning.py calls
void begin(uint64_t seed, int wide, const float *worths, float least_gain) {
  if (!begun) {
    begin_burden();
    thumb_begin(&thumb, &rules);
    begin_features();
    begun = 1;
  }
  seed_chance(seed);
  learned = rows = positions = 0;
  make(&judge, INPUTS, wide);
  make(&critic, OPEN, 96);
  memcpy(worth, worths, sizeof worth);
  gain = least_gain;
}
// Plays so many rounds and learns from them, at a rate that falls from one to another; tells the errors of judge and critic.
void learn(uint64_t seed, long rounds, const double *how, double *told) {
  seed_chance(seed);
  judge_error = critic_error = taught_rows = critic_rows = 0;
  for (long i = 0; i < rounds; i++)
    play_and_learn(how[0], how[1], how[2], how[3], how[4] * pow(how[5] / how[4], (double) i / rounds));
  learned = 1;
  told[0] = judge_error / (taught_rows ? taught_rows : 1);
  told[1] = critic_error / (critic_rows ? critic_rows : 1);
}
// Learns odds of hidden hands in so many rounds of the network against ``normal`` and itself, where no more than so many cards are in
// play.
void learn_odds(uint64_t seed, long rounds, int late, float *odds) {
  static Decision d;
  static Hidden hidden;
  static Learning learning;
  Chance chance = chance_of(seed);
  int unseen[RANKS];
  seed_chance(seed);
  memset(&learning, 0, sizeof learning);
  memset(odds, 0, ODDS * sizeof *odds);
  for (long i = 0; i < rounds; i++) {
    Position p;
    int by_network[2] = {i % 3 != 1, i % 3 != 0};
    float fast = .1 * pow(.05, (double) i / rounds);
    for (deal(&p); p.now.mode != OVER; act(&p, d.moves[d.chosen])) {
      if (decide(&p, by_network, judge.steady, &d) == 1 || !by_network[p.now.turn & 1]) continue;
      if (cards_in_play(&p.now) > late || uniform() > .3) continue;
      unseen_by(&p.now, p.now.turn, unseen);
      hide(&hidden, odds, &p.signs, p.now.turn, p.now.left, unseen, &chance);
      count_odds(&p, p.now.hands, 1, learning.slope);
      count_odds(&p, hidden.hands, -1, learning.slope);
      learn_on(&learning, odds, fast);
    }
  }
}
int weights(float *out) {
  if (out) memcpy(out, judge.steady, judge.size * sizeof *out);
  return judge.size;
}
void load(const float *in) {
  memcpy(judge.w, in, judge.size * sizeof *in);
  memcpy(judge.steady, in, judge.size * sizeof *in);
  learned = 1;
}
// Plays deals from both sides against ``normal``, by these odds of hidden hands where no more than so many cards are in play: shares won,
// drawn and lost; points of the round and the error of their mean.
void measure(long deals, uint64_t seed, int late, const float *odds, double *told) {
  static Decision d;
  uint64_t kept = chance_state;
  double sum = 0, squares = 0, share = 0, shares = 0;
  seed_chance(seed);
  memset(told, 0, 6 * sizeof *told);
  for (long i = 0; i < deals; i++) {
    Position dealt, p;
    deal(&dealt);
    double both = 0, won = 0;
    for (int side = 0; side < 2; side++) {
      int by_network[2] = {side == 0, side == 1};
      for (p = dealt; p.now.mode != OVER; act(&p, d.moves[d.chosen])) {
        int choices = decide(&p, by_network, judge.steady, &d);
        if (choices > 1 && by_network[p.now.turn & 1] && cards_in_play(&p.now) <= late) try_late(&p, &d, odds);
      }
      int got = side ? -points(&p.now) : points(&p.now);
      told[got > 0 ? 0 : got ? 2 : 1] += .5 / deals;
      both += got / 2.0;
      won += (got > 0) / 2.0;
    }
    sum += both;
    squares += both * both;
    share += won;
    shares += won * won;
  }
  told[3] = sum / deals;
  told[4] = sqrt((squares / deals - told[3] * told[3]) / deals);
  told[5] = sqrt((shares / deals - told[0] * told[0]) / deals);
  chance_state = kept;
}
// Tells what is seen of a position: the actions, which of them ``normal`` takes, and the numbers that the network is shown.
int seen(const int64_t *given, int count, const int8_t *signs, int8_t *moves, int *usual, float *shared, float *own, float *value) {
  static Decision d;
  static Position p;
  memset(&p, 0, sizeof p);
  if (round_begin(&rules, &p.now, given, count)) return 0;
  memcpy(p.wild_laid, signs, sizeof p.wild_laid);
  memcpy(p.signs.let_go, signs + sizeof p.wild_laid, sizeof p.signs.let_go);
  consider(&p.now, &d);
  see(&p, &d);
  weigh(judge.steady, &d);
  *usual = d.usual;
  memcpy(moves, d.moves, d.n * sizeof *d.moves);
  memcpy(shared, d.shared, sizeof d.shared);
  memcpy(own, d.own, d.n * sizeof *d.own);
  memcpy(value, d.value, d.n * sizeof *d.value);
  return d.n;
}
