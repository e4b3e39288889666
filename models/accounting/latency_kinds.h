// SPDX-License-Identifier: Apache-2.0
// The rows of a ledger on one machine: fixed ones, and two for each kind of links that it has.
//
// Contract: made once per machine, from its kinds of links in the order of their LinkKind; nobody
// else lists them. Rows come in the order of LatencyKind, which is that of every result.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/ledger.h"

namespace starnuma::accounting {

/// A kind of links.
struct LinkRow {
  std::string name;    ///< In paths: "upi".
  std::string title;   ///< In sentences: "UPI".
  std::string flight;  ///< What the time on the way is, a sentence.
};

struct LatencyRow {
  LatencyKind kind;
  std::string name;      ///< In paths: "upi_queue".
  std::string sentence;  ///< For reports.
};

class LatencyKinds {
 public:
  /// At most kMostLinkKinds, of different names that are not reserved().
  explicit LatencyKinds(std::vector<LinkRow> links = {});

  const std::vector<LatencyRow>& rows() const { return rows_; }
  const std::vector<LinkRow>& links() const { return links_; }
  const LinkRow& link(LinkKind kind) const { return links_[static_cast<std::size_t>(kind)]; }
  /// The kind of that name; fatal where there is none.
  LinkKind link(std::string_view name) const;

  /// Whether rows of every machine would be called as those of links of this name.
  static bool reserved(std::string_view link_name);

 private:
  std::vector<LinkRow> links_;
  std::vector<LatencyRow> rows_;
};

}  // namespace starnuma::accounting
