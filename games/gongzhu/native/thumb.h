// Cards by rule of thumb, as ai/policy.py chooses them.
#ifndef PAIJU_GONGZHU_THUMB_H
#define PAIJU_GONGZHU_THUMB_H

#include "rules.h"

#define FRESH 7  // While the others hold so many cards of a suit, everybody is likely to follow
#define GROUPS 15

// Which card is to be avoided and which to be won, and what follows from that.
typedef struct {
  u64 bad, good, bad_suit, good_suit, below_bad, below_good, catchers, saved, thrown[GROUPS];
} Roles;

// The cards of some ranks, from 0 for a two, of some suits.
static u64 ranks(int from, int to, u64 of) {
  u64 found = 0;
  for (int place = 0; place < PACK; place++) if (place % HELD >= from && place % HELD <= to) found |= BIT(place);
  return found & of;
}

static Roles roles_of(const House *house) {
  u64 bad = house->bad, good = house->good, hearts = SUIT(HEARTS), saved = good | TRANSFORMER;
  u64 bad_suit = SUIT_OF(lowest(bad)), good_suit = SUIT_OF(lowest(good)), others = good_suit | SUIT(CLUBS);
  return (Roles) {
    bad, good, bad_suit, good_suit, LOWER(lowest(bad)), LOWER(lowest(good)), bad_suit & ~(LOWER(lowest(bad)) | bad), saved, {
      bad, ACE, ranks(11, 11, hearts), ranks(10, 10, hearts), ranks(9, 9, hearts), ranks(11, 12, others), ranks(5, 8, hearts),
      ranks(9, 10, others) & ~saved, ranks(3, 4, hearts), ranks(7, 8, others) & ~saved, ranks(0, 6, others), bad_suit,
      ranks(0, 2, hearts), TRANSFORMER, good,
    },
  };
}

// About what a card is worth to its taker.
static int worth_of(const House *house, u64 exposed, int place) {
  u64 card = BIT(place);
  if (card == house->bad) return exposed & card ? -200 : -100;
  if (card == house->good) return exposed & card ? 200 : 100;
  if (card == TRANSFORMER) return exposed & card ? -30 : -15;
  return points_of_hearts((unsigned) (card >> HELD * HEARTS & ALL_HEARTS)) * (exposed & ACE ? 2 : 1);
}

// The card to lead of a suit, and how good that is, roughly in points.
static u64 lead_of(const Roles *roles, u64 suit, u64 mine, u64 hand, u64 others, double *value) {
  u64 theirs = others & suit, low = mine & -mine, dear = roles->saved | roles->bad, plain = mine & ~dear;
  if (!theirs) {
    *value = others & (SUIT(HEARTS) | roles->bad) ? -60 : 0;
    return low;
  }
  if (suit == roles->bad_suit && others & roles->bad) {
    u64 small = mine & roles->below_bad;
    *value = !small ? -90 : hand & roles->catchers ? -5 : 30;
    return small ? BIT(highest(small)) : low;
  }
  if (suit == SUIT(CLUBS) && plain && size_of(theirs) >= FRESH) {
    *value = 15;
    return BIT(highest(plain));
  }
  if (low & dear && mine != low) low = (mine ^ low) & -(mine ^ low);
  *value = -((double) size_of(theirs & (low - 1)) / size_of(theirs)) * (suit == SUIT(HEARTS) ? 50 : 25);
  if (low & (roles->bad | roles->good)) *value -= 60;
  else if (suit == roles->bad_suit && hand & roles->bad) *value -= 25;
  return low;
}

static int thumb_lead(const Roles *roles, u64 free, u64 hand, u64 others) {
  double most = -1e9, value = 0;
  u64 found = 0;
  for (int suit = 0; suit < 4; suit++) if (free & SUIT(suit)) {
    u64 card = lead_of(roles, SUIT(suit), free & SUIT(suit), hand, others, &value);
    if (value > most) {
      most = value;
      found = card;
    }
  }
  return highest(found);
}

static int thumb_follow_last(const Roles *roles, u64 low, u64 high, int hearts, int pot) {
  u64 plain = high & ~roles->bad ? high & ~roles->bad : high;
  if (!high || (low && (pot < 0 || hearts || plain == roles->bad))) return highest(low & ~roles->saved ? low & ~roles->saved : low);
  return hearts ? lowest(plain) : highest(plain);
}

static int thumb_follow(const Roles *roles, u64 cards, int best, int last, int pot, u64 others) {
  u64 suit = SUIT_OF(best), low = cards & LOWER(best), high = cards & ~LOWER(best), small;
  if (low & roles->bad) return highest(roles->bad);
  if (suit == roles->good_suit) {
    if (high && (pot > 0 || cards & roles->good)) {
      if (last) return highest(high & roles->good ? high & roles->good : high);
      if (pot > 0 || high > (others & suit)) return highest(high);
    }
    small = cards & roles->below_good;
    if (others & roles->good && pot <= 0 && small) {  // The high ones are for the good card
      cards = small;
      low &= small;
      high &= small;
    }
  }
  if (last) return thumb_follow_last(roles, low, high, suit == SUIT(HEARTS), pot);
  if (suit == roles->bad_suit && others & roles->bad) {
    small = cards & roles->below_bad;
    if (small) return highest(low & roles->below_bad ? low & roles->below_bad : small);
    return lowest(cards);
  }
  int fresh = suit != SUIT(HEARTS) && pot >= 0 && size_of(others & suit) >= FRESH;
  if (low && !fresh) return highest(low & ~roles->saved ? low & ~roles->saved : low);
  u64 plain = cards & ~(roles->bad | roles->saved);
  if (!plain) plain = cards;
  return fresh ? highest(plain) : lowest(plain);
}

static int thumb_throw(const Roles *roles, u64 hand, u64 others) {
  if (hand & roles->bad) return highest(roles->bad);
  if (others & roles->bad && hand & roles->catchers && !(hand & ACE)) return highest(hand & roles->catchers);
  for (int at = 0; at < GROUPS; at++) if (hand & roles->thrown[at]) return highest(hand & roles->thrown[at]);
  return lowest(hand);
}

#endif
