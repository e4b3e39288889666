# SPDX-License-Identifier: Apache-2.0
"""The kinds of links, and how a run's statistics name each direction of one."""

import re

KINDS = {"upi": "UPI", "numalink": "NUMALink", "cxl": "CXL"}
# Kind, link, direction.
UTILISATION = re.compile(rf"^machine\.({'|'.join(KINDS)})\.(.+)\.(forward|backward)\.utilisation$")
