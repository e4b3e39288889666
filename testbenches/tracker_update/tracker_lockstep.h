// SPDX-License-Identifier: Apache-2.0
// Tracker update RTL and its golden function side by side, with a memory that other sockets change
// whenever the unit does not hold the line. If homes add, memory computes the sums.
//
// Contract:
// - step() is one cycle. It predicts and compares all outputs, and applies the events in the
//   block's order (update or add, then hand-over).
// - A reset cycle clears the queue, the outstanding transaction and the held line, because the
//   memory port is reset too. Entries remain.
// - The first difference throws Difference; played() is the stimulus up to it.
#pragma once

#include <map>
#include <string>

#include "testbenches/rtl_support/bins.h"
#include "testbenches/tracker_update/tracker_block.h"

namespace starnuma::testbenches {

inline constexpr const char* kOtherSpaceBin = " next to the same number of another space";

class TrackerLockstep {
 public:
  using Function = tracking::TrackerUpdateFunction;

  TrackerLockstep(const TrackerSet& set, const Function::Config& config, Bins& bins,
                  const BlockStart& start = {});

  /// Plays one cycle; returns true if the hand-over was accepted.
  bool step(const TrackerInputs& in);

  bool idle() const { return state_ == State::kRead && !golden_.pending(); }
  int space_width() const { return space_width_; }
  /// Returns all inputs up to the current cycle.
  const std::vector<TrackerInputs>& played() const { return played_; }
  /// Returns the outputs of the last cycle.
  const TrackerOutputs& outputs() const { return outputs_; }
  TrackerBlock& block() { return *block_; }
  const char* set_name() const { return set_name_; }

 private:
  enum class State { kRead, kWait, kFinish };
  enum MetadataRequest { kReadAndHold, kWriteAndRelease, kRelease, kAdd };

  bool adds() const { return config_.mode == protocol::TrackerUpdateMode::kAddAtHome; }
  bool reading() const { return !adds() && state_ == State::kRead && golden_.pending(); }
  void forget();
  void change_elsewhere(const EntryChange& change);
  void compare_requests() const;
  void update();
  void add();
  bool compare_and_accept(const TrackerInputs& in, std::size_t queued, const std::string& state);
  bool holds_in_other_space(base::PageId page) const;
  void request(bool finishing);
  std::string state_name(bool answering, bool adding) const;

  const char* set_name_;
  std::unique_ptr<TrackerBlock> block_;
  int space_width_;
  Function::Config config_;
  Function golden_;
  Bins& bins_;
  State state_ = State::kRead;
  Function::Update update_{};
  std::optional<std::uint64_t> held_;  ///< Address of the entry that is held or added to.
  std::map<std::uint64_t, std::uint64_t> memory_;
  TrackerOutputs outputs_;
  std::vector<TrackerInputs> played_;
};

}  // namespace starnuma::testbenches
