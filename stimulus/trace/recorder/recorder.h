// SPDX-License-Identifier: Apache-2.0
// Writes a trace of a program that runs on the platform.
//
// Contract: watches the threads of one program from their beginning to their first end; finish()
// writes the rest, and makes the folder a trace. Barriers become leaves and enters beside the
// accesses that they make. Which load a call waits for is told by when it arrives, so of several
// that arrive together the last is named, and of two that a call waits for the later one. Epochs
// are stretches of kEpoch of simulated time.
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

  /// What the recorder can see of itself and the workload it adds to `summary`.
  void finish(Summary summary, const base::Arena& arena, const stimulus::Workload& workload);

 private:
  class ThreadRecorder;
  /// What all threads have in common.
  struct Shared {
    explicit Shared(int team) : threads(static_cast<std::uint64_t>(team)) {}
    std::uint64_t threads;
    std::uint64_t leaves = 0;
    std::uint64_t arrived = 0;   ///< In the barrier that is under way.
    std::uint64_t released = 0;  ///< Leaves when the last barrier was complete.
    std::uint64_t regions = 0;
    std::vector<std::uint8_t> page_flags;  ///< Page::Flag, by page.
  };

  std::vector<Page> pages(const base::Arena& arena) const;

  std::filesystem::path folder_;
  std::uint64_t id_;
  Shared shared_;
  std::vector<std::unique_ptr<ThreadRecorder>> threads_;
};

}  // namespace starnuma::trace
