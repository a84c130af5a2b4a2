// The native core of Gou Ji.
#include "odds.h"
#include "thumb.h"

#define HAS_HABITS
#define MOST_LEGAL 8192

// What answer takes: the seat that is asked, a seed, how many draws and moves there are; mode, who leads the round, who owes 4s, whose
// set stands (-1: nobody), six numbers of that set; how many are out and dead, and who, these after those; by seat how many cards it
// holds, and a bit for each mark: barred, has yielded, burns, is burned, has opened, forfeited, is dead, has revolted; by rank the own
// cards and those of all others; by seat a bit for each rank it has laid cards of; what each has let go, the odds of hidden hands in
// thousandths (odds.h), and the moves. It tells of each move the points that the own team is ahead in the end, 4 more where it has won
// and 2 fewer where it has lost, of all draws together, where all play on by rule of thumb.
enum {
  SEAT, SEED, DRAWS, MOVE_COUNT, MODE_IS, LEADS, OWES_FOURS, STANDS_OF, STANDS, OUT_COUNT = STANDS + 6, DEAD_COUNT, GONE,
  COUNTS = GONE + SEATS, MARKS = COUNTS + SEATS, OWN = MARKS + SEATS, UNSEEN = OWN + RANKS, HAS_LAID = UNSEEN + RANKS,
  LET_GO = HAS_LAID + SEATS, LIKELY = LET_GO + SEATS * PASSED_SIZES, MOVES = LIKELY + ODDS,
};
enum {IS_BARRED, HAS_YIELDED, BURNS_NOW, IS_BURNED, HAS_OPENED, HAS_FORFEITED, IS_DEAD, HAS_REVOLTED};
#define MOST_ASKED (MOVES + MOST_ANSWERED)
#define MOST_ANSWERED 16
#define DEALS
#include "../../kit/native/module.h"

enum {SAYS_BURN, SAYS_BUY, SAYS_CHALLENGE, SAYS_DECLINE, SAYS_PASS, SAYS_PLAY, SAYS_RETURN, SAYS_REVOLT, SAYS_YIELD};

static void rules_end(Rules *rules) {
  (void) rules;
}

static int observation_size(const Rules *rules) {
  (void) rules;
  return board_size(SEATS) + 11 * SEATS + MODES + 2 + 1 + 2 * SEATS * DUE_KINDS + CARDS + SEATS + 2 * SEATS * CARDS + CARDS + PLAY + 2 + 4;
}

// ---- beginnings
static void deal_all(Round *round, Chance *chance) {
  uint8_t pack[4 * CARDS];
  for (int at = 0; at < 4 * CARDS; at++) pack[at] = (uint8_t) (at / 4);
  shuffle(chance, pack, 4 * CARDS);
  hand_out(round, pack);
}

// Deals a round that follows another one, in which the last two have fallen behind; who they were is drawn.
static void round_deal(const Rules *rules, Round *round, Chance *chance) {
  uint8_t places[SEATS] = {0, 1, 2, 3, 4, 5};
  deal_all(round, chance);
  round->looked_on = 0;
  shuffle(chance, places, SEATS);
  round->leader = (int8_t) places[0];
  if (rules->options[TRIBUTE]) {
    owe(round, DROP, places[5], places[0], 2);
    owe(round, DROP, places[4], places[1], 1);
  }
  go_on_with_tributes(rules, round);
}

// Deals the first round of a match.
static void deal(const Rules *rules, Round *round, Chance *chance) {
  uint8_t pack[CARDS];
  memset(pack, OF_A_JOKER, CARDS);
  board_begin(&round->board, SEATS, pack);
  deal_all(round, chance);
  round->leader = (int8_t) drawn(chance, SEATS);
  begin_buying(rules, round);
  show(rules, round);
}

// ---- the play
static int seats_of(const Rules *rules, const Round *round) {
  (void) rules;
  (void) round;
  return SEATS;
}

static unsigned awaited(const Rules *rules, const Round *round) {
  (void) rules;
  if (round->mode >= BUYING && round->mode <= COUNTERING) return round->asked;
  return round->mode == OVER ? 0 : 1u << round->turn;
}

