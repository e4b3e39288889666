// SPDX-License-Identifier: Apache-2.0
// Sum over a team (OpenMP's reduction): every thread writes its part, and one thread adds them up.
//
// Contract: all threads of the team call `of` together and receive the same sum. The sum depends on
// the number of threads, but not on their order in time. The function contains two barriers.
#pragma once

#include <cstdint>

#include "models/base/arena.h"
#include "stimulus/costs.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kTeamSum{"team_sum", "thread", 7};

/// Line of the sum, then one line per thread.
struct TeamSumWords {
  static constexpr std::uint64_t kLine = base::kLineBytes / sizeof(double);

  static TeamSumWords in(base::Arena& arena, std::string_view name) {
    return {
        arena.allocate<double>(name, (static_cast<std::uint64_t>(arena.threads()) + 1) * kLine)};
  }
  static std::uint64_t part(int thread) { return (static_cast<std::uint64_t>(thread) + 1) * kLine; }

  base::SimArray<double> words;
};

template <class Thread>
[[gnu::noinline, gnu::flatten]] double team_sum(Thread& thread, const TeamSumWords& sums,
                                                double mine) {
  thread.store(sums.words, TeamSumWords::part(thread.index()), mine);
  thread.barrier();
  if (thread.index() == 0) {
    double sum = 0;
    for (int other = 0; other < thread.threads(); ++other) {
      spend(thread, kTeamSum);
      sum += thread.load(sums.words, TeamSumWords::part(other)).value;
    }
    thread.store(sums.words, 0, sum);
  }
  thread.barrier();
  return thread.load(sums.words, 0).value;
}

}  // namespace starnuma::stimulus
