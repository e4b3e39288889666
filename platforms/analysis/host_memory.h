// SPDX-License-Identifier: Apache-2.0
// Estimate of the host memory of a run before its start.
//
// Contract: the estimate derives from the sizes that grow with machine and program (tags, snoop
// filters, TLBs, banks, the program's data and its construction). Its error is about 25 %.
#pragma once

#include <string>

#include "models/base/quantities.h"
#include "platforms/assembly/config/machine_config.h"

namespace starnuma::analysis {

/// Returns the host memory of a machine's modules; the machine must be scaled as in the run.
base::Bytes boxes_on_host(const assembly::MachineConfig& machine);
/// Returns the host memory of a whole run; `program` is Workload::host_bytes().
base::Bytes run_on_host(const assembly::MachineConfig& machine, base::Bytes program);
/// Returns the memory of this host.
base::Bytes memory_of_host();

/// Returns a readable text such as "2.4 GiB", which is rounded.
std::string rounded(base::Bytes size);

}  // namespace starnuma::analysis
