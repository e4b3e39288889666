// SPDX-License-Identifier: Apache-2.0
// Shortens a failing stimulus by delta debugging, first over its cycles, then over the contents of
// each cycle.
//
// Contract:
// - `fails(stimulus)` returns the number of cycles up to the failure, or 0 if it does not fail. It
//   must be deterministic.
// - `simpler(step)` returns copies of a step with less content.
// - The search stops after kMostTries calls of `fails`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace starnuma::testbenches {

template <class Step>
class Shrinker {
 public:
  using Stimulus = std::vector<Step>;
  static constexpr int kMostTries = 2000;

  Shrinker(std::function<std::size_t(const Stimulus&)> fails,
           std::function<std::vector<Step>(const Step&)> simpler)
      : fails_(std::move(fails)), simpler_(std::move(simpler)) {}

  Stimulus run(Stimulus failing) {
    best_ = std::move(failing);
    keep_a_suffix();
    std::size_t before = 0;
    do {
      before = best_.size();
      for (std::size_t length = best_.size() / 2; length > 0; length /= 2) drop_all(length);
    } while (best_.size() < before && tries_ < kMostTries);
    for (std::size_t i = 0; i < best_.size(); ++i) simplify(i);
    return best_;
  }

 private:
  bool keep_if_failing(Stimulus candidate) {
    if (tries_ >= kMostTries) return false;
    ++tries_;
    const std::size_t cycles = fails_(candidate);
    if (cycles == 0) return false;
    candidate.resize(cycles);
    best_ = std::move(candidate);
    return true;
  }
  void keep_a_suffix() {
    for (std::size_t length = 16; length < best_.size(); length *= 2) {
      if (keep_if_failing(Stimulus(best_.end() - static_cast<std::ptrdiff_t>(length), best_.end())))
        return;
    }
  }
  /// Removes each part of this length that is not needed.
  void drop_all(std::size_t length) {
    for (std::size_t begin = 0; begin < best_.size();) {
      Stimulus part = best_;
      const auto first = part.begin() + static_cast<std::ptrdiff_t>(begin);
      part.erase(first, first + static_cast<std::ptrdiff_t>(std::min(length, part.size() - begin)));
      if (part.empty() || !keep_if_failing(part)) begin += length;
      if (tries_ >= kMostTries) return;
    }
  }
  void simplify(std::size_t i) {
    for (bool changed = true; changed && i < best_.size();) {
      changed = false;
      for (const Step& step : simpler_(best_[i])) {
        Stimulus candidate = best_;
        candidate[i] = step;
        if (!keep_if_failing(std::move(candidate))) continue;
        changed = true;
        break;
      }
    }
  }

  std::function<std::size_t(const Stimulus&)> fails_;
  std::function<std::vector<Step>(const Step&)> simpler_;
  Stimulus best_;
  int tries_ = 0;
};

}  // namespace starnuma::testbenches
