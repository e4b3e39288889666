// SPDX-License-Identifier: Apache-2.0
// Tracker update RTL and its golden function side by side, with a memory that other sockets change
// whenever the unit does not hold the line. Where homes add, memory does the sums.
//
// Contract: a cycle is step(); it predicts all outputs, compares, applies what happened in the
// block's order (update or add, then hand-over), and ticks. A cycle of reset forgets the queue and
// what is under way, and the line held with it, as the port to memory is reset too; entries stay.
// The first difference throws Difference; played() is what led there.
#pragma once

#include <map>
#include <string>

#include "testbenches/rtl_support/bins.h"
#include "testbenches/tracker_update/tracker_block.h"

namespace starnuma::testbenches {

inline constexpr const char* kOtherSpaceBin = " beside the same number of another space";

class TrackerLockstep {
 public:
  using Function = tracking::TrackerUpdateFunction;

  TrackerLockstep(const TrackerSet& set, const Function::Config& config, Bins& bins,
                  const BlockStart& start = {});

  /// True when the hand-over was accepted.
  bool step(const TrackerInputs& in);

  bool idle() const { return state_ == State::kRead && !golden_.pending(); }
  int space_width() const { return space_width_; }
  /// All inputs so far.
  const std::vector<TrackerInputs>& played() const { return played_; }
  /// In the last cycle.
  const TrackerOutputs& outputs() const { return outputs_; }
  TrackerBlock& block() { return *block_; }
  const char* set_name() const { return set_name_; }

 private:
  enum class State { kRead, kWait, kFinish };
  enum Kind { kReadAndHold, kWriteAndRelease, kRelease, kAdd };

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