static int why(const Rules *rules, const Round *round, int seat) {
  static const int8_t whys[MODES] = {
    [LEADING] = 0, [FOLLOWING] = 1, [LAST_CHANCE] = 3, [DUELING] = 4, [OFFERED] = 5, [ANSWERING] = 6, [RUNNING] = 7, [RETURNING] = 8,
    [BUYING] = 9, [DECLARING] = 10, [COUNTERING] = 11, [TRYING] = 12,
  };
  (void) seat;
  return whys[round->mode] + (round->mode == FOLLOWING && may_yield(rules, round));
}

static int legal_before(const Rules *rules, const Round *round, int seat, int32_t *out) {
  const uint8_t *hand = round->hands[seat];
  const int *options = rules->options;
  int count = 0, chosen = 0;
  switch (round->mode) {
    case RETURNING:
      for (int rank = 0; rank < RANKS; rank++) chosen += round->chosen[rank];
      if (round->given_size <= MOST_RETURNED) count = list_returns(&rules->sets, hand, round->given_size, out);
      else for (int rank = 0; rank < RANKS; rank++) if (hand[rank] > round->chosen[rank]) out[count++] = rules->sets.returns + rank;
      if (options[DECLINE_TRIBUTE] && !chosen) out[count++] = DECLINE;
      return count;
    case BUYING:
      if (!hand[FOUR] && holds_main(hand)) out[count++] = BUY;
      break;
    default:
      if (options[POINT_CHALLENGE] && hand[FOUR]) out[count++] = CHALLENGE;
      if (round->mode == COUNTERING || !options[REVOLUTION] || holds_main(hand)) break;
      out[count++] = REVOLT;
      if (options[REVOLT_TRY]) count += list_tries(&rules->sets, hand, out + count);
  }
  out[count++] = DECLINE;
  return count;
}

static int legal(const Rules *rules, const Round *round, int seat, int32_t *out) {
  const Sets *sets = &rules->sets;
  const uint8_t *hand = round->hands[seat];
  int count = 0, which = round->mode == DUELING || round->mode == TRYING ? GOUJI_LEVEL : round->mode == OFFERED ? WITH_JOKER : ANY;
  if (round->mode <= COUNTERING) return legal_before(rules, round, seat, out);
  if (round->mode == LEADING && round->must_fours == seat && rules->options[FORCE_FOURS]) {
    out[0] = natural_number(sets, FOUR, hand[FOUR]);
    return 1;
  }
  if (round->mode == LEADING || round->mode == RUNNING) return list_leads(sets, hand, round->mode == RUNNING, out);
  if (round->mode != OFFERED) count = list_answers(sets, hand, round->standing, which, out);
  else if (!burn_too_early(rules, round) && (hand[SMALL] || hand[BIG])) {
    count = list_answers(sets, hand, round->standing, which, out);
    for (int at = 0; at < count; at++) out[at] += sets->burn - PLAY;
  }
  out[count++] = PASS;
  if (round->mode == FOLLOWING && may_yield(rules, round)) out[count++] = YIELD;
  return count;
}

static int describe(const Rules *rules, const Round *round, int seat, int32_t action, uint8_t *cards, int *amount) {
  static const int8_t verbs[PLAY] = {SAYS_PASS, SAYS_YIELD, SAYS_DECLINE, SAYS_CHALLENGE, SAYS_REVOLT, SAYS_BUY};
  const Sets *sets = &rules->sets;
  uint8_t ranks[RANKS] = {0}, gone[CARDS];
  (void) amount;
  if (action < PLAY) return verbs[action];
  if (action < sets->returns) {
    int first = action < sets->burn ? PLAY : action < sets->revolt ? sets->burn : sets->revolt;
    ranks_of(set_of(sets, action - first + PLAY), ranks);
    first_cards(round, seat, ranks, cards);
    return first == PLAY ? SAYS_PLAY : first == sets->burn ? SAYS_BURN : SAYS_REVOLT;
  }
  const int8_t *returned = sets->returned[action - sets->returns];
  memcpy(ranks, round->chosen, RANKS);
  first_cards(round, seat, ranks, gone);
  for (int at = 0; at < MOST_RETURNED && returned[at] >= 0; at++) ranks[returned[at]]++;
  first_cards(round, seat, ranks, cards);
  for (int card = 0; card < CARDS; card++) cards[card] -= gone[card];
  return SAYS_RETURN;
}

static unsigned points(const Rules *rules, const Round *round, int64_t *out) {
  int64_t seats[SEATS], teams[2] = {0, 0};
  if (round->mode == OVER) worth_of(rules, round, seats, teams);
  for (int seat = 0; seat < SEATS; seat++) out[seat] = teams[seat & 1];
  return teams[0] == teams[1] ? 0 : TEAM(teams[1] > teams[0]);
}

