// SPDX-License-Identifier: Apache-2.0
// The boxes of one host under its name, so that object names read machine.host_left.socket0. A
// machine with one host has none.
#pragma once

#include <systemc>

#include "models/kernel/hierarchy_scope.h"

namespace starnuma::assembly {

class HostGroup : public sc_core::sc_module {
 public:
  explicit HostGroup(const sc_core::sc_module_name& name) : sc_module(name) {}

  /// What `make` makes is in the group; without a group, where it is made.
  template <class Make>
  static auto make_in(HostGroup* group, const Make& make) {
    if (group == nullptr) return make();
    const kernel::HierarchyScope scope(*group);
    return make();
  }
};

}  // namespace starnuma::assembly
