"""Which of the values that depend on the way taken (phis) can be kept in one room, since they are one variable at different times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Phis = Mapping[
    str, Mapping[str, Sequence[tuple[str, str]]]
]  # of each block; of each phi the blocks come from, and the value


def shared_rooms(
    order: Sequence[str], ways: Mapping[str, Sequence[str]], phis: Phis, uses: Mapping[str, set[str]]
) -> dict[str, str]:
    """Of each phi the one whose room it shares, which may be itself."""
    names = {phi for block in order for phi in phis[block]}
    live = _live(order, ways, phis, {block: uses[block] & names for block in order}, names)
    apart: dict[str, set[str]] = {phi: set() for phi in names}
    for block in order:
        here = set(phis[block])
        for phi in here:
            for other in (live[block] | here) - {phi}:
                apart[phi].add(other)
                apart[other].add(phi)
    leader = {phi: phi for phi in names}
    members = {phi: {phi} for phi in names}
    for block in order:
        for phi, coming in phis[block].items():
            for _, value in coming:
                if value in names and leader[value] != leader[phi]:
                    kept, gone = leader[phi], leader[value]
                    if not any(apart[x] & members[gone] for x in members[kept]):
                        for x in members[gone]:
                            leader[x] = kept
                        members[kept] |= members.pop(gone)
    return leader


def _live(
    order: Sequence[str], ways: Mapping[str, Sequence[str]], phis: Phis, uses: Mapping[str, set[str]], names: set[str]
) -> dict[str, set[str]]:
    """The phis whose values are still needed where a block begins, but for its own."""
    live: dict[str, set[str]] = {block: set() for block in order}
    changed = True
    while changed:
        changed = False
        for block in reversed(order):
            needed = set(uses[block])
            for target in ways[block]:
                needed |= live[target]
                for coming in phis[target].values():
                    needed |= {value for origin, value in coming if origin == block and value in names}
            needed -= phis[block].keys()
            if needed != live[block]:
                live[block] = needed
                changed = True
    return live
