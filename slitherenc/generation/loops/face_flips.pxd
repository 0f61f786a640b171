# The C types of face_flips.py, for Cython. Plain Python does not use this file.

cimport cython

from slitherenc.model.loop_walk cimport LoopWalk

cdef int LENGTH, TURNS, EMPTY, SINGLE, DEAD_ENDS, RIM, RIM_PAIRS, WIDE, N_COUNTS, UNITS, PRECISION, CHANCES

@cython.final
cdef class FaceFlips(LoopWalk):
    cdef const int[::1] opposite, face_at
    cdef public int[::1] around
    cdef public long long[::1] counts, change, chances, targets, weights
    cdef public double unit

    @cython.locals(edge=int, vertex=int, face=int)
    cdef void count(self) noexcept
    cdef void add_edge(self, int edge, int sign) noexcept
    cdef int is_rim(self, int edge) noexcept
    @cython.locals(first=int, i=int)
    cdef void add_vertex(self, int vertex, int sign) noexcept
    @cython.locals(size=int, lines=int)
    cdef void add_face(self, int face, int sign) noexcept
    @cython.locals(i=int, edge=int, other=int, sign=int)
    cdef void try_flip(self, int face) noexcept
    @cython.locals(i=int, edge=int, sign=int)
    cdef void flip_back(self, int face) noexcept
    @cython.locals(i=int)
    cdef void accept(self) noexcept
    @cython.locals(face=int, k='Py_ssize_t')
    cpdef void grow(self, const unsigned int[::1] words)
    @cython.locals(flipped=int, word='long long', k='Py_ssize_t', face=int, worse='long long', distance='long long',
                   heat='long long', i=int)
    cpdef int sweep(self, const unsigned int[::1] words, double temperature) except -1
