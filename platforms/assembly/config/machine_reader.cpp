// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/config/machine_reader.h"

namespace starnuma::config {

template assembly::MachineConfig read<assembly::MachineConfig>(const Node& tree,
                                                               Diagnostics& diagnostics);
template assembly::MachineConfig read<assembly::MachineConfig>(const Node& tree);

}  // namespace starnuma::config
