# The C types of fast_check.py, for Cython. Without a compiler nothing reads this.

cimport cython

@cython.locals(other='int[::1]', degree=int, first=int, lines=int, edge=int, a=int, b=int, vertex=int,
               start=int, before=int, at=int, steps=int, onward=int)
cpdef int one_loop(const int[::1] ends, const unsigned char[::1] on, int n_vertices, const unsigned char[::1] masks)

@cython.locals(i=int, j=int, lines=int)
cpdef int numbers_hold(const unsigned char[::1] on, const int[::1] face_start, const int[::1] face_edges, const int[::1] faces, const int[::1] values)

@cython.locals(i=int, j=int, lines=int)
cpdef int sums_hold(const unsigned char[::1] on, const int[::1] start, const int[::1] edges, const int[::1] low, const int[::1] high)
