// SPDX-License-Identifier: Apache-2.0
// Group of the links of one kind and the modules on their paths, so that object names read
// machine.upi.socket0_socket1.
#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "models/kernel/hierarchy_scope.h"

namespace starnuma::assembly {

class LinkGroup : public sc_core::sc_module {
 public:
  explicit LinkGroup(const sc_core::sc_module_name& name) : sc_module(name) {}

  template <class Box, class... Arguments>
  Box& make(const std::string& name, const Arguments&... arguments) {
    const kernel::HierarchyScope scope(*this);
    auto box = std::make_unique<Box>(name.c_str(), arguments...);
    Box& made = *box;
    boxes_.push_back(std::move(box));
    return made;
  }

 private:
  std::vector<std::unique_ptr<sc_core::sc_module>> boxes_;
};

/// Groups by LinkKind.
using LinkGroups = std::vector<std::unique_ptr<LinkGroup>>;

}  // namespace starnuma::assembly
