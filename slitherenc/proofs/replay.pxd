# The C types of replay.py, for Cython. Without a compiler nothing reads this.

cimport cython

cdef int NIL

@cython.final
cdef class Replay:
    cdef public int n_formula, n_all, n_trail, n_stack, n_hints, conflict
    cdef public int[::1] lits, begin, end, uses, value, trail, reason, seen
    cdef public int[::1] hints_begin, hints_end, step_of, stack, hints

    @cython.locals(v=int, c=int, last=int, step=int, i=int)
    cpdef int run(self, const int[::1] step_clause, const int[::1] step_hints, const int[::1] cell, const int[::1] link, int n_steps) except -1
    @cython.locals(i=int)
    cdef void propagate(self, int c, const int[::1] cell, const int[::1] link, int node) noexcept
    @cython.locals(unit=int, i=int, code=int)
    cdef void follow(self, int c) noexcept
    cdef void assign(self, int code, int reason) noexcept
    @cython.locals(code=int)
    cdef void undo(self) noexcept
    @cython.locals(end=int, i=int, code=int)
    cdef void shorten(self, int step, int c) noexcept
    @cython.locals(v=int)
    cdef int collect(self, int step, int conflict) except -1
    cdef int add_hint(self, int c) except -1
    @cython.locals(first=int, i=int, v=int, gap=int, key=int, j=int)
    cdef int push(self, int step, int c) except -1
    @cython.locals(c=int)
    cdef int key(self, int v) noexcept
