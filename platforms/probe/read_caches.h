// SPDX-License-Identifier: Apache-2.0
// The caches of a topology.
#pragma once

#include "platforms/probe/topology.h"

/// Needs the CPUs. Fills caches and line size.
void read_caches(const Tree* tree, Topology* topology, Notes* notes);
