// What learns Liu Jia Tong, in C: what millions of decisions need to be quick.
//
// The rounds are those of the native core; the planner, the odds, the plays that are weighed and the numbers that the network is
// shown are the same as in games/liujiatong/ai: a test compares them. The network plays against itself and against ``normal``, and
// each decision is taught what came of it (temporal differences). learning.py compiles this and calls the functions at its end.
#include "network.h"

enum {BATCH = 128, LONGEST = 1200, KEPT = 600000, ENOUGH = 4000, WEIGHTS = sizeof(Network) / sizeof(float)};
#define UNIT 100  // So many points are one to the network

typedef struct {
  const Network *network;  // NULL: ``normal``
  double temperature;  // So many points worse, a play is drawn *e* times less often; 0: the best is played
  double stray;  // How often ``normal`` plays anything
  int learns;
} Player;
typedef struct {
  int seat;
  int64_t before;  // How many points the own side was ahead
  float x[INPUTS], expected;
} Decision;
typedef struct {
  float x[INPUTS], target;
} Row;
typedef struct {
  Network network, mean, square, slope;
  long steps, filled, next;
  Tables tables;
  Chance chance;
  Decision trail[LONGEST];
  float x[MOST_PLAYS + 1][INPUTS];  // Of the decision that is made: of a pass, then of each play
  Row rows[KEPT];
} Lesson;

static double uniform(Chance *chance) {
  return (double) (drawn_bits(chance) >> 11) * 0x1p-53;
}

static int64_t ahead(const Tricks *now, int side) {
  int64_t margin = now->taken[0] + now->taken[2] + now->taken[4] - now->taken[1] - now->taken[3] - now->taken[5];
  return side ? -margin : margin;
}

static int tempted(const double *values, int first, int count, int best, double temperature, Chance *chance) {
  double weights[MOST_PLAYS + 1], sum = 0;
  for (int at = first; at < count; at++) sum += weights[at] = exp((values[at] - values[best]) * UNIT / temperature);
  double left = uniform(chance) * sum;
  for (int at = first; at < count; at++) if ((left -= weights[at]) <= 0) return at;
  return best;
}

// Returns which play a player chooses, 0 for the pass and numbers above for plays; x is filled if it is to be learned from.
static int chosen(Lesson *lesson, const Player *player, const Seen *seen, const Play *plays, int many, int base) {
  Hidden hidden;
  double values[MOST_PLAYS + 1];
  int first = seen->leads, best = first, count = 1 + (player->network || player->learns ? many : base);
  for (int at = first; at < count; at++) {
    double value = weigh(seen, at ? &plays[at - 1] : NULL, player->learns || player->network ? lesson->x[at] : NULL);
    values[at] = player->network ? forward(player->network, lesson->x[at], &hidden) : value;
    if ((player->network || at <= base) && values[at] > values[best]) best = at;
  }
  if (player->stray > 0 && uniform(&lesson->chance) < player->stray) return first + drawn(&lesson->chance, count - first);
  return player->temperature > 0 ? tempted(values, first, count, best, player->temperature, &lesson->chance) : best;
}

// Plays a round to its end; returns how many decisions are in the trail: those with a choice, of players that learn.
static int play_round(Lesson *lesson, Round *round, const Player *const *players) {
  Tricks *now = &round->now;
  Seen seen;
  Play plays[MOST_PLAYS];
  Hidden hidden;
  int decisions = 0, base;
  for (by_itself(round); !now->is_over; by_itself(round)) {
    const Player *player = players[now->turn & 1];
    look_at(&lesson->tables, round, &seen);
    int many = choices(&seen, plays, &base), does = many ? chosen(lesson, player, &seen, plays, many, base) : 0;
    if (player->learns && many > seen.leads && decisions < LONGEST) {
      Decision *decision = &lesson->trail[decisions++];
      *decision = (Decision) {.seat = now->turn, .before = ahead(now, now->turn & 1)};
      memcpy(decision->x, lesson->x[does], sizeof decision->x);
      if (player->network) decision->expected = forward(player->network, decision->x, &hidden);
    }
    if (does) lay_down(round, plays[does - 1].cards, plays[does - 1].as.reading);
    else pass(round);
  }
  return decisions;
}

// A step of Adam, after a batch.
static void adam(Lesson *lesson, float rate) {
  float *weights = (float *) &lesson->network, *means = (float *) &lesson->mean, *squares = (float *) &lesson->square;
  float *slopes = (float *) &lesson->slope;
  lesson->steps++;
  float pace = (float) (rate * sqrt(1 - pow(0.999, lesson->steps)) / (1 - pow(0.9, lesson->steps)));
  for (int at = 0; at < (int) WEIGHTS; at++) {
    float slope = slopes[at] / BATCH;
    means[at] = 0.9f * means[at] + 0.1f * slope;
    squares[at] = 0.999f * squares[at] + 0.001f * slope * slope;
    weights[at] -= pace * means[at] / (sqrtf(squares[at]) + 1e-8f);
    slopes[at] = 0;
  }
}

static void scatter(float *weights, int many, float most, Chance *chance) {
  for (int at = 0; at < many; at++) weights[at] = (float) ((uniform(chance) * 2 - 1) * most);
}

static void learn_batch(Lesson *lesson, double rate) {
  Hidden hidden;
  for (int at = 0; at < BATCH; at++) {
    const Row *row = &lesson->rows[(long) (uniform(&lesson->chance) * lesson->filled)];
    float error = forward(&lesson->network, row->x, &hidden) - row->target;
    backward(&lesson->network, row->x, &hidden, error, &lesson->slope);
  }
  adam(lesson, rate);
}

