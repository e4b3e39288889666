# SPDX-License-Identifier: Apache-2.0
"""Self-contained HTML pages about result folders: `python3 -m starnuma.report DIR... -o FILE`."""
