// SPDX-License-Identifier: Apache-2.0
// Modules at both ends of a tapped socket.
#pragma once

#include <systemc>

#include "models/kernel/dispatcher.h"

namespace starnuma::observers {

/// Returns the module of a socket; sockets of a vector are direct children as well.
inline const sc_core::sc_object& owner_of(const sc_core::sc_object& socket) {
  return *socket.get_parent_object();
}

inline bool is_agent(const sc_core::sc_object& module) {
  return dynamic_cast<const kernel::Agent*>(&module) != nullptr;
}

}  // namespace starnuma::observers
