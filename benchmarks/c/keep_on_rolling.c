/* Keep on Rolling to 250. Die d has its own number, d + 1, in red. */
#include "common.h"

static int points(const int *face, unsigned saved)
{
    int count[7] = {0}, red[7] = {0}, total = 0;
    for (; saved; saved &= saved - 1) {
        int die = lowest(saved), number = face[die];
        count[number]++;
        red[number] |= number == die + 1;
    }
    for (int number = 1; number <= 6; number++)
        if (count[number] >= 2)
            total += number * count[number] << red[number];
    return total;
}

static int turn(source *chance)
{
    int face[6], bank = 0;
    unsigned loose = 63, saved = 0;
    for (;;) {
        for (unsigned rest = loose; rest; rest &= rest - 1)
            face[lowest(rest)] = 1 + below(chance, 6);
        /* The dice that each loose die is like: a choice needs one that is like another of the choice, or like a saved one. */
        unsigned showing[7] = {0}, like[6];
        for (int die = 0; die < 6; die++)
            showing[face[die]] |= 1u << die;
        unsigned matching = 0; /* loose dice that match a saved one */
        for (unsigned rest = loose; rest; rest &= rest - 1) {
            int die = lowest(rest);
            like[die] = showing[face[die]] & ~(1u << die);
            if (like[die] & saved)
                matching |= 1u << die;
        }
        unsigned char moves[64];
        unsigned found = 0, kept = 0;
        while ((kept = (kept - loose) & loose)) {
            unsigned good = kept & matching;
            for (unsigned rest = kept; rest && !good; rest &= rest - 1)
                good = like[lowest(rest)] & kept;
            moves[found] = kept;
            found += good != 0;
        }
        if (!found)
            return 0;
        kept = moves[below(chance, found)];
        saved |= kept;
        loose &= ~kept;
        int so_far = bank + points(face, saved);
        if (loose) {
            if (below(chance, 2)) /* roll on, or stop */
                return so_far;
            continue;
        }
        for (int die = 0; die < 6; die++)
            if (!(showing[face[die]] & ~(1u << die)))
                return so_far;
        if (below(chance, 2)) /* fill up, or stop */
            return 2 * so_far;
        bank = so_far;
        loose = 63;
        saved = 0;
    }
}

static void keep_on_rolling(source *chance, result *out)
{
    int totals[PLAYERS] = {0}, sudden_death = 0, turns = 0;
    int seat = out->starter = below(chance, PLAYERS);
    for (;; seat ^= 1) {
        totals[seat] += turn(chance);
        turns++;
        if (sudden_death && totals[seat ^ 1] >= totals[seat])
            break;
        sudden_death |= totals[seat] >= 250;
    }
    out->winners = 2 >> seat;
    out->length = turns;
}

PLAY(keep_on_rolling)
