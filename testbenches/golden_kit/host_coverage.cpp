// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden_kit/host_coverage.h"

#include "models/protocol/names.h"

namespace starnuma::golden_kit {

using protocol::kConflictRows;
using protocol::kCxlRequesterRows;

const std::vector<std::string>& HostCoverage::names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    const auto add = [&](const auto& rows, const char* table) {
      for (const auto& row : rows) {
        all.push_back(table + std::string(protocol::name_of(row.state)) + " x " +
                      std::string(protocol::name_of(row.event)));
      }
    };
    add(kCxlRequesterRows, "");
    add(kConflictRows, "conflict, ");
    return all;
  }();
  return names;
}

std::uint64_t HostCoverage::count(std::size_t point) const {
  const auto of = [](const auto& counts, const auto& row) {
    return counts[static_cast<std::size_t>(row.state)][static_cast<std::size_t>(row.event)];
  };
  return point < kCxlRequesterRows.size()
             ? of(rows_, kCxlRequesterRows[point])
             : of(conflicts_, kConflictRows[point - kCxlRequesterRows.size()]);
}

}  // namespace starnuma::golden_kit
