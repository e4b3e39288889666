// SPDX-License-Identifier: Apache-2.0
// Triangles of a Kronecker graph, by intersecting ordered neighbour lists as in the GAP benchmark
// suite.
//
// Contract: vertices are relabelled by degree beforehand, untimed (the suite's time includes it).
// Work grows faster than the graph, so only a part of the vertices is counted in the measured
// window. The `first` ones are what a window from the loop's beginning holds, as the published ones
// do: they have most neighbours, and all threads read their lists. Every `sample`-th stands for all
// of the loop: a page that few counted vertices need has fewer sharers. The count is compared with
// set intersections after the run, untimed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/graph/dynamic_chunks.h"
#include "stimulus/graph/kronecker.h"
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

class Tc {
 public:
  struct Parameters {
    KroneckerParameters graph;
    std::uint64_t sample = 1;
    std::uint64_t chunk = 64;  ///< Vertices that a thread takes at a time, counted or not.
    std::uint64_t first = 0;   ///< Counted vertices, from the most neighbours on; 0: all.
  };
  static constexpr std::string_view kWorkUnit = "counted vertex";

  Tc(const Parameters& parameters, std::uint64_t seed) : parameters_(parameters), seed_(seed) {}

  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    TcThread<Thread> mine(thread, data_);
    open_window(thread);
    mine.trial();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.graph.scale); }
  base::Bytes host_bytes() const { return kronecker_host_bytes(parameters_.graph); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const { return data_.counted(); }
  std::uint64_t expected_instructions() const { return expected_instructions_; }
  std::string measured() const;

  const TcData& data() const { return data_; }
  std::uint64_t triangles() const { return data_.triangles.data[0]; }

 private:
  Parameters parameters_;
  std::uint64_t seed_;
  TcData data_;
  std::uint64_t expected_instructions_ = 0;
};

/// Triangles whose largest vertex is counted, by intersecting sets.
std::uint64_t triangles_by_sets(const TcData& data);

}  // namespace starnuma::stimulus