// Writes a set of seats as an observer counts them, itself first.
static float *observe_seats(unsigned seats, int seat, float *out) {
  for (int step = 0; step < SEATS; step++) out[step] = (float) has(seats, (seat + step) % SEATS);
  return out + SEATS;
}

static inline unsigned bit_of(int seat) {
  return seat == NOBODY ? 0 : 1u << seat;
}

static void observe(const Rules *rules, const Round *round, int seat, float *out) {
  unsigned asked = awaited(rules, round), dead = 0;
  int counts[SEATS], is_return = round->mode == RETURNING, is_played = round->mode >= TRYING && round->mode < OVER;
  for (int at = 0; at < SEATS; at++) counts[at] = round->left[at];
  for (int at = 0; at < round->died; at++) dead |= 1u << round->dead[at];
  out = board_write(&round->board, seat, counts, asked, has(asked, seat) ? why(rules, round, seat) : -1, out);
  const unsigned sets[] = {
    round->barred, round->opened, round->forfeited, round->challenged, round->revolted, dead, round->stifled, bit_of(round->yielder),
    bit_of(round->burner), bit_of(round->victim), bit_of(round->leader),
  };
  for (size_t at = 0; at < sizeof sets / sizeof *sets; at++) out = observe_seats(sets[at], seat, out);
  if (is_played) out[round->mode] = 1;
  out += MODES;
  if (round->mode == DECLARING || round->mode == COUNTERING) out[round->mode == COUNTERING] = 1;
  out += 2;
  *out++ = (float) (is_played && is_entangled(round));
  for (int at = round->due; at < round->dues; at++) {
    Due due = round->owed[at];
    out[(due.giver - seat + SEATS) % SEATS * DUE_KINDS + due.kind] += due.cards;
    out[((due.receiver - seat + SEATS) % SEATS + SEATS) * DUE_KINDS + due.kind] += due.cards;
  }
  out += 2 * SEATS * DUE_KINDS;
  for (int card = 0; is_return && card < CARDS; card++) out[card] = round->tribute[card];
  out = observe_seats(is_return ? 1u << round->owed[round->due].giver : 0, seat, out + CARDS);
  for (int step = 0; step < SEATS; step++) for (int card = 0; card < CARDS; card++) {
    int other = (seat + step) % SEATS;
    out[step * CARDS + card] = round->returned[seat][other][card];
    out[(SEATS + step) * CARDS + card] = round->returned[other][seat][card];
  }
  out += 2 * SEATS * CARDS;
  if (is_return && seat == round->turn) {
    uint8_t cards[CARDS];
    first_cards(round, seat, round->chosen, cards);
    for (int card = 0; card < CARDS; card++) out[card] = cards[card];
  }
  out += CARDS;
  if (round->said[seat] != NOBODY) out[round->said[seat] < PLAY ? round->said[seat] : REVOLT] = 1;
  out += PLAY;
  *out++ = round->must_fours == seat ? round->hands[seat][FOUR] : 0;
  *out++ = round->board.standing_seat < 0 ? 0 : round->standing.size;
  for (int team = 0; team < 2; team++) {
    out[team] = (float) round->team_scores[(seat + team) % 2];
    out[2 + team] = (float) round->sweeps[(seat + team) % 2];
  }
}

static int playout(const Rules *rules, Round *round, Chance *chance) {
  int32_t found[MOST_LEGAL];
  int actions = 0;
  round->looked_on = 0;
  for (unsigned asked; (asked = awaited(rules, round)); actions++) {
    int seat = __builtin_ctz(asked);
    step(rules, round, seat, found[drawn(chance, legal(rules, round, seat, found))]);
  }
  return actions;
}

// ---- habits
#define NEARLY_OUT 8  // Cards with which a seat is watched: its side helps it, the other stops it
#define MOST_HUNG 3  // More wild cards are hung on a group only to be out with it
#define UNTHINKABLE (-50.0f)

static void take_up(const Rules *rules, Round *round, int seat, const uint8_t *cards, int count) {
  if (seat >= SEATS) return;
  round->looked_on = 0;
  memset(round->hands[seat], 0, RANKS);
  while (count--) round->hands[seat][rank_of(cards[count])]++;
  int turn = round->turn;  // With these hands whoever leads may have 3s alone, which go by themselves
  if (seat == SEATS - 1 && round->mode == LEADING && has_threes_alone(round, turn)) {
    lay_lead(rules, round, set_made(THREE, round->left[turn], 0, 0, 0));
  }
}

