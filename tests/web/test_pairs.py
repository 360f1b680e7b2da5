"""Nobody's page holds what its seat may not know."""

from __future__ import annotations

import pytest

pytest.importorskip("nicegui")


from ..hostile.worlds import Leak
from .pairs import GAMES, run


@pytest.mark.parametrize("game", GAMES)
def test_two_worlds_that_a_seat_cannot_tell_apart_have_the_same_pages(game: str) -> None:
    counts = run(7, (game,), steps=8)
    assert counts["pages"] >= 20
    assert counts["different worlds"] > 0


def test_a_page_that_shows_a_hidden_number_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: a drawing that peeks is a leak."""
    import attrs

    from dicedsl.interpreter.web.sitting import Sitting

    honest = Sitting.model

    def peeking(self: Sitting, seat: int | None) -> object:
        model = honest(self, seat)
        other = honest(self, 1 - (seat or 0))
        return attrs.evolve(model, zones=other.zones)

    monkeypatch.setattr(Sitting, "model", peeking)
    with pytest.raises(Leak):
        run(6, ("liars-dice",))


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_many_pairs(game: str) -> None:
    assert run(1000, (game,))["different worlds"] > 500
