// SPDX-License-Identifier: Apache-2.0
// Thread of delta-stepping (Meyer and Sanders 2003) as in the GAP benchmark suite: each thread has
// its own bins. The lowest bins form the shared frontier, and small bins are processed locally.
//
// Contract: all threads of the team run `trial` with the same source. When it returns, all threads
// have passed its last barrier and the distances are final.
// Not modelled: allocation of frontier and bins per trial. The suite's critical section around the
// lowest bin is one locked exchange.
#pragma once

#include <cstdint>

#include "stimulus/graph/dynamic_chunks.h"
#include "stimulus/programs/sssp/sssp_loops.h"

namespace starnuma::stimulus {

template <class Thread>
class SsspThread {
 public:
  SsspThread(Thread& thread, const SsspData& data)
      : thread_(thread), data_(data), bins_(data.bins, thread.index()), chunks_(data.counters, 0) {}

  /// Returns the current number of steps, as counted by thread 0.
  std::uint64_t steps() const { return steps_; }

  [[gnu::noinline]] void trial(std::uint32_t source) {
    begin_trial(source);
    for (std::uint64_t step = 0;; ++step) {
      const std::uint64_t bin = thread_.load(data_.step, SsspData::bin_at(step)).value;
      if (bin == SsspData::kNoBin) break;
      ++steps_;
      do_bin(step, bin);
      thread_.barrier();
      chunks_.close(thread_);
      prepare_step(step);
      thread_.barrier();
    }
    bins_.clear();
    thread_.barrier();
  }

 private:
  static constexpr std::uint64_t kLine = base::kLineBytes / sizeof(std::uint32_t);

  void begin_trial(std::uint32_t source) {
    const Range all{0, data_.graph.vertices()};
    const Range mine = all.share(thread_.index(), thread_.threads(), kLine);
    sssp_initialise(thread_, data_, mine);
    if (mine.begin <= source && source < mine.end) thread_.store(data_.distances, source, 0);
    if (thread_.index() == 0) {
      thread_.store(data_.frontier, 0, source);
      set_step(0, 0, 1);
      set_step(1, SsspData::kNoBin, 0);
    }
    thread_.barrier();
  }

  void set_step(std::uint64_t step, std::uint64_t bin, std::uint64_t tail) {
    thread_.store(data_.step, SsspData::bin_at(step), bin);
    thread_.store(data_.step, SsspData::tail_at(step), tail);
  }

  void do_bin(std::uint64_t step, std::uint64_t bin) {
    const std::uint64_t tail = thread_.load(data_.step, SsspData::tail_at(step)).value;
    chunks_.for_each(thread_, tail, SsspData::kChunk, kSsspChunk,
                     [&](Range entries) { sssp_frontier(thread_, data_, entries, bin, bins_); });
    sssp_own_bin(thread_, data_, bin, bins_);
    sssp_next_bin(thread_, data_, bin, step + 1, bins_);
  }

  /// Adds every thread's entries of the next bin to the frontier; one thread resets the state of
  /// this step.
  void prepare_step(std::uint64_t step) {
    const std::uint64_t next = thread_.load(data_.step, SsspData::bin_at(step + 1)).value;
    if (thread_.index() == 0) set_step(step, SsspData::kNoBin, 0);
    if (bins_.size(next) == 0) return;
    SsspBins::Bin bin = bins_.take(next);
    const std::uint64_t position =
        thread_.fetch_add(data_.step, SsspData::tail_at(step + 1), bin.size);
    sssp_copy_bin(thread_, data_, position, bins_, bin);
    bins_.recycle(bin);
  }

  Thread& thread_;
  const SsspData& data_;
  SsspBins bins_;
  DynamicChunks chunks_;
  std::uint64_t steps_ = 0;
};

}  // namespace starnuma::stimulus
