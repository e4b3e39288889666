// SPDX-License-Identifier: Apache-2.0
// Thread of Afforest (Sutton, Ben-Nun and Barak 2018) as in the GAP benchmark suite: two rounds
// that link each vertex with one neighbour, then the remaining arcs of the vertices outside the
// largest component, as estimated by a sample.
//
// Contract: all threads of the team run `trial`. When it returns, all threads have passed its last
// barrier and the labels are final. Threads receive chunks of vertices dynamically.
#pragma once

#include <cstdint>

#include "stimulus/graph/dynamic_chunks.h"
#include "stimulus/programs/cc/cc_loops.h"

namespace starnuma::stimulus {

template <class Thread>
class CcThread {
 public:
  CcThread(Thread& thread, const CcData& data)
      : thread_(thread), data_(data), chunks_(data.counters, 0) {}

  [[gnu::noinline]] void trial(std::uint64_t seed) {
    const std::uint64_t vertices = data_.graph.vertices();
    cc_initialise(thread_, data_,
                  Range{0, vertices}.share(thread_.index(), thread_.threads(), kLine));
    thread_.barrier();
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      for_each_chunk([&](Range part) { cc_link_neighbour(thread_, data_, part, round); });
      for_each_chunk([&](Range part) { cc_compress(thread_, data_, part); });
    }
    if (thread_.index() == 0) thread_.store(data_.common, 0, cc_sample(thread_, data_, seed));
    thread_.barrier();
    const std::uint32_t common = thread_.load(data_.common, 0).value;
    for_each_chunk([&](Range part) { cc_link_rest(thread_, data_, part, kRounds, common); });
    for_each_chunk([&](Range part) { cc_compress(thread_, data_, part); });
  }

 private:
  static constexpr std::uint64_t kRounds = 2;
  static constexpr std::uint64_t kLine = base::kLineBytes / sizeof(std::uint32_t);

  template <class Body>
  void for_each_chunk(Body body) {
    chunks_.for_each(thread_, data_.graph.vertices(), data_.chunk, kCcChunk, body);
    thread_.barrier();
    chunks_.close(thread_);
  }

  Thread& thread_;
  const CcData& data_;
  DynamicChunks chunks_;
};

}  // namespace starnuma::stimulus
