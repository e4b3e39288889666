// SPDX-License-Identifier: Apache-2.0
// Description of the machine and its limits for this process, without data that identify its owner.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "platforms/probe/notes.h"
#include "platforms/probe/tree.h"

enum { kLongestText = 128 };

typedef struct {
  char processor[kLongestText];     ///< from /proc/cpuinfo, or empty
  char architecture[kLongestText];  ///< "x86_64"
  char kernel[kLongestText];        ///< version number only, "6.1.0"
  char huge_pages[kLongestText];  ///< transparent huge pages: "always", "madvise", "never" or empty
  bool is_virtual;                ///< true if the processor reports a hypervisor
  int64_t memory_limit;           ///< remaining bytes of the control group; -1 for no limit
} Host;

void read_host(const Tree* tree, Host* host, Notes* notes);
