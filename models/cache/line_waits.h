// SPDX-License-Identifier: Apache-2.0
// Waits of a caching agent's accesses: for the miss register of their line, and for the home.
//
// Contract:
// - Accesses of a line continue in the order in which they began to wait, after release() of its
//   register. They check again, because the line may have a new register.
// - In immediate delivery no access waits.
#pragma once

#include "models/cache/miss_registers.h"
#include "models/kernel/execution.h"

namespace starnuma::cache {

class LineWaits {
 public:
  /// `registers` must outlive this object.
  LineWaits(MissRegisters& registers, const kernel::Execution& execution)
      : registers_(registers), execution_(execution) {}

  /// Suspends the caller until the time of the access, and until its line has no miss register.
  void wait_for_line(protocol::Access& access) {
    execution_.wait_until(access.time);
    execution_.wait_while(waiting_, access.line,
                          [&] { return registers_.find(access.line) != nullptr; });
    const base::Time wait = execution_.now(access.time) - access.time;
    access.time += wait;
    access.mshr_queue += wait;
  }
  /// Suspends the caller until complete() of the access that the register holds.
  void wait_for_home(MissRegister& pending) {
    pending.fiber = execution_.caller();
    execution_.suspend();
  }
  /// Resumes the access that the register holds; the register may stay in use without it.
  void complete(MissRegister& pending) {
    pending.access = nullptr;
    execution_.resume(pending.fiber);
  }
  /// Deallocates a register and resumes the accesses that wait for its line.
  void release(MissRegister& done) {
    const base::LineAddress line = done.address;
    registers_.release(done);
    execution_.wake(waiting_, line);
  }

 private:
  MissRegisters& registers_;
  kernel::Execution execution_;
  kernel::KeyedWaitingFibers<base::LineAddress> waiting_;
};

}  // namespace starnuma::cache
