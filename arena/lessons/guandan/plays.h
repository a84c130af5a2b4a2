// The plays that are worth weighing (ai/choices.py), and the cards that they take (combinations/selection.py).
#pragma once
#include "splits.h"

typedef struct {
  Reading as;
  int8_t wilds, suit;  // the suit of a flush, else -1
  u64 ranks;           // wild cards under the level
  Hand left;
} Play;
typedef struct {
  u64 ranks;
  Reading as;
  int8_t wilds, suit;
} Shape;  // a play before its cards are chosen
enum { MOST_PLAIN = 8, MOST_BOMBS = 5, MOST_LOOKED_AT = 26, FEW_CARDS = 7, MOST_SHAPES = 4096, MOST_PLAYS = 120 };

static inline u64 natural_of(u64 ranks, int wilds) { return ranks - (u64)wilds * UNIT(level); }

// ---- cards
static void take_one(Hand* hand, int rank, int suit) {
  hand->natural -= UNIT(rank);
  if (suit >= 0) hand->suits[suit] -= UNIT(rank);
}
static int first_suit(const Hand* hand, int rank, int but) {
  for (int suit = 0; suit < 4; suit++)
    if (suit != but && COUNT(hand->suits[suit], rank)) return suit;
  return -1;
}
// Take equal cards and the like: of each rank the first by suit.
static void take_plain(Hand* hand, u64 natural) {
  for (int rank = 0; rank < RANKS; rank++)
    for (int n = COUNT(natural, rank); n; n--) take_one(hand, rank, rank > DEUCE ? -1 : first_suit(hand, rank, -1));
}
static void take_suit(Hand* hand, u64 natural, int suit) {
  for (int rank = 0; rank < RANKS; rank++)
    if (COUNT(natural, rank)) take_one(hand, rank, suit);
}
// Take the cards of a straight that is a group: each in another suit than its first, where there is one.
static void take_straight(Hand* hand, u64 natural) {
  int first = -1;
  for (int rank = 0; rank < RANKS; rank++) {
    if (!COUNT(natural, rank)) continue;
    int lowest = first_suit(hand, rank, -1), suit = first < 0 ? lowest : first_suit(hand, rank, first);
    if (first < 0) first = lowest;
    take_one(hand, rank, suit < 0 ? lowest : suit);
  }
}
// Say which suit each card of a straight has that must not be all of one; 0 if there is no such choice.
static int mixed_suits(const Hand* hand, u64 natural, int8_t* suits) {
  int one = -1, alike = 1;
  for (int rank = 0; rank < 13; rank++)
    if (COUNT(natural, rank)) {
      suits[rank] = first_suit(hand, rank, -1);
      if (one < 0) one = suits[rank];
      alike &= suits[rank] == one;
    }
  if (!alike) return 1;
  for (int at = HIGHEST_PLACE; at >= 2; at--) {
    int rank = rank_at(at), other = COUNT(natural, rank) ? first_suit(hand, rank, one) : -1;
    if (other < 0) continue;
    suits[rank] = other;
    return 1;
  }
  return 0;
}

