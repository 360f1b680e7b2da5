"""What somebody is asked, on a page: the alternatives, what is to be picked, what fell, and how a game ended."""

from __future__ import annotations

from collections.abc import Sequence

from dicedsl.interpreter.model.corner_sides import corner_sides
from dicedsl.interpreter.model.records import Alternative, Ending, Model, PickOption
from dicedsl.interpreter.web.answer_so_far import AnswerSoFar
from dicedsl.interpreter.web.click_targets import Targets
from dicedsl.interpreter.web.dice_pictures import picture_of
from dicedsl.interpreter.web.markup import Html, button, join, tag

MOST_OPTION_BUTTONS = 200


def question_panel(*parts: Html | None) -> Html:
    return tag("section", *parts, cls="dd-ask", tabindex="-1", aria_label="what to do", data_key="ask")


def question_text(text: str) -> Html:
    return tag("p", text[:1].upper() + text[1:], cls="dd-question")


def refusal(text: str) -> Html | None:
    return tag("p", tag("span", "✘ ", aria_hidden="true"), text, cls="dd-refused", role="alert") if text else None


def alternatives_html(model: Model, answer: AnswerSoFar, targets: Targets) -> Html:
    question = model.question
    assert question is not None
    ways = [alternative_button(a, a.index == answer.index) for a in question.alternatives]
    return join(
        [
            tag("div", *ways, cls="dd-row dd-ways", role="group", aria_label="ways to answer"),
            pick_html(answer, targets),
        ]
    )


def alternative_button(alternative: Alternative, is_chosen: bool) -> Html:
    label = alternative.name + (f": {alternative.worth}" if alternative.worth else "")
    closed = alternative.ways == 0
    why = tag("span", f" ({alternative.refused})", cls="dd-why") if closed and alternative.refused else None
    cls = "dd-button dd-way" + " dd-chosen" * is_chosen + " dd-closed" * closed
    return button(
        join([label, why]),
        f"way:{alternative.index}",
        cls,
        aria_disabled="true" if closed else None,
        aria_pressed="true" if is_chosen else None,
    )


def pick_html(answer: AnswerSoFar, targets: Targets) -> Html | None:
    pick = answer.pick
    if pick is None:
        return None
    many = ""
    if pick.many:
        many = f" ({pick.least} to {pick.most})" if pick.least != pick.most else f" ({pick.most})"
    where = " Pick what is lit on the table." if any(kind in {"zone", "board"} for kind, _, _ in targets.spots) else ""
    words = [option_button(answer, number, pick.options[number]) for number in targets.words[:MOST_OPTION_BUTTONS]]
    sets = [_set_button(number, set_option) for number, set_option in enumerate(answer.sets)]
    after: list[Html] = []
    if pick.many:
        label = f"done: {pick.worth}" if pick.worth and pick.done else "done"
        after.append(button(label, "done", "dd-button dd-main", disabled=not pick.done))
    if answer.values or answer.chosen or len(answer.open) > 1:
        after.append(button("back", "back"))
    return join(
        [
            tag("p", f"{pick.name}{many}:{where}", cls="dd-small"),
            tag("div", *words, cls="dd-row dd-options", role="group", aria_label=pick.name) if words else None,
            tag("div", *sets, cls="dd-row dd-options", role="group", aria_label=f"{pick.name}: all at once")
            if sets
            else None,
            tag("div", *after, cls="dd-row") if after else None,
        ]
    )


def option_button(answer: AnswerSoFar, number: int, pick_option: PickOption) -> Html:
    taken = answer.is_taken(pick_option)
    shown = pick_option.text
    number_ = int(shown) if shown.isascii() and shown.isdigit() and len(shown) == 3 else None
    drawn = picture_of("#fbfaf6", "", number_, False, "") if number_ is not None and corner_sides(number_) else None
    label = join([drawn, tag("span", shown + (f": {pick_option.worth}" if pick_option.worth else ""))])
    cls = "dd-button dd-option" + " dd-taken" * taken + " dd-drawn" * (drawn is not None)
    return button(label, f"option:{number}", cls, aria_pressed="true" if taken else None)


def _set_button(number: int, pick_option: PickOption) -> Html:
    """Several at once, with what they bring."""
    return button(
        pick_option.text + (f": {pick_option.worth}" if pick_option.worth else ""), f"set:{number}", "dd-button dd-set"
    )


def roll_form(count: int, faces: Sequence[int], typed: Sequence[int], lots: Sequence[str]) -> Html:
    """Real dice, or a lot: what they show is clicked, or typed."""
    if lots:
        drawn = [button(lot, f"lot:{number}") for number, lot in enumerate(lots)]
        return join([question_text("What was drawn?"), tag("div", *drawn, cls="dd-row")])
    so_far = " ".join(map(str, typed)) or "nothing yet"
    numbers = [button(str(face), f"fell:{face}", "dd-button dd-option") for face in faces] if len(faces) <= 24 else []
    form = tag(
        "form",
        tag(
            "label",
            "or type them: ",
            tag("input", name="numbers", autocomplete="off", inputmode="numeric", data_clear=True),
        ),
        tag("button", "enter", type="submit", cls="dd-button"),
        data_do="typed",
        cls="dd-row",
    )
    return join(
        [
            question_text(
                f"Roll {count} dice. What do they show?" if count > 1 else "Roll the die. What does it show?"
            ),
            tag("p", f"{len(typed)} of {count}: {so_far}", cls="dd-small", aria_live="polite"),
            tag("div", *numbers, button("⌫", "unfell", aria_label="take back the last number"), cls="dd-row"),
            form,
        ]
    )


def after_game_links(path: str, elsewhere: str) -> Html:
    """What comes after a game: another one of the same, which somebody may have begun already, or one of another kind."""
    next_game = (
        tag("a", "To the next game", href=path, cls="dd-button dd-main")
        if path
        else button("Play again", "again", "dd-button dd-main")
    )
    other = tag("a", "Choose another game", href=elsewhere, cls="dd-button") if elsewhere else None
    return tag("div", next_game, other, cls="dd-row")


def ending_html(ending: Ending) -> Html:
    has_scores = any(score for _, _, score in ending.places)
    rows = [
        tag("tr", tag("td", f"{place}."), tag("th", name, scope="row"), tag("td", score) if has_scores else None)
        for place, name, score in ending.places
    ]
    return join(
        [
            question_text(ending.text),
            tag("p", ending.reason) if ending.reason else None,
            tag("table", tag("caption", "places", cls="dd-hush"), *rows, cls="dd-sheet"),
        ]
    )
