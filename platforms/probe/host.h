// SPDX-License-Identifier: Apache-2.0
// What the machine is and what of it this process may use; nothing that names its owner.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "platforms/probe/notes.h"
#include "platforms/probe/tree.h"

enum { kLongestText = 128 };

typedef struct {
  char processor[kLongestText];     ///< as /proc/cpuinfo says, or empty
  char architecture[kLongestText];  ///< "x86_64"
  char kernel[kLongestText];        ///< only the number, "6.1.0"
  char huge_pages[kLongestText];    ///< transparent ones: "always", "madvise", "never" or empty
  bool is_virtual;                  ///< the processor says that a hypervisor runs it
  int64_t memory_limit;             ///< bytes that the control group leaves; -1 for no limit
} Host;

void read_host(const Tree* tree, Host* host, Notes* notes);
