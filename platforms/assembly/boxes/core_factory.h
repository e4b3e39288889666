// SPDX-License-Identifier: Apache-2.0
// Factory of the cores of a machine; called once per core, inside the core's socket.
#pragma once

#include <functional>
#include <memory>

#include "models/core/core.h"

namespace starnuma::assembly {

using CoreFactory = std::function<std::unique_ptr<core::CoreBase>(
    const char* name, const core::CoreConfig& config, base::CoreId id)>;

/// Returns a factory of cores that run `program`, thread t on core t. The team and the program must
/// outlive the machine.
inline CoreFactory program_cores(base::Time quantum, core::Team& team, core::Program& program) {
  return [=, &team, &program](const char* name, const core::CoreConfig& config, base::CoreId id) {
    return std::make_unique<core::Core>(name, config, quantum, id, base::index_of(id), team,
                                        program);
  };
}

}  // namespace starnuma::assembly
