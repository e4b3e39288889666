// SPDX-License-Identifier: Apache-2.0
// What links and memory channels have carried so far, summed by kind of box.
//
// Contract: reads the statistics of every link and DRAM channel below a module; changes nothing.
// A message counts when it is sent, which may be up to a quantum and a latency before it passes.
#pragma once

#include <systemc>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/quantities.h"

namespace starnuma::run {

class TrafficSampler {
 public:
  /// Boxes below `root`; links are grouped as upi, numalink, cxl, channels by whose memory they
  /// are.
  explicit TrafficSampler(const sc_core::sc_object& root);

  /// Names of the columns: <link kind>_{bytes,utilisation,busiest}, <place>_dram_{reads,writes}.
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
  struct Group {
    std::string name;
    bool links;
    std::vector<Box> boxes;
  };

  void collect(const sc_core::sc_object& object);
  void add(const std::string& group, bool links, const accounting::StatSource& source);
  void sample_links(Group& group, base::Time span, base::Time elapsed, std::vector<double>& out);
  void sample_channels(Group& group, std::vector<double>& out);

  std::vector<Group> groups_;
  std::vector<std::string> columns_;
};

}  // namespace starnuma::run
