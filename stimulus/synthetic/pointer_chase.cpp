// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/pointer_chase.h"

#include "stimulus/definition.h"
#include "stimulus/kernel_workload.h"

namespace starnuma::stimulus {
namespace {

std::unique_ptr<Workload> make_pointer_chase(const Options& options, const MachineShape& shape,
                                             std::uint64_t seed) {
  PointerChase::Parameters parameters;
  parameters.requester_thread =
      shape.first_thread_on(static_cast<int>(options.number("requester")));
  parameters.home = options.home("home", shape);
  parameters.lines = static_cast<int>(options.number("lines"));
  parameters.scale = static_cast<int>(options.number("scale"));
  return workload_of(PointerChase(parameters, seed));
}

}  // namespace

void PointerChase::build(base::Arena& arena) {
  chain_.build(arena, parameters_.home, parameters_.lines, seed_);
}

void PointerChase::report(accounting::StatWriter& out) const {
  out.under("pointer_chase").write("lines", loads_, "1", "dependent loads, each of another line");
}

Definition define_pointer_chase() {
  return {
      "pointer_chase",
      "one core follows a chain of cold lines at one home: unloaded latency",
      {OptionRule::socket("requester", 0), OptionRule::home("home", "0"),
       OptionRule::number("lines", LineChain::kMaxLines, 1, LineChain::kMaxLines), scale_rule()},
      make_pointer_chase};
}

}  // namespace starnuma::stimulus
