// SPDX-License-Identifier: Apache-2.0
// Trace as a workload: `trace:FOLDER`.
//
// Contract: the folder is checked when the workload is created, and read when it is built and run.
// Errors throw InputError with one line at any of these times.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "stimulus/trace/player/core_source.h"
#include "stimulus/trace/player/first_touch.h"
#include "stimulus/workload.h"

namespace starnuma::trace {

class TraceWorkload final : public stimulus::Workload {
 public:
  struct Parameters {
    std::string folder;
    FirstTouch first_touch = FirstTouch::kLiteral;
    std::uint64_t region = 0;  ///< Measured region; 0 for the last.
    std::uint64_t epoch = 0;   ///< Epoch at which the window opens, if not at a region.
    std::uint64_t epochs = 0;  ///< Number of measured epochs; 0 for all until the end.
    std::uint64_t warmup = 0;  ///< Number of epochs that are played as warm-up.
  };

  TraceWorkload(const Parameters& parameters, const stimulus::MachineShape& shape,
                std::uint64_t seed);

  /// Writes the names of the statistics of all traces.
  static void declare(accounting::StatWriter& out);

  void build(base::Arena& arena) override;
  void run(core::Thread& thread) override;
  std::vector<std::string> check() const override { return {}; }
  base::Footprint footprint() const override;
  base::Bytes host_bytes() const override;
  void report(accounting::StatWriter& out) const override;
  std::uint64_t work_units() const override;
  std::string_view work_unit_name() const override;
  int openings() const override { return static_cast<int>(playback_.stretch.openings()); }
  std::string measured() const override;
  std::uint64_t expected_instructions() const override;
  std::string stuck() const override;

 private:
  bool is_whole() const;
  void check_files() const;

  Parameters parameters_;
  int nodes_;
  std::uint64_t seed_;
  Playback playback_;
  CoreMap map_;
  std::vector<std::unique_ptr<CoreSource>> sources_;  ///< Sources by core.
};

}  // namespace starnuma::trace
