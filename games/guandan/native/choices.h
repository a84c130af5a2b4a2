// The plays that are worth weighing (choices in ai/scene.py), and the cards that they take.
#pragma once
#include "splits.h"

typedef struct {
  Play play;  // only groups of a split are told apart by suits
  u64 ranks;  // wild cards under the level
  Hand left;
} Choice;
enum { MOST_PLAIN = 8, MOST_BOMBS = 5, MOST_LOOKED_AT = 26, FEW_CARDS = 7, MOST_CHOICES = 120 };
typedef struct {
  int count;
  Choice all[MOST_CHOICES];
} Choices;

// ---- cards
// Take the cards of a straight that is a group: each in another suit than its first, where there is one.
static void take_straight(Hand *hand, const Play *play) {
  int first = NOBODY;
  for EACH(rank, play->natural) {
    int lowest = first_suit(hand, rank, NOBODY), suit = first < 0 ? lowest : first_suit(hand, rank, first);
    if (first < 0) first = lowest;
    hand->suits[suit < 0 ? lowest : suit] -= UNIT(rank);
  }
  hand->natural -= play->natural;
  hand->wilds -= play->wilds;
}
// Say whether a straight of these cards is none, as all of them have one suit.
static int one_suit(const Hand *hand, u64 natural) {
  u64 suits = 0;
  for EACH(rank, natural)
    for (int suit = 0; suit < SUITS; suit++) suits |= (u64)(COUNT(hand->suits[suit], rank) > 0) << suit;
  return bits(suits) == 1;
}
// Write down a play of those cards of ``from`` that ``rest`` has no more.
static Choice choice_of(const Thumb *thumb, const Hand *hand, Play play, const Hand *from, const Hand *rest) {
  Choice choice = {play, ranks_of(thumb, play.natural, play.wilds), *hand};
  choice.left.natural -= play.natural;
  choice.left.wilds -= play.wilds;
  for (int suit = 0; suit < SUITS; suit++) choice.left.suits[suit] -= from->suits[suit] - rest->suits[suit];
  return choice;
}

// ---- every play of a hand, told by its ranks
typedef struct {
  u64 ranks;
  int height;
  Play play;
} Shape;
// Of shapes with the same ranks the first in this order is played: the fewest wild cards; a straight rather than a flush; else
// the strongest reading.
static int by_preference(const void *a, const void *b) {
  const Shape *one = a, *other = b;
  if (one->ranks != other->ranks) return one->ranks < other->ranks ? -1 : 1;
  if (one->play.wilds != other->play.wilds) return one->play.wilds - other->play.wilds;
  int kind = one->play.reading.kind, other_kind = other->play.reading.kind;
  if (kind == STRAIGHT && other_kind >= BOMB) return -1;
  if (kind >= BOMB && other_kind == STRAIGHT) return 1;
  if (kind != other_kind) return other_kind - kind;
  if (one->height != other->height) return other->height - one->height;
  return one->play.suit - other->play.suit;
}
// Write down one play for each choice of ranks among those with these numbers, and return how many there are.
static int shapes_of(const Thumb *thumb, const Hand *hand, const int32_t *numbers, int count, Shape *shapes) {
  int n = 0, kept = 0;
  for (int i = 0; i < count; i++) {
    Play play = thumb->combos->plays[numbers[i]];
    int kind = play.reading.kind, rank = play.reading.rank;
    if (kind == STRAIGHT && one_suit(hand, play.natural)) continue;
    int is_run = kind == STRAIGHT || kind == TUBE || kind == PLATE || kind == STRAIGHT_FLUSH || kind == ROYAL_FLUSH;
    shapes[n++] = (Shape){ranks_of(thumb, play.natural, play.wilds), is_run ? place_of(rank) : thumb->place[rank], play};
  }
  qsort(shapes, n, sizeof(Shape), by_preference);
  for (int i = 0; i < n; i++)
    if (!kept || shapes[i].ranks != shapes[kept - 1].ranks) shapes[kept++] = shapes[i];
  return kept;
}

