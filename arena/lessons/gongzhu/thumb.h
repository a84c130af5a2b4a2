// Cards by rule of thumb, as games/gongzhu/ai/policy.py plays them; a test compares the two.
#include "rounds.h"

enum { FRESH = 7, GROUPS = 15 };
// Which card is to be avoided and which to be won, and what follows from that (policy.Roles).
static struct {
  Cards bad, good, bad_suit, good_suit, below_bad, below_good, catchers, saved, thrown[GROUPS];
} roles;

static Cards ranks(int from, int to, Cards of) {
  Cards found = 0;
  for (int suit = 0; suit < 4; suit++)
    for (int rank = from; rank <= to; rank++) found |= BIT(13 * suit + rank);
  return found & of;
}
static void begin_roles(void) {
  Cards bad = house.swapped ? GOAT : PIG, good = house.swapped ? PIG : GOAT;
  Cards bad_suit = suit_of(lowest(bad)), good_suit = suit_of(lowest(good)), saved = good | TRANSFORMER;
  Cards others = good_suit | SUIT(3);
  Cards thrown[GROUPS] = {
    bad, ACE, ranks(11, 11, HEARTS), ranks(10, 10, HEARTS), ranks(9, 9, HEARTS), ranks(11, 12, others),
    ranks(5, 8, HEARTS), ranks(9, 10, others) & ~saved, ranks(3, 4, HEARTS), ranks(7, 8, others) & ~saved,
    ranks(0, 6, others), bad_suit, ranks(0, 2, HEARTS), TRANSFORMER, good,
  };
  roles.bad = bad;
  roles.good = good;
  roles.bad_suit = bad_suit;
  roles.good_suit = good_suit;
  roles.below_bad = lower(lowest(bad));
  roles.below_good = lower(lowest(good));
  roles.catchers = bad_suit & ~(roles.below_bad | bad);
  roles.saved = saved;
  memcpy(roles.thrown, thrown, sizeof thrown);
}

static int thumb_lead(Cards free, Cards hand, Cards others) {
  double most = -1e9;
  Cards found = 0;
  for (int s = 0; s < 4; s++) {
    Cards suit = SUIT(s), mine = free & suit, theirs = others & suit, dear = roles.saved | roles.bad;
    if (!mine) continue;
    Cards low = mine & -mine, plain = mine & ~dear, card = low;
    double value;
    if (!theirs) value = others & (HEARTS | roles.bad) ? -60 : 0;
    else if (suit == roles.bad_suit && others & roles.bad) {
      Cards small = mine & roles.below_bad;
      value = !small ? -90 : hand & roles.catchers ? -5 : 30;
      if (small) card = BIT(highest(small));
    } else if (s == 3 && plain && count(theirs) >= FRESH) {
      card = BIT(highest(plain));
      value = 15;
    } else {
      if (low & dear && mine != low) low = (mine ^ low) & -(mine ^ low);
      card = low;
      value = -(double) count(theirs & (low - 1)) / count(theirs) * (s == 1 ? 50 : 25);
      if (low & (roles.bad | roles.good)) value -= 60;
      else if (suit == roles.bad_suit && hand & roles.bad) value -= 25;
    }
    if (value > most) {
      most = value;
      found = card;
    }
  }
  return highest(found);
}
static int thumb_follow_last(Cards low, Cards high, int hearts, int pot) {
  Cards plain = high & ~roles.bad ? high & ~roles.bad : high;
  if (!high || (low && (pot < 0 || hearts || plain == roles.bad))) return highest(low & ~roles.saved ? low & ~roles.saved : low);
  return hearts ? lowest(plain) : highest(plain);
}
static int thumb_follow(Cards cards, int best, int last, int pot, Cards others) {
  Cards suit = suit_of(best), low = cards & lower(best), high = cards & ~lower(best);
  if (low & roles.bad) return highest(roles.bad);
  if (suit == roles.good_suit) {
    if (high && (pot > 0 || cards & roles.good)) {
      if (last) return highest(high & roles.good ? high & roles.good : high);
      if (pot > 0 || high > (others & suit)) return highest(high);
    }
    Cards small = cards & roles.below_good;
    if (others & roles.good && pot <= 0 && small) {
      cards = small;
      low &= small;
      high &= small;
    }
  }
  if (last) return thumb_follow_last(low, high, suit == HEARTS, pot);
  if (suit == roles.bad_suit && others & roles.bad) {
    Cards small = cards & roles.below_bad;
    if (small) return highest(low & roles.below_bad ? low & roles.below_bad : small);
    return lowest(cards);
  }
  int fresh = suit != HEARTS && pot >= 0 && count(others & suit) >= FRESH;
  if (low && !fresh) return highest(low & ~roles.saved ? low & ~roles.saved : low);
  Cards plain = cards & ~(roles.bad | roles.saved);
  if (!plain) plain = cards;
  return fresh ? highest(plain) : lowest(plain);
}
static int thumb_throw(Cards hand, Cards others) {
  if (hand & roles.bad) return highest(roles.bad);
  Cards caught = hand & roles.catchers;
  if (others & roles.bad && caught && !(hand & ACE)) return highest(caught);
  for (int i = 0; i < GROUPS; i++) if (hand & roles.thrown[i]) return highest(hand & roles.thrown[i]);
  abort();
}
static int thumb(const Round *r, const int *worth) {
  Cards cards = legal(r, r->turn), hand = r->hands[r->turn], others = in_hands(r) & ~hand;
  if (alone(cards)) return lowest(cards);
  if (!r->laid) return thumb_lead(cards, hand, others);
  if (!(cards & suit_of(r->trick[0]))) return thumb_throw(cards, others);
  int pot = 0;
  for (int i = 0; i < r->laid; i++) pot += worth[r->trick[i]];
  return thumb_follow(cards, best_of(r), r->laid == 3, pot, others);
}
