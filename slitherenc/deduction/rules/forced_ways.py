"""Choose the rule for a refuted supposition, by the chain of *links* (small steps) that leads to a contradiction.

A chain of at most WAY links without inner suppositions can get one of these rules:
either of two     the first links give two edges of one clue the same value (both are lines, or both are empty), and the
                  other links show that these two edges cannot both have this value
forced round      the chain ends with a path that closes too early
trapped end       the lines come to a dot where they cannot go on
second solution   the puzzle would have a second loop
Every other chain gets the rule `short supposition`, `long supposition` or `deep supposition`, by its number of links.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from slitherenc.deduction.engine.premise_index import Facts
from slitherenc.deduction.engine.premises import Clues, Known, OneLoop, Unique, Vertex
from slitherenc.deduction.engine.scopes import forced_in_unit
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.rule import Deduction, n_links
from slitherenc.deduction.words import way_words
from slitherenc.deduction.words.chain_words import faces_of
from slitherenc.deduction.words.phrases import Phrase

SHORT = 4  # most links of a short supposition, including the contradiction
WAY = 8  # most links of a forced way or of a choice between two edges
LONG = 12  # most links of a long supposition


def name_rule(state: State, found: Deduction) -> Deduction:
    """Return `found` as a deduction by the simplest rule that explains it."""
    length = n_links(found)
    if length > LONG or any(link.sub for link in found.sub):
        return found._replace(rule="deep supposition")
    if length > WAY:
        return found._replace(rule="long supposition")
    either = _either_of_two(state, found)
    if either is not None and len(either.concludes) > 1:
        return either
    supposition = "short supposition" if length <= SHORT else "long supposition"
    return _forced_way(state, found) or either or found._replace(rule=supposition)


def _forced_way(state: State, found: Deduction) -> Deduction | None:
    """Return `found`, a deduction by supposition, with the rule `forced round`, `trapped end` or `second solution`. The
    kind of contradiction decides which of these rules is used. Return None if none of them fits.
    """
    end = _end_of(state, found)
    new = _new_lines(found)
    lines = {*state.lines, *new}
    match end.cause:
        case OneLoop(edges):
            rule, in_words, on = "forced round", way_words.forced_round, set(edges)
        case Vertex(vertex):
            rule, in_words = "trapped end", way_words.trapped_end
            on = _join(state.facts, lines, lines.intersection(state.facts.around[vertex]))
        case Unique():
            why = "" if state.brief else way_words.second_solution(state.facts.puzzle, _supposition(found), end.cause)
            return found._replace(rule="second solution", why=why)
        case _:
            return None
    # The derived lines outside the contradicted path must be connected with each other.
    aside = [edge for edge in new if edge not in on]
    if aside and not _join(state.facts, lines, aside[:1]).issuperset(aside):
        return None
    if state.brief:
        return found._replace(rule=rule)
    way = [edge for edge in new if edge in on]
    return found._replace(rule=rule, why=in_words(state.facts.puzzle, _supposition(found), way, end))


def _supposition(found: Deduction) -> way_words.Supposition:
    goal = found.concludes[0]
    return way_words.Supposition(goal._replace(line=not goal.line), faces_of(found))


def _end_of(state: State, found: Deduction) -> way_words.End:
    cause, *others = found.sub[-1].premises  # the contradicted premise comes first
    lines = {*state.lines, *_new_lines(found)}
    match cause:
        case OneLoop(edges):
            beside = (one for one in others if not (isinstance(one, Known) and one.edge in edges))
            return way_words.End(cause, next(beside, None), 0)
        case Clues() | Vertex():
            return way_words.End(cause, None, len(lines.intersection(state.facts.about(cause))))
    return way_words.End(cause, None, 0)


def _new_lines(found: Deduction) -> list[int]:
    """Return the lines that follow from a supposition, in order. If a line is supposed, it comes first."""
    goal = found.concludes[0]
    followed = [known.edge for link in found.sub for known in link.concludes if known.line]
    return followed if goal.line else [goal.edge, *followed]


def _join(facts: Facts, lines: Collection[int], some: Iterable[int]) -> set[int]:
    joined = set(some)
    todo = list(joined)
    while todo:
        beside = {edge for vertex in facts.ends[todo.pop()] for edge in facts.around[vertex] if edge in lines}
        todo += beside - joined
        joined |= beside
    return joined


def _either_of_two(state: State, found: Deduction) -> Deduction | None:
    """Return a Deduction by the rule `either of two` if two edges of one clue explain `found`, else None."""
    facts, (goal,) = state.facts, found.concludes
    opposite = goal._replace(line=not goal.line)
    first = [link for link in found.sub if opposite in link.premises]
    two = [known for link in first for known in link.concludes]
    sources = {premise for link in first for premise in link.premises if not isinstance(premise, Known)}
    # The rule applies if the supposition and a single clue determine exactly two edges.
    if len(first) != 2 or len(two) != 2 or len(sources) != 1 or any(known.line != goal.line for known in two):
        return None
    (clue,) = sources
    if not isinstance(clue, Clues):
        return None
    open_edges = _open_edges(facts, clue, state.value)
    rests_on = {known for link in first for known in link.premises if isinstance(known, Known) and known != opposite}
    # The opposite value of each other edge of the clue would determine the same two edges.
    others = [
        Known(edge, goal.line)
        for edge in open_edges
        if edge != goal.edge and _leads_to(facts, clue, {*rests_on, Known(edge, not goal.line)}, two)
    ]
    if len(others) != len(open_edges) - 3:
        return None  # the clue does not only count its lines
    why: str | Phrase = ""
    if not state.brief:
        pair = [known.edge for known in two]
        why = way_words.either_of_two(facts.puzzle, clue, pair, goal.line, _end_of(state, found))
    premises = (clue, *(premise for premise in found.premises if premise != clue))
    return found._replace(concludes=(goal, *others), premises=premises, rule="either of two", why=why)


def _open_edges(facts: Facts, clue: Clues, value: Sequence[int]) -> list[int]:
    of_clue = dict.fromkeys(edge for unit in facts.units if unit.source == clue for edge in unit.edges)
    return [edge for edge in of_clue if value[edge] < 0]


def _leads_to(facts: Facts, clue: Clues, knowns: Collection[Known], two: Sequence[Known]) -> bool:
    value = dict.fromkeys(range(facts.board.n_edges), -1)
    value.update((edge, int(line)) for edge, line in knowns)
    decided = {
        (edge, forced_in_unit(facts, number, value))
        for number, unit in enumerate(facts.units)
        if unit.source == clue
        for edge in unit.edges
        if value[edge] < 0
    }
    return all((edge, int(line)) in decided for edge, line in two)
