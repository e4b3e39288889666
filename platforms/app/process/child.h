// SPDX-License-Identifier: Apache-2.0
// Work in child processes: SystemC elaborates once per process, so each simulation gets its own.
#pragma once

#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "platforms/app/experiments/experiment.h"

namespace starnuma::app {

/// Runs `work` in a child and returns the bytes it made. Throws when the child fails.
std::string bytes_from_child(const std::function<std::string()>& work);

/// The same for an array of plain values.
template <class T>
std::vector<T> values_from_child(const std::function<std::vector<T>()>& work) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::string bytes = bytes_from_child([&] {
    const std::vector<T> values = work();
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  });
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// How often a bench measures: what else the host does only ever adds, so the best turn counts.
inline constexpr int kTurns = 3;
/// The least that each of `works` measures in children, by turns.
std::vector<double> least_in_children(const std::vector<std::function<double()>>& works);

struct Job {
  Experiment experiment;
  std::filesystem::path folder;
};

/// Runs the jobs in children, as many at a time as there are cores, with progress on a terminal.
/// Returns 0, or the exit code of the first that fails, which ends the others.
/// `progress` is a file for how far they are (SharedProgress).
int run_jobs(const std::vector<Job>& jobs, const std::filesystem::path& progress = {});

}  // namespace starnuma::app
