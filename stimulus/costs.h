// SPDX-License-Identifier: Apache-2.0
// Instruction costs of a program's loops in addition to their memory operations, measured in
// compiled code.
//
// Contract:
// - A cost is a separate `inline constexpr` object. It is passed at the beginning of the code that
//   it charges.
// - `instructions` is the number of instructions of one pass without loads, stores, atomics and
//   data-dependent branches, which the thread counts.
// - docs/guide/calibration.md describes the measurement.
// - Loops are not inlined, so that they can be identified in compiled code, and they inline their
//   callees (`flatten`). The host speed of a loop must not depend on the other loops in its
//   translation unit.
#pragma once

namespace starnuma::stimulus {

struct LoopCost {
  const char* loop;   ///< Function that contains the loop, by its name in compiled code.
  const char* point;  ///< Counted unit.
  int instructions;
};

/// Charges one pass; overloaded for threads that record the points.
template <class Thread>
inline void spend(Thread& thread, const LoopCost& cost) {
  thread.work(cost.instructions);
}

}  // namespace starnuma::stimulus
