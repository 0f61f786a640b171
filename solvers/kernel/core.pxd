# The C types of core.py, for Cython. Without a compiler nothing reads this.

cimport cython

cdef int UNKNOWN, CANDIDATES, CONTRADICTION, NOTHING, NONE, LINES

@cython.final
cdef class Kernel:
    cdef public int n_edges, n_vertices, n_sums, n_trail, woken, n_due, conflict, n_paths
    cdef public int has_gaps, most, n_todo, n_pairs, stamps, depth, limit, stopped
    cdef public long long n_probes, n_looks, n_nodes
    cdef const int[::1] ends, vertex_start, vertex_edges, must, sum_start, sum_edges, low, high, gaps, allowed
    cdef public int[::1] sums_start, sums, follows, state, mate, slack, due
    cdef public int[::1] value, trail, end_a, end_b, todo, waiting, pairs, paired, stamp, common, gain, best
    cdef public dict found

    @cython.locals(n=int, room='int[::1]')
    cdef void make_room(self)
    @cython.locals(s=int, size=int)
    cdef int fits(self) noexcept
    @cython.locals(i=int)
    cdef int within(self, const int[::1] numbers, int end) noexcept
    @cython.locals(i=int)
    cdef int are_rows(self, const int[::1] start, int n, int end) noexcept
    @cython.locals(v=int, s=int, i=int, total=int, edge=int, must=int, lines=int, free=int)
    cdef void count(self)
    @cython.locals(wanted=int)
    cdef int at_vertex(self, int must, int lines, int free) noexcept
    @cython.locals(at=int, u=int, v=int, i=int, s=int, a=int, b=int, k=int, step=int, state=int, left=int)
    cdef void put(self, int edge, int line) noexcept
    cdef void wait(self, int which, int what) noexcept
    @cython.locals(at=int, edge=int, u=int, v=int, line=int, i=int, step=int, a=int, b=int)
    cdef void undo(self, int mark) noexcept
    @cython.locals(u=int, v=int)
    cdef int force(self, int edge, int line) noexcept
    @cython.locals(mark=int, woken=int, n_due=int, conflict=int, e=int)
    cdef void close(self, int edge) noexcept
    @cython.locals(s=int, v=int, lines=int)
    cdef int kept(self) noexcept
    @cython.locals(which=int)
    cdef int propagate(self) noexcept
    @cython.locals(i=int, other=int)
    cdef void bar(self, int a, int b) noexcept
    @cython.locals(i=int, edge=int, line=int)
    cdef int fill_vertex(self, int v) noexcept
    @cython.locals(room=int, spare=int, line=int, i=int, edge=int)
    cdef int fill_sum(self, int s) noexcept
    @cython.locals(lines=int, unknown=int, none=int, some=int, more=int)
    cdef int at_gaps(self, int s) noexcept
    @cython.locals(v=int, s=int, edge=int, n=int, alive=int)
    cdef int start(self) noexcept
    cdef void wake(self, int edge) noexcept
    @cython.locals(edge=int, k=int, v=int, i=int, j=int, s=int)
    cdef void wake_near(self) noexcept
    cdef void sleep(self) noexcept
    cdef int follow(self, int edge, int line) noexcept
    @cython.locals(mark=int, failed=int, i=int, other=int)
    cdef int fails(self, int edge, int line) noexcept
    @cython.locals(edge=int, bits=int, line=int, k=int, fresh=int)
    cdef int refine(self) noexcept
    @cython.locals(mark=int, gain=int, i=int, other=int)
    cdef int either_way(self, int edge) noexcept
    @cython.locals(n=int, i=int, other=int)
    cdef int take_common(self, int mark) noexcept
    @cython.locals(n=int, edge=int, i=int)
    cdef int choose(self) noexcept
    @cython.locals(n=int, mark=int, i=int, edge=int, line=int, k=int, good=int)
    cdef int look_ahead(self) noexcept
    @cython.locals(alive=int, looked=int, mark=int, edge=int)
    cpdef int search(self, int limit, long long budget)
    cdef int is_stopped(self) noexcept
