# The C types of window.py, for Cython. Without a compiler nothing reads this.

cimport cython

cdef int DEGREES

@cython.final
cdef class LoopWindow:
    cdef public int total_faces, is_colored, n_faces, n_edges, n_vertices, n_sums, n_border
    cdef const int[::1] face_start, face_edges, vertex_start, vertex_edges, ends, sides, of_start, of_sums
    cdef const int[::1] sum_start, sum_edges, penalty_start, penalty, own, on, inside, count
    cdef public int[::1] edge_number, vertex_number, face_number, is_summed, edges, vertices, faces, sums
    cdef public int[::1] mate, piece, first, second, literals
    cdef public object patterns
    cdef public list clauses

    @cython.locals(size=int, i=int)
    cdef int most(self, const int[::1] start) noexcept
    @cython.locals(at=int, i=int, end=int, vertex=int, k=int, edge=int, j=int)
    cpdef void choose(self, int face, int size) noexcept
    @cython.locals(i=int)
    cdef void clear(self) noexcept
    cdef void take_face(self, int face) noexcept
    cdef void take_vertex(self, int vertex) noexcept
    cdef void take_sum(self, int s) noexcept
    @cython.locals(i=int, s=int, clause=list)
    cpdef int prepare(self, int target, int n_lines) except -1
    @cython.locals(i=int)
    cpdef list phases(self)
    @cython.locals(lines=int, i=int, mate=int)
    cdef int find_border(self, int n_lines) noexcept
    @cython.locals(lines=int, k=int, edge=int)
    cdef int lines_outside(self, int vertex) noexcept
    @cython.locals(came=int, k=int, edge=int)
    cdef int follow(self, int vertex) noexcept
    @cython.locals(n=int, lines=int, k=int, edge=int)
    cdef int add_vertex(self, int vertex) except -1
    @cython.locals(n=int, lines=int, size=int, k=int, edge=int, is_wrong=int, mask=int)
    cdef int add_sum(self, int s, int is_target) except -1
    @cython.locals(rows='const int[::1]', k=int, i=int, clause=list)
    cdef int add_clauses(self, int n, int mask) except -1
    @cython.locals(i=int, edge=int, line=int, one=int, two=int, a=int, b=int, s=int)
    cdef int add_colors(self) except -1
    @cython.locals(n_pieces=int, n_open=int, is_open=int, p=int, i=int, leaving=list, lines=list, clauses=list)
    cpdef list cuts(self, list answer)
    @cython.locals(v=int, i=int, edge=int, one=int, two=int, n_pieces=int, n_open=int, is_open=int, before=int, at=int,
                   onward=int)
    cdef tuple find_pieces(self, list answer)
    cdef void join(self, int one, int two) noexcept
    @cython.locals(v=int, k=int, vertex=int, edge=int, number=int, other=int, is_open=int, leaving=list, lines=list)
    cdef tuple of_piece(self, list answer, int p)
    @cython.locals(i=int, changed=list)
    cpdef list changes(self, list answer)
