// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/chain_walk.h"

#include "models/base/check.h"
#include "stimulus/kernel_definition.h"

namespace starnuma::stimulus {
namespace {

constexpr int kDefaultLines = 128;
constexpr int kMaxLines = 256;  ///< half of the capacity of the scaled LLC at scale 20

void expect_two_sockets(const ChainWalkParameters&, const Options& options, const MachineShape&) {
  if (options.number("requester") != options.number("owner")) return;
  throw base::InputError("workload block_transfer: requester and owner are both socket ",
                         options.text("owner"), "; they must differ");
}

}  // namespace

std::vector<std::string> ChainWalk::check() const {
  if (loads_ == work_units()) return {};
  return {"the chain has " + std::to_string(work_units()) + " lines, the walk loaded " +
          std::to_string(loads_)};
}

void ChainWalk::report(accounting::StatWriter& out) const {
  if (parameters_.owner_thread == Parameters::kNoOwner) {
    out.under("pointer_chase").write("lines", loads_, "1", "dependent loads, each of another line");
  } else {
    out.under("block_transfer")
        .write("lines", loads_, "1", "dependent loads of lines of the owner");
  }
}

Definition define_pointer_chase() {
  return KernelDefinition<ChainWalk>(
             "pointer_chase",
             "one core follows a chain of cold lines at one home: unloaded latency")
      .thread_on("requester", &ChainWalkParameters::requester_thread, 0)
      .home("home", &ChainWalkParameters::home, "0")
      .number("lines", &ChainWalkParameters::lines, 1, LineChain::kMaxLines)
      .scale();
}

Definition define_block_transfer() {
  return KernelDefinition<ChainWalk>(
             "block_transfer",
             "one core follows a chain of lines another socket owns: block transfer latency",
             {kDefaultLines})
      .thread_on("requester", &ChainWalkParameters::requester_thread, 0)
      .thread_on("owner", &ChainWalkParameters::owner_thread, 5)
      .then(expect_two_sockets)
      .home("home", &ChainWalkParameters::home, "pool")
      .choice("state", &ChainWalkParameters::state, {"E", "M"})
      .number("lines", &ChainWalkParameters::lines, 1, kMaxLines)
      .scale();
}

}  // namespace starnuma::stimulus
