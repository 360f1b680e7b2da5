/* What the games share: the random source of dicedsl, byte for byte, and what games come to.

   A game is a function `static void game(source *chance, result *out)`; a file includes this one first and says PLAY(game) at
   its end. Game number n of a seed is the same here and in both engines. */
#include <stdint.h>
#include <string.h>

enum { PLAYERS = 2, MOST = 4096 };

typedef struct {
    uint64_t state, word;
    int left; /* bytes of the word not used yet */
} source;

typedef struct {
    int starter, winners, length; /* winners: a mask; length: turns or rounds */
    int scores[PLAYERS];
} result;

typedef struct {
    int64_t games, winners[PLAYERS][1 << PLAYERS], lengths[MOST], scores[PLAYERS][MOST];
} tally;

#define GAMMA 0x9E3779B97F4A7C15u

static inline uint64_t mixed(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline unsigned byte(source *chance)
{
    if (!chance->left) {
        chance->word = mixed(chance->state += GAMMA);
        chance->left = 8;
    }
    chance->left--;
    unsigned value = chance->word & 255;
    chance->word >>= 8;
    return value;
}

/* A number from 0 to n - 1, for n up to 256: one byte, unless it would favour some numbers. */
static inline unsigned below(source *chance, unsigned n)
{
    unsigned value, rest;
    do {
        value = byte(chance);
        rest = value % n;
    } while (value - rest + n > 256);
    return rest;
}

/* The member of a set with this number, counted from 0. */
static inline int member(uint64_t set, unsigned number)
{
    while (number--)
        set &= set - 1;
    return __builtin_ctzll(set);
}

static inline int lowest(uint64_t set) { return __builtin_ctzll(set); }

#define PLAY(game)                                                                                                          \
    void play(uint64_t seed, int64_t first, int64_t games, tally *out)                                                      \
    {                                                                                                                       \
        for (int64_t number = first; number < first + games; number++) {                                                   \
            source chance = {mixed(seed + GAMMA * (uint64_t)(number + 1)), 0, 0};                                           \
            result end;                                                                                                     \
            memset(&end, 0, sizeof end);                                                                                    \
            game(&chance, &end);                                                                                            \
            out->games++;                                                                                                   \
            out->winners[end.starter][end.winners]++;                                                                       \
            out->lengths[end.length < MOST ? end.length : MOST - 1]++;                                                      \
            for (int seat = 0; seat < PLAYERS; seat++)                                                                      \
                out->scores[seat][end.scores[seat]]++;                                                                      \
        }                                                                                                                   \
    }
