// Gan Deng Yan once more, in C, for learning alone: what millions of decisions need to be quick.
//
// The rounds, what ``normal`` takes plays to be worth, the numbers that the network is shown and the network itself are the same
// as in games/gandengyan: a test compares them. learning.py compiles this, fits the network and calls what is at the end.
#include "network.h"
#include "rounds.h"

enum { NORMAL, LEARNER };
#define LONGEST 4000   // decisions of a round
#define LIMIT 120.0    // results further from zero count as this

static float common[SHARED], own[MOST_OPTIONS][OWN];
static double clearly = 0;  // so much better another option must seem than that of ``normal``

static int best_of(const double* values, int n) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (values[i] > values[best]) best = i;
  return best;
}
// Which option ends the round, the dearest for the others; -1 if none does.
static int going_out(const Scene* s, const Option* options, int n) {
  int best = -1, most = 0;
  for (int i = 0; i < n; i++) {
    if (options[i].pass || options[i].play != s->hand) continue;
    int factor = factor_of(s->rules, options[i].reading);
    if (factor > most) {
      most = factor;
      best = i;
    }
  }
  return best;
}
static void usual_worths(const Scene* s, const Option* options, int n, double* worths) {
  for (int i = 0; i < n; i++) worths[i] = worth_of(s, options + i);
}
// What the network says of each option; leaves the numbers in ``common`` and ``own``.
static void learned_values(const Scene* s, const Option* options, int n, double* values) {
  float base[WIDEST], sums[WIDEST];
  Risks risks;
  size_t wide = net.wide * sizeof(float);
  memcpy(base, net.biases, wide);
  shared_numbers(s, common);
  risks_of(s, risks);
  add_inputs(common, 0, SHARED, base);
  for (int i = 0; i < n; i++) {
    own_numbers(s, options + i, risks, own[i]);
    memcpy(sums, base, wide);
    add_inputs(own[i], SHARED, OWN, sums);
    values[i] = finished(sums);
  }
}
static int tempted(const double* values, int n, int best, double temperature) {
  double weights[MOST_OPTIONS], all = 0;
  for (int i = 0; i < n; i++) all += weights[i] = exp((values[i] - values[best]) / temperature);
  double left = uniform() * all;
  for (int i = 0; i < n; i++)
    if ((left -= weights[i]) <= 0) return i;
  return best;
}
// How ``strong`` chooses, and ``normal``.
static int chosen(const Scene* s, const Option* options, int n, int player) {
  double worths[MOST_OPTIONS], values[MOST_OPTIONS];
  int ends = going_out(s, options, n);
  if (n == 1) return 0;
  if (ends >= 0) return ends;
  usual_worths(s, options, n, worths);
  int usual = best_of(worths, n);
  if (player == NORMAL) return usual;
  learned_values(s, options, n, values);
  int best = best_of(values, n);
  return values[best] - values[usual] > clearly ? best : usual;
}

