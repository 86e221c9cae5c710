"""The build backend: maturin, which on Linux links with zig, so that a wheel runs wherever glibc 2.28 or later is.

``MATURIN_PEP517_ARGS`` takes the place of these arguments, and zig is not installed then.
"""

import os
import platform

from maturin import *  # noqa: F403
from maturin import get_requires_for_build_wheel as _requires

if platform.system() == "Linux" and platform.libc_ver()[0] == "glibc" and "MATURIN_PEP517_ARGS" not in os.environ:
    os.environ["MATURIN_PEP517_ARGS"] = "--compatibility manylinux_2_28 --zig"

    def get_requires_for_build_wheel(config_settings=None):
        return [*_requires(config_settings), "ziglang"]

    get_requires_for_build_editable = get_requires_for_build_wheel
