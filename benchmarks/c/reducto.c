/* Reducto: 44 standing dice on a plate of 45 funnels; they move along lines, as many funnels as they show. */
#include "common.h"

enum { SIDE = 9, PLATE = 45, WAYS = 6, ORIENTATIONS = 24, MOST_TURNS = 200 };
#define BIT(place) ((uint64_t)1 << (place))

/* Where a die of an orientation comes to from a funnel, along each way (-1: off the plate), and what it crosses. */
static signed char arrival[ORIENTATIONS][PLATE][WAYS];
static uint64_t crossed[ORIENTATIONS][PLATE][WAYS];

static int handed(const int *number)
{
    int axis[3], sign = 1;
    for (int i = 0; i < 3; i++) {
        axis[i] = number[i] <= 3 ? number[i] - 1 : 6 - number[i];
        sign *= number[i] <= 3 ? 1 : -1;
    }
    if (axis[0] == axis[1] || axis[0] == axis[2] || axis[1] == axis[2])
        return 0;
    int swaps = (axis[0] > axis[1]) + (axis[0] > axis[2]) + (axis[1] > axis[2]);
    return (swaps & 1 ? -sign : sign) == 1;
}

static int place_at(int a, int b) { return a * SIDE - a * (a - 1) / 2 + b; }

__attribute__((constructor)) static void lay_out(void)
{
    /* The number towards a side points along the line on which that coordinate stays the same, both ways. */
    static const int steps[WAYS][3] = {{0, 1, -1}, {0, -1, 1}, {1, 0, -1}, {-1, 0, 1}, {1, -1, 0}, {-1, 1, 0}};
    int orientation = 0;
    for (int code = 0; code < 216; code++) {
        int number[3] = {1 + code / 36, 1 + code / 6 % 6, 1 + code % 6};
        if (!handed(number))
            continue;
        for (int a = 0; a < SIDE; a++)
            for (int b = 0; a + b < SIDE; b++)
                for (int way = 0; way < WAYS; way++) {
                    int far = number[way / 2], x = a, y = b, z = SIDE - 1 - a - b, here = place_at(a, b);
                    uint64_t over = 0;
                    for (int i = 1; i <= far; i++) {
                        x += steps[way][0], y += steps[way][1], z += steps[way][2];
                        if (x < 0 || y < 0 || z < 0)
                            break;
                        if (i < far)
                            over |= BIT(place_at(x, y));
                    }
                    int inside = x >= 0 && y >= 0 && z >= 0;
                    arrival[orientation][here][way] = inside ? place_at(x, y) : -1;
                    crossed[orientation][here][way] = over;
                }
        orientation++;
    }
}

typedef struct {
    uint64_t taken;
    unsigned char die[PLATE], orientation[PLATE]; /* by place */
} board;

/* Where it can go from `here`, the dice on `others` being in the way. */
static inline uint64_t moves_of(int orientation, int here, uint64_t others)
{
    uint64_t found = 0;
    for (int way = 0; way < WAYS; way++) {
        int there = arrival[orientation][here][way];
        if (there >= 0)
            found |= BIT(there);
    }
    return found & ~others;
}

static inline int is_near(int orientation, int here, uint64_t others)
{
    for (int way = 0; way < WAYS; way++) {
        int there = arrival[orientation][here][way];
        if (there >= 0 && !(others >> there & 1) && crossed[orientation][here][way] & others)
            return 1;
    }
    return 0;
}

/* How many moves it takes if the last must be a jump: 1 to 3, or more than `most`. */
static int needed(int orientation, int here, uint64_t others, int most)
{
    if (is_near(orientation, here, others))
        return 1;
    if (most < 2)
        return 2;
    uint64_t first = moves_of(orientation, here, others);
    for (uint64_t rest = first; rest; rest &= rest - 1)
        if (is_near(orientation, lowest(rest), others))
            return 2;
    if (most < 3)
        return 3;
    for (; first; first &= first - 1)
        for (uint64_t rest = moves_of(orientation, lowest(first), others); rest; rest &= rest - 1)
            if (is_near(orientation, lowest(rest), others))
                return 3;
    return 4;
}

