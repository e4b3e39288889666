// SPDX-License-Identifier: Apache-2.0
#include "stimulus/kernel_definition.h"
#include "stimulus/programs/bfs/bfs.h"

namespace starnuma::stimulus {

Definition define_bfs() {
  return KernelDefinition<Bfs>("bfs",
                               "direction-optimising breadth-first search on a Kronecker graph")
      .scale()
      .number("trials", &BfsParameters::trials, 1, 64)
      .degree()
      .choice("schedule", &BfsParameters::schedule, {"dynamic", "static"})
      .number("warmup", &BfsParameters::warmup, 0, 64);
}

}  // namespace starnuma::stimulus
