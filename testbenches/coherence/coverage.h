// SPDX-License-Identifier: Apache-2.0
// Coverage of the rows of the protocol tables by a run.
#pragma once

#include <array>
#include <cstdint>

#include "models/protocol/rows.h"

namespace starnuma::coherence_bench {

struct Coverage {
  static constexpr std::size_t kMaxStates = 16;
  static constexpr std::size_t kMaxEvents = 16;
  std::array<std::uint64_t, protocol::kTables * kMaxStates * kMaxEvents> hits{};

  static std::size_t index(protocol::TableId table, std::size_t state, std::size_t event) {
    return (static_cast<std::size_t>(table) * kMaxStates + state) * kMaxEvents + event;
  }
  std::uint64_t of(protocol::TableId table, std::size_t state, std::size_t event) const {
    return hits[index(table, state, event)];
  }
  void take(protocol::TableId table, std::size_t state, std::size_t event) {
    ++hits[index(table, state, event)];
  }
  void add(const Coverage& other) {
    for (std::size_t i = 0; i < hits.size(); ++i) hits[i] += other.hits[i];
  }
};

}  // namespace starnuma::coherence_bench
