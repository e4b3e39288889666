// SPDX-License-Identifier: Apache-2.0
// A verilated block whose outputs are compared with a golden function, with waves of each cycle.
//
// Contract:
// - finish_cycle() samples and advances one clock cycle. It throws Difference if an assertion in
//   the block failed.
// - check() throws Difference with the cycle, its time in the waves and both values.
#pragma once

#include <verilated_fst_c.h>

#include <cstdint>
#include <sstream>
#include <string>

#include "rtl/common/shell/clocked_block.h"
#include "testbenches/rtl_support/block_start.h"
#include "testbenches/rtl_support/time_axis.h"

namespace starnuma::testbenches {

template <class Top>
class CheckedBlock : public rtl::ClockedBlock<Top> {
 public:
  explicit CheckedBlock(const BlockStart& start)
      : rtl::ClockedBlock<Top>(rtl::InitialRegisters{start.seed}) {
    this->context().fatalOnError(false);
    if (start.waves.empty()) return;
    this->pins().trace(&fst_, 99);
    fst_.open(start.waves.c_str());
  }
  ~CheckedBlock() {
    if (fst_.isOpen()) fst_.close();
  }

  /// Sets the time of the next cycle, in ps.
  void set_time(std::uint64_t time_ps) { time_ps_ = time_ps; }
  std::uint64_t time() const { return time_ps_; }

  /// Drives rst_ni low for the whole cycle if `reset`.
  void set_reset(bool reset) { this->pins().rst_ni = !reset; }

  void finish_cycle() {
    sample(time_ps_);
    this->tick();
    sample(time_ps_ + kPeriodPs / 2);
    time_ps_ += kPeriodPs;
    if (this->context().gotError()) throw Difference(where() + "an assertion in the block failed");
  }

  template <class A, class B>
  void check(const char* what, A rtl, B expected) const {
    if (static_cast<std::uint64_t>(rtl) == static_cast<std::uint64_t>(expected)) return;
    std::ostringstream text;
    text << where() << what << " is " << static_cast<std::uint64_t>(rtl) << ", the function says "
         << static_cast<std::uint64_t>(expected);
    throw Difference(text.str());
  }

 private:
  static constexpr std::uint64_t kPeriodPs = kCyclePs;

  std::string where() const {
    return "cycle " + std::to_string(this->ticks()) + " (" + std::to_string(time_ps_) + " ps): ";
  }
  void sample(std::uint64_t time_ps) {
    if (fst_.isOpen()) fst_.dump(time_ps);
  }

  VerilatedFstC fst_;
  std::uint64_t time_ps_ = 0;
};

}  // namespace starnuma::testbenches