// What a group costs to get rid of, in turns: nothing if only one seat may answer it.
static float burden_of(const Sets *sets, int rank, int count) {
  if (!count || rank == THREE || is_gouji(sets, set_made(rank, count, 0, 0, 0))) return 0;
  float burden = 1.8f - 1.2f * (float) rank / 11 - 0.25f * (float) (count - 1);
  return burden < 0.35f ? 0.35f : burden;
}

typedef struct {
  int opening, losers, groups, jokers;  // Groups that open by themselves and that do not, and all of them
} Outlook;

static Outlook outlook_of(const Sets *sets, const uint8_t *hand) {
  Outlook seen = {.jokers = hand[SMALL] + hand[BIG]};
  for (int rank = FOUR; rank < DEUCE; rank++) if (hand[rank]) {
    int opens = is_gouji(sets, set_made(rank, hand[rank], 0, 0, 0));
    seen.opening += opens;
    seen.losers += !opens;
    seen.groups++;
  }
  return seen;
}

// How likely a set is to hold the trick.
static float holding(const Sets *sets, Set set) {
  float height = (float) (set.base < DEUCE ? set.base : DEUCE) / DEUCE;
  if (is_unbeatable(sets, set)) return 1;
  if (jokers_of(set)) return set.big ? 0.95f : 0.8f;
  float held = height * height * 0.7f + 0.04f * (float) set.size;
  if (is_gouji(sets, set)) held += 0.25f;
  return held > 0.9f ? 0.9f : held;
}

// Before the play: what is sent back, bought and declared.
static float liking_before(const Rules *rules, const Round *round, int seat, int action, Outlook seen) {
  const uint8_t *hand = round->hands[seat];
  if (action == DECLINE) return round->mode == RETURNING ? -5 : 0;
  if (action == BUY) return hand[DEUCE] && seen.opening >= 2 ? 1 : -1;
  if (action == CHALLENGE) return seen.opening >= 3 && seen.jokers >= 3 ? 1 : -1.5f;
  if (round->mode != RETURNING) return seen.opening < 3 ? 0.5f : -3;
  const int8_t *ranks = rules->sets.returned[action - rules->sets.returns];
  float liking = 0;
  for (int at = 0; at < MOST_RETURNED && ranks[at] >= 0; at++) {
    liking -= ranks[at] == THREE ? 4 : 0.3f * (float) ranks[at] + 0.6f * (float) (hand[ranks[at]] - 1);
  }
  return liking;
}

// In a burn and after it every set needs a joker, so what counts is whether there are enough for all groups.
static float liking_in_burn(const Sets *sets, const uint8_t *hand, Set set, Outlook seen, int leads) {
  int is_whole = set.base < DEUCE && set.natural == hand[set.base], left = seen.groups - is_whole, jokers = seen.jokers - jokers_of(set);
  int danger = left - (hand[BIG] - set.big) + !is_unbeatable(sets, set);
  if (jokers < left) return leads ? -10 : UNTHINKABLE;
  if (leads) return 2.0f * (float) is_whole - (float) jokers_of(set) + (float) is_unbeatable(sets, set);
  return 1.5f - 1.5f * (float) (danger < 0 ? 0 : danger);
}

