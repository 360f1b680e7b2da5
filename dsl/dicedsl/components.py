"""Which nodes of a graph lead to each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator


def strong_components(nodes: Iterable[int], following: Callable[[int], Iterable[int]]) -> Iterator[list[int]]:
    """Groups of nodes that lead to each other, each after all that it leads to (Tarjan, without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    for root in nodes:
        if root in index:
            continue
        path: list[tuple[int, Iterator[int]]] = []
        entered = root
        while True:
            if entered not in index:
                index[entered] = low[entered] = len(index)
                stack.append(entered)
                on_stack.add(entered)
                path.append((entered, iter(following(entered))))
            node, rest = path[-1]
            for other in rest:
                if other not in index:
                    entered = other
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                path.pop()
                if low[node] == index[node]:
                    group = [stack.pop()]
                    while group[-1] != node:
                        group.append(stack.pop())
                    on_stack.difference_update(group)
                    yield group
                if not path:
                    break
                low[path[-1][0]] = min(low[path[-1][0]], low[node])
                entered = path[-1][0]
