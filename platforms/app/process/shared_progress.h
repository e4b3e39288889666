// SPDX-License-Identifier: Apache-2.0
// Progress of runs in child processes, in memory shared with the parent, which displays it.
//
// Contract: one child writes a slot and the parent reads it; torn reads only affect the display.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "platforms/app/files/status_line.h"
#include "platforms/run/simulation.h"

namespace starnuma::app {

class ProgressSlot {
 public:
  /// Begins a phase that covers the share [from, to] of the whole run.
  void begin(const char* phase, double from, double to);
  /// Returns a sink that updates the slot from a simulation.
  run::ProgressSink sink();

  /// Adds host CPU time of earlier passes of the run in their own processes.
  void add_cpu_seconds(double seconds) { cpu_seconds_ += seconds; }
  double cpu_seconds() const { return cpu_seconds_; }

  double fraction() const { return fraction_; }
  double simulated_ms() const { return simulated_ms_; }
  const char* phase() const { return phase_; }

 private:
  const char* phase_ = "starting";  ///< String literals only: valid in every forked process.
  double from_ = 0;
  double to_ = 0;
  double fraction_ = 0;
  double simulated_ms_ = 0;
  double cpu_seconds_ = 0;
};

/// Progress slots of the runs with these names in shared memory, and their display on a terminal.
class SharedProgress {
 public:
  /// `file` receives the progress twice a second; empty: none.
  explicit SharedProgress(std::vector<std::string> names, std::filesystem::path file = {});
  ~SharedProgress();
  SharedProgress(const SharedProgress&) = delete;
  SharedProgress& operator=(const SharedProgress&) = delete;

  ProgressSlot& slot(std::size_t i) { return slots_[i]; }
  void begin(std::size_t i) { running_.push_back(i); }
  void end(std::size_t i);
  /// Redraws the line: number of completed runs, the least advanced running one, and an ETA. The
  /// file gets the completed share of all runs and the phase of that run: "0.43 running".
  void show();
  /// Removes the line.
  void clear() { line_.clear(); }

 private:
  void write(double share, const char* phase);

  std::vector<std::string> names_;
  std::filesystem::path file_;
  std::chrono::steady_clock::time_point written_;
  ProgressSlot* slots_;
  std::vector<std::size_t> running_;
  std::size_t done_ = 0;
  StatusLine line_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace starnuma::app
