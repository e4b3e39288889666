// SPDX-License-Identifier: Apache-2.0
// Verilated block with clock clk_i and reset rst_ni, simulated cycle by cycle. It does not depend
// on SystemC.
//
// A cycle consists of: set inputs, settle(), read outputs, tick(). If inputs change after settle(),
// another settle() must precede reads of dependent outputs.
#pragma once

#include <verilated.h>

#include <cstdint>
#include <memory>

#include "rtl/common/shell/block_trace.h"

namespace starnuma::rtl {

/// Initial values of registers before the first reset, if the block is verilated with --x-initial
/// unique: random values of this seed, or zeros with seed 0.
struct InitialRegisters {
  std::uint64_t seed = 0;
};

template <class Top>
class ClockedBlock {
 public:
  /// Sets all inputs to zero or as `initial` specifies, and leaves reset.
  explicit ClockedBlock(InitialRegisters initial = {}) : current_(make_current(initial)) {
    context_.traceEverOn(VM_TRACE != 0);
    top_.rst_ni = 0;
    settle();
    tick();
    settle();
    top_.rst_ni = 1;
    settle();
    ticks_ = 0;
  }
  ~ClockedBlock() {
    Verilated::threadContextp(
        &context_);  // Verilator looks the block up in this context, which may no longer exist
    top_.final();
  }
  ClockedBlock(const ClockedBlock&) = delete;
  ClockedBlock& operator=(const ClockedBlock&) = delete;

  Top& pins() { return top_; }
  const Top& pins() const { return top_; }
  VerilatedContext& context() { return context_; }

  void settle() {
    top_.clk_i = 0;
    top_.eval();
  }
  void tick() {
    if (__builtin_expect(trace_ == nullptr || !trace_->on(), 1)) return edge();
    trace_->evaluated();
    edge();
    trace_->clocked();
    trace_->evaluated();
  }
  /// Clocks whole cycles with constant inputs.
  void clock(std::uint64_t cycles) {
    for (std::uint64_t i = 0; i < cycles; ++i) {
      settle();
      tick();
    }
    settle();
  }
  /// Returns the number of clock edges since reset.
  std::uint64_t ticks() const { return ticks_; }

  /// Traces the block from now on: each call between begin_piece() and end_piece() whose time is in
  /// the window. Tracing does not affect the block.
  void start_trace(const std::filesystem::path& file, TraceWindow window) {
    trace_ = std::make_unique<BlockTrace>(top_, file, window);
  }
  void begin_piece(base::Time time) {
    if (trace_ != nullptr) trace_->begin(time);
  }
  void end_piece(base::Time last_edge) {
    if (trace_ == nullptr || !trace_->on()) return;
    if (trace_->has_edges()) {
      settle();
      trace_->evaluated();
    }
    trace_->end(last_edge);
  }
  std::vector<TracedPiece> finish_trace() {
    return trace_ == nullptr ? std::vector<TracedPiece>{} : trace_->finish();
  }

 private:
  void edge() {
    top_.clk_i = 1;
    top_.eval();
    ++ticks_;
  }
  bool make_current(InitialRegisters initial) {
    Verilated::threadContextp(&context_);
    if (initial.seed != 0) {
      context_.randReset(2);
      context_.randSeed(1 + static_cast<int>(initial.seed % 0x7FFFFFFF));
    }
    return true;
  }

  VerilatedContext context_;
  /// Sets the context before the construction of the block, which registers itself there.
  bool current_;
  Top top_{&context_, ""};
  std::uint64_t ticks_ = 0;
  std::unique_ptr<BlockTrace> trace_;
};

}  // namespace starnuma::rtl
