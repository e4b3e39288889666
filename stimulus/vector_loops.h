// SPDX-License-Identifier: Apache-2.0
// Loops over vectors, as executed by one thread for its part. The contract is that of
// programs/bfs/bfs_loops.h.
#pragma once

#include <cstdint>

#include "models/base/arena.h"
#include "stimulus/costs.h"
#include "stimulus/range.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kVectorCopy{"vector_copy", "element", 3};
inline constexpr LoopCost kVectorFill{"vector_fill", "element", 3};
inline constexpr LoopCost kVectorDot{"vector_dot", "element", 4};
inline constexpr LoopCost kVectorAdd{"vector_add", "element", 4};
inline constexpr LoopCost kVectorScaleAdd{"vector_scale_add", "element", 4};
inline constexpr LoopCost kVectorSubtract{"vector_subtract", "element", 3};

using Vector = base::SimArray<double>;

/// Number of elements of a line; shares of vectors are whole lines.
inline constexpr std::uint64_t kVectorLine = base::kLineBytes / sizeof(double);

/// Computes to = from.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void vector_copy(Thread& thread, const Vector& from_array,
                                                 const Vector& to_array, Range own) {
  const auto from = from_array;
  const auto to = to_array;
  for (std::uint64_t i = own.begin; i < own.end; ++i) {
    spend(thread, kVectorCopy);
    const auto value = thread.load(from, i);
    thread.store(to, i, value.value, value.ready);
  }
}

template <class Thread>
[[gnu::noinline, gnu::flatten]] void vector_fill(Thread& thread, const Vector& to_array,
                                                 double value, Range own) {
  const auto to = to_array;
  for (std::uint64_t i = own.begin; i < own.end; ++i) {
    spend(thread, kVectorFill);
    thread.store(to, i, value);
  }
}

/// Returns the part of x * y in `own`.
template <class Thread>
[[gnu::noinline, gnu::flatten]] double vector_dot(Thread& thread, const Vector& x_array,
                                                  const Vector& y_array, Range own) {
  const auto x = x_array;
  const auto y = y_array;
  double sum = 0;
  for (std::uint64_t i = own.begin; i < own.end; ++i) {
    spend(thread, kVectorDot);
    sum += thread.load(x, i).value * thread.load(y, i).value;
  }
  return sum;
}

/// Computes y = y + factor * x.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void vector_add(Thread& thread, const Vector& y_array,
                                                double factor, const Vector& x_array, Range own) {
  const auto x = x_array;
  const auto y = y_array;
  for (std::uint64_t i = own.begin; i < own.end; ++i) {
    spend(thread, kVectorAdd);
    const auto a = thread.load(y, i);
    const auto b = thread.load(x, i);
    thread.store(y, i, a.value + factor * b.value, latest(a.ready, b.ready));
  }
}

/// Computes y = x + factor * y.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void vector_scale_add(Thread& thread, const Vector& y_array,
                                                      double factor, const Vector& x_array,
                                                      Range own) {
  const auto x = x_array;
  const auto y = y_array;
  for (std::uint64_t i = own.begin; i < own.end; ++i) {
    spend(thread, kVectorScaleAdd);
    const auto a = thread.load(y, i);
    const auto b = thread.load(x, i);
    thread.store(y, i, b.value + factor * a.value, latest(a.ready, b.ready));
  }
}

/// Computes to = x - y.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void vector_subtract(Thread& thread, const Vector& x_array,
                                                     const Vector& y_array, const Vector& to_array,
                                                     Range own) {
  const auto x = x_array;
  const auto y = y_array;
  const auto to = to_array;
  for (std::uint64_t i = own.begin; i < own.end; ++i) {
    spend(thread, kVectorSubtract);
    const auto a = thread.load(x, i);
    const auto b = thread.load(y, i);
    thread.store(to, i, a.value - b.value, latest(a.ready, b.ready));
  }
}

}  // namespace starnuma::stimulus
