# The C types of patch_walk.py. Only Cython reads this file.

cimport cython

from slitherenc.model.loop_walk cimport LoopWalk

cdef long long WORD, SHIFTS
cdef int CHANCES, VISITS

@cython.final
cdef class PatchWalk(LoopWalk):
    cdef public int n_wrong
    cdef public long long random
    cdef const int[::1] of_start, of_sums, sum_start, sum_edges, penalty_start, penalty, home, own
    cdef public int[::1] count, wrong, place

    @cython.locals(x='long long')
    cdef long long word(self) noexcept
    cdef int below(self, int n) noexcept
    @cython.locals(at=int, last=int)
    cdef void judge(self, int s) noexcept
    @cython.locals(at=int)
    cdef int add(self, int s, int step) noexcept
    @cython.locals(k=int)
    cdef void judge_edge(self, int edge) noexcept
    @cython.locals(total=int, i=int, edge=int, step=int, k=int)
    cpdef int count_flip(self, int face, int sign) noexcept
    @cython.locals(i=int)
    cpdef void settle(self, int face) noexcept
    @cython.locals(face=int)
    cpdef void grow(self, int start, long long odds, const long long[::1] chances)
    cdef int accepts(self, int rise, const long long[::1] chances) noexcept
    @cython.locals(total=int, size=int, least=int, found=int, ties=int, i=int, k=int, other=int, rise=int, last=int)
    cdef int shift(self, int face, const long long[::1] chances, int reach) noexcept
    @cython.locals(done=int, face=int, changes=int)
    cpdef int anneal(self, int steps, const long long[::1] chances, long long focus, int reach) except -1
    @cython.locals(s=int, size=int, edge=int, face=int, i=int)
    cdef int near_wrong(self) noexcept
    @cython.locals(first=int, i=int, face=int)
    cpdef int free_flip(self) noexcept
    @cython.locals(i=int, edge=int, step=int, k=int)
    cpdef void exchange(self, const int[::1] edges, const int[::1] faces) noexcept
    @cython.locals(i=int, changed=int, face=int, k=int, edge=int, other=int, s=int)
    cdef void recolor(self, const int[::1] faces) noexcept
