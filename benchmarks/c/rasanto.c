/* Rasanto: dice put into the 45 funnels of the plate, and the pyramid of 165 that grows on them by itself. */
#include "common.h"

enum { SIDE = 9, PLACES = 165, PLATE = 45 };

static short plate[PLATE], layer[PLACES], supports[PLACES][3], riders[PLACES][3]; /* -1: none */

__attribute__((constructor)) static void lay_out(void)
{
    short number[SIDE + 1][SIDE + 1][SIDE + 1];
    int places = 0, funnels = 0;
    memset(number, -1, sizeof number);
    for (int a = 0; a < SIDE; a++)
        for (int b = 0; a + b < SIDE; b++)
            for (int c = 0; a + b + c < SIDE; c++) {
                layer[places] = SIDE - a - b - c;
                if (layer[places] == 1)
                    plate[funnels++] = places;
                number[a][b][c] = places++;
            }
    for (int a = 0; a < SIDE; a++)
        for (int b = 0; a + b < SIDE; b++)
            for (int c = 0; a + b + c < SIDE; c++) {
                short *down = supports[number[a][b][c]], *up = riders[number[a][b][c]];
                down[0] = number[a + 1][b][c], down[1] = number[a][b + 1][c], down[2] = number[a][b][c + 1];
                up[0] = a ? number[a - 1][b][c] : -1, up[1] = b ? number[a][b - 1][c] : -1, up[2] = c ? number[a][b][c - 1] : -1;
            }
}

static void rasanto(source *chance, result *out)
{
    signed char owner[PLACES];
    memset(owner, -1, sizeof owner);
    uint64_t empty = ((uint64_t)1 << PLATE) - 1;
    int seat = out->starter = below(chance, PLAYERS), left = PLACES, turns = 0;
    for (;; seat ^= 1) {
        int funnel = member(empty, below(chance, __builtin_popcountll(empty)));
        empty &= ~((uint64_t)1 << funnel);
        short standing[PLACES], count = 0;
        owner[plate[funnel]] = seat;
        standing[count++] = plate[funnel];
        left--;
        while (count) { /* each die may complete the three funnels that it is part of */
            const short *up = riders[standing[--count]];
            for (int i = 0; i < 3; i++) {
                if (up[i] < 0 || owner[up[i]] >= 0)
                    continue;
                const short *down = supports[up[i]];
                int x = owner[down[0]], y = owner[down[1]], z = owner[down[2]];
                if ((x | y | z) < 0)
                    continue;
                /* Three of one colour give it to the opponent, two to their owner. */
                int share = x + y + z;
                owner[up[i]] = share == 3 ? 0 : share == 0 ? 1 : share >= 2;
                standing[count++] = up[i];
                left--;
            }
        }
        turns++;
        if (!left)
            break;
    }
    for (int place = 0; place < PLACES; place++) {
        const short *up = riders[place];
        out->scores[(int)owner[place]] += (up[0] < 0) + (up[1] < 0) + (up[2] < 0);
    }
    int ahead = out->scores[0] - out->scores[1];
    out->winners = ahead > 0 ? 1 : ahead < 0 ? 2 : 3;
    out->length = turns;
}

PLAY(rasanto)
