// SPDX-License-Identifier: Apache-2.0
// Scope in which new SystemC objects become children of `parent`, after its constructor has ended.
#pragma once

#include <systemc>

namespace starnuma::kernel {

#if IEEE_1666_SYSTEMC >= 202301L

class HierarchyScope {
 public:
  explicit HierarchyScope(sc_core::sc_module& parent)
      : scope_((parent.*&Opened::get_hierarchy_scope)()) {}

 private:
  /// Access to the protected member of every module.
  struct Opened : sc_core::sc_module {
    using sc_core::sc_module::get_hierarchy_scope;
  };

  sc_core::sc_hierarchy_scope scope_;
};

#else

class HierarchyScope {
 public:
  explicit HierarchyScope(sc_core::sc_module& parent) {
    sc_core::sc_get_curr_simcontext()->hierarchy_push(&parent);
  }
  ~HierarchyScope() { sc_core::sc_get_curr_simcontext()->hierarchy_pop(); }
  HierarchyScope(const HierarchyScope&) = delete;
  HierarchyScope& operator=(const HierarchyScope&) = delete;
};

#endif

}  // namespace starnuma::kernel
