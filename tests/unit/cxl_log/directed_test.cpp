// SPDX-License-Identifier: Apache-2.0
// Each row of the CXL.mem tables has a directed sequence whose last step takes it.
#include "testbenches/coherence/directed.h"

#include <gtest/gtest.h>

#include "testbenches/coherence/mutants.h"

namespace starnuma::coherence_bench {
namespace {

using SmallSystem = System<3, 2, 64>;

/// Returns the flight that a step delivers, or -1.
int flight_of(const SmallSystem& system, const DirectedStep& step) {
  for (int i = 0; i < system.channels().size(); ++i) {
    const Flight& flight = system.channels()[i];
    const bool to_device = flight.to == protocol::kHome;
    const base::SocketId host = to_device ? flight.from : flight.to;
    if (to_device == (step.kind == DirectedStepKind::kToDevice) && flight.message.cxl == step.op &&
        base::index_of(host) == step.host &&
        flight.message.line.value == static_cast<std::uint64_t>(step.line)) {
      return i;
    }
  }
  return -1;
}

Step take_directed(SmallSystem& system, const DirectedStep& step) {
  if (step.kind == DirectedStepKind::kAccess)
    return system.start(step.host, step.line, step.access);
  const int flight = flight_of(system, step);
  if (flight < 0) return Step::kNo;
  // With one entry in the filter the victim is the other line.
  return system.deliver(flight, 1 - step.line);
}

TEST(DirectedRows, TheLastStepTakesTheRow) {
  const std::vector<DirectedRow> rows = directed_rows();
  ASSERT_EQ(rows.size(), protocol::cxl::kDeviceRows.size() + protocol::kCxlRequesterRows.size() +
                             protocol::kConflictRows.size());
  const Planted planted(nullptr);
  for (const DirectedRow& row : rows) {
    const std::string name(std::string(row.row.state_name) + " x " +
                           std::string(row.row.event_name));
    ASSERT_FALSE(row.steps.empty()) << name;
    Coverage coverage;
    SmallSystem system(row.config, planted.subject(coverage));
    for (const DirectedStep& step : row.steps) {
      EXPECT_EQ(coverage.of(row.table, row.row.state, row.row.event), 0U) << name;
      ASSERT_EQ(take_directed(system, step), Step::kDone) << name;
    }
    EXPECT_EQ(coverage.of(row.table, row.row.state, row.row.event), 1U) << name;
  }
}

}  // namespace
}  // namespace starnuma::coherence_bench