// ---- every play of a hand, told by its ranks
static Shape shapes[MOST_SHAPES];
static int shape_count;
static const Hand* holding;
static const Reading* to_beat;  // NULL: a lead
static void shape(int kind, int rank, int size, u64 natural, int wilds, int suit) {
  Reading as = {kind, rank, size};
  if ((to_beat && !beats(as, *to_beat)) || shape_count == MOST_SHAPES) return;
  shapes[shape_count++] = (Shape){natural + (u64)wilds * UNIT(level), as, wilds, suit};
}
static void alike_shapes(int size) {
  for (int rank = 0; rank < RANKS; rank++) {
    if (rank > DEUCE && size > 2) continue;
    int most = rank > DEUCE ? 0 : rank == level ? size : size - 1;  // alone a wild card stands for itself
    for (int wilds = 0; wilds <= holding->wilds && wilds <= most; wilds++)
      if (COUNT(holding->natural, rank) >= size - wilds)
        shape(alike_kind(size), rank, size, (u64)(size - wilds) * UNIT(rank), wilds, -1);
  }
}
static int holds(u64 held, u64 natural) {
  for (u64 left = natural; left;) {
    int rank = __builtin_ctzll(left) / 4;
    if (COUNT(natural, rank) > COUNT(held, rank)) return 0;
    left &= ~(15 * UNIT(rank));
  }
  return 1;
}
// Offer a run with wild cards at some of its places: nowhere, at one, or at two.
static void run_at(int kind, int top, int length, int each, int suit) {
  u64 whole = each * windows[length][top], held = suit < 0 ? holding->natural : suit_mask(holding, suit);
  for (int one = -1; one < length; one++)
    for (int two = one; two < length; two++) {
      int wilds = (one >= 0) + (two >= 0);
      if (wilds > holding->wilds || (each == 1 && wilds == 2 && one == two)) continue;
      u64 natural = whole;
      if (one >= 0) natural -= UNIT(rank_at(top - one));
      if (two >= 0) natural -= UNIT(rank_at(top - two));
      int8_t suits[13];
      if (!holds(held, natural) || (kind == STRAIGHT && !mixed_suits(holding, natural, suits))) continue;
      shape(kind, rank_at(top), length * each, natural, wilds, suit);
    }
}
static void run_shapes(int kind, int length, int each) {
  for (int top = length; top <= HIGHEST_PLACE; top++) run_at(kind, top, length, each, -1);
}
static void house_shapes(void) {
  u64 natural = holding->natural;
  for (int triple = 0; triple < 13; triple++)
    for (int pair = 0; pair < RANKS; pair++) {
      int threes = COUNT(natural, triple), twos = COUNT(natural, pair);
      if (pair == triple || 5 - (threes > 3 ? 3 : threes) - (twos > 2 ? 2 : twos) > holding->wilds) continue;
      for (int wilds = 0; wilds <= holding->wilds; wilds++)
        for (int in_pair = 0; in_pair <= wilds && in_pair <= 2; in_pair++) {
          int in_triple = wilds - in_pair;
          if (threes < 3 - in_triple || twos < 2 - in_pair) continue;
          if (pair > DEUCE && (in_pair || (in_triple && triple != level))) continue;  // beside jokers they are themselves
          shape(FULL_HOUSE, triple, 5, (u64)(3 - in_triple) * UNIT(triple) + (u64)(2 - in_pair) * UNIT(pair), wilds, -1);
        }
    }
}
static void bomb_shapes(void) {
  u64 masks[9];
  at_least(holding->natural, masks);
  for (int size = 4; size <= 10 && size - holding->wilds <= 8 && masks[size - holding->wilds] & SUITED; size++) alike_shapes(size);
  for (int suit = 0; suit < 4; suit++)
    if (bits(suit_mask(holding, suit)) + holding->wilds >= 5)
      for (int top = 5; top <= HIGHEST_PLACE; top++)
        run_at(top == HIGHEST_PLACE ? ROYAL_FLUSH : STRAIGHT_FLUSH, top, 5, 1, suit);
  if ((holding->natural & FOUR_JOKERS) == FOUR_JOKERS) shape(JOKER_BOMB, BIG, 4, FOUR_JOKERS, 0, -1);
}
// Of shapes with the same ranks the first in this order is played: the fewest wild cards; a straight rather than a flush; else
// the strongest reading.
static int by_preference(const void* a, const void* b) {
  const Shape *one = a, *other = b;
  if (one->ranks != other->ranks) return one->ranks < other->ranks ? -1 : 1;
  if (one->wilds != other->wilds) return one->wilds - other->wilds;
  int flush = one->suit >= 0, also = other->suit >= 0, run = one->as.kind == STRAIGHT, runs_too = other->as.kind == STRAIGHT;
  if ((flush && runs_too) || (run && also)) return flush - also;
  int more = strength(other->as) - strength(one->as);
  return more ? more : one->suit - other->suit;
}
static void every_shape(const Hand* hand, const Reading* standing) {
  int kind = standing ? standing->kind : -1;
  holding = hand;
  to_beat = standing;
  shape_count = 0;
  if (kind == JOKER_BOMB) return;
  for (int size = 1; size <= 3; size++)
    if (kind < 0 || kind == alike_kind(size)) alike_shapes(size);
  if (kind < 0 || kind == TUBE) run_shapes(TUBE, 3, 2);
  if (kind < 0 || kind == PLATE) run_shapes(PLATE, 2, 3);
  if (kind < 0 || kind == FULL_HOUSE) house_shapes();
  if (kind < 0 || kind == STRAIGHT) run_shapes(STRAIGHT, 5, 1);
  bomb_shapes();
  qsort(shapes, shape_count, sizeof(Shape), by_preference);
  int n = 0;
  for (int i = 0; i < shape_count; i++)
    if (!n || shapes[i].ranks != shapes[n - 1].ranks) shapes[n++] = shapes[i];
  shape_count = n;
}

