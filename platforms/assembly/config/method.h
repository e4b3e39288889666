// SPDX-License-Identifier: Apache-2.0
// Application of `method` to the fields of a machine.
#pragma once

#include <string>

#include "platforms/assembly/config/machine_config.h"

namespace starnuma::assembly {

/// Returns the machine with the fields that its method determines; idempotent.
MachineConfig with_method(MachineConfig config);

/// Returns "published", "in time", or the nearer one with the fields that differ, such as "in time
/// but moves in_place".
std::string method_text(const MachineConfig& config);

}  // namespace starnuma::assembly