static void likings(const Rules *rules, const Round *round, int seat, const int32_t *actions, int count, float *out) {
  const Sets *sets = &rules->sets;
  const uint8_t *hand = round->hands[seat];
  Outlook seen = outlook_of(sets, hand);
  int mode = round->mode, leads = mode == LEADING, left = round->left[seat], owner = round->owner, plays = left - hand[THREE];
  int friendly = owner != NOBODY && !((owner ^ seat) & 1), watched = owner == NOBODY ? 0 : round->left[owner];
  float budget = friendly ? watched ? -0.6f : 0.35f : 0.7f;
  if (!friendly && watched <= NEARLY_OUT) budget += 1.5f;
  if (mode == DUELING || mode == TRYING) budget += 1;
  if (friendly && watched && watched <= NEARLY_OUT) budget = -5;
  if (mode == ANSWERING) budget = (round->burner ^ seat) & 1 ? 5 : UNTHINKABLE;
  for (int at = 0; at < count; at++) {
    int action = actions[at];
    if (mode <= COUNTERING) {
      out[at] = liking_before(rules, round, seat, action, seen);
      continue;
    }
    if (action < PLAY) {
      out[at] = action == YIELD ? -0.4f : 0;
      continue;
    }
    Set set = set_of(sets, action < sets->burn ? action : action - sets->burn + PLAY);
    if (mode == OFFERED || mode == RUNNING) {
      out[at] = liking_in_burn(sets, hand, set, seen, mode == RUNNING);
      continue;
    }
    int hung = set.twos + jokers_of(set), is_group = set.base < DEUCE, is_torn = is_group && set.natural < hand[set.base];
    if (set.size == plays) {
      out[at] = hand[THREE] ? 10 * holding(sets, set) : 25;
      continue;
    }
    if (is_group && hung && (hung > MOST_HUNG || is_torn)) {
      out[at] = UNTHINKABLE;
      continue;
    }
    float price = 1.1f * set.twos + 2.6f * set.small + 4.2f * set.big + (is_torn ? leads ? 1.2f : 0.5f : 0);
    if (is_group) price += 1.5f * (burden_of(sets, set.base, hand[set.base] - set.natural) - burden_of(sets, set.base, hand[set.base]));
    float lead = 0.5f + 0.3f * (float) seen.losers, held = holding(sets, set);
    if (lead > 1.5f) lead = 1.5f;
    if (left - set.size > 12) lead /= 2;
    out[at] = held * lead - price + (leads ? 0 : budget);
  }
}

// ---- hands that others may hold
// Twice what a round that is over is worth to a team, as strong's network was taught.
static int worth_to(const Rules *rules, const Round *round, int team) {
  static const int8_t worth[SEATS] = {4, 2, 0, 0, -2, -4};
  int8_t places[SEATS];
  int ahead = 0;
  places_of(rules, round, places);
  for (int place = 0; place < SEATS; place++) if ((places[place] & 1) == team) ahead += worth[place];
  return ahead + (ahead > 0 ? 4 : ahead < 0 ? -2 : 0);
}

// The seats with a mark, as bits.
static unsigned marked(const int64_t *asked, int mark) {
  unsigned seats = 0;
  for (int seat = 0; seat < SEATS; seat++) if (asked[MARKS + seat] >> mark & 1) seats |= 1u << seat;
  return seats;
}

static int8_t seat_marked(const int64_t *asked, int mark) {
  unsigned seats = marked(asked, mark);
  return (int8_t) (seats ? __builtin_ctz(seats) : NOBODY);
}

