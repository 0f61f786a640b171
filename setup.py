"""Builds the kernel of `--method kernel` from its Python source, where there are Cython and a C compiler.

Everything else stands in pyproject.toml. Without a compiler the package is the same, and that method is slow. The
extension keeps to the stable interface of Python 3.11, so one wheel serves all later versions.
"""

from setuptools import Extension, setup

KERNEL = Extension(
    "slitherenc.solvers.kernel.core",
    ["slitherenc/solvers/kernel/core.py"],
    define_macros=[("Py_LIMITED_API", "0x030B0000")],
    py_limited_api=True,
)

try:
    from Cython.Build import cythonize
except ImportError:
    setup()
else:
    modules = cythonize([KERNEL], build_dir="build/cython")
    for module in modules:
        module.optional = True  # without a compiler the install goes on; `cythonize` does not carry this over
    setup(ext_modules=modules, options={"bdist_wheel": {"py_limited_api": "cp311"}})
