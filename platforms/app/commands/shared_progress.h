// SPDX-License-Identifier: Apache-2.0
// Progress of runs in child processes, in memory that they share with the parent, which shows it.
//
// Contract: a slot is written by one child and read by the parent; torn reads only blur a display.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "platforms/app/commands/status_line.h"
#include "platforms/run/simulation.h"

namespace starnuma::app {

class ProgressSlot {
 public:
  /// A phase that covers the share [from, to] of the whole run.
  void begin(const char* phase, double from, double to);
  /// Feeds the slot from a simulation.
  run::ProgressSink sink();

  /// Host CPU time that earlier passes of the run took in processes of their own.
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

/// Slots for the runs of these names in shared memory, and their display on a terminal.
class SharedProgress {
 public:
  /// `file`: where it writes how far the runs are, twice a second; empty: nowhere.
  explicit SharedProgress(std::vector<std::string> names, std::filesystem::path file = {});
  ~SharedProgress();
  SharedProgress(const SharedProgress&) = delete;
  SharedProgress& operator=(const SharedProgress&) = delete;

  ProgressSlot& slot(std::size_t i) { return slots_[i]; }
  void begin(std::size_t i) { running_.push_back(i); }
  void end(std::size_t i);
  /// Redraws the line: how many runs are done, the least advanced of those that run, and an ETA.
  /// The file gets the share of all that is done, and what that run does: "0.43 running".
  void show();
  /// Takes the line away.
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
