// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/block_transfer.h"

#include "models/base/check.h"
#include "stimulus/definition.h"
#include "stimulus/kernel_workload.h"

namespace starnuma::stimulus {
namespace {

constexpr int kDefaultLines = 128;
constexpr int kMaxLines = 256;  ///< half of the capacity of the scaled LLC at scale 20

std::unique_ptr<Workload> make_block_transfer(const Options& options, const MachineShape& shape,
                                              std::uint64_t seed) {
  const auto requester = static_cast<int>(options.number("requester"));
  const auto owner = static_cast<int>(options.number("owner"));
  if (requester == owner) {
    throw base::InputError("workload block_transfer: requester and owner are both socket " +
                           std::to_string(owner) + "; they must differ");
  }
  BlockTransfer::Parameters parameters;
  parameters.requester_thread = shape.first_thread_on(requester);
  parameters.owner_thread = shape.first_thread_on(owner);
  parameters.home = options.home("home", shape);
  parameters.state = options.text("state") == "M" ? BlockTransfer::OwnerState::kModified
                                                  : BlockTransfer::OwnerState::kExclusive;
  parameters.lines = static_cast<int>(options.number("lines"));
  parameters.scale = static_cast<int>(options.number("scale"));
  return workload_of(BlockTransfer(parameters, seed));
}

}  // namespace

void BlockTransfer::build(base::Arena& arena) {
  chain_.build(arena, parameters_.home, parameters_.lines, seed_);
}

void BlockTransfer::report(accounting::StatWriter& out) const {
  out.under("block_transfer").write("lines", loads_, "1", "dependent loads of lines of the owner");
}

Definition define_block_transfer() {
  return {"block_transfer",
          "one core follows a chain of lines another socket owns: block transfer latency",
          {OptionRule::socket("requester", 0), OptionRule::socket("owner", 5),
           OptionRule::home("home", "pool"), OptionRule::choice("state", {"E", "M"}),
           OptionRule::number("lines", kDefaultLines, 1, kMaxLines), scale_rule()},
          make_block_transfer};
}

}  // namespace starnuma::stimulus
