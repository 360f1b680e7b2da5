/* The two games of _by_hand.py as one would write them by hand in C. */
#include <stdint.h>
#include <string.h>

typedef struct { int64_t wins[16], turns, turns_squared; } tally;

static uint64_t state;

static inline uint64_t next_word(void) /* SplitMix64 */
{
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline int below(uint32_t n) { return (int)((next_word() >> 32) * n >> 32); }

static int pig(int players, int goal, int *turns)
{
    int scores[16] = {0};
    for (int seat = 0;; seat = seat + 1 == players ? 0 : seat + 1) {
        int pot = 0;
        ++*turns;
        for (;;) {
            if (pot > 0 && below(2)) {
                scores[seat] += pot;
                break;
            }
            int number = 1 + below(6);
            if (number == 1)
                break;
            pot += number;
        }
        if (scores[seat] >= goal)
            return seat;
    }
}

static int points(const int *faces, unsigned saved)
{
    int count[7] = {0}, red[7] = {0}, total = 0;
    for (int die = 0; die < 6; die++)
        if (saved >> die & 1) {
            count[faces[die]]++;
            if (faces[die] == die + 1)
                red[faces[die]] = 1;
        }
    for (int number = 1; number <= 6; number++)
        if (count[number] >= 2)
            total += number * count[number] << red[number];
    return total;
}

static int turn(void)
{
    int faces[6], bank = 0;
    unsigned loose = 63, saved = 0;
    for (;;) {
        for (int die = 0; die < 6; die++)
            if (loose >> die & 1)
                faces[die] = 1 + below(6);
        unsigned moves[64], present = 0;
        int found = 0;
        for (int die = 0; die < 6; die++)
            if (saved >> die & 1)
                present |= 1u << faces[die];
        for (unsigned kept = -loose & loose;; kept = (kept - loose) & loose) {
            unsigned seen = present;
            for (unsigned rest = kept; rest; rest &= rest - 1) {
                unsigned number = 1u << faces[__builtin_ctz(rest)];
                if (seen & number) {
                    moves[found++] = kept;
                    break;
                }
                seen |= number;
            }
            if (kept == loose)
                break;
        }
        if (!found)
            return 0;
        unsigned kept = moves[below(found)];
        saved |= kept;
        loose &= ~kept;
        int so_far = bank + points(faces, saved);
        if (loose) {
            if (below(2))
                return so_far;
            continue;
        }
        int count[7] = {0}, alone = 0;
        for (int die = 0; die < 6; die++)
            count[faces[die]]++;
        for (int number = 1; number <= 6; number++)
            alone |= count[number] == 1;
        if (alone)
            return so_far;
        if (below(2))
            return 2 * so_far;
        bank = so_far;
        loose = 63;
        saved = 0;
    }
}

static int keep_on_rolling(int players, int target, int *turns)
{
    int totals[16] = {0}, inside = (1 << players) - 1, sudden_death = 0;
    for (int seat = 0;; seat = seat + 1 == players ? 0 : seat + 1) {
        if (!(inside >> seat & 1))
            continue;
        totals[seat] += turn();
        ++*turns;
        if (!sudden_death) {
            sudden_death = totals[seat] >= target;
            continue;
        }
        for (int rival = 0; rival < players; rival++)
            if (rival != seat && inside >> rival & 1 && totals[rival] >= totals[seat]) {
                inside &= ~(1 << seat);
                break;
            }
        if ((inside & (inside - 1)) == 0)
            return __builtin_ctz(inside);
    }
}

void play(int game, int players, int64_t games, uint64_t seed, tally *out)
{
    memset(out, 0, sizeof *out);
    state = seed;
    while (games--) {
        int turns = 0;
        int winner = game == 0 ? pig(players, 100, &turns) : keep_on_rolling(players, 250, &turns);
        out->wins[winner]++;
        out->turns += turns;
        out->turns_squared += (int64_t)turns * turns;
    }
}
