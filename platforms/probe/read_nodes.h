// SPDX-License-Identifier: Apache-2.0
// The NUMA nodes of a topology.
#pragma once

#include "platforms/probe/topology.h"

/// Needs the CPUs and cores. Fills the nodes; where /sys knows none, one with all CPUs.
void read_nodes(const Tree* tree, Topology* topology, Notes* notes);