// ---- what learning.py calls
// Begin with small weights by chance; NULL if there is no memory.
Lesson *begin(uint64_t seed) {
  Lesson *lesson = calloc(1, sizeof *lesson);
  if (!lesson) return NULL;
  Network *network = &lesson->network;
  fill(&lesson->tables);
  lesson->chance = chance_of(seed);
  scatter(network->inputs[0], INPUTS * WIDE, 0.15f, &lesson->chance);
  scatter(network->wide[0], WIDE * NARROW, sqrtf(6.0f / WIDE) * 0.7f, &lesson->chance);
  scatter(network->narrow, NARROW, 0.1f, &lesson->chance);
  return lesson;
}

void end(Lesson *lesson) {
  free(lesson);
}

// Play so many deals from both sides against ``normal``; figures: rounds won (share, error), points of the own side less the
// other's (mean, error).
void measure(Lesson *lesson, int deals, uint64_t seed, double *figures) {
  const Player normal = {0}, learner = {.network = &lesson->network};
  double sum = 0, squares = 0, wins = 0, win_squares = 0;
  for (int deal = 0; deal < deals; deal++) {
    Round dealt;
    double margin = 0, won = 0;
    lesson->chance = chance_of(seed + deal);
    begin_round(&dealt, &lesson->chance);
    for (int side = 0; side < 2; side++) {
      Round round = dealt;
      const Player *players[] = {side ? &normal : &learner, side ? &learner : &normal};
      play_round(lesson, &round, players);
      int64_t points = ahead(&round.now, side);
      won += (points > 0 || (!points && (round.now.last_out & 1) == side)) / 2.0;
      margin += points / 2.0;
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

// Learn from so many rounds. The ``first`` of them are normal's with some chance in them, of the others a share ``versus`` has normal
// on one side. ``trust``: how far what came counts, against what the network expected later. Each decision is learned about
// ``reuse`` times, at a rate that falls from one to the other. Writes the weights.
void learn(Lesson *lesson, uint64_t seed, long count, long first, double trust, double temperature, double versus, double reuse,
           double rate, double last_rate, float *weights) {
  const Player normal = {0}, straying = {.stray = 0.1, .learns = 1};
  const Player learner = {.network = &lesson->network, .temperature = temperature, .learns = 1};
  double debt = 0;
  for (long played = 0; played < count; played++) {
    Round round;
    lesson->chance = chance_of(seed * 1000003 + 17 + played);
    begin_round(&round, &lesson->chance);
    const Player *players[] = {&learner, &learner};
    if (played < first) players[0] = players[1] = &straying;
    else if (uniform(&lesson->chance) < versus) players[drawn(&lesson->chance, 2)] = &normal;
    int decisions = play_round(lesson, &round, players), known[SEATS] = {0};
    double after[SEATS];
    int64_t then[SEATS];
    for (int at = decisions - 1; at >= 0; at--) {
      const Decision *decision = &lesson->trail[at];
      int seat = decision->seat;
      double came = known[seat] ? (double) (then[seat] - decision->before) + after[seat]
                                : (double) (ahead(&round.now, seat & 1) - decision->before);
      known[seat] = 1;
      then[seat] = decision->before;
      after[seat] = played < first ? came : trust * came + (1 - trust) * UNIT * decision->expected;
      Row *row = &lesson->rows[lesson->next];
      lesson->next = (lesson->next + 1) % KEPT;
      if (lesson->filled < KEPT) lesson->filled++;
      memcpy(row->x, decision->x, sizeof row->x);
      row->target = (float) (came / UNIT);
    }
    for (debt += decisions * reuse; debt >= BATCH && lesson->filled > ENOUGH; debt -= BATCH) {
      learn_batch(lesson, rate * pow(last_rate / rate, (double) played / count));
    }
  }
  memcpy(weights, &lesson->network, sizeof lesson->network);
}

// Write down the choices in a position: the numbers of each (first of a pass, where one may), and the cards of each by rank; returns how
// many plays there are. ``owner`` -1: nothing stands; ``passes``: by seat the lowest single and the lowest pair let stand, and
// whether it has passed.
int look(const Lesson *lesson, const uint8_t *hand, const uint8_t *unseen, const int8_t *sizes, int seat, int owner, int pot,
         const int8_t *standing, const int8_t *passes, float *x, uint8_t *cards) {
  Round round = {.now = {.turn = (int8_t) seat, .standing_seat = (int8_t) owner, .standing = NO_READING, .pot = pot}};
  Seen seen;
  Play plays[MOST_PLAYS];
  int base;
  memcpy(round.now.hands[seat], hand, RANKS);
  memcpy(round.now.sizes, sizes, SEATS);
  memcpy(&round.marks, passes, sizeof round.marks);
  if (owner != NOBODY) round.now.standing = (Reading) {standing[0], standing[1], standing[2]};
  for (int rank = 0; rank < RANKS; rank++) round.unlaid[rank] = (uint8_t) (hand[rank] + unseen[rank]);
  look_at(&lesson->tables, &round, &seen);
  int many = choices(&seen, plays, &base);
  for (int at = seen.leads; at <= many; at++) weigh(&seen, at ? &plays[at - 1] : NULL, x + at * INPUTS);
  for (int at = 0; at < many; at++) memcpy(cards + at * RANKS, plays[at].cards, RANKS);
  return many;
}
