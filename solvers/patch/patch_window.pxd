# The C types of patch_window.py. Only Cython reads this file.

cimport cython

from slitherenc.model.loop_window cimport LoopWindow, Numbering

cdef int DEGREES

@cython.final
cdef class PatchWindow(LoopWindow):
    cdef const int[::1] of_start, of_sums, sum_start, sum_edges, penalty_start, penalty, own, count
    cdef public Numbering sums
    cdef public int is_colored
    cdef public object patterns
    cdef public list clauses

    @cython.locals(i=int, s=int)
    cpdef int prepare(self, int target, int n_lines) except -1
    @cython.locals(i=int, face=int, k=int, edge=int, j=int)
    cdef void find_sums(self) noexcept
    @cython.locals(literals=list)
    cdef int add_vertex(self, int vertex) except -1
    @cython.locals(allowed=int, is_wrong=int, literals=list, n=int, mask=int)
    cdef int add_sum(self, int s, int is_target) except -1
    @cython.locals(n=int, rows='const int[::1]', k=int, i=int, clause=list)
    cdef int add_clauses(self, list literals, int mask) except -1
    @cython.locals(i=int, edge=int, line=int, one=int, two=int, a=int, b=int, s=int)
    cdef int add_colors(self) except -1
