# The C types of propagation.py, for Cython. Without a compiler nothing reads this.

cimport cython

cdef int UNKNOWN, CONTRADICTION, NOTHING, NONE, LINES

cdef class Propagation:
    cdef public int n_due, is_stacking, n_edges, n_vertices, n_sums, n_trail, n_paths, conflict, has_gaps, most, a_line
    cdef readonly const int[::1] ends, vertex_start, vertex_edges, must, sum_start, sum_edges, low, high, gaps, allowed
    cdef public int[::1] due, value, trail, end_a, end_b, mate, state, slack, sums_start, sums, follows

    @cython.locals(s=int, size=int)
    cdef int fits(self) noexcept
    @cython.locals(i=int)
    cdef int within(self, const int[::1] numbers, int end) noexcept
    @cython.locals(i=int)
    cdef int are_rows(self, const int[::1] start, int n, int end) noexcept
    @cython.locals(n=int, room='int[::1]')
    cdef void make_room(self)
    @cython.locals(v=int, s=int, i=int, total=int, edge=int, must=int, lines=int, free=int)
    cdef void tabulate(self)
    @cython.locals(wanted=int)
    cdef int at_vertex(self, int must, int lines, int free) noexcept
    @cython.locals(edge=int, v=int, s=int)
    cdef inline void clear(self) noexcept
    @cython.locals(at=int, u=int, v=int, a=int, b=int, step=int, i=int, k=int, s=int, state=int, left=int)
    cdef inline void place(self, int edge, int line) noexcept
    @cython.locals(at=int, edge=int, line=int, u=int, v=int, a=int, b=int, step=int, i=int)
    cdef inline void lift(self, int mark) noexcept
    cdef inline void put(self, int edge, int line) noexcept
    cdef inline void wait(self, int which, int what) noexcept
    cdef void touch(self, int edge, int line) noexcept
    @cython.locals(u=int, v=int)
    cdef inline int force(self, int edge, int line) noexcept
    cdef inline int is_shut(self, int v) noexcept
    cdef inline void close(self, int edge) noexcept
    cdef void note_loop(self)
    @cython.locals(i=int, edge=int)
    cdef inline int between(self, int a, int b) noexcept
    @cython.locals(edge=int)
    cdef inline void bar(self, int a, int b) noexcept
    @cython.locals(what=int, i=int, edge=int)
    cdef inline int fill_vertex(self, int v) noexcept
    @cython.locals(line=int, i=int, edge=int)
    cdef inline int fill_sum(self, int s) noexcept
    @cython.locals(lines=int, unknown=int, none=int, some=int, more=int)
    cdef inline int at_gaps(self, int s) noexcept
