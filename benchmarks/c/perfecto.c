/* Perfecto, a match to 3 points. Die d of a hand has its own number, d + 1, in red. */
#include "common.h"

typedef struct {
    int face[6], dice, last_chance; /* dice d1 to d`dice` are owned; the highest goes first */
} hand;

static inline void roll(source *chance, hand *mine, unsigned which)
{
    for (; which; which &= which - 1)
        mine->face[lowest(which)] = 1 + below(chance, 6);
}

/* One round; the seat that is proven right. Bids are numbered upwards: so many dice of a rank are 6 * dice + rank. */
static int round_of(source *chance, hand *hands, int seat)
{
    int limit = 2 * (hands[0].dice + hands[1].dice), highest = 6 * limit + 5, bid = 5, rank, perfecto;
    roll(chance, &hands[0], (1u << hands[0].dice) - 1);
    roll(chance, &hands[1], (1u << hands[1].dice) - 1);
    for (;; seat ^= 1) {
        int bids = highest - bid, rolls = bids ? (1 << hands[seat].dice) - 1 : 0, calls = bid > 5 ? 2 : 0;
        int move = below(chance, bids + rolls + calls);
        if (move >= bids + rolls) {
            perfecto = move - bids - rolls;
            break;
        }
        if (move >= bids) { /* the subsets of a hand in rising order */
            roll(chance, &hands[seat], move - bids + 1);
            move = below(chance, bids);
        }
        bid += 1 + move;
    }
    int total = 0;
    rank = 1 + bid % 6;
    for (int i = 0; i < PLAYERS; i++)
        for (int die = 0; die < hands[i].dice; die++)
            total += (hands[i].face[die] == rank) + (hands[i].face[die] == die + 1);
    int good = perfecto ? total != bid / 6 : total >= bid / 6;
    return good ? seat ^ 1 : seat;
}

static void perfecto(source *chance, result *out)
{
    int points[PLAYERS] = {0};
    int opener = out->starter = below(chance, PLAYERS);
    for (;;) {
        hand hands[PLAYERS] = {{{0}, 6, 0}, {{0}, 6, 0}};
        out->length = 0;
        for (;;) {
            opener = round_of(chance, hands, opener);
            hand *loser = &hands[opener ^ 1];
            out->length++;
            if (loser->last_chance)
                break;
            if (--loser->dice == 1) {
                loser->last_chance = 1;
                loser->dice = 6;
            }
        }
        if (++points[opener] >= 3)
            break;
    }
    out->winners = 1 << opener;
}

PLAY(perfecto)
