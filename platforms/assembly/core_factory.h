// SPDX-License-Identifier: Apache-2.0
// What sits at the cores' places of a machine: assembly asks once per core, inside its socket.
#pragma once

#include <functional>
#include <memory>

#include "models/core/core.h"

namespace starnuma::assembly {

using CoreFactory = std::function<std::unique_ptr<core::CoreBase>(
    const char* name, const core::CoreConfig& config, base::CoreId id)>;

/// Cores that run `program`, thread t on core t; it and the team must outlive the machine.
inline CoreFactory program_cores(base::Time quantum, core::Team& team, core::Program& program) {
  return [=, &team, &program](const char* name, const core::CoreConfig& config, base::CoreId id) {
    return std::make_unique<core::Core>(name, config, quantum, id, base::index_of(id), team,
                                        program);
  };
}

}  // namespace starnuma::assembly
