// SPDX-License-Identifier: Apache-2.0
// Layout of hops as lanes of a waveform: per object, part and class, one lane for each overlapping
// hop.
//
// Contract: every hop is on exactly one lane; hops of a lane do not overlap. A hop without duration
// is shown for one picosecond.
#pragma once

#include <string>
#include <vector>

#include "models/observers/hop_log.h"

namespace starnuma::wave {

struct Lane {
  std::string scope;  ///< "machine.upi.socket0_socket1.forward"
  std::string name;   ///< "data0"
  observers::HopClass hop_class{};
  std::vector<std::uint32_t> hops;  ///< Indices into the log, by begin.
};

/// Number of concurrent hops of a track, and number of waiting ones.
struct Depth {
  struct Change {
    base::Time time;
    int in_box;
    int waiting;
  };
  std::string scope;
  std::vector<Change> changes;  ///< Changes by time, one for each time.
};

struct Layout {
  std::vector<Lane> lanes;  ///< Lanes by scope (numbers by value), then class.
  std::vector<Depth> depths;
};

base::Time shown_end(const observers::Hop& hop);
/// Returns the start of a file: just before the first hop, so that every lane is idle there.
base::Time start_of(const observers::HopLog& log);
/// Returns true if a hop or a sample after the start is in the log.
bool has_change(const observers::HopLog& log);
/// Returns a text such as "#1234 GetS 0x40000001a40".
std::string label(const observers::Hop& hop, const std::vector<std::string>& agents);

Layout lay_out(const observers::HopLog& log);

/// Returns true if object path a precedes b; socket2 precedes socket10.
bool path_before(const std::string& a, const std::string& b);

}  // namespace starnuma::wave
