// SPDX-License-Identifier: Apache-2.0
// Triangles of a Kronecker graph, by intersection of ordered neighbour lists as in the GAP
// benchmark suite.
//
// Contract:
// - Vertices are relabelled by degree before, untimed (the suite includes this time).
// - Work grows faster than the graph, so the measurement window only counts a part of the vertices.
// - The `first` vertices represent a window at the start of the loop, as in publications: they have
//   most neighbours, and all threads read their lists.
// - Every `sample`-th vertex represents the whole loop: a page that few counted vertices use has
//   fewer sharers.
// - After the run, untimed, the count is compared with set intersections.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/graph/dynamic_chunks.h"
#include "stimulus/graph/kronecker.h"
#include "stimulus/kernel_state.h"
#include "stimulus/programs/tc/tc_loops.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

template <class Thread>
class TcThread {
 public:
  TcThread(Thread& thread, const TcData& data)
      : thread_(thread), data_(data), chunks_(data.counters, 0) {}

  [[gnu::noinline]] void trial() {
    std::uint64_t triangles = 0;
    chunks_.for_each(thread_, data_.counted(), data_.chunk, kTcChunk,
                     [&](Range counted) { triangles += tc_count(thread_, data_, counted); });
    thread_.fetch_add(data_.triangles, 0, triangles);
    thread_.barrier();
  }

 private:
  Thread& thread_;
  const TcData& data_;
  DynamicChunks chunks_;
};

struct TcParameters : KroneckerParameters {
  std::uint64_t sample = 512;
  std::uint64_t chunk = 64;  ///< Vertices in a chunk, counted or not.
  std::uint64_t first = 0;   ///< Number of counted vertices, by descending degree; 0 for all.
};

class Tc : public KernelState<TcParameters, TcData> {
 public:
  static constexpr std::string_view kWorkUnit = "counted vertex";

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    TcThread<Thread> mine(thread, data_);
    open_window(thread);
    mine.trial();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  base::Bytes host_bytes() const { return kronecker_host_bytes(parameters_); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const { return data_.counted(); }
  std::uint64_t expected_instructions() const { return expected_instructions_; }
  std::string measured() const;

  std::uint64_t triangles() const { return data_.triangles.data[0]; }

 private:
  std::uint64_t expected_instructions_ = 0;
};

/// Returns the number of triangles whose largest vertex is counted, by intersection of sets.
std::uint64_t triangles_by_sets(const TcData& data);

}  // namespace starnuma::stimulus
