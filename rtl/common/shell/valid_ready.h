// SPDX-License-Identifier: Apache-2.0
// Conversion between calls and valid/ready handshakes, used by every shell of a block. It does not
// depend on SystemC.
//
// Contract:
// - The clock only runs inside these calls, so a block is clocked only when it has work.
// - `each_cycle` is called once per cycle, after the outputs have settled and before the clock
//   edge. The shell accepts the outputs of the block there.
//
// Errors: a block without progress for kStuck cycles throws an InvariantError.
#pragma once

#include "models/base/check.h"
#include "rtl/common/shell/clocked_block.h"

namespace starnuma::rtl {

inline constexpr int kStuck = 100'000;

struct NothingEachCycle {
  void operator()() const {}
};

/// Holds `valid` until the block is ready; returns the number of cycles. Precondition: the payload
/// is set.
template <class Top, class EachCycle = NothingEachCycle>
int offer(ClockedBlock<Top>& block, CData& valid, const CData& ready, EachCycle each_cycle = {}) {
  valid = 1;
  bool taken = false;
  int cycles = 0;
  while (!taken) {
    SN_CHECK(cycles < kStuck, "an input was not taken in ", kStuck, " cycles");
    block.settle();
    taken = ready != 0;
    each_cycle();
    block.tick();
    ++cycles;
  }
  valid = 0;
  return cycles;
}

/// Clocks the block until `done`; returns the number of cycles. Precondition: `done` is an output
/// that depends only on registers, so that it is valid after an edge.
template <class Top, class EachCycle = NothingEachCycle>
int run_until(ClockedBlock<Top>& block, const CData& done, EachCycle each_cycle = {}) {
  int cycles = 0;
  while (!done) {
    SN_CHECK(cycles < kStuck, "the block was not done in ", kStuck, " cycles");
    block.settle();
    each_cycle();
    block.tick();
    ++cycles;
  }
  return cycles;
}

}  // namespace starnuma::rtl
