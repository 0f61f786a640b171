# The C types of local_models.py, for Cython. Only compilation reads this file.

cimport cython

@cython.locals(always=int, ever=int, n_units=int, way=int, u=int, possible=int)
cpdef tuple allowed_ways(int n_edges, const int[::1] masks, int width, const int[::1] fits, int[::1] seen)
@cython.locals(n=int)
cdef int _count(int bits) noexcept
