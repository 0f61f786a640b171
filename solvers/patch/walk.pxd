# The C types of walk.py, for Cython. Without a compiler nothing reads this.

cimport cython

cdef long long WORD, SHIFTS
cdef int CHANCES, VISITS

@cython.final
cdef class LoopWalk:
    cdef public int n_faces, n_edges, n_sums, n_wrong, n_lines
    cdef public long long random
    cdef const int[::1] face_start, face_edges, corners, vertex_start, vertex_edges, ends, sides, of_start, of_sums, sum_start, sum_edges
    cdef const int[::1] penalty_start, penalty, home, own
    cdef public int[::1] on, degree, inside, count, wrong, place, is_known, path, is_short

    @cython.locals(x='long long')
    cdef long long word(self) noexcept
    cdef int below(self, int n) noexcept
    @cython.locals(at=int, last=int)
    cdef void judge(self, int s) noexcept
    @cython.locals(at=int)
    cdef int add(self, int s, int step) noexcept
    @cython.locals(begin=int, end=int, changes=int, before=int, i=int, now=int)
    cdef int changes(self, int face) noexcept
    cpdef int may_flip(self, int face) noexcept
    @cython.locals(total=int, i=int, edge=int, step=int, k=int)
    cpdef int rise(self, int face) noexcept
    @cython.locals(i=int, edge=int, step=int, k=int)
    cpdef void take_back(self, int face) noexcept
    @cython.locals(begin=int, end=int, before=int, i=int, now=int, edge=int, k=int)
    cpdef void flip(self, int face) noexcept
    @cython.locals(i=int, frontier='int[::1]', visits='int[::1]', size=int, face=int, lines=int)
    cpdef void grow(self, int start, long long odds, const long long[::1] chances)
    @cython.locals(i=int, edge=int, other=int)
    cdef int push(self, int face, int[::1] frontier, int[::1] visits, int size) noexcept
    cdef int accepts(self, int rise, const long long[::1] chances) noexcept
    @cython.locals(total=int, size=int, least=int, found=int, ties=int, i=int, k=int, other=int, rise=int, last=int)
    cdef int shift(self, int face, const long long[::1] chances, int reach) noexcept
    @cython.locals(one=int, two=int, before=int, i=int, now=int, a=int, b=int, u=int, v=int, n=int)
    cdef int follow_shorter(self, int face, int reach) noexcept
    @cython.locals(k=int, other=int)
    cdef int onward(self, int edge, int vertex) noexcept
    @cython.locals(short=int, other=int, i=int, edge=int)
    cdef int joins(self, int face) noexcept
    @cython.locals(done=int, face=int, changes=int)
    cpdef int anneal(self, int steps, const long long[::1] chances, long long focus, int reach) except -1
    @cython.locals(s=int, size=int, edge=int, face=int, i=int)
    cdef int near_wrong(self) noexcept
    @cython.locals(first=int, i=int, face=int)
    cpdef int free_flip(self) noexcept
    @cython.locals(i=int, edge=int, step=int, k=int)
    cpdef void exchange(self, const int[::1] edges, const int[::1] faces) noexcept
    @cython.locals(k=int)
    cdef void switch(self, int edge) noexcept
    @cython.locals(i=int, changed=int, face=int, k=int, edge=int, other=int)
    cdef void recolor(self, const int[::1] faces) noexcept
    cdef void set_side(self, int face, int side) noexcept
