// SPDX-License-Identifier: Apache-2.0
// Directed stimulus: for each row of the CXL.mem tables the shortest sequence of steps that takes
// it.
#pragma once

#include <vector>

#include "testbenches/coherence/row_report.h"
#include "testbenches/coherence/system.h"

namespace starnuma::coherence_bench {

enum class DirectedStepKind : std::uint8_t { kAccess, kToDevice, kToHost };

/// An access of a host, or the delivery of a message to the device or to a host.
struct DirectedStep {
  DirectedStepKind kind{};
  int host = 0;
  int line = 0;
  protocol::RequesterEvent access{};
  protocol::cxl::Op op{};
};

struct DirectedRow {
  protocol::TableId table{};
  NamedRow row;
  SystemConfig config;              ///< Hosts, lines and snoop-filter entries of the sequence.
  std::vector<DirectedStep> steps;  ///< The last one takes the row.
};

/// Returns the rows of the device, host and conflict tables, in the order of the tables. Each has
/// the shortest sequence in the smallest system that reaches it.
std::vector<DirectedRow> directed_rows();

}  // namespace starnuma::coherence_bench
