// SPDX-License-Identifier: Apache-2.0
// Work in child processes: SystemC elaborates once per process, so each simulation needs its own.
#pragma once

#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace starnuma::app {

/// Runs `work` in a child and returns its bytes. Throws if the child fails.
std::string bytes_from_child(const std::function<std::string()>& work);

/// Runs `work` in a child and returns its array of plain values.
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

/// Number of repetitions of a bench measurement; other host activity only adds time, so the minimum
/// counts.
inline constexpr int kTurns = 3;
/// Returns the minimum that each of `works` measures in children, in rotation.
std::vector<double> least_in_children(const std::vector<std::function<double()>>& works);

}  // namespace starnuma::app
