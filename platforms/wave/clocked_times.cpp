// SPDX-License-Identifier: Apache-2.0
#include "platforms/wave/clocked_times.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace starnuma::wave {

using base::Time;
using Copied = FstSource::Change;

namespace {

/// Returns the number of evaluations up to a piece's last edge; the next one shows the settled
/// block.
std::size_t until_last_edge(const ClockedPiece& piece) { return std::size_t{2} * piece.edges; }

/// Returns the first evaluation of each piece.
std::vector<std::size_t> firsts_of(const std::vector<ClockedPiece>& pieces) {
  std::vector<std::size_t> firsts;
  std::size_t next = 1;
  for (const ClockedPiece& piece : pieces) {
    firsts.push_back(next);
    next += until_last_edge(piece) + 1;
  }
  firsts.push_back(next);
  return firsts;
}

/// Assigns times to the evaluations of one piece, all after `written`.
void place_piece(const ClockedPiece& piece, Time half_period, Time written, Time* times) {
  const auto count = static_cast<std::int64_t>(until_last_edge(piece));
  const Time natural = piece.last_edge - half_period * (count - 1);
  const Time room = piece.last_edge - written;
  for (std::int64_t i = 0; i < count; ++i) {
    times[i] = natural > written     ? natural + half_period * i
               : room >= Time(count) ? written + Time(room.ps() * (i + 1) / count)
                                     : written + Time(i + 1);
  }
}

/// Values of all variables during the traversal of a trace.
using Values = std::map<FstFile::Variable, std::string>;

/// Removes changes that repeat the current value.
std::vector<Copied> without_repeats(std::vector<Copied> changes) {
  Values shown;
  std::vector<Copied> out;
  for (Copied& change : changes) {
    const auto [found, fresh] = shown.try_emplace(change.variable, change.value);
    if (!fresh && found->second == change.value) continue;
    found->second = change.value;
    out.push_back(std::move(change));
  }
  return out;
}

}  // namespace

EvaluationTimes place(const std::vector<ClockedPiece>& pieces, Time half_period) {
  const std::vector<std::size_t> firsts = firsts_of(pieces);
  EvaluationTimes placed;
  placed.order.resize(pieces.size());
  std::iota(placed.order.begin(), placed.order.end(), 0U);
  std::stable_sort(placed.order.begin(), placed.order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return pieces[a].last_edge < pieces[b].last_edge;
  });
  placed.times.assign(firsts.back(), EvaluationTimes::kNever);
  Time written(-1);
  std::size_t settled = 0;  // evaluation after the last edge of the previous piece
  for (const std::uint32_t p : placed.order) {
    const std::size_t first = firsts[p];
    place_piece(pieces[p], half_period, written, &placed.times[first]);
    if (settled != 0 && written + half_period < placed.times[first]) {
      placed.times[settled] = written + half_period;
    }
    settled = first + until_last_edge(pieces[p]);
    written = placed.times[settled - 1];
  }
  if (settled != 0) placed.times[settled] = written + half_period;
  return placed;
}

std::vector<Copied> in_platform_time(const std::vector<Copied>& changes,
                                     const std::vector<ClockedPiece>& pieces, Time half_period,
                                     Time start) {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  EvaluationTimes placed = place(pieces, half_period);
  const std::vector<std::size_t> firsts = firsts_of(pieces);
  std::vector<std::uint32_t> before(pieces.size(), kNone);
  for (std::size_t i = 1; i < placed.order.size(); ++i) {
    before[placed.order[i]] = placed.order[i - 1];
  }
  placed.times[0] = start;
  // A settled state without its own time is shown at the start of the next piece.
  for (std::size_t p = 0; p + 1 < pieces.size(); ++p) {
    Time& settled = placed.times[firsts[p + 1] - 1];
    if (settled == EvaluationTimes::kNever && before[p + 1] == p) {
      settled = placed.times[firsts[p + 1]];
    }
  }
  Values values;
  std::vector<Copied> out;
  std::size_t piece = 0;
  std::size_t next = 0;
  const auto take_until = [&](std::size_t evaluation) {
    for (; next < changes.size(); ++next) {
      const auto at = static_cast<std::size_t>(changes[next].time.ps());
      if (at >= evaluation) return;
      values[changes[next].variable] = changes[next].value;
      const Time time = placed.times[at];
      if (time == EvaluationTimes::kNever) continue;
      out.push_back({time, changes[next].variable, changes[next].value});
    }
  };
  for (; piece < pieces.size(); ++piece) {
    take_until(firsts[piece]);
    const bool follows = piece == 0 ? before[0] == kNone : before[piece] == piece - 1;
    if (follows) continue;
    for (const auto& [variable, value] : values) {
      out.push_back({placed.times[firsts[piece]], variable, value});
    }
  }
  take_until(firsts.back());
  std::stable_sort(out.begin(), out.end(),
                   [](const Copied& a, const Copied& b) { return a.time < b.time; });
  return without_repeats(std::move(out));
}

}  // namespace starnuma::wave
