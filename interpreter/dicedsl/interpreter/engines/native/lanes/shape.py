"""In which order the blocks of a graph are written: which of them are gone round together, and which are passed over where no game stands."""

from __future__ import annotations

from attrs import define

from dicedsl.interpreter.engines.native.lanes.graph import GraphBlock

# Values of a part that is passed over where no game stands there; and of one that each game comes to but once.
SMALLEST_PART, SMALLEST_END = 100, 12


@define(eq=False)
class OrderPart:
    """A stretch of the order, from one number to before another. A round is gone through again while a game stands at its beginning."""

    first: int
    end: int
    is_round: bool


class GraphShape:
    """order: all blocks, each after those before it but for loops. standing: blocks at which games wait for the next time through all."""

    def __init__(self, entry: GraphBlock) -> None:
        _join(entry)
        self.entry = entry
        self._later: dict[GraphBlock, set[GraphBlock]] = {}
        self.order = _order(entry, {})
        self._number()
        self.before = self._dominators()
        self.loops = self._loops()
        depth = {block: sum(block in body for body in self.loops.values()) for block in self.order}
        self.order = _order(entry, depth)
        self._number()
        self.before = self._dominators()
        self.loops = self._loops()
        self.rounds: dict[GraphBlock, int] = {}
        for header in sorted(self.loops, key=lambda header: len(self.loops[header])):
            if end := self._round(header):
                self.rounds[header] = end
        self.standing = {
            block
            for start in self.order
            for block in start.following
            if self.at[block] <= self.at[start] and block not in self.rounds
        }

    def _number(self) -> None:
        self.at = {block: i for i, block in enumerate(self.order)}
        self.origins: dict[GraphBlock, list[GraphBlock]] = {block: [] for block in self.order}
        for block in self.order:
            for target in block.following:
                self.origins[target].append(block)

    def _dominators(self) -> dict[GraphBlock, GraphBlock]:
        """The nearest block that is always come through before another."""
        before: dict[GraphBlock, GraphBlock] = {self.entry: self.entry}
        changed = True
        while changed:
            changed = False
            for block in self.order[1:]:
                known = [x for x in self.origins[block] if x in before]
                nearest = known[0]
                for other in known[1:]:
                    while nearest is not other:
                        if self.at[nearest] > self.at[other]:
                            nearest = before[nearest]
                        else:
                            other = before[other]
                if before.get(block) is not nearest:
                    before[block] = nearest
                    changed = True
        return before

    def comes_before(self, first: GraphBlock, block: GraphBlock) -> bool:
        """Whether every way to a block leads through another, or is the same."""
        while self.at[block] > self.at[first]:
            block = self.before[block]
        return block is first

    def come_to_later(self, home: GraphBlock) -> set[GraphBlock]:
        """The blocks that a game which came through a block can come to after waiting for another time through all, and before it
        comes through that block again."""
        if home not in self._later:
            waiting = [stop for stop in self.standing if stop is not home and self.comes_before(home, stop)]
            later = set(waiting)
            while waiting:
                for target in waiting.pop().following:
                    if target is not home and target not in later:
                        later.add(target)
                        waiting.append(target)
            self._later[home] = later
        return self._later[home]

    def _loops(self) -> dict[GraphBlock, set[GraphBlock]]:
        """The blocks of each loop, by the one it begins with."""
        loops: dict[GraphBlock, set[GraphBlock]] = {}
        for block in self.order:
            for target in block.following:
                if self.at[target] <= self.at[block] and self.comes_before(target, block):
                    body = loops.setdefault(target, {target})
                    waiting = [block]
                    while waiting:
                        inside = waiting.pop()
                        if inside not in body:
                            body.add(inside)
                            waiting += self.origins[inside]
        return loops

    def _round(self, header: GraphBlock) -> int:
        """Where a loop ends that is gone through until no game is in it; 0 for one that games go through at their own pace."""
        body = self.loops[header]
        first, end = self.at[header], self.at[header] + len(body)
        inner = {target for block in body for target in block.following if self.at[target] <= self.at[block]} - {header}
        if not inner <= self.rounds.keys() or any(block.is_turning_point for block in body):
            return 0
        return end if all(first <= self.at[block] < end for block in body) else 0

    def part(self, first: int, most: int) -> OrderPart | None:
        """The part that begins with a block, if it is a round or worth passing over."""
        header = self.order[first]
        if header in self.rounds:
            return OrderPart(first, min(most, self.rounds[header]), True)
        end = first + 1
        while end < most and self.comes_before(header, self.order[end]) and self.order[end] not in self.standing:
            end += 1
        blocks = self.order[first:end]
        # Games begin and end but once.
        once = header is self.entry or any(block.status is not None and block.values for block in blocks)
        size = sum(len(block.values) for block in blocks)
        return OrderPart(first, end, False) if size >= (SMALLEST_END if once else SMALLEST_PART) else None


def blocks_of(entry: GraphBlock) -> list[GraphBlock]:
    """All blocks that can be come to, each after those before it but for loops."""
    return _order(entry, {})


def _join(entry: GraphBlock) -> None:
    """Blocks between which nobody comes or goes are one."""
    order = _order(entry, {})
    origins: dict[GraphBlock, int] = {}
    for block in order:
        for target in block.following:
            origins[target] = origins.get(target, 0) + 1
    gone: set[GraphBlock] = set()
    for block in order:
        if block in gone:
            continue
        while len(block.following) == 1 and block.condition is None and origins[block.ways[0]] == 1:
            target = block.ways[0]
            if target is entry:
                break
            gone.add(target)
            for value in target.values:
                value.block = block
            block.values += target.values
            block.is_turning_point |= target.is_turning_point
            block.condition, block.ways, block.cases, block.status = (
                target.condition,
                target.ways,
                target.cases,
                target.status,
            )


def _order(entry: GraphBlock, depth: dict[GraphBlock, int]) -> list[GraphBlock]:
    """All blocks, each after those before it; what lies in a loop is kept together."""
    order: list[GraphBlock] = []
    seen = {entry}

    def ways(block: GraphBlock) -> list[GraphBlock]:
        return sorted(block.following, key=lambda target: depth.get(target, 0))

    waiting = [(entry, iter(ways(entry)))]
    while waiting:
        block, rest = waiting[-1]
        for target in rest:
            if target not in seen:
                seen.add(target)
                waiting.append((target, iter(ways(target))))
                break
        else:
            order.append(block)
            waiting.pop()
    return order[::-1]
