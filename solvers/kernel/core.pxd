# The C types of core.py, for Cython. Without a compiler nothing reads this.

cimport cython

cdef int UNKNOWN, CANDIDATES

@cython.final
cdef class Kernel:
    cdef public int n_edges, n_vertices, n_sums, n_trail, head, woken
    cdef public int unvisited, short, over, n_paths, n_todo, n_pairs, stamps, depth, limit, stopped
    cdef public long long n_probes, n_looks, n_nodes
    cdef public int[::1] ends, vertex_start, vertex_edges, must, sum_start, sum_edges, low, high, sums_start, sums
    cdef public int[::1] value, trail, end_a, end_b, degree, free, mate, lines, open
    cdef public int[::1] todo, waiting, pairs, paired, stamp, common, gain, best
    cdef public dict found

    @cython.locals(n=int, room='int[::1]')
    cdef void make_room(self)
    @cython.locals(s=int)
    cdef int fits(self) noexcept
    @cython.locals(i=int)
    cdef int within(self, int[::1] numbers, int end) noexcept
    @cython.locals(i=int)
    cdef int are_rows(self, int[::1] start, int n, int end) noexcept
    @cython.locals(v=int, s=int, i=int, total=int, edge=int)
    cdef void count(self) noexcept
    @cython.locals(at=int, u=int, v=int, i=int, s=int, a=int, b=int, w=int, k=int)
    cdef void put(self, int edge, int line) noexcept
    @cython.locals(at=int, edge=int, u=int, v=int, line=int, i=int, s=int, w=int, k=int)
    cdef void undo(self, int mark) noexcept
    @cython.locals(u=int, v=int)
    cdef int force(self, int edge, int line) noexcept
    @cython.locals(mark=int, head=int, woken=int, good=int, e=int)
    cdef void close(self, int edge) noexcept
    @cython.locals(at=int, edge=int, i=int, a=int, b=int, other=int)
    cdef int propagate(self) noexcept
    @cython.locals(degree=int, free=int, must=int, line=int, i=int, edge=int)
    cdef int at_vertex(self, int v) noexcept
    @cython.locals(lines=int, open_=int, low=int, high=int, line=int, i=int, edge=int)
    cdef int at_sum(self, int s) noexcept
    @cython.locals(v=int, s=int, edge=int)
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
