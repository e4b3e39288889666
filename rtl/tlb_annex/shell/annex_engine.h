// SPDX-License-Identifier: Apache-2.0
// The annex RTL behind calls like those of CounterAnnexFunction, whatever its parameters.
//
// Contract: between calls the block is idle, and its clock stands still. No counter, page or marker
// is kept here but the marker mask that the block's outputs drive.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/protocol/tracking.h"
#include "rtl/common/shell/failed_assertion.h"
#include "rtl/common/shell/traced_piece.h"

namespace starnuma::rtl {

class AnnexEngine {
 public:
  virtual ~AnnexEngine() = default;

  /// Plays the event; what the block hands over for it, if anything. FailedAssertion where the
  /// block has assertions.
  virtual std::optional<protocol::HandOver> apply(const protocol::AnnexEvent& event) = 0;
  /// The marker mask, slot 0 in bit 0 of the first word; stays at its place for good.
  virtual const std::uint64_t* marker_words() const = 0;
  /// Clock cycles since reset, the clearing of the counters included.
  virtual std::uint64_t ticks() const = 0;
  /// Clocks the idle block. Changes nothing.
  virtual void clock(std::uint64_t cycles) = 0;

  /// Traces the events of a window of time to an FST file: an event is taken at its time, what it
  /// hands over is taken `hand_over_latency` later.
  virtual void start_trace(const std::filesystem::path& file, TraceWindow window,
                           base::Time hand_over_latency) = 0;
  /// Closes the file.
  virtual std::vector<TracedPiece> finish_trace() = 0;
};

/// The smallest block built with counters of this width and at least `entries` entries. InputError
/// when there is none; the message lists what is built.
std::unique_ptr<AnnexEngine> make_annex_engine(int entries, protocol::Counter counter,
                                               Assertions assertions = Assertions::kOff);

}  // namespace starnuma::rtl
