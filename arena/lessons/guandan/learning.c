// What learning.py calls: decisions whose choices are played out side by side, how strong a network is, and what is weighed.
#include "../../../games/guandan/native/odds.h"
#include "../odds.h"
#include "rounds.h"

enum { MOST_TRIED = 8, SCALE = 2048 };
typedef struct {
  int16_t numbers[INPUTS], result, best;
  int32_t decision;
} Row;  // numbers are whole when multiplied by SCALE, near enough: a row is half as large so

// What the lesson has come to; nothing else is kept between calls.
static struct {
  Combos combos;  // Standard house rules
  Thumb thumb;
  u64 chance;
  Net net;
  int has_net;
  Judgement judgement, played_out;
} lesson;

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
  if (!lesson.thumb.known) {
    lesson.combos.flush_over = 5;
    lesson.combos.joker_full_house = lesson.combos.wind_to_partner = 1;
    combos_begin(&lesson.combos);
    thumb_begin(&lesson.thumb, &lesson.combos, 16);
  }
  sow(&lesson.chance, seed);
}
// Choose by a network from now on, by habit alone where the path is empty; 0 if it cannot be read.
int take_network(const char* path) { return (lesson.has_net = read_net(path, &lesson.net)) || !*path; }

// Pick the options that are played out: what would be chosen, a pass, and what is best when habit errs so.
static int pick(const Decision* d, int chosen, const double* doubted, int most, int* tried) {
  int n = 1;
  tried[0] = chosen;
  if (d->options > d->found.count && chosen != d->found.count) tried[n++] = d->found.count;
  while (n < most && n < d->options) {
    int next = -1;
    for (int k = 0; k < d->options; k++) {
      int already = 0;
      for (int m = 0; m < n; m++) already |= tried[m] == k;
      if (!already && (next < 0 || doubted[k] > doubted[next])) next = k;
    }
    tried[n++] = next;
  }
  return n;
}
// Play so many rounds. Of a ``share`` of the decisions some choices, ``most`` at most, are played out to the end of the round,
// from the same four hands: what would be chosen, a pass, and what habit finds best when it errs by ``doubt``. With the chance
// ``stray`` such an error is also made in the round itself. Returns how many decisions have been written down, -1 on failure.
long decisions(const char* path, long rounds, double gate, double share, int most, double doubt, double stray) {
  FILE* file = fopen(path, "wb");
  if (!file) return -1;
  const Net *by = lesson.has_net ? &lesson.net : NULL, *all[2] = {by, by};
  Judgement* judgement = &lesson.judgement;
  const Decision* d = &judgement->decision;
  int count = 0;
  for (long i = 0; i < rounds; i++) {
    Heard r;
    deal(&lesson.thumb, &lesson.chance, &r);
    while (!r.now.is_over) {
      int chosen = judged(&lesson.thumb, &r, by, 1, judgement) ? choose(by, gate, judgement) : d->found.count, taken = chosen;
      if (d->options > 1) {
        double doubted[MOST_CHOICES + 1];
        int tried[MOST_TRIED], best = 0;
        for (int k = 0; k < d->options; k++) {
          doubted[k] = d->habit[k] + doubt * gauss(&lesson.chance);
          if (doubted[k] > doubted[best]) best = k;
        }
        if (uniform(&lesson.chance) < stray) taken = best;
        if (uniform(&lesson.chance) < share) {
          int n = pick(d, chosen, doubted, most, tried);
          for (int m = 0; m < n; m++) {
            Heard other = r;
            take_option(&lesson.thumb, &other, d, tried[m]);
            play_on(&lesson.thumb, &other, all, gate, &lesson.played_out);
            write_row(file, judgement->shared, judgement->own[tried[m]], r.now.turn & 1 ? -points_won(&other) : points_won(&other), !m, count);
          }
          count++;
        }
      }
      take_option(&lesson.thumb, &r, d, taken);
    }
  }
  return fclose(file) ? -1 : count;
}

