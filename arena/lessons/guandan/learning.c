// What learning.py calls: decisions whose choices are played out side by side, how strong a network is, and what is weighed.
#include "rounds.h"

enum { MOST_TRIED = 8, SCALE = 2048 };
typedef struct {
  int16_t numbers[INPUTS], result, best;
  int32_t decision;
} Row;  // numbers are whole when multiplied by SCALE, near enough: a row is half as large so

static Net net;
static int has_net;

static void write_row(FILE* file, const float* from_shared, const float* from_own, int result, int best, int decision) {
  Row row = {{0}, result, best, decision};
  for (int i = 0; i < INPUTS; i++) {
    float number = SCALE * (i < SHARED ? from_shared[i] : from_own[i - SHARED]);
    row.numbers[i] = (int16_t)lrintf(number > 32767 ? 32767 : number < -32767 ? -32767 : number);
  }
  fwrite(&row, sizeof row, 1, file);
}

// Draw from a seed from now on.
void begin(u64 seed) {
  prepare();
  prepare_prices();
  sow(seed);
}
// Choose by a network from now on, by habit alone where the path is empty; 0 if it cannot be read.
int take_network(const char* path) { return (has_net = read_net(path, &net)) || !*path; }

// Play so many rounds. Of a ``share`` of the decisions some choices, ``most`` at most, are played out to the end of the round,
// from the same four hands: what would be chosen, a pass, and what habit finds best when it errs by ``doubt``. With the chance
// ``stray`` such an error is also made in the round itself. Returns how many decisions have been written down, -1 on failure.
long decisions(const char* path, long rounds, double gate, double share, int most, double doubt, double stray) {
  FILE* file = fopen(path, "wb");
  if (!file) return -1;
  const Net *by = has_net ? &net : NULL, *all[2] = {by, by};
  int count = 0;
  for (long i = 0; i < rounds; i++) {
    Round r;
    deal(&r);
    while (!r.over) {
      int chosen = asked(&r, by, 1) ? choose(by, gate) : play_count;
      Play taken = plays[chosen < play_count ? chosen : 0];
      int passes = chosen == play_count;
      if (options > 1) {
        double doubted[MOST_PLAYS + 1];
        int tried[MOST_TRIED], n = 1, best = 0;
        for (int k = 0; k < options; k++) {
          doubted[k] = habit[k] + doubt * gauss();
          if (doubted[k] > doubted[best]) best = k;
        }
        if (uniform() < stray) {
          passes = best == play_count;
          taken = plays[passes ? 0 : best];
        }
        if (uniform() < share) {
          tried[0] = chosen;
          if (options > play_count && chosen != play_count) tried[n++] = play_count;
          while (n < most && n < options) {
            int next = -1;
            for (int k = 0; k < options; k++) {
              int already = 0;
              for (int m = 0; m < n; m++) already |= tried[m] == k;
              if (!already && (next < 0 || doubted[k] > doubted[next])) next = k;
            }
            tried[n++] = next;
          }
          Play plays_tried[MOST_TRIED];
          float shared_then[SHARED], own_then[MOST_TRIED][OWN];
          int passing[MOST_TRIED];
          memcpy(shared_then, shared, sizeof shared);
          for (int m = 0; m < n; m++) {
            passing[m] = tried[m] == play_count;
            if (!passing[m]) plays_tried[m] = plays[tried[m]];
            memcpy(own_then[m], own[tried[m]], sizeof own[0]);
          }
          for (int m = 0; m < n; m++) {
            Round other = r;
            if (passing[m])
              pass(&other);
            else
              lay(&other, &plays_tried[m]);
            play_on(&other, all, gate);
            write_row(file, shared_then, own_then[m], r.turn & 1 ? -points(&other) : points(&other), !m, count);
          }
          count++;
        }
      }
      if (passes)
        pass(&r);
      else
        lay(&r, &taken);
    }
  }
  return fclose(file) ? -1 : count;
}

// Play so many deals from both sides against habit; figures: rounds won (share, error), points of a round (mean, error).
void measure(long deals, double gate, double* figures) {
  const Net* by = has_net ? &net : NULL;
  double won = 0, won_squares = 0, sum = 0, squares = 0;
  for (long i = 0; i < deals; i++) {
    Round dealt, r;
    double wins = 0, more = 0;
    deal(&dealt);
    for (int side = 0; side < 2; side++) {
      const Net* nets[2] = {side ? NULL : by, side ? by : NULL};
      r = dealt;
      play_on(&r, nets, gate);
      int found = side ? -points(&r) : points(&r);
      wins += (found > 0) / 2.0;
      more += found / 2.0;
    }
    won += wins;
    won_squares += wins * wins;
    sum += more;
    squares += more * more;
  }
  figures[0] = won / deals;
  figures[1] = sqrt((won_squares / deals - figures[0] * figures[0]) / deals);
  figures[2] = sum / deals;
  figures[3] = sqrt((squares / deals - figures[2] * figures[2]) / deals);
}

// Weigh a decision that is given in numbers, for a test: ``seen`` is the level, the seat, four counts, how many are out and who,
// kind (-1: a lead), rank and size of the standing play and whose it is, by seat the lowest single and pair let pass, bombs by
// seat, who has passed, and wild cards held; ``cards`` are the hand by suit, all of it, and what has been laid. Written down are,
// for each option, its ranks; kind, rank and wild cards; the hand that is left, by suit and all of it; what habit and the network
// find it worth; its numbers after the shared ones. Returns how many options there are, a pass last.
int weighed_for(const int* seen, const u64* cards, u64* ranks, int* as, u64* left, double* values, float* shared_out, float* own_out) {
  static Told told;
  static Hand hand;
  Reading standing = {seen[11], seen[12], seen[13]};
  set_level(seen[0]);
  told_nothing(&told);
  scene = (Scene){seen[1], {0}, {0}, seen[6], seen[14], seen[11] < 0 ? NULL : &standing, &told, &hand};
  memcpy(scene.counts, seen + 2, sizeof scene.counts);
  memcpy(scene.finished, seen + 7, sizeof scene.finished);
  memcpy(told.declined, seen + 15, sizeof told.declined);
  memcpy(told.bombs, seen + 23, sizeof told.bombs);
  told.passed = seen[27];
  told.laid = cards[5];
  memcpy(hand.suits, cards, sizeof hand.suits);
  hand.natural = cards[4];
  hand.wilds = seen[28];
  weigh(has_net ? &net : NULL, 1);
  memcpy(shared_out, shared, sizeof shared);
  memcpy(own_out, own, options * sizeof own[0]);
  for (int i = 0; i < options; i++) {
    const Play* play = i < play_count ? &plays[i] : NULL;
    const Hand* rest = play ? &play->left : &hand;
    ranks[i] = play ? play->ranks : 0;
    as[3 * i] = play ? play->as.kind : -1;
    as[3 * i + 1] = play ? play->as.rank : -1;
    as[3 * i + 2] = play ? play->wilds : 0;
    memcpy(left + 5 * i, rest->suits, sizeof rest->suits);
    left[5 * i + 4] = rest->natural;
    values[2 * i] = habit[i];
    values[2 * i + 1] = has_net ? worth[i] : 0;
  }
  return options;
}
