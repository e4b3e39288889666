// SPDX-License-Identifier: Apache-2.0
// Instructions around the memory operations of a program's loops, as measured in compiled code.
//
// Contract: a cost is an `inline constexpr` object of its own, passed at the beginning of the piece
// of code that it charges; `instructions` are those of one pass less the loads, stores, atomics and
// data-dependent branches, which the thread counts by itself. How they are measured:
// docs/guide/calibration.md. Loops are not inlined, so that they can be found in compiled code, and
// inline what they call (`flatten`): how fast the host runs one must not hang on which other loops
// are compiled beside it.
#pragma once

namespace starnuma::stimulus {

struct LoopCost {
  const char* loop;   ///< The function it belongs to, by its name in compiled code.
  const char* point;  ///< What is counted.
  int instructions;
};

/// Charges one pass. Overloaded for threads that watch the points.
template <class Thread>
inline void spend(Thread& thread, const LoopCost& cost) {
  thread.work(cost.instructions);
}

}  // namespace starnuma::stimulus
