// SPDX-License-Identifier: Apache-2.0
// config::read() of a whole machine, compiled once instead of in each file that reads one.
#pragma once

#include "platforms/assembly/machine_config.h"
#include "platforms/config/reader.h"

namespace starnuma::config {

extern template assembly::MachineConfig read<assembly::MachineConfig>(const Node& tree,
                                                                      Diagnostics& diagnostics);
extern template assembly::MachineConfig read<assembly::MachineConfig>(const Node& tree);

}  // namespace starnuma::config
