"""Builds what is compiled (`EXTENSIONS`) from its Python sources, where there are Cython and a C compiler.

Everything else stands in pyproject.toml. Without a compiler the package is the same, and slower. The extensions keep to
the stable interface of Python 3.11, so one wheel serves all later versions.
"""

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

EXTENSIONS = [
    Extension(
        name,
        [name.replace(".", "/") + ".py"],
        define_macros=[("Py_LIMITED_API", "0x030B0000")],
        py_limited_api=True,
    )
    for name in (
        "slitherenc.deduction.engine.local_models",
        "slitherenc.deduction.engine.supposition_core",
        "slitherenc.generation.clues.human_effort",
        "slitherenc.generation.loops.face_flips",
        "slitherenc.model.fast_check",
        "slitherenc.model.loop_walk",
        "slitherenc.model.loop_window",
        "slitherenc.model.propagation",
        "slitherenc.proofs.refutation",
        "slitherenc.proofs.replay",
        "slitherenc.solvers.kernel.core",
        "slitherenc.solvers.patch.patch_walk",
        "slitherenc.solvers.patch.patch_window",
    )
]


class BuildExt(build_ext):
    """Compiles modules side by side. An editable install keeps them, so the next one compiles only changes."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or True  # one thread a core

    def run(self) -> None:
        if self.editable_mode:
            self.build_lib = f"build/editable-{self.plat_name}"
        super().run()


try:
    from Cython.Build import cythonize
except ImportError:
    setup()
else:
    modules = cythonize(EXTENSIONS, build_dir="build/cython")
    for module in modules:
        module.optional = True  # without a compiler the install goes on; `cythonize` does not carry this over
    setup(ext_modules=modules, cmdclass={"build_ext": BuildExt}, options={"bdist_wheel": {"py_limited_api": "cp311"}})
