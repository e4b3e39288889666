// SPDX-License-Identifier: Apache-2.0
// Interface of the annex RTL with calls like those of CounterAnnexFunction, independent of its
// parameters.
//
// Contract: between calls the block is idle and its clock is stopped. The shell stores no counter,
// page or marker, except the marker mask that the block's outputs drive.
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

  /// Applies the event; returns the resulting hand-over, if any. Throws FailedAssertion if the
  /// block has assertions.
  virtual std::optional<protocol::HandOver> apply(const protocol::AnnexEvent& event) = 0;
  /// Returns the marker mask, slot 0 in bit 0 of the first word; the address is constant.
  virtual const std::uint64_t* marker_words() const = 0;
  /// Returns the number of clock cycles since reset, including the clearing of the counters.
  virtual std::uint64_t ticks() const = 0;
  /// Clocks the idle block, which has no effect.
  virtual void clock(std::uint64_t cycles) = 0;

  /// Traces the events of a time window to an FST file. An event is accepted at its scheduled time;
  /// its hand-over is accepted `hand_over_latency` later.
  virtual void start_trace(const std::filesystem::path& file, TraceWindow window,
                           base::Time hand_over_latency) = 0;
  /// Closes the file and returns its pieces.
  virtual std::vector<TracedPiece> finish_trace() = 0;
};

/// Returns the smallest available block with counters of this width and at least `entries` entries.
/// Throws InputError if there is none; the message lists the available ones.
std::unique_ptr<AnnexEngine> make_annex_engine(int entries, protocol::Counter counter,
                                               Assertions assertions = Assertions::kOff);

}  // namespace starnuma::rtl
