// SPDX-License-Identifier: Apache-2.0
// The tracker update RTL behind calls like those of TrackerUpdateFunction, whatever its parameters.
//
// Contract: as TrackerUpdateFunction: accept() hand-overs; while something is pending, read the
// entry at address(), holding its line, and give what was read to update(), which says what to
// write back; in mode kAddAtHome add() says what the entry's home is to add. Between calls the
// clock stands still; no queue and no word is kept here. A block with assertions throws
// FailedAssertion.
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
    bool write;  ///< False: release the line only.
  };

  virtual ~TrackerEngine() = default;
  /// False changes nothing: the queue is full.
  virtual bool accept(const protocol::HandOver& hand_over) = 0;
  virtual bool pending() const = 0;
  /// Of the oldest queued region's entry.
  virtual std::uint64_t address() const = 0;
  virtual Update update(std::uint64_t old_word) = 0;
  /// Takes the oldest from the queue.
  virtual std::uint64_t add() = 0;
  virtual protocol::TrackerUpdateMode mode() const = 0;
  /// Clock cycles since reset.
  virtual std::uint64_t ticks() const = 0;

  /// Traces what happens in a window of time to an FST file, at the times that at() says.
  virtual void start_trace(const std::filesystem::path& file, TraceWindow window) = 0;
  /// Closes the file.
  virtual std::vector<TracedPiece> finish_trace() = 0;
  /// Of the next call: a hand-over is taken; an entry is asked for, and what follows from it
  /// leaves.
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

/// InputError when no block is built for this layout and queue; the message lists what is built.
std::unique_ptr<TrackerEngine> make_tracker_engine(const TrackerEngine::Config& config,
                                                   Assertions assertions = Assertions::kOff);

}  // namespace starnuma::rtl
