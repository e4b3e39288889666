// SPDX-License-Identifier: Apache-2.0
// Something that goes wrong in a run.
#pragma once

#include <cstdint>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::run {

struct Fault {
  enum class Kind : std::uint8_t {
    kLinkErrors,         ///< Bits of an edge's links arrive wrong.
    kLinkHalfWidth,      ///< Its links have half of their lanes.
    kLinkDown,           ///< They carry nothing.
    kHostCrash,          ///< A host is gone for good, with its programs and its sockets' memory.
    kHeadRemoved,        ///< The sockets behind an edge at a pool device have no way to it.
    kDeviceReset,        ///< A pool device has lost its contents.
    kDeviceSilent,       ///< It answers nobody any more.
    kDeviceViral,        ///< It answers with poison and takes nothing in.
    kMemoryCorrected,    ///< Bits in memory are wrong, which it corrects when it reads them.
    kMemoryUncorrected,  ///< Lines in memory are wrong beyond that.
    kMemoryScrub         ///< Memory is read line after line.
  };
  static constexpr int kKinds = 11;

  Kind kind = Kind::kLinkErrors;
  base::Time at;                  ///< After the measured windows have opened.
  base::Time lasts;               ///< 0: to the end.
  int edge = 0;                   ///< Of the wiring's topology; of faults of links and heads.
  int host = 0;                   ///< Of a crash.
  base::NodeId node{};            ///< Of faults of devices and of memory.
  double bit_error_rate = 0;      ///< Of link errors; above 0, at most kMostBitErrors.
  base::Frequency rate;           ///< Of faults of memory: how often; 0: once.
  base::Time correction;          ///< What it takes to correct a line.
  base::Time completion_timeout;  ///< Of links that are down, and silent devices; above 0.
  base::Time period;              ///< In which the scrubber reads all lines; above 0.

  /// Beyond it a link would train anew instead of sending again.
  static constexpr double kMostBitErrors = 1e-4;

  /// The link layer mends it.
  static constexpr bool of_link_layer(Kind kind) { return kind <= Kind::kLinkHalfWidth; }
  bool of_link_layer() const { return of_link_layer(kind); }
  bool of_memory() const { return kind >= Kind::kMemoryCorrected; }
};

}  // namespace starnuma::run