// What hands hold counts ``by`` so much for their odds.
static void count_odds(const Thumb* thumb, const Heard* r, const uint8_t (*hands)[ALL_RANKS], float by, float* to) {
  for (int seat = 0; seat < SEATS; seat++)
    for (int rank = 0; seat != r->now.turn && r->now.sizes[seat] && rank < ALL_RANKS; rank++)
      for (int part = -1; part < LET_PASS; part++) {
        int at = place_of_odds(thumb, r, seat, rank, hands[seat][rank], part);
        if (at >= 0) to[at] += by;
      }
}
// Learn odds of hidden hands in so many rounds of the network against itself and against habit, where all hands have no more than ``few``
// cards.
void learn_odds(long rounds, double gate, int few, float* odds) {
  static Learning learning;
  const Net *by = lesson.has_net ? &lesson.net : NULL, *nets[3][2] = {{by, by}, {by, NULL}, {NULL, by}};
  Judgement* judgement = &lesson.judgement;
  Chance chance = chance_of(random_bits(&lesson.chance));
  memset(&learning, 0, sizeof learning);
  memset(odds, 0, ODDS * sizeof *odds);
  for (long i = 0; i < rounds; i++) {
    Heard r;
    float fast = 0.02 * (1 - 0.95 * i / rounds);
    deal(&lesson.thumb, &lesson.chance, &r);
    while (!r.now.is_over) {
      const Net* net = nets[i % 3][r.now.turn & 1];
      const Tricks* now = &r.now;
      int chosen = judged(&lesson.thumb, &r, net, 0, judgement) ? choose(net, gate, judgement) : judgement->decision.found.count;
      if (judgement->decision.options > 1 && now->sizes[0] + now->sizes[1] + now->sizes[2] + now->sizes[3] <= few && !drawn(&chance, 3)) {
        Hidden hidden = {0};
        uint8_t hands[SEATS][ALL_RANKS];
        for (int seat = 0; seat < SEATS; seat++) {
          hidden.gets[seat] = seat == now->turn ? 0 : now->sizes[seat];
          for (int rank = 0; rank < ALL_RANKS; rank++) {
            hands[seat][rank] = COUNT(now->hands[seat].natural, rank) + (rank == now->level ? now->hands[seat].wilds : 0);
            for (int n = hidden.gets[seat] ? hands[seat][rank] : 0; n; n--) hidden.card[hidden.cards++] = rank > DEUCE ? 39 + rank : 4 * rank;
          }
        }
        hide(&hidden, odds, &lesson.thumb, &r, &chance);
        count_odds(&lesson.thumb, &r, hands, 1, learning.slope);
        count_odds(&lesson.thumb, &r, hidden.hands, -1, learning.slope);
        learn_on(&learning, odds, fast);
      }
      take_option(&lesson.thumb, &r, &judgement->decision, chosen);
    }
  }
}

// Play so many deals from both sides against habit; figures: rounds won (share, error), points of a round (mean, error).
void measure(long deals, double gate, double* figures) {
  const Net* by = lesson.has_net ? &lesson.net : NULL;
  double won = 0, won_squares = 0, sum = 0, squares = 0;
  for (long i = 0; i < deals; i++) {
    Heard dealt, r;
    double wins = 0, more = 0;
    deal(&lesson.thumb, &lesson.chance, &dealt);
    for (int side = 0; side < 2; side++) {
      const Net* nets[2] = {side ? NULL : by, side ? by : NULL};
      r = dealt;
      play_on(&lesson.thumb, &r, nets, gate, &lesson.judgement);
      int found = side ? -points_won(&r) : points_won(&r);
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
// kind (-1: a lead), rank and size of the standing play and whose it is, by seat the lowest play of each kind let pass, bombs by
// seat, who has passed, wild cards held, and by seat how often it led each kind; ``cards`` are the hand by suit, all of it, and
// what has been laid, by seat. Written down are,
// for each option, its ranks; kind, rank and wild cards; the hand that is left, by suit and all of it; what habit and the network
// find it worth; its numbers after the shared ones. Returns how many options there are, a pass last.
int weighed_for(const int* seen, const u64* cards, u64* ranks, int* as, u64* left, double* values, float* shared_out,
                float* own_out) {
  Judgement* judgement = &lesson.judgement;
  const Decision* d = &judgement->decision;
  Heard r = {.now = {.level = seen[0], .turn = seen[1], .out = seen[6], .standing = NO_READING, .standing_seat = seen[14]}};
  Hand* hand = &r.now.hands[seen[1]];
  if (seen[11] >= 0) r.now.standing = (Reading){seen[11], seen[12], seen[13]};
  set_level(&lesson.thumb, seen[0]);
  for (int seat = 0; seat < SEATS; seat++) {
    r.now.sizes[seat] = seen[2 + seat];
    r.now.finished[seat] = seen[7 + seat];
  }
  memcpy(r.told.declined, seen + 15, sizeof r.told.declined);
  memcpy(r.told.bombs, seen + 43, sizeof r.told.bombs);
  memcpy(r.told.led, seen + 49, sizeof r.told.led);
  memcpy(r.told.laid, cards + 5, sizeof r.told.laid);
  r.told.passed = seen[47];
  memcpy(hand->suits, cards, sizeof hand->suits);
  hand->natural = cards[4];
  hand->wilds = seen[48];
  judged(&lesson.thumb, &r, lesson.has_net ? &lesson.net : NULL, 1, judgement);
  memcpy(shared_out, judgement->shared, sizeof judgement->shared);
  memcpy(own_out, judgement->own, d->options * sizeof judgement->own[0]);
  for (int i = 0; i < d->options; i++) {
    const Choice* choice = i < d->found.count ? &d->found.all[i] : NULL;
    const Hand* rest = choice ? &choice->left : hand;
    Reading reading = choice ? choice->play.reading : (Reading){-1, -1, 0};
    ranks[i] = choice ? choice->ranks : 0;
    as[3 * i] = reading.kind;
    as[3 * i + 1] = reading.rank;
    as[3 * i + 2] = choice ? choice->play.wilds : 0;
    memcpy(left + 5 * i, rest->suits, sizeof rest->suits);
    left[5 * i + 4] = rest->natural;
    values[2 * i] = d->habit[i];
    values[2 * i + 1] = lesson.has_net ? judgement->worth[i] : 0;
  }
  return d->options;
}
