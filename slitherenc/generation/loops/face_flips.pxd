# The C types of face_flips.py, for Cython. Without a compiler nothing reads this.

cimport cython

cdef int LENGTH, TURNS, EMPTY, SINGLE, DEAD_ENDS, RIM, RIM_PAIRS, WIDE, N_COUNTS, UNITS, PRECISION, CHANCES

@cython.final
cdef class FaceFlips:
    cdef public int n_faces, n_vertices, n_edges
    cdef const int[::1] ring_start, ring, across, face_start, face_edges, corners
    cdef const int[::1] vertex_start, vertex_edges, opposite, face_at, sides
    cdef public int[::1] inside, on, around
    cdef public long long[::1] counts, change, chances, targets, weights
    cdef public double unit

    @cython.locals(edge=int, right=int, left=int, vertex=int, face=int, i=int)
    cdef void count(self) noexcept
    cdef void add_edge(self, int edge, int sign) noexcept
    cdef int is_rim(self, int edge) noexcept
    @cython.locals(first=int, i=int)
    cdef void add_vertex(self, int vertex, int sign) noexcept
    @cython.locals(size=int, lines=int)
    cdef void add_face(self, int face, int sign) noexcept
    @cython.locals(changes=int, ins=int, outs=int, before=int, i=int, now=int)
    cpdef int may_flip(self, int face) noexcept
    @cython.locals(i=int, edge=int, other=int, sign=int)
    cpdef void flip(self, int face) noexcept
    @cython.locals(i=int, edge=int, sign=int)
    cpdef void flip_back(self, int face) noexcept
    @cython.locals(i=int)
    cdef void accept(self) noexcept
    @cython.locals(frontier='int[::1]', size=int, face=int, k='Py_ssize_t', word='long long', i=int)
    cpdef void grow(self, const unsigned int[::1] words)
    @cython.locals(i=int, other=int)
    cdef int add_frontier(self, int face, int[::1] frontier, int size) noexcept
    @cython.locals(found=int, i=int)
    cdef int neighbors_inside(self, int face) noexcept
    @cython.locals(flipped=int, word='long long', k='Py_ssize_t', face=int, worse='long long', distance='long long',
                   heat='long long', i=int)
    cpdef int sweep(self, const unsigned int[::1] words, double temperature) except -1
