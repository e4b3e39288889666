// SPDX-License-Identifier: Apache-2.0
// Repeated sum of a vector by all threads of a team: the bandwidth at which one server reads memory
// that is spread over several servers.
//
// Contract:
// - The vector has `gib` GiB at scale 28 and is halved with each scale less.
// - Every thread adds up its own block of whole lines, which it touched first. Alternatively it
//   adds up a block of the part that is bound to its socket, so that the sum is computed where the
//   data are.
// - After each round the team adds up the sums of the threads. All rounds are measured, including
//   the first.
// - An access is a whole line, as on a machine with 512-bit vectors.
// - The result of every round is compared with the sequential sum.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "stimulus/kernel_state.h"
#include "stimulus/range.h"
#include "stimulus/team_sum.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct VectorSumParameters {
  int scale = 20;
  int gib = 24;
  int rounds = 10;
  std::optional<base::NodeId> home = {};  ///< Node of the vector; none for first touch.
  /// Number of threads on each of the sockets to which equal parts are bound; empty if none are
  /// bound.
  std::vector<std::pair<base::NodeId, int>> servers = {};
};

class VectorSum : public KernelState<VectorSumParameters, TeamSumWords> {
 public:
  /// Line of the vector.
  struct Line {
    std::array<double, base::kLineBytes / sizeof(double)> lanes;
  };
  static constexpr std::string_view kWorkUnit = "line of the vector";
  static constexpr int kInstructionsPerUnit = 5;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    open_window(thread);
    for (std::size_t round = 0; round < sums_.size(); ++round) {
      const double sum = team_sum(thread, data_, part(thread));
      if (thread.index() == 0) sums_[round] = sum;
    }
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const {
    return footprint_at(parameters_.scale, base::Bytes(std::int64_t{parameters_.gib} << 30));
  }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return lines() * static_cast<std::uint64_t>(parameters_.rounds);
  }
  std::string measured() const;

 private:
  static constexpr int kLineWork = 4;  ///< add, index, compare, jump

  std::uint64_t lines() const {
    return static_cast<std::uint64_t>(footprint().size.value) / base::kLineBytes;
  }

  template <class Thread>
  double part(Thread& thread) {
    const Piece& piece = piece_of(thread.index());
    const auto vector = piece.lines;
    const Range own =
        Range{0, vector.size}.share(thread.index() - piece.first_thread, piece.threads, 1);
    double sum = 0;
    for (std::uint64_t i = own.begin; i < own.end; ++i) {
      thread.work(kLineWork);
      for (const double lane : thread.load(vector, i).value.lanes) sum += lane;
    }
    return sum;
  }

  /// Lines that some of the threads add up.
  struct Piece {
    std::uint64_t first_line = 0;
    base::SimArray<Line> lines;
    int first_thread = 0;
    int threads = 0;
  };

  const Piece& piece_of(int thread) const {
    std::size_t p = 0;
    while (thread >= pieces_[p].first_thread + pieces_[p].threads) ++p;
    return pieces_[p];
  }

  std::vector<double> sums_;  ///< Sums by round.
  std::vector<Piece> pieces_;
};

}  // namespace starnuma::stimulus
