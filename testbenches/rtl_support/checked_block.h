// SPDX-License-Identifier: Apache-2.0
// A verilated block whose outputs are compared with a golden function, with waves of each cycle.
//
// Contract: finish_cycle() samples and ticks; check() throws std::runtime_error with the cycle, its
// time in the waves and both values at the first difference.
#pragma once

#include <verilated_fst_c.h>

#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>

#include "rtl/common/shell/clocked_block.h"

namespace starnuma::testbenches {

template <class Top>
class CheckedBlock : public rtl::ClockedBlock<Top> {
 public:
  /// `waves` is the FST file to write; none: no waves.
  explicit CheckedBlock(const std::string& waves) {
    if (waves.empty()) return;
    this->pins().trace(&fst_, 99);
    fst_.open(waves.c_str());
  }
  ~CheckedBlock() {
    if (fst_.isOpen()) fst_.close();
  }

  /// Of the cycle to come, in ps.
  void set_time(std::uint64_t time_ps) { time_ps_ = time_ps; }
  std::uint64_t time() const { return time_ps_; }

  void finish_cycle() {
    sample(time_ps_);
    this->tick();
    sample(time_ps_ + kPeriodPs / 2);
    time_ps_ += kPeriodPs;
  }

  template <class A, class B>
  void check(const char* what, A rtl, B expected) const {
    if (static_cast<std::uint64_t>(rtl) == static_cast<std::uint64_t>(expected)) return;
    std::ostringstream text;
    text << "cycle " << this->ticks() << " (" << time_ps_ << " ps): " << what << " is "
         << static_cast<std::uint64_t>(rtl) << ", the function says "
         << static_cast<std::uint64_t>(expected);
    throw std::runtime_error(text.str());
  }

 private:
  static constexpr std::uint64_t kPeriodPs = 416;

  void sample(std::uint64_t time_ps) {
    if (fst_.isOpen()) fst_.dump(time_ps);
  }

  VerilatedFstC fst_;
  std::uint64_t time_ps_ = 0;
};

}  // namespace starnuma::testbenches
