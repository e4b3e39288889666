// SPDX-License-Identifier: Apache-2.0
// NUMA nodes of a topology.
#pragma once

#include "platforms/probe/topology.h"

/// Fills the nodes; a single node with all CPUs if /sys has none. CPUs and cores must be known.
void read_nodes(const Tree* tree, Topology* topology, Notes* notes);
