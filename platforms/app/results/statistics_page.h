// SPDX-License-Identifier: Apache-2.0
// Page of all statistics that modules, runs and workloads declare, from the statistics of built
// machines.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/accounting/access_class.h"
#include "models/accounting/latency_kinds.h"
#include "models/accounting/stats.h"

namespace starnuma::app {

/// Statistics that differ only in their module, link or class.
struct Declared {
  std::string pattern;  ///< Path with indices as *, links as <links>.<link>, classes as <class>.
  std::string unit;
  std::string sentence;
};

class DeclaredStatistics {
 public:
  /// Adds the new statistics of one machine; fatal if units differ.
  void add(const std::vector<accounting::Stat>& stats, const accounting::LatencyKinds& kinds,
           const accounting::AccessClasses& classes);
  void add(const Declared& declared);
  const std::vector<Declared>& all() const { return all_; }
  /// Returns Markdown: run.*, statistics of programs only, workload.*, machine.*.
  std::string page() const;

 private:
  bool is_said(const std::string& pattern) const;

  std::vector<Declared> all_;
  std::map<std::string, std::size_t> places_;  ///< Index in all_ by pattern.
};

/// Returns the path without the identification of one module, link or class.
std::string pattern_of(const std::string& path, const accounting::LatencyKinds& kinds,
                       const accounting::AccessClasses& classes);

}  // namespace starnuma::app
