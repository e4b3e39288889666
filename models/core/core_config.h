// SPDX-License-Identifier: Apache-2.0
// Fields of a core.
#pragma once

#include "models/base/fields.h"
#include "models/base/quantities.h"

namespace starnuma::core {

struct CoreConfig {
  base::Frequency frequency;
  int width = 0;
  int rob = 0;
  int load_queue = 0;
  int store_queue = 0;
  base::Cycles mispredict_penalty;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("frequency", frequency, "clock of the core and its caches", base::at_least(1));
    v.field("width", width, "instructions issued and retired per cycle", base::between(1, 16));
    v.field("rob", rob, "reorder buffer: instructions in flight", base::between(1, 1 << 14));
    v.field("load_queue", load_queue, "loads in flight", base::between(1, 1 << 12));
    v.field("store_queue", store_queue, "stores not yet in the L1", base::between(1, 1 << 12));
    v.field("mispredict_penalty", mispredict_penalty,
            "front-end refill after a mispredicted branch is resolved");
  }
};

}  // namespace starnuma::core