// ---- what is weighed
// Say what a play takes apart: groups of equal cards, bombs above all, and wild cards.
static int torn(const Thumb *thumb, u64 ranks, const u64 *masks, int wilds) {
  int cost = 0;
  for (u64 left = ranks; left;) {
    int rank = LOWEST(left), n = COUNT(ranks, rank);
    if (rank == thumb->level && wilds) cost += 2;
    if (masks[4] & UNIT(rank))
      cost += n < 4 ? 4 : 0;
    else if (masks[n + 1] & UNIT(rank))
      cost++;
    left &= ~(15 * UNIT(rank));
  }
  return cost;
}
static Choice *weighed(Choices *found, u64 ranks, int flush) {
  for (int i = 0; i < found->count; i++)
    if (found->all[i].ranks == ranks && (found->all[i].play.suit >= 0) == flush) return &found->all[i];
  return NULL;
}
// Add a play that is no group: it takes its cards from a part of the hand.
static void add(const Thumb *thumb, Choices *found, const Hand *hand, const Hand *part, Play play) {
  u64 ranks = ranks_of(thumb, play.natural, play.wilds);
  if (weighed(found, ranks, 0) || weighed(found, ranks, 1) || found->count == MOST_CHOICES) return;
  Hand rest = *part;
  take(&rest, &play, thumb->level, NULL);
  play.suit = -1;
  found->all[found->count++] = choice_of(thumb, hand, play, part, &rest);
}
static int has_number(const Thumb *thumb, Play play, const int32_t *numbers, int count) {
  for (int i = 0; i < count; i++) {
    const Play *listed = &thumb->combos->plays[numbers[i]];
    if (listed->natural != play.natural || listed->wilds != play.wilds || listed->suit != play.suit) continue;
    if (listed->reading.kind == play.reading.kind && listed->reading.rank == play.reading.rank) return 1;
  }
  return 0;
}
// Add the groups of the split that have these numbers, of NULL all; ``part`` becomes the hand without the cards of its flushes.
static void add_groups(const Thumb *thumb, Choices *found, const Hand *hand, const Split *split, const int32_t *numbers, int count,
                       Hand *part) {
  Choice grouped[MOST_CARDS];
  Hand held = *hand;
  *part = *hand;
  for (int turn = 0; turn < 3; turn++)  // flushes take their cards first, then straights
    for (int i = 0; i < split->count; i++) {
      const Play *group = &split->groups[i];
      if (turn != (group->suit >= 0 ? 0 : group->reading.kind == STRAIGHT ? 1 : 2)) continue;
      Hand rest = held;
      if (turn == 1)
        take_straight(&rest, group);
      else
        take(&rest, group, thumb->level, NULL);
      grouped[i] = choice_of(thumb, hand, *group, &held, &rest);
      held = rest;
      if (turn == 0) *part = rest;
    }
  for (int i = 0; i < split->count; i++) {
    if (numbers && !has_number(thumb, split->groups[i], numbers, count)) continue;
    Choice *same = weighed(found, grouped[i].ranks, grouped[i].play.suit >= 0);
    *(same ? same : &found->all[found->count++]) = grouped[i];
  }
}
static void small_lead(const Thumb *thumb, Choices *found, const Hand *hand, const Hand *part, int kind, int rank) {
  add(thumb, found, hand, part, (Play){(u64)(kind + 1) * UNIT(rank), 0, -1, {kind, rank, kind + 1}});
}
static void small_leads(const Thumb *thumb, Choices *found, const Hand *hand, const Hand *part, const Split *split) {
  u64 masks[MOST_ALIKE + 1];
  at_least(part->natural, masks);
  for (int kind = SINGLE; kind <= PAIR; kind++) {
    u64 alone = masks[kind + 1] & ~masks[4] & (kind == PAIR ? SUITED : ONES);
    for (int at = 0, n = 0; at < RANKS && n < 2; at++)
      if (alone & UNIT(thumb->order[at])) {
        small_lead(thumb, found, hand, part, kind, thumb->order[at]);
        n++;
      }
  }
  for (int i = 0; i < split->count; i++) {
    const Play *group = &split->groups[i];
    if (group->reading.kind != FULL_HOUSE || group->wilds) continue;
    small_lead(thumb, found, hand, part, TRIPLE, group->reading.rank);
    small_lead(thumb, found, hand, part, PAIR, LOWEST(group->natural - 3 * UNIT(group->reading.rank)));
  }
}
// Add of every play of a part of the hand those that take least apart.
static void add_plays(const Thumb *thumb, Choices *found, const Hand *hand, const Hand *part, const int32_t *numbers, int count) {
  Shape shapes[MOST_PLAYS];
  u64 masks[MOST_ALIKE + 1];
  int all = shapes_of(thumb, part, numbers, count, shapes), n = 0, costs[MOST_PLAYS];
  at_least(part->natural, masks);
  for (int i = 0; i < all; i++)
    if (!weighed(found, shapes[i].ranks, 0)) {
      costs[n] = torn(thumb, shapes[i].ranks, masks, part->wilds);
      shapes[n++] = shapes[i];
    }
  for (int done = 0, cost = n > MOST_LOOKED_AT ? 0 : -1; done < n && done < MOST_LOOKED_AT; cost++)
    for (int i = 0; i < n && done < MOST_LOOKED_AT; i++)
      if (cost < 0 || costs[i] == cost) {
        add(thumb, found, hand, part, shapes[i].play);
        done++;
      }
}
// Keep of many choices those that take least apart, bombs apart.
static void keep_few(const Thumb *thumb, Choices *found, const Hand *hand) {
  u64 masks[MOST_ALIKE + 1];
  Choice kept[MOST_PLAIN + MOST_BOMBS];
  int costs[MOST_CHOICES], highest = 0, n = 0;
  at_least(hand->natural, masks);
  for (int i = 0; i < found->count; i++) {
    const Choice *choice = &found->all[i];
    costs[i] = torn(thumb, choice->ranks, masks, choice->play.wilds) + 3 * choice->play.wilds;
    if (costs[i] > highest) highest = costs[i];
  }
  for (int bombs = 0; bombs < 2; bombs++)
    for (int cost = 0, some = 0; cost <= highest; cost++)
      for (int i = 0; i < found->count && some < (bombs ? MOST_BOMBS : MOST_PLAIN); i++)
        if (costs[i] == cost && (found->all[i].play.reading.kind >= BOMB) == bombs) {
          kept[n++] = found->all[i];
          some++;
        }
  memcpy(found->all, kept, n * sizeof(Choice));
  found->count = n;
}
// Write down the plays worth weighing for a hand of this size, passing left out.
static void find_choices(const Thumb *thumb, const Hand *hand, const Split *split, Reading standing, int size, Choices *found) {
  int32_t numbers[MOST_PLAYS];
  int leads = standing.kind == NOTHING, few_leads = leads && size > FEW_CARDS;
  int count = few_leads ? 0 : list_plays(thumb->combos, hand, thumb->level, standing, numbers);
  Hand part;
  found->count = 0;
  add_groups(thumb, found, hand, split, leads ? NULL : numbers, count, &part);
  if (few_leads) {
    small_leads(thumb, found, hand, &part, split);
    return;
  }
  if (part.natural != hand->natural || part.wilds != hand->wilds) {
    int32_t of_part[MOST_PLAYS];
    add_plays(thumb, found, hand, &part, of_part, list_plays(thumb->combos, &part, thumb->level, standing, of_part));
  }
  add_plays(thumb, found, hand, hand, numbers, count);
  if (found->count > MOST_PLAIN) keep_few(thumb, found, hand);
}
