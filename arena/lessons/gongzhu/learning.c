// Gong Zhu once more, in C, for learning alone: rounds in which every seat searches, and the odds that are fitted to what the
// searches found. learning.py compiles this and calls the functions at its end; a test compares them with Python.
#include "search.h"

static const Player NORMAL = {0, 0, 300, 6000, 60, 0};   // search.py
static const Player STRONG = {1, 0, 300, 12000, 50, 60};   // search.py
static const Player PUPIL = {1, 0, 0, 12000, 300, 0};  // weighs more evenly
enum { TEMPTATION = 20 };  // once in so many decisions another card is played, so that all sorts of positions come up
enum { EXPOSED = 8 };      // one in so many special cards is exposed
#define PACE 0.15

// ---- decisions that are learned from
typedef struct {
  int number;
  uint16_t at[HELD][FACTORS];
  float value[HELD];
} Row;
static Row *rows;
static long number_of_rows, room_for_rows;

static void keep(const Round *r, const int *worth, const Weighed *w) {
  if (number_of_rows == room_for_rows) {
    room_for_rows = room_for_rows ? 2 * room_for_rows : 1 << 14;
    rows = realloc(rows, room_for_rows * sizeof *rows);
    if (!rows) abort();
  }
  Row *row = &rows[number_of_rows++];
  Contexts c;
  contexts(r, worth, &c);
  row->number = c.number;
  memcpy(row->at, c.at, sizeof c.at);
  for (int i = 0, like = 0; i < c.number; i++) {  // a card is worth what the nearest lower one that was weighed is
    while (like + 1 < w->number && w->card[like + 1] <= c.card[i]) like++;
    row->value[i] = w->worth[like];
  }
}
static void lesson(const Player *by) {
  Round r;
  Weighed w;
  int worth[PACK];
  deal(&r);
  r.now.leader = r.now.turn = below(SEATS);
  for (u64 left = SPECIALS; left; left &= left - 1) if (!below(EXPOSED)) r.now.exposed |= left & -left;
  for (int s = 0; s < SEATS; s++) r.known[s] = r.now.hands[s] & r.now.exposed;
  worths(r.now.exposed, worth);
  while (in_hands(&r)) {
    u64 cards = playable(&r.now);
    int place = lowest(cards);
    if (!is_alone(cards)) {
      place = halved(&r, by, &w);
      if (w.number > 1) keep(&r, worth, &w);
      if (!below(TEMPTATION)) place = w.card[below(w.number)];
    }
    lay(&r, place);
  }
}

// ---- the odds
static float weights[SIZE], factors[SIZE];
static int learned;  // whether there are any

static void taught(const Row *row, float *moved, double pace) {
  double wanted[HELD], likely[HELD], most = -1e30, mostly = -1e30, all = 0, in_all = 0;
  for (int i = 0; i < row->number; i++) {
    likely[i] = 0;
    for (int k = 0; k < FACTORS; k++) likely[i] += weights[row->at[i][k]];
    if (row->value[i] > most) most = row->value[i];
    if (likely[i] > mostly) mostly = likely[i];
  }
  for (int i = 0; i < row->number; i++) {
    all += wanted[i] = exp((row->value[i] - most) / LENIENCE);
    in_all += likely[i] = exp(likely[i] - mostly);
  }
  for (int i = 0; i < row->number; i++) {
    float step = wanted[i] / all - likely[i] / in_all;
    for (int k = 0; k < FACTORS; k++) {
      int at = row->at[i][k];
      moved[at] += step * step;
      weights[at] += pace * step / sqrt(moved[at]);
    }
  }
}

// ---- matches
// A player with what has been learned so far; without, tables are played out by rule of thumb.
static Player player(Player kind) {
  if (kind.strong && learned) kind.factors = factors;
  else kind.believed = 0;
  return kind;
}
// Plays a deal with two players in turn round the table; returns how many points those of the first are ahead.
static int contest(const Player *one, const Player *other, uint64_t seed) {
  Round r;
  Weighed w;
  const Player *players[SEATS] = {one, other, one, other};
  int points[SEATS];
  seed_with(seed);
  deal(&r);
  exposing(&r, players, below(SEATS + 1) - 1);
  while (in_hands(&r)) {
    u64 cards = playable(&r.now);
    lay(&r, is_alone(cards) ? lowest(cards) : halved(&r, players[r.now.turn], &w));
  }
  points_by_seat(&r, points);
  return points[0] + points[2] - points[1] - points[3];
}

