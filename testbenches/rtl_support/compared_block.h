// SPDX-License-Identifier: Apache-2.0
// Operations that the verilated blocks of all benches share, independent of ports and parameter
// sets.
//
// A bench derives an interface with its ports from ComparedBlock, and an implementation for a
// verilated model `Top` from BlockOf.
#pragma once

#include "testbenches/rtl_support/checked_block.h"

namespace starnuma::testbenches {

class ComparedBlock {
 public:
  virtual ~ComparedBlock() = default;
  /// Advances one clock cycle; throws Difference if an assertion in the block failed.
  virtual void finish_cycle() = 0;
  /// Throws Difference if the values differ.
  virtual void check(const char* what, std::uint64_t rtl, std::uint64_t expected) const = 0;
  virtual std::uint64_t cycles() const = 0;
  /// Time of the next cycle in the waves, ps.
  virtual void set_time(std::uint64_t time_ps) = 0;
  virtual std::uint64_t time() const = 0;
  virtual VerilatedContext& context() = 0;
};

template <class Top, class Interface>
class BlockOf : public Interface {
 public:
  void finish_cycle() override { block_.finish_cycle(); }
  void check(const char* what, std::uint64_t rtl, std::uint64_t expected) const override {
    block_.check(what, rtl, expected);
  }
  std::uint64_t cycles() const override { return block_.ticks(); }
  void set_time(std::uint64_t time_ps) override { block_.set_time(time_ps); }
  std::uint64_t time() const override { return block_.time(); }
  VerilatedContext& context() override { return block_.context(); }

 protected:
  explicit BlockOf(const BlockStart& start) : block_(start) {}

  CheckedBlock<Top> block_;
};

}  // namespace starnuma::testbenches
