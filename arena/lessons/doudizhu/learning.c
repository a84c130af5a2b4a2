// Rounds that are played on from each sensible play, by ``normal`` or with a network: learning.py compiles this, and calls the
// functions at its end.
#include "rounds.h"
#include "network.h"

// ---- players
static Candidate C[MOST_CANDIDATES];
static int nc;
static int by_value(const void *a, const void *b) {
  double x = ((Candidate *) a)->v, y = ((Candidate *) b)->v;
  return x < y ? 1 : x > y ? -1 : 0;
}
// Fills C with what there is to weigh, what normal likes best first; returns whether there is nothing to weigh.
static int candidates(const Round *g, Seen *s) {
  look(&g->now, g->known, s);
  nc = weighed(&THUMB, s, C);
  qsort(C, nc, sizeof(Candidate), by_value);
  return nc == 1;
}
// So many plays are weighed, and only those that normal likes about as much as its best (strong.py).
#define MOST 8
#define REACH 4
static float X[SEEN];
// Returns which of C is done: the first one for normal, which has no network.
static int choose(const Networks *by, const Round *g, Seen *s) {
  if (candidates(g, s) || !by->known) return 0;
  const Network *N = &by->role[(s->land - s->seat + 3) % 3];
  float *e = known_numbers(X, g, s), sums[WIDEST], y[2];
  begun(N, X, KNOWN, sums);
  double best = -1e9;
  int at = 0, k = 0;
  for (int i = 0; i < nc; i++) {
    if (C[i].v < C[0].v - REACH) break;
    if (k >= MOST && C[i].c.play) continue;
    k++;
    play_numbers(e, g, s, C[i].c.play, C[i].c.reading, C[i].v - C[0].v);
    rest(N, X, KNOWN, sums, y);
    double v = y[0] + 0.5 * y[1] + (i ? 0 : 0.01);
    if (v > best) {
      best = v;
      at = i;
    }
  }
  return at;
}
static int played_out(Round *g, const Networks **by) {
  Seen s;
  while (g->now.winner < 0) {
    int i = choose(by[g->now.turn], g, &s);
    step(g, C[i].c.play, C[i].c.reading);
  }
  return g->now.winner == g->now.landlord;
}
// ---- what learning.py calls
#define KEPT 17
static Networks NORMAL;
void begin(u64 seed, const double *worth) {
  static int ready = 0;
  if (!ready) {
    ready = 1;
    Price turn = {1, 0, 0};
    thumb_begin(&THUMB, KEPT);
    planner_begin(&TURNS, &(Prices) {turn, turn, turn, turn, turn, turn, 1, 1}, KEPT);
  }
  for (int i = 0; i < 54; i++) deck[i] = i;
  for (int i = 0; i < 15; i++) WORTH[i] = worth[i];
  rs = 88172645463325252ULL ^ seed * 0x9E3779B97F4A7C15ULL;
  if (!rs) rs = 1;
  for (int i = 0; i < 20; i++) random_bits();
}
// Plays rounds, and writes for a share of their decisions a row for each sensible play: which decision, whether its seat won when
// the round was played on from there, the multiplier, what the seat knows, and what all hands show. In a share of these rounds one
// side is normal.
long decisions(const char *path, const char *weights, long rounds, double share, double versus) {
  Networks N = {0};
  if (*weights && !load(&N, weights)) return -1;
  FILE *o = fopen(path, "wb");
  if (!o) return -1;
  static float row[3 + SEEN + OPEN];
  static Candidate K[MOST_CANDIDATES];
  long rows = 0, group = 0;
  for (long i = 0; i < rounds; i++) {
    Round g;
    deal(&g);
    double odd = chance() < .3 ? 0 : chance() < .5 ? .06 : .15;
    const Networks *by[3] = {&N, &N, &N};
    double against = chance();
    for (int t = 0; t < 3; t++) if (against < versus && (t == g.now.landlord) == (against < versus / 2)) by[t] = &NORMAL;
    Seen s;
    while (g.now.winner < 0) {
      int k = choose(by[g.now.turn], &g, &s);
      int n = nc;
      memcpy(K, C, n * sizeof(Candidate));
      if (n > 1 && chance() < odd) {
        double z = 0;
        int m = n < 10 ? n : 10;
        for (int j = 0; j < m; j++) z += exp(K[j].v - K[0].v) + .02;
        double u = chance() * z;
        for (int j = 0; j < m; j++) {
          u -= exp(K[j].v - K[0].v) + .02;
          if (u <= 0) {
            k = j;
            break;
          }
        }
      }
      if (n > 1 && by[g.now.turn] == &N && chance() < share) {
        group++;
        float *e = known_numbers(row + 3, &g, &s);
        row[0] = group;
        for (int j = 0, taken = 0; j < n; j++) {
          if (K[j].v < K[0].v - REACH || (taken >= MOST && K[j].c.play)) continue;
          taken++;
          open_numbers(play_numbers(e, &g, &s, K[j].c.play, K[j].c.reading, K[j].v - K[0].v), &g, &s, K[j].c.play, K[j].c.reading);
          Round z = g;
          step(&z, K[j].c.play, K[j].c.reading);
          row[1] = (s.seat == g.now.landlord) == (played_out(&z, by));
          row[2] = multiplier(&z);
          fwrite(row, sizeof row, 1, o);
          rows++;
        }
      }
      step(&g, K[k].c.play, K[k].c.reading);
    }
  }
  fclose(o);
  drop(&N);
  return rows;
}
// Plays rounds with a landlord drawn by lot between normal players: whether it won, then the numbers of its 17 cards.
long landlords(const char *path, long rounds) {
  FILE *o = fopen(path, "wb");
  if (!o) return -1;
  const Networks *by[3] = {&NORMAL, &NORMAL, &NORMAL};
  for (long i = 0; i < rounds; i++) {
    Round g;
    do deal(&g);
    while (g.calls[0] | g.calls[1] | g.calls[2]);
    float row[15];
    hand_numbers(row + 1, g.now.hands[g.now.landlord] - g.known, 1);
    row[0] = played_out(&g, by);
    fwrite(row, sizeof row, 1, o);
  }
  fclose(o);
  return rounds;
}
// Plays deals from both sides against normal: the share of rounds won and its error, points in bids and theirs.
int measure(const char *weights, long deals, double bidding, double *told) {
  double before = BIDDING;
  BIDDING = bidding;
  Networks N = {0};
  if (*weights && !load(&N, weights)) return 0;
  double w = 0, w2 = 0, p = 0, p2 = 0;
  for (long i = 0; i < deals; i++) {
    Round g, h;
    deal(&g);
    h = g;
    const Networks *a[3] = {&NORMAL, &NORMAL, &NORMAL}, *b[3] = {&N, &N, &N};
    a[g.now.landlord] = &N;
    b[g.now.landlord] = &NORMAL;
    int one = played_out(&g, a), two = played_out(&h, b);
    double x = one - two, y = (one ? 1 : -1) * fmin(16, multiplier(&g)) - (two ? 1 : -1) * fmin(16, multiplier(&h));
    w += x;
    w2 += x * x;
    p += y;
    p2 += y * y;
  }
  w /= deals;
  p /= deals;
  told[0] = .5 + w / 2;
  told[1] = sqrt((w2 / deals - w * w) / deals) / 2;
  told[2] = p;
  told[3] = sqrt((p2 / deals - p * p) / deals);
  drop(&N);
  BIDDING = before;
  return 1;
}
// Writes down what is shown of one play in one position.
void shown(u64 hand, u64 unseen, u64 known, u64 play, const u64 *laid, const int *at, double behind, float *out) {
  Seen s = {.hand = hand, .unseen = unseen, .known = known};
  Round g = {0};
  s.seat = at[0];
  s.land = at[1];
  memcpy(s.sizes, at + 2, sizeof s.sizes);
  s.has = at[5];
  s.st = (Reading) {
    at[6], at[7], at[8]
  };
  s.stseat = at[9];
  g.now.passes = at[10];
  g.now.bombs = at[11];
  for (int i = 0; i < 3; i++) g.now.plays[i] = at[12 + i];
  memcpy(g.info, at + 15, sizeof g.info);
  memcpy(g.calls, at + 18, sizeof g.calls);
  memcpy(g.laid, laid, sizeof g.laid);
  play_numbers(known_numbers(out, &g, &s), &g, &s, play, (Reading) {
    at[21], at[22], at[23]
  }
  , behind);
}
