// Tables that could be the real one, played to their end by rule of thumb or by the learned odds: each card, draw and sum as
// ai/policy.py and ai/odds.py have them.
#ifndef PAIJU_GONGZHU_SEARCH_H
#define PAIJU_GONGZHU_SEARCH_H

#include "thumb.h"

// ---- odds (odds.py)
#define DRAWS 53
#define TELLING (SUIT(HEARTS) | PIG | GOAT)  // Cards of which it counts who has taken them
enum {LEADING, FOLLOWING, THROWING};
// Where the groups of factors begin.
enum {
  OF_PIG = 0, OF_GOAT = OF_PIG + 3 * 6 * 52, OF_TRANSFORMER = OF_GOAT + 3 * 6 * 52, OF_PHASE = OF_TRANSFORMER + 3 * 5 * 52,
  OF_MINE = OF_PHASE + 3 * 5 * 52, OF_HEARTS = OF_MINE + 3 * 6 * 52, OF_SUIT = OF_HEARTS + 3 * 6 * 52,
  OF_TABLE = OF_SUIT + 3 * 30 * 52, OF_VOID = OF_TABLE + 3 * 20 * 52, OF_RULE = OF_VOID + 3 * 12 * 52, OF_ACE = OF_RULE + 6,
  OF_CARD = OF_ACE + 3 * 2 * 52, OF_LEAD = OF_CARD + 3 * 52, OF_FOLLOW = OF_LEAD + 11 * 147, FACTORS = OF_FOLLOW + 11 * 720,
};

typedef struct {
  u64 hands[SEATS], taken[SEATS], exposed, waiting;
  unsigned gone;  // By suit, four bits: the seats known to hold none of it
  int bonus[SEATS], leader, laid, trick[SEATS];
} Playout;

// A decision by the odds: of which cards, by whom, and what is known.
typedef struct {
  int kind, seat, best, number, pot, rule;  // Number: of cards on the table; rule: the card by rule of thumb
  u64 cards, hand, others, table;
} Decision;

// Which of eleven sorts of cards this is: high and low ones of each suit, and pig, goat and transformer.
static int sort_of(int place) {
  static const int8_t high[4] = {11, 9, 10, 9}, sort[4] = {8, 7, 9, 10};
  int suit = place / HELD;
  return BIT(place) == PIG ? 4 : BIT(place) == GOAT ? 5 : BIT(place) == TRANSFORMER ? 6 : place % HELD >= high[suit] ? sort[suit] : suit;
}

static inline int at_most(int most, int number) {
  return number < most ? number : most;
}

// Where pig or goat is: gone, held, held and exposed, with others, with others and exposed, on the table.
static int whereabouts(u64 card, const Decision *one, u64 exposed) {
  int shown = exposed & card ? 1 : 0;
  return one->hand & card ? 1 + shown : one->others & card ? 3 + shown : one->table & card ? 5 : 0;
}

// What a seat has taken, and who has taken hearts.
static void standing(const u64 *taken, int seat, int *mine, int *hearts) {
  u64 own = taken[seat];
  int points = points_of_hearts((unsigned) (own >> HELD * HEARTS & ALL_HEARTS)), takers = 0, taker = 0;
  *mine = own & PIG ? (own & GOAT ? 4 : 5) : own & GOAT ? 3 : points <= -50 ? 2 : points < 0;
  for (int at = 0; at < SEATS; at++) if (taken[at] & SUIT(HEARTS)) {
    takers++;
    taker = at;
  }
  int many = size_of(taken[taker] & SUIT(HEARTS)) >= 5;
  *hearts = !takers ? 0 : takers > 1 ? 1 : (taker == seat ? 2 : 4) + many;
}

