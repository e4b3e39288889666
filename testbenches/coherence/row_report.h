// SPDX-License-Identifier: Apache-2.0
// Protocol tables with the names of their rows, for coverage and for pages that are compared with
// the CXL specification.
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
  std::string actions;  ///< In execution order, messages by name.
};

struct NamedTable {
  protocol::TableId id{};
  bool cxl = false;
  std::string title;
  std::vector<NamedRow> rows;
};

/// Returns all tables, in the order of TableId.
std::vector<NamedTable> named_tables(const RowSet& rows = {});

/// Returns, for example, "device: 26 of 26 rows", and the rows that were never taken.
std::string coverage_text(const Coverage& coverage);

/// Returns the rows of one protocol's tables that were never taken.
std::vector<std::string> uncovered_rows(const RowSet& rows, bool cxl, const Coverage& coverage);

/// Returns the rows that `reached` includes and `taken` does not.
std::vector<std::string> rows_missing(const Coverage& reached, const Coverage& taken);

}  // namespace starnuma::coherence_bench
