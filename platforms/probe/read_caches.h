// SPDX-License-Identifier: Apache-2.0
// Caches of a topology.
#pragma once

#include "platforms/probe/topology.h"

/// Fills caches and line size. The CPUs must be known.
void read_caches(const Tree* tree, Topology* topology, Notes* notes);
