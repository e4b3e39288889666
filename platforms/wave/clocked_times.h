// SPDX-License-Identifier: Apache-2.0
// Puts the trace of an RTL block, which counts evaluations, into the platform's time.
//
// Contract: a block works in pieces: some clock edges, of which the platform knows when the last
// one is. Pieces are given in the order of calls and are shown in the order of time, since a core
// that runs out of order also calls its blocks out of order. Every evaluation has a time of its
// own, half a clock period before the next; pieces that lie closer are squeezed, so that each last
// edge keeps its time; only where pieces end within a few picoseconds of each other, the later ones
// move on by as little. A piece that follows another in time but not in call order begins with all
// values as they were when it was called.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/quantities.h"
#include "platforms/wave/fst_source.h"

namespace starnuma::wave {

/// When each evaluation is shown: one before the pieces, then per piece two per edge and one more.
struct EvaluationTimes {
  static constexpr base::Time kNever{-1};  ///< Not shown: there is no time left before the next.

  std::vector<std::uint32_t> order;  ///< Pieces in the order of time.
  std::vector<base::Time> times;     ///< By evaluation.
};

EvaluationTimes place(const std::vector<ClockedPiece>& pieces, base::Time half_period);

/// `changes` by evaluation, in order, become changes by time; the first evaluation is at `start`.
std::vector<FstSource::Change> in_platform_time(const std::vector<FstSource::Change>& changes,
                                                const std::vector<ClockedPiece>& pieces,
                                                base::Time half_period, base::Time start);

}  // namespace starnuma::wave
