"""The build backend: maturin, with the package's files in Python beside the module."""

import shutil

from maturin import *  # noqa: F403

shutil.copytree("../../python/threehand", "threehand", dirs_exist_ok=True)
