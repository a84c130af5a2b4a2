// Rounds from the first lead (play.py), and the network by which seats choose.
#pragma once
#include "sight.h"

// ---- chance
static u64 state = 1;
static u64 random_bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x2545F4914F6CDD1DULL;
}
static double uniform(void) { return (random_bits() >> 11) * (1.0 / 9007199254740992.0); }
static int below(int n) { return random_bits() % n; }
static double gauss(void) {
  double one = uniform() + 1e-12, other = uniform();
  return sqrt(-2 * log(one)) * cos(6.283185307179586 * other);
}
static void sow(u64 seed) {
  state = seed * 0x9E3779B97F4A7C15ULL + 88172645463325252ULL;
  for (int i = 0; i < 20; i++) random_bits();
}

// ---- a round
typedef struct {
  Hand hands[SEATS];
  int sizes[SEATS], finished[SEATS], out, turn, over, leads, standing_seat;
  Reading standing;
  Told told;
} Round;

static void turn_on(Round* r, int seat) {
  int winner = r->standing_seat;
  do seat = (seat + 1) & 3;
  while (seat != winner && !r->sizes[seat]);
  r->turn = seat;
  if (seat != winner) return;
  r->leads = 1;
  if (!r->sizes[winner]) r->turn = winner ^ 2;  // the partner is still in, or the round would be over
}
static void lay(Round* r, const Play* play) {
  int seat = r->turn;
  r->hands[seat] = play->left;
  r->sizes[seat] -= play->as.size;
  r->standing = play->as;
  r->standing_seat = seat;
  r->leads = 0;
  hear_play(&r->told, seat, play);
  if (!r->sizes[seat]) {
    r->finished[r->out++] = seat;
    r->over = r->out == 3 || (r->out == 2 && r->finished[1] == (r->finished[0] ^ 2));
    if (r->over) return;
  }
  turn_on(r, seat);
}
static void pass(Round* r) {
  hear_pass(&r->told, r->turn);
  turn_on(r, r->turn);
}
// The points of seats 0 and 2, of a round that is over: 3 for the first two places, 2 for the first and third, else 1.
static int points(const Round* r) {
  int first = r->finished[0], partner = first ^ 2, won = 1;
  if (r->finished[1] == partner) won = 3;
  if (r->out == 3 && r->finished[2] == partner) won = 2;
  return first & 1 ? -won : won;
}

// ---- the deal
static void move_card(Hand* hand, int card, int by) {
  int rank = card < 52 ? card / 4 : card - 39, suit = card & 3;
  if (rank == level && suit == 1) {
    hand->wilds += by;
    return;
  }
  hand->natural += (u64)by * UNIT(rank);
  if (card < 52) hand->suits[suit] += (u64)by * UNIT(rank);
}
static int card_of(const Hand* hand, int rank) { return rank > DEUCE ? 39 + rank : 4 * rank + first_suit(hand, rank, -1); }
// The highest card but wild ones.
static int tribute(const Hand* hand) {
  int at = RANKS - 1;
  while (!COUNT(hand->natural, order[at])) at--;
  return order[at];
}
// A low card that leaves most together: the lowest that is alone, else of the smallest group.
static int returned(const Hand* hand) {
  int best = -1, least = 99;
  for (int at = 0; at < 12; at++) {
    int rank = order[at], n = COUNT(hand->natural, rank), cost = n < 4 ? n : 8;
    if (n && rank != level && (rank <= 7 || rank == DEUCE) && cost < least) {
      least = cost;
      best = rank;
    }
  }
  return best;
}
// Pay the tributes that some places of the round before ask for, as sensible players would, about.
static void exchange(Round* r) {
  int seats[SEATS] = {0, 1, 2, 3}, ranks[2];
  for (int i = 3; i > 0; i--) {
    int j = below(i + 1), seat = seats[i];
    seats[i] = seats[j];
    seats[j] = seat;
  }
  int twice = seats[1] == (seats[0] ^ 2), big = 0, payers[2] = {twice ? seats[2] : seats[3], seats[3]};
  r->turn = seats[0];
  for (int i = 0; i <= twice; i++) big += COUNT(r->hands[payers[i]].natural, BIG);
  if (big == 2) return;
  for (int i = 0; i <= twice; i++) ranks[i] = tribute(&r->hands[payers[i]]);
  if (twice && place[ranks[1]] > place[ranks[0]]) {
    int payer = payers[0], rank = ranks[0];
    payers[0] = payers[1];
    ranks[0] = ranks[1];
    payers[1] = payer;
    ranks[1] = rank;
  }
  r->turn = payers[0];
  for (int i = 0; i <= twice; i++) {
    Hand *payer = &r->hands[payers[i]], *taker = &r->hands[seats[i]];
    int card = card_of(payer, ranks[i]);
    move_card(payer, card, -1);
    move_card(taker, card, 1);
    int rank = returned(taker);
    if (rank < 0) rank = tribute(taker);  // no low card at all: hardly ever
    card = card_of(taker, rank);
    move_card(taker, card, -1);
    move_card(payer, card, 1);
  }
}
// Deal at any level; half of the rounds begin with tributes.
static void deal(Round* r) {
  int pack[108];
  memset(r, 0, sizeof *r);
  set_level(below(13));
  for (int i = 0; i < 108; i++) pack[i] = i % 54;
  for (int i = 107; i > 0; i--) {
    int j = below(i + 1), card = pack[i];
    pack[i] = pack[j];
    pack[j] = card;
  }
  for (int i = 0; i < 108; i++) move_card(&r->hands[i & 3], pack[i], 1);
  for (int seat = 0; seat < SEATS; seat++) r->sizes[seat] = 27;
  r->leads = 1;
  r->turn = below(SEATS);
  told_nothing(&r->told);
  if (below(2)) exchange(r);
}

