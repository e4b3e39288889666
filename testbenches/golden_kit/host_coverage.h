// SPDX-License-Identifier: Apache-2.0
// Coverage model of a golden host: rows of its table and of the conflict table.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/protocol/requester_table.h"
#include "models/protocol/rows.h"

namespace starnuma::golden_kit {

class HostCoverage {
 public:
  /// Returns the names of the points.
  static const std::vector<std::string>& names();
  /// Returns how often a point occurred.
  std::uint64_t count(std::size_t point) const;

  void add(protocol::RequesterState state, protocol::RequesterEvent event) {
    ++rows_[static_cast<std::size_t>(state)][static_cast<std::size_t>(event)];
  }
  void add(protocol::ConflictState state, protocol::ConflictEvent event) {
    ++conflicts_[static_cast<std::size_t>(state)][static_cast<std::size_t>(event)];
  }

 private:
  std::array<std::array<std::uint64_t, protocol::kRequesterEvents>, protocol::kRequesterStates>
      rows_{};
  std::array<std::array<std::uint64_t, protocol::kConflictEvents>, protocol::kConflictStates>
      conflicts_{};
};

/// Rows argument of the protocol functions that counts each row.
struct CoveredHostRows : protocol::StandardRows {
  explicit CoveredHostRows(HostCoverage& counts) : coverage(&counts) {}
  template <class State, class Event>
  void taken(protocol::TableId, State state, Event event) const {
    coverage->add(state, event);
  }
  HostCoverage* coverage;
};

}  // namespace starnuma::golden_kit
