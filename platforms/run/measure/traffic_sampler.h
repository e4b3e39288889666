// SPDX-License-Identifier: Apache-2.0
// Traffic of links and memory channels, summed by kind of module and by node.
//
// Contract: reads the statistics of every link and DRAM channel below a module; passive. A message
// counts when it is sent, up to a quantum and a latency before it passes.
#pragma once

#include <cstdint>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/quantities.h"

namespace starnuma::run {

class TrafficSampler {
 public:
  /// Samples the modules below `root`. Links are grouped as upi, numalink and cxl; channels by the
  /// kind of module that owns them.
  explicit TrafficSampler(const sc_core::sc_object& root);

  /// Returns the columns' names: <link kind>_{bytes,utilisation,busiest},
  /// <place>_dram_{reads,writes}, <node>_dram_bytes.
  const std::vector<std::string>& columns() const { return columns_; }
  /// Returns the values since the previous call, `span` ago. Both calls lie in one measured window
  /// that opened `elapsed` ago.
  std::vector<double> since_last(base::Time span, base::Time elapsed);
  /// Restarts the totals; called when the measured window opens.
  void begin();

 private:
  struct Box {
    const accounting::StatSource* source;
    double amount[2] = {};  ///< Links: bytes. Channels: reads, writes.
    double busy[2] = {};    ///< Links: busy picoseconds by direction.
  };
  enum class GroupKind : std::uint8_t { kLinks, kPlaces, kNodes };
  struct Group {
    std::string name;
    GroupKind kind;
    std::vector<Box> boxes;
  };

  static std::vector<const char*> columns_of(GroupKind kind);
  void collect(const sc_core::sc_object& object);
  void add(const std::string& group, GroupKind kind, const accounting::StatSource& source);
  void sample_links(Group& group, base::Time span, base::Time elapsed, std::vector<double>& out);
  /// Returns the reads and writes since the previous call.
  static std::pair<double, double> accesses(Group& group);

  std::vector<Group> groups_;
  std::vector<std::string> columns_;
};

}  // namespace starnuma::run