// ---- the network: one hidden layer, of which what the choices share is reckoned once
enum { MOST_HIDDEN = 1024 };
typedef struct {
  int hidden;
  float first[INPUTS][MOST_HIDDEN], biases[MOST_HIDDEN], second[MOST_HIDDEN], bias;
} Net;
// Read a network that learning.py has written; 0 if there is none.
static int read_net(const char* path, Net* net) {
  int sizes[2], right;
  FILE* file = *path ? fopen(path, "rb") : NULL;
  if (!file) return 0;
  right = fread(sizes, sizeof(int), 2, file) == 2 && sizes[0] == INPUTS && sizes[1] <= MOST_HIDDEN;
  net->hidden = right ? sizes[1] : 0;
  for (int i = 0; i < net->hidden; i++)
    for (int in = 0; in < INPUTS; in++) right &= fread(&net->first[in][i], sizeof(float), 1, file) == 1;
  right = right && fread(net->biases, sizeof(float), net->hidden, file) == (size_t)net->hidden;
  right = right && fread(net->second, sizeof(float), net->hidden, file) == (size_t)net->hidden;
  right = right && fread(&net->bias, sizeof(float), 1, file) == 1;
  fclose(file);
  return right;
}
static void add_inputs(const Net* net, const float* numbers, int from, int count, float* sums) {
  for (int in = 0; in < count; in++) {
    float number = numbers[in];
    const float* weights = net->first[from + in];
    if (number != 0)
      for (int i = 0; i < net->hidden; i++) sums[i] += number * weights[i];
  }
}
static double net_value(const Net* net, const float* begun, const float* own) {
  float sums[MOST_HIDDEN];
  memcpy(sums, begun, net->hidden * sizeof(float));
  add_inputs(net, own, SHARED, OWN, sums);
  double value = net->bias;
  for (int i = 0; i < net->hidden; i++) value += sums[i] > 0 ? sums[i] * net->second[i] : 0;
  return value;
}

// ---- a decision
static Scene scene;
static Split whole, lefts[MOST_PLAYS];
static double habit[MOST_PLAYS + 1], worth[MOST_PLAYS + 1];
static float shared[SHARED], own[MOST_PLAYS + 1][OWN];
static int options;  // plays, and a pass last where one may pass

static void weigh(const Net* net, int numbers) {
  split_of(scene.hand, &whole);
  list_plays(scene.hand, &whole, scene.standing, scene.counts[scene.seat]);
  options = play_count + (scene.standing != NULL);
  if (options < 2) return;
  look_out(marked(scene.hand), scene.told->laid);
  for (int i = 0; i < play_count; i++) split_of(&plays[i].left, &lefts[i]);
  habits(&scene, &whole, lefts, habit);
  if (!net && !numbers) return;
  shared_numbers(&scene, &whole, shared);
  for (int i = 0; i < options; i++) {
    int passes = i == play_count;
    own_numbers(&scene, &whole, passes ? NULL : &plays[i], passes ? &whole : &lefts[i], own[i]);
  }
  if (!net) return;
  float begun[MOST_HIDDEN];
  memcpy(begun, net->biases, net->hidden * sizeof(float));
  add_inputs(net, shared, 0, SHARED, begun);
  for (int i = 0; i < options; i++) worth[i] = net_value(net, begun, own[i]);
}
// Take the choice of habit, unless the network sees so much more in another one; whoever can go out does.
static int usual(void) {
  int best = 0;
  for (int i = 1; i < options; i++)
    if (habit[i] > habit[best]) best = i;
  return best;
}
static int choose(const Net* net, double gate) {
  if (options < 2) return 0;
  for (int i = 0; i < play_count; i++)
    if (!lefts[i].count) return i;
  int best = usual(), hoped = 0;
  if (!net) return best;
  for (int i = 1; i < options; i++)
    if (worth[i] > worth[hoped]) hoped = i;
  return worth[hoped] > worth[best] + gate ? hoped : best;
}
// Weigh the decision of the seat to act; 0 if there is none to make: then it passes.
static int asked(const Round* r, const Net* net, int numbers) {
  scene = (Scene){r->turn, {0}, {0}, r->out, r->standing_seat, r->leads ? NULL : &r->standing, &r->told, &r->hands[r->turn]};
  memcpy(scene.counts, r->sizes, sizeof scene.counts);
  memcpy(scene.finished, r->finished, sizeof scene.finished);
  options = play_count = 0;
  int least = r->standing.size < 4 ? r->standing.size : 4;
  if (scene.standing && (r->standing.kind == JOKER_BOMB || r->sizes[r->turn] < least)) return 0;
  weigh(net, numbers);
  return play_count > 0;
}
static void play_on(Round* r, const Net* const* nets, double gate) {
  while (!r->over) {
    const Net* net = nets[r->turn & 1];
    int chosen = asked(r, net, 0) ? choose(net, gate) : play_count;
    if (chosen < play_count)
      lay(r, &plays[chosen]);
    else
      pass(r);
  }
}
