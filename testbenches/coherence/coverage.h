// SPDX-License-Identifier: Apache-2.0
// Which rows of the protocol tables a run has taken, and the faults it plants: the hooks that the
// protocol functions are compiled with here.
#pragma once

#include <array>
#include <cstdint>

#include "models/protocol/hooks.h"

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
  void add(const Coverage& other) {
    for (std::size_t i = 0; i < hits.size(); ++i) hits[i] += other.hits[i];
  }
};

struct BenchHooks {
  Coverage* coverage = nullptr;
  protocol::Mutant mutant = protocol::Mutant::kNone;

  bool broken(protocol::Mutant m) const { return m == mutant; }
  template <class State, class Event>
  void row(protocol::TableId table, State state, Event event) const {
    ++coverage->hits[Coverage::index(table, static_cast<std::size_t>(state),
                                     static_cast<std::size_t>(event))];
  }
};

}  // namespace starnuma::coherence_bench
