// SPDX-License-Identifier: Apache-2.0
// Scope in which new SystemC objects become children of `parent`, after its constructor has ended.
#pragma once

#include <systemc>

namespace starnuma::kernel {

class HierarchyScope {
 public:
  explicit HierarchyScope(sc_core::sc_module& parent) {
    sc_core::sc_get_curr_simcontext()->hierarchy_push(&parent);
  }
  ~HierarchyScope() { sc_core::sc_get_curr_simcontext()->hierarchy_pop(); }
  HierarchyScope(const HierarchyScope&) = delete;
  HierarchyScope& operator=(const HierarchyScope&) = delete;
};

}  // namespace starnuma::kernel
