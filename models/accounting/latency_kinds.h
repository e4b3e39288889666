// SPDX-License-Identifier: Apache-2.0
// Rows of the latency ledger of one machine: the fixed rows, and two rows for each link kind.
//
// Contract:
// - The object is created once per machine from its link kinds, in the order of their LinkKind. It
//   is the only list of the rows.
// - Rows are in the order of LatencyKind; all results list them in this order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/ledger.h"

namespace starnuma::accounting {

/// Link kind of a machine.
struct LinkRow {
  std::string name;    ///< Name in statistics paths: "upi".
  std::string title;   ///< Name in descriptions: "UPI".
  std::string flight;  ///< Description of the flight time over these links.
};

struct LatencyRow {
  LatencyKind kind;
  std::string name;      ///< Name in statistics paths: "upi_queue".
  std::string sentence;  ///< Description in reports.
};

class LatencyKinds {
 public:
  /// Creates the rows. Preconditions: at most kMostLinkKinds kinds with distinct names that are not
  /// reserved().
  explicit LatencyKinds(std::vector<LinkRow> links = {});

  const std::vector<LatencyRow>& rows() const { return rows_; }
  const std::vector<LinkRow>& links() const { return links_; }
  const LinkRow& link(LinkKind kind) const { return links_[static_cast<std::size_t>(kind)]; }
  /// Returns the kind with that name; fails if there is none.
  LinkKind link(std::string_view name) const;

  /// Returns true if the rows of links with this name would have the same names as fixed rows.
  static bool reserved(std::string_view link_name);

 private:
  std::vector<LinkRow> links_;
  std::vector<LatencyRow> rows_;
};

}  // namespace starnuma::accounting