// ---- called from Python
void begin(uint64_t seed, int exposing_rounds, int diamond_queen, int all_cards_win, int teams, int swapped) {
  house = (House) {exposing_rounds, diamond_queen, all_cards_win, teams, swapped ? GOAT : PIG, swapped ? PIG : GOAT};
  roles = roles_of(&house);
  seed_with(seed);
  number_of_rows = learned = 0;
}
// Plays lessons, by the odds learned so far.
long lessons(uint64_t seed, long rounds) {
  Player by = player(PUPIL);
  seed_with(seed);
  for (long i = 0; i < rounds; i++) lesson(&by);
  return number_of_rows;
}
void forget(void) { number_of_rows = 0; }
// Fits the odds to the decisions of all lessons that are not forgotten, from nothing.
void fit(uint64_t seed, int times) {
  float *moved = malloc(SIZE * sizeof *moved);
  seed_with(seed);
  memset(weights, 0, sizeof weights);
  for (int i = 0; i < SIZE; i++) moved[i] = 1;
  for (int time = 0; time < times; time++)
    for (long i = 0; i < number_of_rows; i++) taught(&rows[drawn() % number_of_rows], moved, PACE * (1 - (double) time / times));
  free(moved);
}
void write_weights(float *into) { memcpy(into, weights, sizeof weights); }
void read_weights(const float *from) { memcpy(weights, from, sizeof weights); }
// Lets tables be played out by the weights as they are now.
void use_weights(void) {
  for (int i = 0; i < SIZE; i++) factors[i] = expf(SHARPNESS * weights[i]);
  learned = 1;
}
// Strong against normal, every deal from both sides: how many points a pair is ahead in a round, and the standard error.
void measure(uint64_t seed, long deals, double *told) {
  Player strong = player(STRONG), normal = player(NORMAL);
  double sum = 0, squares = 0;
  for (long i = 0; i < deals; i++) {
    double ahead = (contest(&strong, &normal, seed + i) - contest(&normal, &strong, seed + i)) / 2.0;
    sum += ahead;
    squares += ahead * ahead;
  }
  told[0] = sum / deals;
  told[1] = sqrt((squares / deals - told[0] * told[0]) / deals);
}
// A position: hands, taken, suits without, exposed, waiting; then leader and the cards on the table.
static void set_up(Round *r, const uint64_t *cards, const int *table, int laid) {
  memset(r, 0, sizeof *r);
  r->now.sweeper = NOBODY;
  memcpy(r->now.hands, cards, sizeof r->now.hands);
  memcpy(r->now.taken, cards + 4, sizeof r->now.taken);
  memcpy(r->without, cards + 8, sizeof r->without);
  r->now.exposed = cards[12];
  EACH_BIT(card, cards[12] & ~cards[13]) r->now.led |= SUIT_OF(lowest(card));
  r->now.leader = table[0];
  r->now.turn = (r->now.leader + laid) % SEATS;
  for (int i = 0; i < laid; i++) put_down(&r->now, (r->now.leader + i) % SEATS, table[1 + i]);
}
// Tells how likely each card is, by place, and the card by rule of thumb; what is not legal stays.
int look(const uint64_t *cards, const int *table, int laid, double *chances) {
  Round r;
  Contexts c;
  int worth[PACK];
  set_up(&r, cards, table, laid);
  worths(r.now.exposed, worth);
  contexts(&r, worth, &c);
  for (int i = 0; i < c.number; i++) {
    double sum = 0;
    for (int k = 0; k < FACTORS; k++) sum += weights[c.at[i][k]];
    chances[c.card[i]] = exp(SHARPNESS * sum);
  }
  return thumb(&r, worth);
}
// Plays a position to its end, by the odds or by rule of thumb; tells each seat's points, and the cards to be weighed before.
int ended(const uint64_t *cards, const int *table, int laid, int by_odds, const double *draws, int *points, int *weighed) {
  Round r;
  int worth[PACK];
  set_up(&r, cards, table, laid);
  worths(r.now.exposed, worth);
  int number = different(&r, weighed);
  play_out(&r, worth, by_odds ? factors : 0, draws);
  points_by_seat(&r, points);
  return number;
}
