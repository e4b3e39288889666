// SPDX-License-Identifier: Apache-2.0
// From calls to valid/ready and back: what every shell around a block does. No SystemC.
//
// Contract: the clock runs only inside these calls, so a block is clocked when it has work and not
// otherwise. `each_cycle` is called once a cycle, after outputs have settled and before the edge:
// there the shell takes what the block gives out. A block that makes no progress for kStuck cycles
// is an InvariantError.
#pragma once

#include "models/base/check.h"
#include "rtl/common/shell/clocked_block.h"

namespace starnuma::rtl {

inline constexpr int kStuck = 100'000;

struct NothingEachCycle {
  void operator()() const {}
};

/// Holds `valid` until the block is ready. Set the payload before. Returns the cycles it took.
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

/// Clocks the block until `done`, an output that depends on its registers alone, so that it may be
/// read right after an edge. Returns the cycles it took.
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
