# The C types of human_effort.py, for Cython. Plain Python does not use this file.

cimport cython

from slitherenc.model.propagation cimport Propagation

cdef int UNKNOWN, FAILS, STANDS, TOO_FAR, DULL, N_CLASSES

@cython.final
cdef class Checker(Propagation):
    cdef public int n_faces, n_queued, first_queued, found, other, n_hits, cost, stamp, n_given, empty, dull
    cdef readonly const int[::1] sides
    cdef public int[::1] line, waits, number, given, kind, queue, is_queued
    cdef public int[::1] todo, first, n_todo, n_kinds, depth, seen, hit_edge, hit_level, hit_at

    @cython.locals(edge=int, face=int, number=int, i=int)
    cpdef learn(self, lines)
    @cython.locals(i=int, edge=int, k=int, other=int)
    cpdef flip(self, int face)
    @cython.locals(number=int, most=int)
    cdef int kind_of(self, int face) noexcept
    @cython.locals(face=int)
    cpdef give(self, faces, int is_given)
    @cython.locals(edge=int, at=int, k=int)
    cdef void begin(self) noexcept
    @cython.locals(place=int)
    cdef void enqueue(self, int at) noexcept
    @cython.locals(at=int)
    cdef int dequeue(self) noexcept
    @cython.locals(k=int, face=int)
    cdef void enqueue_near(self, int edge, int line) noexcept
    cdef void undo(self, int mark) noexcept
    @cython.locals(face=int)
    cdef int fills_clues(self) noexcept
    @cython.locals(edge=int)
    cdef int is_known(self) noexcept
    @cython.locals(mark=int)
    cdef int propagate(self, int most) noexcept
    cdef int look_at(self, int at) noexcept
    @cython.locals(k=int, place=int)
    cdef void wake(self, int edge, int low, int high) noexcept
    @cython.locals(t=int, k=int, v=int, face=int, i=int, edge=int)
    cdef void wake_near(self, int mark, int low, int high) noexcept
    @cython.locals(i=int)
    cdef void wake_at(self, int v, int low, int high) noexcept
    @cython.locals(k=int)
    cdef int next_level(self, int low, int high) noexcept
    @cython.locals(mark=int, outcome=int)
    cdef int fails(self, int edge, int line, int level) noexcept
    @cython.locals(line=int)
    cdef int wrong_value(self, int edge, int level) noexcept
    @cython.locals(low=int, swept=int, alive=int, edge=int, k=int, line=int)
    cpdef int check(self, int high, int cheapest, const int[::1] weights, int most)
    cdef void note(self, int edge, int level) noexcept
    @cython.locals(edge=int)
    cpdef reach(self, const int[::1] known)
    @cython.locals(mark=int, alive=int)
    cdef int set_and_wake(self, int edge, int line, int low, int high) noexcept
    @cython.locals(level=int, e=int)
    cpdef openings(self, int high)
    @cython.locals(k=int, face=int, sort=int, size=int)
    cpdef count_layout(self)
    cdef int sort_of(self, int face) noexcept
    @cython.locals(n=int, at=int, here=int, i=int, k=int, other=int)
    cdef int flood(self, int face, int sort) noexcept