// ---- what learning.py calls
// The weights of ``normal``.
void begin(const double* kept, const double* beaten, const double* waiting, double never_played) {
  remember_plans();
  memcpy(KEPT, kept, sizeof KEPT);
  memcpy(BEATEN, beaten, sizeof BEATEN);
  memcpy(WAITING, waiting, sizeof WAITING);
  NEVER_PLAYED = never_played;
}
// The network: its layers one after the other, the weights by input, then by output, then the biases.
void know(int wide, int narrow, const float* weights) {
  net.wide = wide;
  net.narrow = narrow;
  net.from_inputs = realloc(net.from_inputs, (size_t)INPUTS * wide * sizeof(float));
  net.from_wide = realloc(net.from_wide, (size_t)wide * narrow * sizeof(float));
  float* parts[] = {net.from_inputs, net.biases, net.from_wide, net.narrow_biases, net.last, &net.last_bias};
  int sizes[] = {INPUTS * wide, wide, wide * narrow, narrow, narrow, 1};
  for (int i = 0; i < 6; i++) {
    memcpy(parts[i], weights, sizes[i] * sizeof(float));
    weights += sizes[i];
  }
}
// Play rounds in which ``learners`` of all seats choose by the network and the others as ``normal``; of ``stray`` of all
// decisions the option is drawn by chance. Write the numbers of what was done, and what came of it as a multiple of the
// multiplier of the moment. ``trust``: how far what really came counts, against what the network expected at the seat's next
// decision.
long lessons(uint64_t seed, int rounds, double learners, double stray, double mixed, double temperature, double trust, long most,
             float* rows, float* results) {
  static Option options[MOST_OPTIONS];
  static int seats[LONGEST], multipliers[LONGEST];
  static double expected[LONGEST];
  double values[MOST_OPTIONS], came[SEATS];
  long written = 0;
  sow(seed);
  for (int i = 0; i < rounds; i++) {
    Round r;
    Scene s;
    int players[SEATS];
    long first = written;
    deal(&r, mixed, 0);
    for (int seat = 0; seat < SEATS; seat++) players[seat] = uniform() < learners ? LEARNER : NORMAL;
    while (!r.now.is_over) {
      scene_of(&r, &s);
      int n = options_of(s.hand, s.standing, s.rules, options), ends = going_out(&s, options, n);
      if (n == 1 || ends >= 0) {
        step(&r, options + (n == 1 ? 0 : ends));
        continue;
      }
      int learner = players[r.now.turn] == LEARNER;
      (learner ? learned_values : usual_worths)(&s, options, n, values);
      int does = best_of(values, n), number = written - first;
      if (uniform() < stray) does = tempted(values, n, does, temperature);
      if (written < most && number < LONGEST) {
        if (!learner) learned_values(&s, options + does, 1, values + does);
        memcpy(rows + written * INPUTS, common, sizeof common);
        memcpy(rows + written * INPUTS + SHARED, own[learner ? does : 0], sizeof own[0]);
        seats[number] = r.now.turn;
        multipliers[number] = r.now.multiplier;
        expected[number] = values[does];
        written++;
      }
      step(&r, options + does);
    }
    points_of(&r, came);
    for (long row = written - 1; row >= first; row--) {
      int number = row - first, seat = seats[number];
      double result = came[seat] / multipliers[number];
      results[row] = result > LIMIT ? LIMIT : result < -LIMIT ? -LIMIT : result;
      came[seat] = trust * came[seat] + (1 - trust) * expected[number] * multipliers[number];
    }
  }
  return written;
}
// Play so many deals from all sides, learners against ``normal``: every other seat, or (``alone``) one seat against all others.
// Figures: points of a learner's seat a round (mean, error), its points more than a seat of ``normal``, rounds that it won.
void measure(uint64_t seed, int deals, int seats, double mixed, int alone, double gap, double* figures) {
  static Option options[MOST_OPTIONS];
  double sum = 0, squares = 0, margin = 0, won = 0, points[SEATS];
  int sides = alone ? seats : 2;
  clearly = gap;
  sow(seed);
  for (int i = 0; i < deals; i++) {
    Round dealt;
    double mine = 0;
    deal(&dealt, mixed, seats);
    for (int side = 0; side < sides; side++) {
      Round r = dealt;
      Scene s;
      double ours = 0, theirs = 0, wins = 0;
      int own_seats = 0;
      while (!r.now.is_over) {
        scene_of(&r, &s);
        int n = options_of(s.hand, s.standing, s.rules, options), learner = alone ? r.now.turn == side : r.now.turn % 2 == side;
        step(&r, options + chosen(&s, options, n, learner ? LEARNER : NORMAL));
      }
      points_of(&r, points);
      for (int seat = 0; seat < r.now.seats; seat++) {
        int learner = alone ? seat == side : seat % 2 == side;
        own_seats += learner;
        *(learner ? &ours : &theirs) += points[seat];
        wins += learner && r.now.winner == seat;
      }
      mine += ours / own_seats / sides;
      margin += (ours / own_seats - theirs / (r.now.seats - own_seats)) / sides;
      won += wins / own_seats / sides;
    }
    sum += mine;
    squares += mine * mine;
  }
  figures[0] = sum / deals;
  figures[1] = sqrt((squares / deals - figures[0] * figures[0]) / deals);
  figures[2] = margin / deals;
  figures[3] = won / deals;
}
// Write down the options of a position, the numbers of each, what ``normal`` takes it to be worth and what the network says.
int look(const Cards* cards, const int* moment, const int* standing, const int* others, const int* rules, Cards* plays, int* told,
         float* rows, double* worths, double* values) {
  static Option options[MOST_OPTIONS];
  Reading reading = {standing[0], standing[1], standing[2]};
  Rules used;
  Scene s;
  memcpy(&used, rules, sizeof used);
  s.hand = cards[0];
  s.unseen = cards[1];
  s.stock = moment[0];
  s.owner = moment[1];
  s.others = moment[2];
  s.standing = standing[0] < 0 ? NULL : &reading;
  s.own_plays = moment[3];
  s.banker = moment[4];
  s.multiplier = moment[5];
  s.rules = &used;
  for (int i = 0; i < s.others; i++, others += 7) {
    s.counts[i] = others[0];
    s.plays[i] = others[1];
    s.silences[i] = others[2];
    memcpy(s.lacks[i], others + 3, sizeof s.lacks[i]);
  }
  int n = options_of(s.hand, s.standing, &used, options);
  usual_worths(&s, options, n, worths);
  learned_values(&s, options, n, values);
  for (int i = 0; i < n; i++, told += 3) {
    plays[i] = options[i].play;
    told[0] = options[i].pass ? -1 : options[i].reading.kind;
    told[1] = options[i].reading.top;
    told[2] = options[i].reading.size;
    memcpy(rows + i * INPUTS, common, sizeof common);
    memcpy(rows + i * INPUTS + SHARED, own[i], sizeof own[i]);
  }
  return n;
}

// Play a round of ``normal`` players. Write down hands, stock, how it began (seats, banker, cards in the stock, then the
// rules), what was laid in which reading (no cards: a pass) and the points; return how many steps there were.
int retold(uint64_t seed, double mixed, Cards* hands, Cards* stock, int* beginning, Cards* plays, int* told, double* points) {
  static Option options[MOST_OPTIONS];
  Round r;
  Scene s;
  int steps = 0;
  sow(seed);
  deal(&r, mixed, 0);
  int begun[3] = {r.now.seats, r.now.banker, r.now.in_stock};
  memcpy(beginning, begun, sizeof begun);
  memcpy(beginning + 3, &r.rules, sizeof r.rules);
  memcpy(hands, r.now.hands, sizeof r.now.hands);
  for (int i = 0; i < r.now.in_stock; i++) stock[i] = unit_of(r.now.stock[i]);
  for (; !r.now.is_over; steps++, told += 3) {
    scene_of(&r, &s);
    int n = options_of(s.hand, s.standing, s.rules, options);
    const Option* option = options + chosen(&s, options, n, NORMAL);
    plays[steps] = option->play;
    memcpy(told, &option->reading, sizeof option->reading);
    step(&r, option);
  }
  points_of(&r, points);
  return steps;
}
