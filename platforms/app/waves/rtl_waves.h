// SPDX-License-Identifier: Apache-2.0
// Signals of a run's RTL blocks for its waveform.
//
// Contract: passive. Traces every selected annex, tracker update unit and pool device in RTL. A
// block's clock runs only while it has work, and its edges are at the times of the platform's
// messages. Needs a temporary file per block during the run.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "models/observers/hop_selection.h"
#include "platforms/wave/fst_source.h"
#include "rtl/common/shell/traced_piece.h"

namespace sc_core {
class sc_object;
}

namespace starnuma::app {

class RtlWaves {
 public:
  RtlWaves(const sc_core::sc_object& root, const observers::HopSelection& selection);
  ~RtlWaves();
  RtlWaves(const RtlWaves&) = delete;
  RtlWaves& operator=(const RtlWaves&) = delete;

  /// Ends the traces; the files exist during this object's lifetime.
  wave::FstSources finish();

 private:
  struct Block {
    std::string object;
    std::filesystem::path file;
    base::Time half_period;
    std::function<std::vector<rtl::TracedPiece>()> finish;
  };

  template <class Shell>
  void trace(const std::string& object, Shell& shell, base::Time half_period);
  void find(const sc_core::sc_object& object, const observers::HopSelection& selection);

  rtl::TraceWindow window_;
  std::vector<Block> blocks_;
};

}  // namespace starnuma::app
