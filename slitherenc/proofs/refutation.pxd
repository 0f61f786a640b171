# The C types of refutation.py, for Cython. Without a compiler nothing reads this.

cimport cython

cdef int NIL, RANKS, USERS, CELLS, DEARER

@cython.final
cdef class Refutation:
    cdef public int n_clauses, n_formula, n_vars, n_codes, n_all, n_trail, n_steps, n_cells, last
    cdef const int[::1] start
    cdef public int[::1] lits, begin, end, seek, rank, needed, uses, head, after, before
    cdef public int[::1] value, trail, reason, place, seen, wanted, at, later, top
    cdef public int[::1] step_clause, step_hints, step_seen, cell, link

    @cython.locals(c=int, i=int)
    cdef int fits(self, const int[::1] lits) noexcept
    @cython.locals(n_all=int, n_steps=int, n_vars=int)
    cdef void make_room(self, int n_lits)
    @cython.locals(i=int, c=int, v=int)
    cdef void encode(self, const int[::1] lits) noexcept
    @cython.locals(c=int, which=int, first=int)
    cdef void attach(self, int node) noexcept
    @cython.locals(left=int, right=int, c=int)
    cdef void detach(self, int node) noexcept
    cdef void need(self, int c) noexcept
    @cython.locals(v=int, at=int)
    cdef void assign(self, int code, int reason) noexcept
    @cython.locals(rank=int, false=int, node=int, following=int, c=int, begin=int, other=int, i=int)
    cdef int propagate(self, int first) noexcept
    @cython.locals(seek=int, end=int, i=int)
    cdef int open_place(self, int c) noexcept
    @cython.locals(code=int)
    cdef int undo(self, int mark) except -1
    @cython.locals(c=int, conflict=int)
    cdef int forward(self) noexcept
    @cython.locals(begin=int, end=int, i=int, code=int)
    cdef int add(self, int c) noexcept
    @cython.locals(conflict=int, c=int)
    cpdef int trim(self, int ranked) except -2
    @cython.locals(i=int, v=int, c=int)
    cdef void reset(self, int ranked) noexcept
    @cython.locals(top=int, i=int, conflict=int)
    cdef int check(self, int c) except -1
    @cython.locals(step=int, at=int, v=int)
    cdef int explain(self, int c, int conflict, int top) except -1
    @cython.locals(step=int)
    cdef int new_step(self, int c) noexcept
    @cython.locals(i=int, v=int)
    cdef int cite(self, int step, int c, int top) except -1
    @cython.locals(n=int)
    cdef int before_list(self, int what, int rest) except -1
    @cython.locals(users=int, c=int, node=int, step=int, unit=int)
    cdef int settle(self, int v) except -1
    @cython.locals(i=int, w=int)
    cdef int give(self, int step, int c, int v) except -1
    @cython.locals(c=int, more=int, i=int, w=int)
    cdef int is_dearer(self, int v, int users) noexcept
    @cython.locals(found=int, node=int, _=int)
    cdef int count(self, int w, int old, int new) noexcept

@cython.locals(copy='int[::1]')
cpdef longer(const int[::1] numbers)
