// SPDX-License-Identifier: Apache-2.0
// Interface of the tracker update RTL with calls like those of TrackerUpdateFunction, independent
// of its parameters.
//
// Contract:
// - accept() adds hand-overs to the queue, as in TrackerUpdateFunction.
// - While pending(), the caller reads the entry at address(), holds its line, and passes the value
//   to update(), which returns the word to write back.
// - In mode kAddAtHome, add() returns the word that the entry's home adds.
// - Between calls the clock is stopped; the shell stores no queue and no word.
//
// Errors: a block with assertions throws FailedAssertion.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "models/tracking/tracker_update_function.h"
#include "rtl/common/shell/failed_assertion.h"
#include "rtl/common/shell/traced_piece.h"

namespace starnuma::rtl {

class TrackerEngine {
 public:
  using Config = tracking::TrackerUpdateFunction::Config;
  struct Update {
    std::uint64_t word;
    bool write;  ///< False: only release the line.
  };

  virtual ~TrackerEngine() = default;
  /// Accepts a hand-over; returns false without effect if the queue is full.
  virtual bool accept(const protocol::HandOver& hand_over) = 0;
  virtual bool pending() const = 0;
  /// Returns the address of the oldest queued region's entry.
  virtual std::uint64_t address() const = 0;
  virtual Update update(std::uint64_t old_word) = 0;
  /// Removes the oldest region from the queue.
  virtual std::uint64_t add() = 0;
  virtual protocol::TrackerUpdateMode mode() const = 0;
  /// Returns the number of clock cycles since reset.
  virtual std::uint64_t ticks() const = 0;

  /// Traces the events of a time window to an FST file, at the times that at() sets.
  virtual void start_trace(const std::filesystem::path& file, TraceWindow window) = 0;
  /// Closes the file and returns its pieces.
  virtual std::vector<TracedPiece> finish_trace() = 0;
  /// Sets the times of the next call: the acceptance of a hand-over, or the request for an entry
  /// and the departure of the result.
  void at(base::Time taken) { taken_ = taken; }
  void at(base::Time asked, base::Time left) {
    asked_ = asked;
    left_ = left;
  }

 protected:
  base::Time taken_;
  base::Time asked_;
  base::Time left_;
};

/// Throws InputError if no block is available for this layout and queue; the message lists the
/// available ones.
std::unique_ptr<TrackerEngine> make_tracker_engine(const TrackerEngine::Config& config,
                                                   Assertions assertions = Assertions::kOff);

}  // namespace starnuma::rtl