// Reads a round in which everybody else's cards are still to be dealt; 0 if it is none.
static int read_seen(Round *round, const int64_t *asked) {
  Set *set = &round->standing;
  int8_t *const numbers[] = {&set->base, &set->size, &set->natural, &set->twos, &set->small, &set->big};
  int me = (int) asked[SEAT], others = 0, own = 0, unseen = 0;
  if (asked[SEAT] < 0 || asked[SEAT] >= SEATS || asked[MODE_IS] < LEADING || asked[MODE_IS] >= OVER) return 0;
  for (int at = LEADS; at <= STANDS_OF; at++) if (asked[at] < NOBODY || asked[at] >= SEATS) return 0;
  for (int at = STANDS; at < OUT_COUNT; at++) if (asked[at] < 0 || asked[at] > LARGEST_HAND) return 0;
  for (int at = OUT_COUNT; at < COUNTS; at++) if (asked[at] < NOBODY || asked[at] >= SEATS) return 0;
  for (int at = COUNTS; at < MARKS; at++) if (asked[at] < 0 || asked[at] > LARGEST_HAND) return 0;
  for (int at = OWN; at < HAS_LAID; at++) if (asked[at] < 0 || asked[at] > OF_A_RANK) return 0;
  for (int at = LET_GO; at < LIKELY; at++) if (asked[at] < 0 || asked[at] > RANKS) return 0;
  if (asked[LEADS] < 0 || asked[OUT_COUNT] < 0 || asked[DEAD_COUNT] < 0 || asked[OUT_COUNT] + asked[DEAD_COUNT] > SEATS) return 0;
  memset(round, 0, sizeof *round);
  round->turn = (int8_t) me;
  round->mode = (int8_t) asked[MODE_IS];
  round->leader = (int8_t) asked[LEADS];
  round->must_fours = (int8_t) asked[OWES_FOURS];
  round->owner = (int8_t) asked[STANDS_OF];
  round->waiting = round->trier = NOBODY;
  round->yielder = seat_marked(asked, HAS_YIELDED);
  round->burner = seat_marked(asked, BURNS_NOW);
  round->victim = seat_marked(asked, IS_BURNED);
  round->chain = round->burner != NOBODY;
  round->barred = (uint8_t) marked(asked, IS_BARRED);
  round->yielded = (uint8_t) marked(asked, HAS_YIELDED);
  round->opened = (uint8_t) marked(asked, HAS_OPENED);
  round->forfeited = (uint8_t) marked(asked, HAS_FORFEITED);
  round->revolted = (uint8_t) marked(asked, HAS_REVOLTED);
  for (int at = 0; at < 6; at++) *numbers[at] = (int8_t) asked[STANDS + at];
  for (; round->out < asked[OUT_COUNT]; round->out++) round->finished[round->out] = (int8_t) asked[GONE + round->out];
  for (; round->died < asked[DEAD_COUNT]; round->died++) round->dead[round->died] = (int8_t) asked[GONE + round->out + round->died];
  for (int seat = 0; seat < SEATS; seat++) {
    round->left[seat] = (int16_t) asked[COUNTS + seat];
    if (asked[HAS_LAID + seat]) round->played |= (uint8_t) (1u << seat);
    if (round->left[seat]) round->active |= (uint8_t) (1u << seat);
    if (seat != me) others += round->left[seat];
  }
  round->active &= (uint8_t) ~(marked(asked, IS_DEAD) | round->revolted);
  for (int rank = 0; rank < RANKS; rank++) {
    round->hands[me][rank] = (uint8_t) asked[OWN + rank];
    own += round->hands[me][rank];
    unseen += (int) asked[UNSEEN + rank];
  }
  if (own != round->left[me] || unseen != others || !has(round->active, me)) return 0;
  return round->mode == LEADING || round->mode == RUNNING || round->owner >= 0;
}

static int answer(const Rules *rules, const int64_t *asked, int count, int64_t *out) {
  Round round, dealt, then;
  Signs signs;
  Hidden hidden;
  float odds[ODDS];
  int unseen[RANKS];
  int moves = count > MOVES ? (int) asked[MOVE_COUNT] : 0;
  if (moves < 1 || moves > MOST_ANSWERED || count != MOVES + moves || !read_seen(&round, asked)) return -1;
  for (int at = 0; at < moves; at++) if (asked[MOVES + at] < 0 || asked[MOVES + at] >= rules->sets.revolt) return -1;
  if (round.mode == OFFERED) {
    unsigned others = may_be_asked(rules, &round) & ~(1u << round.turn);
    round.duel_follows = rules->options[BURN_BEFORE] && round.burner == NOBODY;
    if (round.turn == (round.owner + 1) % SEATS) round.waiting = (int8_t) after(round.owner, others);
  }
  Thumb *thumb = malloc(sizeof *thumb);
  if (!thumb) return -1;
  thumb_begin(thumb, rules);
  Chance chance = chance_of((uint64_t) asked[SEED]);
  memset(out, 0, (size_t) moves * sizeof *out);
  for (int at = 0; at < ODDS; at++) odds[at] = (float) asked[LIKELY + at] / 1000;
  for (int rank = 0; rank < RANKS; rank++) unseen[rank] = (int) asked[UNSEEN + rank];
  for (int seat = 0; seat < SEATS; seat++) {
    for (int rank = 0; rank < RANKS; rank++) signs.laid[seat][rank] = asked[HAS_LAID + seat] >> rank & 1;
    for (int size = 0; size < PASSED_SIZES; size++) signs.let_go[seat][size] = (int8_t) asked[LET_GO + seat * PASSED_SIZES + size];
  }
  hide(&hidden, odds, &signs, round.turn, round.left, unseen, &chance);
  dealt = round;
  for (int64_t draw = 0; draw < asked[DRAWS]; draw++) {
    draw_hidden(&hidden, &dealt, &chance);
    for (int at = 0; at < moves; at++) {
      then = dealt;
      step(rules, &then, then.turn, (int32_t) asked[MOVES + at]);
      play_by_thumb(thumb, &then);
      out[at] += worth_to(rules, &then, round.turn & 1);
    }
  }
  free(thumb);
  return moves;
}
