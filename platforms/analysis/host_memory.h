// SPDX-License-Identifier: Apache-2.0
// How much of this host's memory a run takes, before it is begun.
//
// Contract: an estimate from the sizes of what grows with machine and program (tags, snoop filters,
// TLBs, banks, the program's data and their building), about a quarter too much or too little.
#pragma once

#include <string>

#include "models/base/quantities.h"
#include "platforms/assembly/machine_config.h"

namespace starnuma::analysis {

/// Of the boxes of a machine whose sizes are those of the run (scaled).
base::Bytes boxes_on_host(const assembly::MachineConfig& machine);
/// Of a whole run; `program` is Workload::host_bytes().
base::Bytes run_on_host(const assembly::MachineConfig& machine, base::Bytes program);
/// What the host has.
base::Bytes memory_of_host();

/// "2.4 GiB": for reading, not for reading back.
std::string rounded(base::Bytes size);

}  // namespace starnuma::analysis
