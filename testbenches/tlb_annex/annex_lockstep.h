// SPDX-License-Identifier: Apache-2.0
// Annex RTL and its golden function side by side: equal inputs, every output compared every cycle.
//
// Contract:
// - step() is one cycle. It sets the inputs, predicts and compares all outputs, and applies the
//   accepted inputs to the function in the block's order (increment, slot event, mark all).
// - A reset cycle clears all state. The counters are then cleared one per cycle; nothing is
//   accepted meanwhile.
// - With counters in a memory an increment precedes a slot event, which waits. A hand-over is read
//   for one cycle before it waits.
// - The first difference throws Difference; played() is the stimulus up to it.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "models/tracking/counter_annex_function.h"
#include "testbenches/rtl_support/bins.h"
#include "testbenches/tlb_annex/annex_block.h"

namespace starnuma::testbenches {

inline constexpr const char* kOtherSpaceBin = "same number, other space: waiting behind it";

struct AnnexAccepted {
  bool inc;
  bool event;
};

class AnnexLockstep {
 public:
  AnnexLockstep(const AnnexSet& set, protocol::Counter counter, Bins& bins,
                const BlockStart& start = {});

  AnnexAccepted step(const AnnexInputs& in);

  tracking::CounterAnnexFunction& golden() { return golden_; }
  /// Returns the hand-overs in the block, including the one whose counter is being read.
  std::size_t pending() const { return pending_.size() + (reading_.promised ? 1 : 0); }
  /// Returns true if the counters are cleared since reset, so that inputs are accepted.
  bool cleared() const { return clearing_ == 0; }
  /// Returns the number of spaces that the block distinguishes.
  int spaces() const { return spaces_; }
  /// Returns all inputs up to the current cycle.
  const std::vector<AnnexInputs>& played() const { return played_; }
  /// Returns the outputs of the last cycle.
  const AnnexOutputs& outputs() const { return outputs_; }
  AnnexBlock& block() { return *block_; }
  const char* set_name() const { return set_name_; }

 private:
  void compare(const AnnexAccepted& ready);
  void push(const protocol::HandOver& hand_over);
  void apply(const AnnexInputs& in, const AnnexAccepted& accepted);
  void read(const AnnexInputs& in, const AnnexAccepted& accepted);
  void forget();
  std::optional<protocol::HandOver> event(const AnnexInputs& in);
  void sample(const AnnexInputs& in, const AnnexAccepted& accepted);

  const char* set_name_;
  std::unique_ptr<AnnexBlock> block_;
  int entries_;
  int spaces_;
  protocol::Counter counter_;
  tracking::CounterAnnexFunction golden_;
  Bins& bins_;
  int clearing_;  ///< Cycles until the counters are cleared.
  bool in_ram_;
  std::size_t room_;  ///< Capacity for hand-overs in the block.
  /// With counters in a memory: inputs accepted in the last cycle.
  struct Reading {
    std::optional<std::uint32_t> inc_slot;
    std::uint32_t count_before = 0;  ///< Count of that slot.
    bool promised = false;  ///< An orphan or an event on a slot, which may produce no hand-over.
    std::optional<protocol::HandOver> hand_over;
  };
  Reading reading_;
  std::deque<protocol::HandOver> pending_;
  AnnexOutputs outputs_;
  std::vector<AnnexInputs> played_;
};

}  // namespace starnuma::testbenches