static inline uint64_t good_moves(int orientation, int here, uint64_t others, int left)
{
    uint64_t good = 0;
    if (left > 1)
        for (uint64_t rest = moves_of(orientation, here, others); rest; rest &= rest - 1)
            if (needed(orientation, lowest(rest), others, left - 1) < left)
                good |= rest & -rest;
    return good;
}

static inline void step(board *b, int *place, int target)
{
    b->die[target] = b->die[*place];
    b->orientation[target] = b->orientation[*place];
    b->taken = (b->taken & ~BIT(*place)) | BIT(target);
    *place = target;
}

static const int value[3] = {3, 2, 1}; /* 15 green, 15 red and 15 black dice */

/* One turn; what it wins. */
static int turn(source *chance, board *b)
{
    int dice = __builtin_popcountll(b->taken), left = dice > 15 ? 1 : dice > 5 ? 2 : 3, place;
    uint64_t ready = 0, good[PLATE];
    for (uint64_t rest = b->taken; rest; rest &= rest - 1)
        if (is_near(b->orientation[lowest(rest)], lowest(rest), b->taken & ~(rest & -rest)))
            ready |= rest & -rest;
    int jumps = __builtin_popcountll(ready), moves = 0, begun = 0;
    if (dice > 5 && jumps) {
        place = member(ready, below(chance, jumps));
        b->taken &= ~BIT(place);
        return value[b->die[place] / 15];
    }
    if (dice <= 15)
        for (uint64_t rest = b->taken; rest; rest &= rest - 1) {
            place = lowest(rest);
            good[place] = good_moves(b->orientation[place], place, b->taken & ~BIT(place), left);
            moves += __builtin_popcountll(good[place]);
        }
    int move = below(chance, jumps + moves + dice);
    if (move < jumps) {
        place = member(ready, move);
        b->taken &= ~BIT(place);
        return value[b->die[place] / 15];
    }
    move -= jumps;
    if (move < moves) {
        uint64_t rest = b->taken;
        int count;
        while (move >= (count = __builtin_popcountll(good[lowest(rest)]))) {
            move -= count;
            rest &= rest - 1;
        }
        place = lowest(rest);
        step(b, &place, member(good[place], move));
        begun = 1;
    } else {
        place = member(b->taken, move - moves);
        b->orientation[place] = below(chance, ORIENTATIONS);
    }
    left--;
    for (;;) {
        int orientation = b->orientation[place];
        uint64_t others = b->taken & ~BIT(place);
        if (needed(orientation, place, others, left) > left)
            return 0;
        int jump = is_near(orientation, place, others);
        uint64_t further = good_moves(orientation, place, others, left);
        int count = __builtin_popcountll(further);
        move = below(chance, jump + count + !begun);
        if (move < jump) {
            b->taken = others;
            return value[b->die[place] / 15];
        }
        if (move - jump >= count)
            return 0;
        step(b, &place, member(further, move - jump));
        begun = 1;
        left--;
    }
}

static void reducto(source *chance, result *out)
{
    board b;
    uint64_t box = BIT(PLATE) - 1;
    unsigned char stands[PLATE];
    int seat = out->starter = below(chance, PLAYERS), turns = 0;
    for (int place = 0; place < PLATE; place++) {
        int die = member(box, below(chance, PLATE - place));
        box &= ~BIT(die);
        b.die[place] = die;
        stands[die] = place;
    }
    for (int die = 0; die < PLATE; die++)
        b.orientation[stands[die]] = below(chance, ORIENTATIONS);
    b.taken = (BIT(PLATE) - 1) & ~BIT(stands[below(chance, PLATE)]);
    for (;; seat ^= 1) {
        out->scores[seat] += turn(chance, &b);
        if (++turns == MOST_TURNS || !(b.taken & (b.taken - 1)))
            break;
    }
    int ahead = out->scores[0] - out->scores[1];
    out->winners = ahead > 0 ? 1 : ahead < 0 ? 2 : 3;
    out->length = turns;
}

PLAY(reducto)
