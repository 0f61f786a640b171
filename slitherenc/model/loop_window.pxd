# The C types of loop_window.py, for Cython. Without a compiler nothing reads this.

cimport cython

@cython.final
cdef class Numbering:
    cdef public int[::1] items, number
    cdef public int size

    cdef int take(self, int item) noexcept
    @cython.locals(i=int)
    cdef void clear(self) noexcept

cdef class LoopWindow:
    cdef const int[::1] face_start, face_edges, vertex_start, vertex_edges, ends, sides, on, inside
    cdef public Numbering faces, edges, vertices
    cdef int[::1] mate, piece, first, second
    cdef int n_border

    @cython.locals(at=int, i=int, end=int, vertex=int, k=int, edge=int)
    cpdef void choose(self, int face, int size) noexcept
    cdef void take_face(self, int face) noexcept
    @cython.locals(i=int)
    cpdef list phases(self)
    @cython.final
    @cython.locals(lines=int, i=int, mate=int)
    cdef int find_border(self, int n_lines) noexcept
    @cython.final
    cdef int lines_outside(self, int vertex) noexcept
    @cython.final
    @cython.locals(lines=int, k=int, edge=int)
    cdef int count_outside(self, const int[::1] start, const int[::1] edges, int row) noexcept
    @cython.final
    @cython.locals(literals=list, k=int)
    cdef list literals_of(self, const int[::1] start, const int[::1] edges, int row)
    @cython.final
    @cython.locals(came=int, k=int, edge=int)
    cdef int follow(self, int vertex) noexcept
    @cython.locals(n_pieces=int, n_open=int, is_open=int, p=int, i=int, leaving=list, lines=list, clauses=list)
    cpdef list cuts(self, list answer)
    @cython.final
    @cython.locals(v=int, i=int, edge=int, one=int, two=int, n_pieces=int, n_open=int, is_open=int, before=int, at=int,
                   onward=int)
    cdef tuple find_pieces(self, list answer)
    @cython.final
    cdef void join(self, int one, int two) noexcept
    @cython.final
    @cython.locals(v=int, k=int, vertex=int, edge=int, number=int, other=int, is_open=int, leaving=list, lines=list)
    cdef tuple of_piece(self, list answer, int p)
    @cython.locals(edges=Numbering)
    cpdef list changes(self, list answer)
