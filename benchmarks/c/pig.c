/* Pig to 100. */
#include "common.h"

static void pig(source *chance, result *out)
{
    int scores[PLAYERS] = {0}, turns = 0;
    int seat = out->starter = below(chance, PLAYERS);
    for (;; seat ^= 1) {
        int pot = 0;
        for (;;) {
            if (below(chance, pot ? 2 : 1)) { /* roll or, with something in the pot, hold */
                scores[seat] += pot;
                break;
            }
            int number = 1 + below(chance, 6);
            if (number == 1)
                break;
            pot += number;
        }
        turns++;
        if (scores[seat] >= 100)
            break;
    }
    out->winners = 1 << seat;
    out->length = turns;
}

PLAY(pig)
