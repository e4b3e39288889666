// SPDX-License-Identifier: Apache-2.0
// Fields of a socket's home agent.
#pragma once

#include "models/base/fields.h"
#include "models/base/quantities.h"

namespace starnuma::home {

struct HomeConfig {
  base::Time directory_latency;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("directory_latency", directory_latency,
            "directory look-up that is not hidden behind the memory controller");
  }
};

}  // namespace starnuma::home
