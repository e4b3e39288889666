// SPDX-License-Identifier: Apache-2.0
// Mapping of the trace of an RTL block, which counts evaluations, to the platform's time.
//
// Contract:
// - A block works in pieces of consecutive clock edges. The platform knows the time of the last
//   edge.
// - Pieces are given in call order and shown in time order, because a core that runs out of order
//   also calls its blocks out of order.
// - Every evaluation has its own time, half a clock period before the next. Pieces closer than that
//   are compressed, so that each last edge keeps its time.
// - If pieces end within a few picoseconds of each other, the later ones are delayed by as little.
// - A piece that follows another one in time but not in call order starts with all values at its
//   call.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/quantities.h"
#include "platforms/wave/fst_source.h"

namespace starnuma::wave {

/// Times of the evaluations: one before the pieces, then two per edge and one more for each piece.
struct EvaluationTimes {
  /// Marks an evaluation without time before the next one, which is not shown.
  static constexpr base::Time kNever{-1};

  std::vector<std::uint32_t> order;  ///< Pieces in time order.
  std::vector<base::Time> times;     ///< Times by evaluation.
};

EvaluationTimes place(const std::vector<ClockedPiece>& pieces, base::Time half_period);

/// Converts `changes` by evaluation, in order, to changes by time; the first evaluation is at
/// `start`.
std::vector<FstSource::Change> in_platform_time(const std::vector<FstSource::Change>& changes,
                                                const std::vector<ClockedPiece>& pieces,
                                                base::Time half_period, base::Time start);

}  // namespace starnuma::wave
