// SPDX-License-Identifier: Apache-2.0
// DirectoryEngine for one verilated parameter set.
#pragma once

#include "rtl/common/shell/valid_ready.h"
#include "rtl/directory_slice/shell/directory_engine.h"
#include "rtl/directory_slice/shell/directory_pins.h"

namespace starnuma::rtl {

template <class Top>
class DirectoryEngineRtl : public DirectoryEngine {
 public:
  explicit DirectoryEngineRtl(const DirectoryShape& shape) : shape_(shape) {
    drive(block_.pins(), {}, shape_);
    run_until(block_, block_.pins().quiet_o, [] {});  // the sets are cleared
  }

  const DirectoryShape& shape() const override { return shape_; }
  DirectoryOutputs cycle(const DirectoryPinInputs& inputs, base::Time time) override {
    block_.begin_piece(time);
    drive(block_.pins(), inputs, shape_);
    block_.settle();
    return outputs_of(block_.pins(), shape_);
  }
  bool tick(base::Time time) override {
    block_.tick();
    const bool quiet = block_.pins().quiet_o != 0;  // depends on registers only
    block_.end_piece(time);
    return quiet;
  }
  std::uint64_t ticks() const override { return block_.ticks(); }
  void start_trace(const std::filesystem::path& file, TraceWindow window) override {
    block_.start_trace(file, window);
  }
  std::vector<TracedPiece> finish_trace() override { return block_.finish_trace(); }

 private:
  DirectoryShape shape_;
  ClockedBlock<Top> block_;
};

template <class Top>
std::unique_ptr<DirectoryEngine> make_directory(const DirectoryShape& shape) {
  return std::make_unique<DirectoryEngineRtl<Top>>(shape);
}

}  // namespace starnuma::rtl
