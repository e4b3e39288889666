// SPDX-License-Identifier: Apache-2.0
// Configuration fields of a core.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/base/fields.h"
#include "models/base/quantities.h"

namespace starnuma::core {

enum class BranchPrediction : std::uint8_t {
  kTwoBit,  ///< A 2-bit counter per branch site. A misprediction is resolved by the branch's value.
  kPerfect  ///< No branch is mispredicted.
};
enum class LockedOperations : std::uint8_t {
  kDrain,   ///< Waits for older loads, drains the store queue and blocks younger accesses (x86).
  kOverlap  ///< Overlaps with other instructions like a load.
};

struct CoreConfig {
  base::Frequency frequency;
  int width = 0;
  int rob = 0;
  int load_queue = 0;
  int store_queue = 0;
  base::Cycles mispredict_penalty;
  BranchPrediction branch_prediction = BranchPrediction::kTwoBit;
  LockedOperations locked_operations = LockedOperations::kDrain;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("frequency", frequency, "clock of the core and its caches", base::at_least(1));
    v.field("width", width, "instructions issued and retired per cycle", base::between(1, 16));
    v.field("rob", rob, "reorder buffer: instructions in flight", base::between(1, 1 << 14));
    v.field("load_queue", load_queue, "loads in flight", base::between(1, 1 << 12));
    v.field("store_queue", store_queue, "stores not yet in the L1", base::between(1, 1 << 12));
    v.field("mispredict_penalty", mispredict_penalty,
            "front-end refill after a mispredicted branch is resolved");
    v.field("branch_prediction", branch_prediction, "prediction of data-dependent branches");
    v.field("locked_operations", locked_operations,
            "condition that an atomic read-modify-write waits for");
  }
};

}  // namespace starnuma::core

template <>
struct starnuma::base::EnumNames<starnuma::core::BranchPrediction> {
  static constexpr std::array<std::string_view, 2> kNames{"two_bit", "perfect"};
};
template <>
struct starnuma::base::EnumNames<starnuma::core::LockedOperations> {
  static constexpr std::array<std::string_view, 2> kNames{"drain", "overlap"};
};
