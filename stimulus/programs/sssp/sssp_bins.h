// SPDX-License-Identifier: Apache-2.0
// Bins of a thread for delta-stepping: vertices by their distance divided by delta, in blocks of
// the thread's own memory.
//
// Contract: entries are accessed through the thread. The blocks of a bin are recorded on the host
// only, since a vector's header always hits in the L1 cache. Blocks are recycled. A thread that
// exhausts its own memory allocates pages of the shared memory.
// Not modelled: copying of vectors as they grow.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/base/arena.h"
#include "models/base/check.h"
#include "stimulus/costs.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kSsspPush{"sssp_relax", "lowered distance", 22};

struct SsspBinMemory {
  static constexpr std::uint64_t kBlock = 64;                   ///< Number of entries.
  static constexpr std::uint64_t kPage = base::kPageBytes / 4;  ///< Number of entries.
  std::uint64_t per_thread = 0;    ///< Number of entries per thread; threads are contiguous.
  std::uint64_t shared_begin = 0;  ///< Index of the first shared entry.
  base::SimArray<std::uint32_t> entries;
  base::SimArray<std::uint64_t> shared_pages;  ///< Number of allocated shared pages.
};

class SsspBins {
 public:
  using Blocks = std::vector<std::uint64_t>;  ///< Indices of first entries.
  struct Bin {
    Blocks blocks;
    std::uint64_t size = 0;
  };

  SsspBins(const SsspBinMemory& memory, int thread)
      : memory_(memory),
        next_(static_cast<std::uint64_t>(thread) * memory.per_thread),
        end_(next_ + memory.per_thread) {}

  std::uint64_t bins() const { return bins_.size(); }
  std::uint64_t size(std::uint64_t bin) const { return bin < bins_.size() ? bins_[bin].size : 0; }

  template <class Thread>
  void push(Thread& thread, std::uint64_t bin, std::uint32_t vertex) {
    if (bin >= bins_.size()) bins_.resize(bin + 1);
    Bin& mine = bins_[bin];
    if (mine.size % SsspBinMemory::kBlock == 0) mine.blocks.push_back(take_block(thread));
    thread.store(memory_.entries, place(mine, mine.size), vertex);
    ++mine.size;
  }

  /// Removes the entries of the bin, which keep their blocks until `recycle`.
  Bin take(std::uint64_t bin) {
    Bin taken;
    std::swap(taken, bins_[bin]);
    return taken;
  }
  template <class Thread>
  auto entry(Thread& thread, const Bin& bin, std::uint64_t i) const {
    return thread.load(memory_.entries, place(bin, i));
  }
  void recycle(Bin& bin) { free_.insert(free_.end(), bin.blocks.begin(), bin.blocks.end()); }
  /// Empties all bins for a new search; their memory remains allocated.
  void clear() {
    for (Bin& bin : bins_) recycle(bin);
    bins_.clear();
  }

 private:
  static std::uint64_t place(const Bin& bin, std::uint64_t i) {
    return bin.blocks[i / SsspBinMemory::kBlock] + i % SsspBinMemory::kBlock;
  }
  template <class Thread>
  std::uint64_t take_block(Thread& thread) {
    if (!free_.empty()) {
      const std::uint64_t block = free_.back();
      free_.pop_back();
      return block;
    }
    if (next_ == end_) take_shared_page(thread);
    const std::uint64_t block = next_;
    next_ += SsspBinMemory::kBlock;
    return block;
  }
  template <class Thread>
  [[gnu::noinline]] void take_shared_page(Thread& thread) {
    const std::uint64_t page = thread.fetch_add(memory_.shared_pages, 0, std::uint64_t{1});
    next_ = memory_.shared_begin + page * SsspBinMemory::kPage;
    end_ = next_ + SsspBinMemory::kPage;
    SN_CHECK(end_ <= memory_.entries.size, "sssp: bins need more than ", memory_.entries.size,
             " entries");
  }

  const SsspBinMemory& memory_;
  std::uint64_t next_;
  std::uint64_t end_;
  std::vector<Bin> bins_;
  Blocks free_;
};

}  // namespace starnuma::stimulus
