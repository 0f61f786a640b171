# The C types of loop_walk.py, for Cython. Without a compiler nothing reads this.

cimport cython

cdef class LoopWalk:
    cdef public int n_faces, n_edges, n_lines
    cdef const int[::1] face_start, face_edges, corners, vertex_start, vertex_edges, ends, sides
    cdef public int[::1] inside, on, degree
    cdef int n_frontier
    cdef int[::1] frontier, visits, path, is_short

    @cython.final
    @cython.locals(edge=int)
    cdef void draw(self) noexcept
    @cython.final
    @cython.locals(step=int)
    cdef void switch(self, int edge) noexcept
    @cython.locals(i=int)
    cpdef void flip(self, int face) noexcept
    cpdef int may_flip(self, int face) noexcept
    @cython.final
    @cython.locals(begin=int, end=int, changes=int, before=int, i=int, now=int)
    cdef int changes(self, int face) noexcept
    @cython.locals(i=int, lines=int)
    cpdef int lines_round(self, int face) noexcept
    @cython.final
    @cython.locals(i=int, edge=int, other=int)
    cdef void push(self, int face, int most) noexcept
    @cython.final
    @cython.locals(i=int, face=int)
    cdef int pop(self, long long word) noexcept
    @cython.final
    @cython.locals(one=int, two=int, before=int, i=int, now=int, a=int, b=int, u=int, v=int, n=int)
    cdef int follow_shorter(self, int face, int reach) noexcept
    @cython.final
    @cython.locals(k=int, other=int)
    cdef int onward(self, int edge, int vertex) noexcept
    @cython.final
    @cython.locals(short=int, other=int, i=int, edge=int)
    cdef int joins(self, int face) noexcept
