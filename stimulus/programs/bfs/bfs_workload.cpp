// SPDX-License-Identifier: Apache-2.0
#include "stimulus/definition.h"
#include "stimulus/graph/graph_program.h"
#include "stimulus/kernel_workload.h"
#include "stimulus/programs/bfs/bfs.h"

namespace starnuma::stimulus {
namespace {

std::unique_ptr<Workload> make_bfs(const Options& options, const MachineShape&,
                                   std::uint64_t seed) {
  Bfs::Parameters parameters;
  parameters.graph = kronecker_of(options);
  parameters.trials = static_cast<int>(options.number("trials"));
  parameters.warmup = static_cast<int>(options.number("warmup"));
  parameters.schedule =
      options.text("schedule") == "static" ? BfsSchedule::kStatic : BfsSchedule::kDynamic;
  return workload_of(Bfs(parameters, seed));
}

}  // namespace

Definition define_bfs() {
  return {"bfs",
          "direction-optimising breadth-first search on a Kronecker graph",
          {scale_rule(), OptionRule::number("trials", 2, 1, 64), degree_rule(),
           OptionRule::choice("schedule", {"dynamic", "static"}),
           OptionRule::number("warmup", 0, 0, 64)},
          make_bfs};
}

}  // namespace starnuma::stimulus
