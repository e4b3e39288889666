// SPDX-License-Identifier: Apache-2.0
// Explicit instantiation of config::read() for a whole machine, to compile it only once.
#pragma once

#include "platforms/assembly/config/machine_config.h"
#include "platforms/config/reader.h"

namespace starnuma::config {

extern template assembly::MachineConfig read<assembly::MachineConfig>(const Node& tree,
                                                                      Diagnostics& diagnostics);
extern template assembly::MachineConfig read<assembly::MachineConfig>(const Node& tree);

}  // namespace starnuma::config
