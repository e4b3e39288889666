// SPDX-License-Identifier: Apache-2.0
// Writes the trace of a block to an FST file; rtl/common/shell/traced_piece.h defines its contents.
//
// Contract:
// - Between begin() and end(), the owner of the block calls evaluated() before and after each clock
//   edge. Calls outside the window have no effect.
// - A build without traces (STARNUMA_WAVES=OFF) has no trace to begin.
#pragma once

#include <verilated.h>

#include <filesystem>
#include <vector>

#include "models/base/check.h"
#include "rtl/common/shell/traced_piece.h"

#if VM_TRACE_FST
#include <verilated_fst_c.h>
#endif

namespace starnuma::rtl {

#if VM_TRACE_FST

class BlockTrace {
 public:
  template <class Top>
  BlockTrace(Top& top, const std::filesystem::path& file, TraceWindow window) : window_(window) {
    top.trace(&fst_, kAllLevels);
    fst_.open(file.c_str());
    if (!fst_.isOpen()) throw base::InputError("cannot write ", file.string());
    fst_.dump(evaluations_++);
  }

  void begin(base::Time time) { on_ = window_.from <= time && time <= window_.to; }
  bool on() const { return on_; }
  void clocked() { ++edges_; }
  void evaluated() { fst_.dump(evaluations_++); }
  bool has_edges() const { return edges_ > 0; }
  void end(base::Time last_edge) {
    if (edges_ > 0) pieces_.push_back({last_edge, edges_});
    edges_ = 0;
    on_ = false;
  }
  /// Closes the file and returns its pieces.
  std::vector<TracedPiece> finish() {
    fst_.close();
    return std::move(pieces_);
  }

 private:
  static constexpr int kAllLevels = 99;

  TraceWindow window_;
  VerilatedFstC fst_;
  std::uint64_t evaluations_ = 0;
  std::vector<TracedPiece> pieces_;
  std::uint32_t edges_ = 0;  ///< Number of clock edges of the current piece.
  bool on_ = false;
};

#else

class BlockTrace {
 public:
  template <class Top>
  BlockTrace(Top&, const std::filesystem::path& file, TraceWindow) {
    throw base::InputError(file.string(), ": this program was built with STARNUMA_WAVES=OFF");
  }
  void begin(base::Time) {}
  bool on() const { return false; }
  void clocked() {}
  void evaluated() {}
  bool has_edges() const { return false; }
  void end(base::Time) {}
  std::vector<TracedPiece> finish() { return {}; }
};

#endif

}  // namespace starnuma::rtl
