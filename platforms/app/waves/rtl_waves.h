// SPDX-License-Identifier: Apache-2.0
// The signals of a run's RTL blocks, for its waveform.
//
// Contract: passive. Traces every annex and tracker update unit in RTL that the selection names; a
// block's clock runs only when it has work, and its edges are at the times of the platform's
// messages. Needs a temporary file per block while the run lasts.
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

  /// Ends the traces; the files are there as long as this object is.
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
