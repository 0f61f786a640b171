# The C types of supposition_core.py, for Cython. Only compilation reads this file.

cimport cython

from slitherenc.model.propagation cimport Propagation

cdef int UNKNOWN, SUPPOSED, WRONG

@cython.final
cdef class Follower(Propagation):
    cdef public int head, n_walk, n_back, n_needed, stamp, reach, end, n_links, n_premises
    cdef const int[::1] clause_start, literals, of_start, of_clauses
    cdef public int[::1] position, cause, before, shut, mate_a, mate_b
    cdef public int[::1] marked, seen, seen_unit, touched, walk, needed, unit_ok, clause_ok
    cdef public dict paths
    cdef public object end_path, may_close

    @cython.locals(v=int, edge=int)
    cpdef void load(self, const int[::1] value)
    @cython.locals(n=int, v=int, a=int, b=int)
    cdef void conclude(self, int edge, int line, int cause, int before) noexcept
    @cython.locals(n=int, edge=int, line=int)
    cpdef void undo(self, int base) noexcept
    @cython.locals(edge=int, i=int, j=int, u=int, value=int, before=int)
    cdef int follow(self, int base, int most) except -1
    @cython.locals(left=int, i=int, edge=int)
    cdef int exchange(self, int c) noexcept
    @cython.locals(a=int, b=int, why=int, i=int, other=int)
    cdef int closes(self, int edge) except -1
    @cython.locals(at=int, onward=int, i=int, edge=int)
    cdef int go(self, int start, int vertex) noexcept
    @cython.locals(i=int)
    cdef list path(self, int edge)
    @cython.locals(i=int, e=int, u=int, n_lines=int)
    cdef int witness(self, int edge, int other) noexcept
    cdef int may(self, int edge, int other, int why) except -1
    @cython.locals(base=int)
    cpdef int attempt(self, int edge, int line, int most) except -1
    @cython.locals(base=int, n_tried=int, beside=int, head=int, found=int, e=int, value=int, inner=int, i=int)
    cpdef int deeper(self, int edge, int line, int short, int most) except -1
    @cython.locals(k=int, edge=int, i=int, u=int, j=int)
    cdef void mark_beside(self, int base) noexcept
    @cython.locals(i=int)
    cpdef list since(self, int base)
    @cython.locals(e=int)
    cpdef list reached(self)
    @cython.locals(c=int, i=int, edge=int)
    cpdef list needs(self, int cause, int before, int line)
    cdef int is_before(self, int edge, int before) noexcept
    @cython.locals(n_known=int, n_lines=int, i=int, edge=int)
    cdef void reason(self, int u, int before, int line) noexcept
    @cython.locals(free=int, at=int, more=int)
    cdef int possible(self, int u, int n_known, int n_lines, int line) noexcept
    @cython.locals(k=int)
    cpdef int trace(self, int base) except -1
    @cython.locals(i=int, why=int, e=int, path=list)
    cdef int rest_on(self, int base, int cause, int before, int line, int edge) except -1
    cdef void need(self, int base, int edge) noexcept
