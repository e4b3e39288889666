// SPDX-License-Identifier: Apache-2.0
// The page of all statistics: what boxes, runs and workloads declare by writing it, made from the
// statistics of machines that have been built.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/accounting/access_class.h"
#include "models/accounting/latency_kinds.h"
#include "models/accounting/stats.h"

namespace starnuma::app {

/// Statistics that differ only in which box, link or class they are of.
struct Declared {
  std::string pattern;  ///< A path: indices as *, links as <links>.<link>, classes as <class>.
  std::string unit;
  std::string sentence;
};

class DeclaredStatistics {
 public:
  /// Adds what is new among the statistics of one machine; fatal where units differ.
  void add(const std::vector<accounting::Stat>& stats, const accounting::LatencyKinds& kinds,
           const accounting::AccessClasses& classes);
  void add(const Declared& declared);
  const std::vector<Declared>& all() const { return all_; }
  /// Markdown; of run.*, then what only programs have, then workload.*, then machine.*.
  std::string page() const;

 private:
  bool is_said(const std::string& pattern) const;

  std::vector<Declared> all_;
  std::map<std::string, std::size_t> places_;  ///< In all_, by pattern.
};

/// Without what makes it the path of one box, link or class.
std::string pattern_of(const std::string& path, const accounting::LatencyKinds& kinds,
                       const accounting::AccessClasses& classes);

}  // namespace starnuma::app