// The card that is drawn; factors are multiplied and summed up in the order of odds.py, so that the same card is.
static int drawn_by_odds(const double *factors, const Playout *now, const Decision *one, double draw) {
  static const int8_t few[14] = {0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4}, phases[14] = {4, 4, 4, 4, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0};
  int kind = one->kind, number = one->number, pot = one->pot, mine, hearts, count = 0, at[HELD];
  int holder = one->hand & PIG ? 1 : one->others & PIG ? 2 : 0;
  int transformer = one->hand & TRANSFORMER ? 0 : one->others & TRANSFORMER ? 1 : one->table & TRANSFORMER ? 2 :
    now->taken[one->seat] & TRANSFORMER ? 3 : 4;
  int worth = pot <= -100 ? 0 : pot <= -30 ? 1 : pot < 0 ? 2 : pot ? 4 : 3;
  int losing = kind == FOLLOWING && one->cards & LOWER(one->best) ? highest(one->cards & LOWER(one->best)) : NOBODY;
  unsigned later = kind == LEADING ? 0xF & ~(1u << one->seat) : 0;  // A bit for each seat that plays later
  for (int step = 1; kind == FOLLOWING && step < SEATS - number; step++) later |= 1u << ((one->seat + step) & 3);
  standing(now->taken, one->seat, &mine, &hearts);
  const double *pig = factors + OF_PIG + (kind * 6 + whereabouts(PIG, one, now->exposed)) * PACK;
  const double *goat = factors + OF_GOAT + (kind * 6 + whereabouts(GOAT, one, now->exposed)) * PACK;
  const double *changed = factors + OF_TRANSFORMER + (kind * 5 + transformer) * PACK;
  const double *phase = factors + OF_PHASE + (kind * 5 + phases[size_of(one->hand)]) * PACK;
  const double *ace = factors + OF_ACE + (kind * 2 + (now->exposed & ACE ? 1 : 0)) * PACK, *card = factors + OF_CARD + kind * PACK;
  const double *table = factors + OF_TABLE + (kind * 20 + number * 5 + worth) * PACK;
  const double *own = factors + OF_MINE + (kind * 6 + mine) * PACK, *of_hearts = factors + OF_HEARTS + (kind * 6 + hearts) * PACK;
  double sums[HELD], total = 0, by_rule = factors[OF_RULE + 2 * kind + 1] / factors[OF_RULE + 2 * kind];
  for (int suit = 0; suit < 4; suit++) {
    u64 cards = one->cards & SUIT(suit), theirs = one->others & SUIT(suit);
    if (!cards) continue;
    int held = at_most(5, size_of(one->hand & SUIT(suit))), gone = __builtin_popcount(now->gone >> 4 * suit & later);
    const double *holding = factors + OF_SUIT + (kind * 30 + held * 5 + few[size_of(theirs)]) * PACK;
    const double *missing = factors + OF_VOID + (kind * 12 + gone * 3 + holder) * PACK;
    EACH_BIT(bit, cards) {
      int place = lowest(bit);
      int below = size_of(theirs & LOWER(place)), above = size_of(theirs) - below;
      double chance = pig[place] * goat[place] * changed[place] * phase[place] * ace[place] * card[place];
      if (kind == THROWING) chance *= card[place];
      chance *= table[place] * own[place] * of_hearts[place];
      chance *= holding[place] * missing[place];
      if (kind == LEADING) chance *= factors[OF_LEAD + sort_of(place) * 147 + holder + 21 * at_most(6, below) + 3 * at_most(6, above)];
      if (kind == FOLLOWING) {
        int relation = ((place > one->best) * 4 + at_most(3, above)) * 2 + (place == losing);
        chance *= factors[OF_FOLLOW + sort_of(place) * 720 + ((number - 1) * 5 + worth) * 48 + relation * 3 + holder];
      }
      total += place == one->rule ? chance * by_rule : chance;
      at[count] = place;
      sums[count++] = total;
    }
  }
  int found = 0;
  while (found < count - 1 && sums[found] <= draw * total) found++;
  return at[found];
}

// ---- a table to its end
// Which card a seat plays: by rule of thumb where there are no factors. ``draws``: chances, by how many cards are left in all hands.
static int card_by(
  const Roles *roles, const double *factors, const double *draws, const Playout *now, int seat, int best, int number, int pot, u64 table
) {
  u64 left = now->hands[0] | now->hands[1] | now->hands[2] | now->hands[3], hand = now->hands[seat], others = left & ~hand;
  u64 cards = number ? following(hand, SUIT_OF(best), now->waiting) : free_to_lead(hand, now->waiting);
  int kind = !number ? LEADING : cards ? FOLLOWING : THROWING;
  if (!cards) cards = hand;
  if (is_alone(cards)) return lowest(cards);
  int rule = kind == LEADING ? thumb_lead(roles, cards, hand, others)
    : kind == FOLLOWING ? thumb_follow(roles, cards, best, number == 3, pot, others)
    : thumb_throw(roles, hand, others);
  if (!factors) return rule;
  Decision one = {kind, seat, best, number, pot, rule, cards, hand, others, table};
  return drawn_by_odds(factors, now, &one, draws[size_of(left) - 1]);
}

static void play_out(const House *house, const Roles *roles, const double *factors, const double *draws, Playout *now) {
  for (;;) {
    u64 left = now->hands[0] | now->hands[1] | now->hands[2] | now->hands[3], table = 0;
    if (!now->laid && (!left || !(house->diamond_queen || left & POINT_CARDS))) return;  // Nothing counts any more
    int seat = now->leader, winner = seat, best = NOBODY, pot = 0;
    for (int number = 0; number < SEATS; number++, seat = NEXT(seat)) {
      int place = number < now->laid ? now->trick[number] : 0;
      if (number >= now->laid) {
        if (!now->hands[seat]) return;  // Hands that cannot be
        place = card_by(roles, factors, draws, now, seat, best, number, pot, table);
        now->hands[seat] ^= BIT(place);
      }
      if (number == 0 || (place > best && BIT(place) & SUIT_OF(best))) {
        best = place;
        winner = seat;
      }
      u64 suit = SUIT_OF(best);
      if (!(BIT(place) & suit) || BIT(place) & now->waiting) now->gone |= 1u << (best / HELD * 4 + seat);
      table |= BIT(place);
      pot += worth_of(house, now->exposed, place);
    }
    if (now->taken[winner] & QUEEN) now->bonus[winner] += 10;
    now->taken[winner] |= table;
    now->waiting &= ~SUIT_OF(best);
    now->leader = winner;
    now->laid = 0;
  }
}

#endif
