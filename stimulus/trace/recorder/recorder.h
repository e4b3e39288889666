// SPDX-License-Identifier: Apache-2.0
// Records a trace of a program that runs on the platform.
//
// Contract:
// - The recorder observes the threads of one program from their start to their first end. finish()
//   writes the rest and completes the folder.
// - Barriers are recorded as leaves and enters in addition to their accesses.
// - The load on which a call depends is identified by its arrival time. If several loads
//   arrive together, the last one is recorded. If a call depends on two loads, the later one is.
// - An epoch is kEpoch of simulated time.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <vector>

#include "models/base/arena.h"
#include "models/core/thread_observer.h"
#include "stimulus/trace/format/summary.h"
#include "stimulus/workload.h"

namespace starnuma::trace {

class Recorder {
 public:
  static constexpr base::Time kEpoch{20'000'000};

  Recorder(const std::filesystem::path& folder, std::uint64_t id, int threads);

  ~Recorder();

  core::ThreadObserver& watch(int thread);

  /// Adds the properties that the recorder derives from itself and the workload to `summary`.
  void finish(Summary summary, const base::Arena& arena, const stimulus::Workload& workload);

 private:
  class ThreadRecorder;
  /// State shared by all threads.
  struct Shared {
    explicit Shared(int team) : threads(static_cast<std::uint64_t>(team)) {}
    std::uint64_t threads;
    std::uint64_t leaves = 0;
    std::uint64_t arrived = 0;   ///< Number of arrivals at the current barrier.
    std::uint64_t released = 0;  ///< Number of leaves at the completion of the last barrier.
    std::uint64_t regions = 0;
    std::vector<std::uint8_t> page_flags;  ///< Page::Flag by page.
  };

  std::vector<Page> pages(const base::Arena& arena) const;

  std::filesystem::path folder_;
  std::uint64_t id_;
  Shared shared_;
  std::vector<std::unique_ptr<ThreadRecorder>> threads_;
};

}  // namespace starnuma::trace
