"""Compile every kernel; where no compiler is at hand karat installs all the same and runs its slower twins."""

import os
from glob import glob

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

DEBUG = os.environ.get("KARAT_DEBUG") == "1"
SKIP = os.environ.get("KARAT_NO_COMPILE") == "1"
CHECKS = {
    "boundscheck": DEBUG,
    "wraparound": False,
    "initializedcheck": DEBUG,
    "cdivision": not DEBUG,
    "language_level": 3,
}


class Optional(build_ext):
    """A failed kernel is a warning, not a failed installation; kernels are compiled side by side."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self):
        try:
            super().run()
        except Exception as error:  # compilers fail in a hundred ways, and each of them means the same here
            self.warn(f"the kernels were not compiled ({error}); karat will use its slower twins: see `karat doctor`")
            self.extensions = []

    def build_extension(self, ext):
        try:
            super().build_extension(ext)
        except Exception as error:
            self.warn(f"{ext.name} was not compiled ({error}); karat will use its slower twin: see `karat doctor`")

    def get_outputs(self):
        return [path for path in super().get_outputs() if os.path.exists(path)]

    def copy_extensions_to_source(self):
        built = [ext for ext in self.extensions if os.path.exists(self.get_ext_fullpath(ext.name)) or self._built(ext)]
        self.extensions = built
        super().copy_extensions_to_source()

    def _built(self, ext):
        return os.path.exists(os.path.join(self.build_lib, self.get_ext_filename(self.get_ext_fullname(ext.name))))


def kernels():
    if SKIP:
        return []
    from Cython.Build import cythonize

    flags = [] if os.name == "nt" else ["-g", "-O1"] if DEBUG else ["-O3"]
    found = [
        Extension(path[4:-4].replace(os.sep, "."), [path], extra_compile_args=flags)
        for path in sorted(glob("src/karat/kernels/*.pyx"))
    ]
    return cythonize(found, compiler_directives=CHECKS, include_path=["src"], build_dir="build/cython", force=DEBUG)


setup(ext_modules=kernels(), cmdclass={"build_ext": Optional})
