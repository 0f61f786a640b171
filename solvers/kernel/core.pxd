# The C types of core.py. Only Cython reads this file.

cimport cython

from slitherenc.model.propagation cimport Propagation

cdef int CANDIDATES

@cython.final
cdef class Kernel(Propagation):
    cdef public int woken, n_todo, n_pairs, stamps, depth, limit, stopped
    cdef public long long n_probes, n_looks, n_nodes
    cdef public int[::1] todo, waiting, pairs, paired, stamp, common, gain, best
    cdef public dict found

    @cython.locals(n=int, room='int[::1]')
    cdef void make_own_room(self)
    cdef void undo(self, int mark) noexcept
    @cython.locals(s=int, v=int, lines=int)
    cdef int kept(self) noexcept
    @cython.locals(which=int, a=int, b=int)
    cdef int propagate(self) noexcept
    @cython.locals(v=int, s=int, edge=int, n=int, alive=int)
    cdef int start(self) noexcept
    cdef void wake(self, int edge) noexcept
    @cython.locals(edge=int, k=int, v=int, i=int, j=int, s=int)
    cdef void wake_near(self) noexcept
    cdef void sleep(self) noexcept
    cdef int follow(self, int edge, int line) noexcept
    @cython.locals(mark=int, failed=int, i=int, other=int)
    cdef int fails(self, int edge, int line) noexcept
    @cython.locals(edge=int, bits=int, line=int, k=int, is_new=bint)
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
