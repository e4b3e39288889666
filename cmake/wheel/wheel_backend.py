# SPDX-License-Identifier: Apache-2.0
"""Build backend of pyproject.toml: the wheel of scikit-build-core with the shared libraries that its program needs.

auditwheel copies these libraries into the wheel and gives it the manylinux tag of this system's C library."""

import subprocess
import sys
import tempfile
from pathlib import Path

from scikit_build_core import build
from scikit_build_core.build import (build_sdist, get_requires_for_build_sdist,  # noqa: F401 (hooks of pip)
                                     get_requires_for_build_wheel)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with tempfile.TemporaryDirectory() as place:
        made = Path(place) / build.build_wheel(place, config_settings, metadata_directory)
        repaired = Path(place) / "repaired"
        subprocess.run([sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", repaired, made], check=True)
        wheel, = repaired.iterdir()
        (Path(wheel_directory) / wheel.name).write_bytes(wheel.read_bytes())
        return wheel.name
