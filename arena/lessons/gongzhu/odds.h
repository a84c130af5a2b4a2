// How likely each card is (games/gongzhu/ai/odds.py): the factors of each legal card, by their places in the file.
#include "rounds.h"

enum { LEAD, FOLLOW, THROW };
enum { FACTORS = 13 };  // of each card
// Where the groups of the file begin (odds._CONTEXTS): how many factors each has stands in the one after.
enum {
  OF_PIG = 0,
  OF_GOAT = OF_PIG + 3 * 6 * 52,
  OF_TRANSFORMER = OF_GOAT + 3 * 6 * 52,
  OF_PHASE = OF_TRANSFORMER + 3 * 5 * 52,
  OF_MINE = OF_PHASE + 3 * 5 * 52,
  OF_HEARTS = OF_MINE + 3 * 6 * 52,
  OF_SUIT = OF_HEARTS + 3 * 6 * 52,
  OF_TABLE = OF_SUIT + 3 * 30 * 52,
  OF_VOID = OF_TABLE + 3 * 20 * 52,
  OF_RULE = OF_VOID + 3 * 12 * 52,
  OF_ACE = OF_RULE + 6,
  OF_CARD = OF_ACE + 3 * 2 * 52,
  OF_LEAD = OF_CARD + 3 * 52,
  OF_FOLLOW = OF_LEAD + 11 * 147,
  SIZE = OF_FOLLOW + 11 * 720,
};
typedef struct {
  int number, card[HELD];
  uint16_t at[HELD][FACTORS];
} Contexts;

// Which of eleven sorts of cards a place is (odds._sort).
static int sort_of(int place) {
  static const int high[4] = {11, 9, 10, 9}, sort[4] = {8, 7, 9, 10};
  int suit = place / 13;
  if (BIT(place) == PIG) return 4;
  if (BIT(place) == GOAT) return 5;
  if (BIT(place) == TRANSFORMER) return 6;
  return place % 13 >= high[suit] ? sort[suit] : suit;
}
static inline int least(int one, int other) { return one < other ? one : other; }
// Where a special card is: gone, held here, held here and exposed, with others, with others and exposed, on the table.
static int whereabouts(u64 card, u64 hand, u64 others, u64 table, u64 exposed) {
  return hand & card ? (exposed & card ? 2 : 1) : others & card ? (exposed & card ? 4 : 3) : table & card ? 5 : 0;
}
// What a seat has taken, and who has taken hearts (odds.standings).
static void standing(const Round *r, int seat, int *mine, int *hearts) {
  u64 taken = r->now.taken[seat];
  int points = points_of_hearts(taken >> 13 & ALL_HEARTS), takers = 0, taker = 0;
  *mine = taken & PIG ? (taken & GOAT ? 4 : 5) : taken & GOAT ? 3 : points <= -50 ? 2 : points < 0;
  for (int s = 0; s < SEATS; s++) if (r->now.taken[s] & SUIT(HEARTS)) {
    takers++;
    taker = s;
  }
  int many = size_of(r->now.taken[taker] & SUIT(HEARTS)) >= 5;
  *hearts = takers == 0 ? 0 : takers > 1 ? 1 : (taker == seat ? 2 : 4) + many;
}
static void contexts(const Round *r, const int *worth, Contexts *found) {
  static const int few[14] = {0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4};
  static const int phases[14] = {4, 4, 4, 4, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0};
  int seat = r->now.turn, laid = r->now.laid, best = -1, pot = 0, mine, hearts;
  u64 cards = playable(&r->now), hand = r->now.hands[seat], others = in_hands(r) & ~hand, led = 0, table = 0;
  for (int i = 0; i < laid; i++) {
    table |= BIT(r->now.trick[i]);
    pot += worth[r->now.trick[i]];
  }
  if (laid) {
    led = SUIT_OF(r->now.trick[0]);
    best = r->now.best;
  }
  int kind = !laid ? LEAD : cards & led ? FOLLOW : THROW, rule = thumb(r, worth);
  int pig = whereabouts(PIG, hand, others, table, r->now.exposed), goat = whereabouts(GOAT, hand, others, table, r->now.exposed);
  int transformer = hand & TRANSFORMER ? 0 : others & TRANSFORMER ? 1 : table & TRANSFORMER ? 2 :
                    r->now.taken[seat] & TRANSFORMER ? 3 : 4;
  int phase = phases[size_of(hand)], holder = hand & PIG ? 1 : others & PIG ? 2 : 0, ace = r->now.exposed & ACE ? 1 : 0;
  int worth_now = pot <= -100 ? 0 : pot <= -30 ? 1 : pot < 0 ? 2 : pot == 0 ? 3 : 4;
  int losing = kind == FOLLOW && cards & LOWER(best) ? highest(cards & LOWER(best)) : -1;
  standing(r, seat, &mine, &hearts);
  found->number = 0;
  for (u64 left = cards; left; left &= left - 1) {
    int place = lowest(left), suit = place / 13, gone = 0;
    u64 theirs = others & SUIT(suit);
    int under = size_of(theirs & LOWER(place)), above = size_of(theirs & ~LOWER(place));
    int held = least(size_of(hand & SUIT(suit)), 5), later = kind == LEAD ? 3 : kind == FOLLOW ? 3 - laid : 0;
    for (int i = 1; i <= later; i++) gone += (r->without[(seat + i) % SEATS] & SUIT(suit)) != 0;
    uint16_t *at = found->at[found->number];
    found->card[found->number++] = place;
    *at++ = OF_PIG + (kind * 6 + pig) * 52 + place;
    *at++ = OF_GOAT + (kind * 6 + goat) * 52 + place;
    *at++ = OF_TRANSFORMER + (kind * 5 + transformer) * 52 + place;
    *at++ = OF_PHASE + (kind * 5 + phase) * 52 + place;
    *at++ = OF_MINE + (kind * 6 + mine) * 52 + place;
    *at++ = OF_HEARTS + (kind * 6 + hearts) * 52 + place;
    *at++ = OF_SUIT + ((kind * 6 + held) * 5 + few[size_of(theirs)]) * 52 + place;
    *at++ = OF_TABLE + ((kind * 4 + laid) * 5 + worth_now) * 52 + place;
    *at++ = OF_VOID + ((kind * 4 + gone) * 3 + holder) * 52 + place;
    *at++ = OF_RULE + kind * 2 + (place == rule);
    *at++ = OF_ACE + (kind * 2 + ace) * 52 + place;
    *at++ = OF_CARD + kind * 52 + place;
    if (kind == LEAD) *at = OF_LEAD + ((sort_of(place) * 7 + least(under, 6)) * 7 + least(above, 6)) * 3 + holder;
    else if (kind == FOLLOW) {
      int relation = ((place > best) * 4 + least(above, 3)) * 2 + (place == losing);
      *at = OF_FOLLOW + ((sort_of(place) * 3 + laid - 1) * 5 + worth_now) * 48 + relation * 3 + holder;
    } else *at = OF_CARD + kind * 52 + place;  // every card has as many
  }
}