// ---- what is weighed
static Play plays[MOST_PLAYS];
static int play_count;

// Say what a play takes apart: groups of equal cards, bombs above all, and wild cards.
static int torn(u64 ranks, const u64* masks, int wilds) {
  int cost = 0;
  for (u64 left = ranks; left;) {
    int rank = __builtin_ctzll(left) / 4, n = COUNT(ranks, rank);
    if (rank == level && wilds) cost += 2;
    if (masks[4] & UNIT(rank))
      cost += n < 4 ? 4 : 0;
    else if (masks[n + 1] & UNIT(rank))
      cost++;
    left &= ~(15 * UNIT(rank));
  }
  return cost;
}
static Play* weighed(u64 ranks, int flush) {
  for (int i = 0; i < play_count; i++)
    if (plays[i].ranks == ranks && (plays[i].suit >= 0) == flush) return &plays[i];
  return NULL;
}
// Write down a play of these cards, which are those of ``from`` that ``rest`` has no more.
static void put(Play* play, const Hand* hand, Shape found, const Hand* from, const Hand* rest) {
  *play = (Play){found.as, found.wilds, found.suit, found.ranks, *hand};
  play->left.natural -= from->natural - rest->natural;
  play->left.wilds -= found.wilds;
  for (int suit = 0; suit < 4; suit++) play->left.suits[suit] -= from->suits[suit] - rest->suits[suit];
}
// Add a play that is no group: it takes its cards from a part of the hand, the first by suit.
static void add(const Hand* hand, const Hand* part, Shape found) {
  if (weighed(found.ranks, 0) || weighed(found.ranks, 1) || play_count == MOST_PLAYS) return;
  u64 natural = natural_of(found.ranks, found.wilds);
  Hand rest = *part;
  if (found.as.kind == STRAIGHT) {
    int8_t suits[13];
    mixed_suits(part, natural, suits);
    for (int rank = 0; rank < 13; rank++)
      if (COUNT(natural, rank)) take_one(&rest, rank, suits[rank]);
  } else if (found.suit >= 0)
    take_suit(&rest, natural, found.suit);
  else
    take_plain(&rest, natural);
  found.suit = -1;  // only groups are told apart by their suits
  put(&plays[play_count++], hand, found, part, &rest);
}
// Add the groups of the split that may be played; ``part`` becomes the hand without the cards of its flushes.
static void add_groups(const Hand* hand, const Split* split, const Reading* standing, Hand* part) {
  static Play found[MOST_CARDS];
  Hand held = *hand;
  *part = *hand;
  for (int turn = 0; turn < 3; turn++)  // flushes take their cards first, then straights
    for (int i = 0; i < split->count; i++) {
      const Group* group = &split->groups[i];
      if (turn != (group->suit >= 0 ? 0 : group->as.kind == STRAIGHT ? 1 : 2)) continue;
      u64 natural = natural_of(group->ranks, group->wilds);
      Hand rest = held;
      rest.wilds -= group->wilds;
      if (turn == 0)
        take_suit(&rest, natural, group->suit);
      else if (turn == 1)
        take_straight(&rest, natural);
      else
        take_plain(&rest, natural);
      put(&found[i], hand, (Shape){group->ranks, group->as, group->wilds, group->suit}, &held, &rest);
      held = rest;
      if (turn == 0) *part = rest;
    }
  for (int i = 0; i < split->count; i++) {
    if (standing && !beats(found[i].as, *standing)) continue;
    Play* same = weighed(found[i].ranks, found[i].suit >= 0);
    *(same ? same : &plays[play_count++]) = found[i];
  }
}
static void small_lead(const Hand* hand, const Hand* part, int kind, int rank) {
  add(hand, part, (Shape){(u64)(kind + 1) * UNIT(rank), {kind, rank, kind + 1}, 0, -1});
}
// Write down the plays worth weighing, passing left out.
static void list_plays(const Hand* hand, const Split* split, const Reading* standing, int size) {
  Hand part;
  u64 masks[9];
  play_count = 0;
  add_groups(hand, split, standing, &part);
  if (!standing && size > FEW_CARDS) {
    at_least(part.natural, masks);
    for (int kind = SINGLE; kind <= PAIR; kind++) {
      u64 alone = masks[kind + 1] & ~masks[4] & (kind == PAIR ? SUITED : ONES);
      for (int at = 0, n = 0; at < RANKS && n < 2; at++)
        if (alone & UNIT(order[at])) {
          small_lead(hand, &part, kind, order[at]);
          n++;
        }
    }
    for (int i = 0; i < split->count; i++) {
      const Group* group = &split->groups[i];
      if (group->as.kind != FULL_HOUSE || group->wilds) continue;
      small_lead(hand, &part, TRIPLE, group->as.rank);
      small_lead(hand, &part, PAIR, (63 - __builtin_clzll(group->ranks - 3 * UNIT(group->as.rank))) / 4);
    }
    return;
  }
  int parts = part.natural == hand->natural && part.wilds == hand->wilds ? 1 : 2;
  for (int which = 0; which < parts; which++) {
    const Hand* from = which ? hand : &part;
    every_shape(from, standing);
    int n = 0, costs[MOST_SHAPES];
    at_least(from->natural, masks);
    for (int i = 0; i < shape_count; i++)
      if (!weighed(shapes[i].ranks, 0)) {
        costs[n] = torn(shapes[i].ranks, masks, from->wilds);
        shapes[n++] = shapes[i];
      }
    for (int done = 0, cost = n > MOST_LOOKED_AT ? 0 : -1; done < n && done < MOST_LOOKED_AT; cost++)
      for (int i = 0; i < n && done < MOST_LOOKED_AT; i++)
        if (cost < 0 || costs[i] == cost) {
          add(hand, from, shapes[i]);
          done++;
        }
  }
  if (play_count <= MOST_PLAIN) return;
  static Play kept[MOST_PLAIN + MOST_BOMBS];
  int n = 0, costs[MOST_PLAYS], highest = 0;
  at_least(hand->natural, masks);
  for (int i = 0; i < play_count; i++) {
    costs[i] = torn(plays[i].ranks, masks, plays[i].wilds) + 3 * plays[i].wilds;
    if (costs[i] > highest) highest = costs[i];
  }
  for (int bombs = 0; bombs < 2; bombs++)
    for (int cost = 0, some = 0; cost <= highest; cost++)
      for (int i = 0; i < play_count && some < (bombs ? MOST_BOMBS : MOST_PLAIN); i++)
        if (costs[i] == cost && (plays[i].as.kind >= BOMB) == bombs) {
          kept[n++] = plays[i];
          some++;
        }
  memcpy(plays, kept, n * sizeof(Play));
  play_count = n;
}
