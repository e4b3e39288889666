// SPDX-License-Identifier: Apache-2.0
// The protocol tables with their rows' names: for coverage, and as pages to read beside the CXL
// specification.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "testbenches/coherence/subject.h"

namespace starnuma::coherence_bench {

struct NamedRow {
  std::size_t state = 0;
  std::size_t event = 0;
  std::string_view state_name;
  std::string_view event_name;
  std::string_view next_name;
  std::string actions;  ///< In the order they happen, messages by name.
};

struct NamedTable {
  protocol::TableId id{};
  bool cxl = false;
  std::string title;
  std::vector<NamedRow> rows;
};

/// All tables, in the order of TableId.
std::vector<NamedTable> named_tables(const RowSet& rows = {});

/// "device: 26 of 26 rows" and the rows never taken.
std::string coverage_text(const Coverage& coverage);

/// Rows of the tables of one protocol that were never taken.
std::vector<std::string> rows_never_taken(const RowSet& rows, bool cxl, const Coverage& coverage);

/// Rows that `reached` has and `taken` has not.
std::vector<std::string> rows_missing(const Coverage& reached, const Coverage& taken);

}  // namespace starnuma::coherence_bench
