// SPDX-License-Identifier: Apache-2.0
// What links and memory channels have carried so far, summed by kind of box, and by node.
//
// Contract: reads the statistics of every link and DRAM channel below a module; changes nothing.
// A message counts when it is sent, which may be up to a quantum and a latency before it passes.
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
  /// Boxes below `root`; links are grouped as upi, numalink, cxl, channels by whose memory they
  /// are.
  explicit TrafficSampler(const sc_core::sc_object& root);

  /// Names of the columns: <link kind>_{bytes,utilisation,busiest}, <place>_dram_{reads,writes},
  /// <node>_dram_bytes.
  const std::vector<std::string>& columns() const { return columns_; }
  /// Values since the previous call, which was `span` ago; both inside one measured window, which
  /// opened `elapsed` ago.
  std::vector<double> since_last(base::Time span, base::Time elapsed);
  /// Forgets what was before; to be called when the measured window opens.
  void begin();

 private:
  struct Box {
    const accounting::StatSource* source;
    double amount[2] = {};  ///< Links: bytes. Channels: reads, writes.
    double busy[2] = {};    ///< Links: whole picoseconds of each direction.
  };
  enum class Kind : std::uint8_t { kLinks, kPlaces, kNodes };
  struct Group {
    std::string name;
    Kind kind;
    std::vector<Box> boxes;
  };

  static std::vector<const char*> columns_of(Kind kind);
  void collect(const sc_core::sc_object& object);
  void add(const std::string& group, Kind kind, const accounting::StatSource& source);
  void sample_links(Group& group, base::Time span, base::Time elapsed, std::vector<double>& out);
  /// Reads and writes since the last time.
  static std::pair<double, double> accesses(Group& group);

  std::vector<Group> groups_;
  std::vector<std::string> columns_;
};

}  // namespace starnuma::run
