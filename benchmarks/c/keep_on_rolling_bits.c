/* Keep on Rolling to 250, with all sets of dice in one word instead of one after the other. Die d has its own number, d + 1, in red. */
#include "common.h"

/* The sets that hold a die, of all 64. */
static const uint64_t holding[6] = {
    0xAAAAAAAAAAAAAAAAu, 0xCCCCCCCCCCCCCCCCu, 0xF0F0F0F0F0F0F0F0u, 0xFF00FF00FF00FF00u, 0xFFFF0000FFFF0000u, 0xFFFFFFFF00000000u,
};

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
        /* All 64 sets of dice at once, a bit for each: a good one holds a die like another of it, or like a saved one. */
        uint64_t good = 0, one[7] = {0};
        for (unsigned rest = saved; rest; rest &= rest - 1)
            one[face[lowest(rest)]] = ~(uint64_t)0;
        for (unsigned rest = loose; rest; rest &= rest - 1) {
            int die = lowest(rest), number = face[die];
            good |= one[number] & holding[die];
            one[number] |= holding[die];
        }
        for (unsigned rest = saved; rest; rest &= rest - 1)
            good &= ~holding[lowest(rest)];
        int found = __builtin_popcountll(good);
        if (!found)
            return 0;
        unsigned kept = member(good, below(chance, found));
        saved |= kept;
        loose &= ~kept;
        int so_far = bank + points(face, saved);
        if (loose) {
            if (below(chance, 2)) /* roll on, or stop */
                return so_far;
            continue;
        }
        int count[7] = {0};
        for (int die = 0; die < 6; die++)
            count[face[die]]++;
        for (int die = 0; die < 6; die++)
            if (count[face[die]] == 1)
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
