// SPDX-License-Identifier: Apache-2.0
// Thread of the direction-optimizing BFS of Beamer, Asanovic and Patterson (2012) as in the GAP
// benchmark suite: alpha 15, beta 18, sliding queue with local buffers, bitmaps in bottom-up steps.
//
// Contract: all threads of the team run `trial` with the same source. Every thread computes the
// same control flow from the shared counters. When `trial` returns, all threads have passed its
// last barrier and the parents are final.
// Not modelled: allocation of the bitmaps and buffers per trial (they are cleared, but not mapped
// again).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "stimulus/graph/dynamic_chunks.h"
#include "stimulus/programs/bfs/bfs_data.h"
#include "stimulus/programs/bfs/bfs_loops.h"
#include "stimulus/step_counter.h"

namespace starnuma::stimulus {

struct BfsSteps {
  std::uint64_t top_down = 0;
  std::uint64_t bottom_up = 0;
};

/// Buffer of a thread for vertices of the shared queue.
class BfsLocalQueue {
 public:
  BfsLocalQueue(const BfsData& data, int thread)
      : data_(data),
        first_(static_cast<std::uint64_t>(thread) * BfsData::kLocalQueue),
        tail_(data.counters, static_cast<std::uint64_t>(BfsCounter::kQueueTail)) {}

  /// Starts a step whose entries begin at `begin` in the shared queue. Precondition: the buffer is
  /// empty.
  void open(std::uint64_t begin) { begin_ = begin; }

  template <class Thread>
  void push(Thread& thread, std::uint32_t vertex) {
    if (count_ == BfsData::kLocalQueue) flush(thread);
    thread.store(data_.local_queues, first_ + count_, vertex);
    ++count_;
  }
  template <class Thread>
  void flush(Thread& thread) {
    const std::uint64_t position = begin_ + tail_.add(thread, count_);
    bfs_flush(thread, data_, first_, position, count_);
    count_ = 0;
  }
  /// Returns the entries that all threads have written. Called after the barrier.
  template <class Thread>
  Range close(Thread& thread) {
    return {begin_, begin_ + tail_.total(thread)};
  }

 private:
  const BfsData& data_;
  std::uint64_t first_;
  std::uint64_t begin_ = 0;
  std::uint64_t count_ = 0;
  StepCounter tail_;
};

template <class Thread>
class BfsThread {
 public:
  BfsThread(Thread& thread, const BfsData& data)
      : thread_(thread),
        data_(data),
        front_(data.front),
        next_(data.next),
        local_(data, thread.index()),
        scout_(data.counters, static_cast<std::uint64_t>(BfsCounter::kScout)),
        awake_(data.counters, static_cast<std::uint64_t>(BfsCounter::kAwake)),
        chunks_(data.counters, static_cast<std::uint64_t>(BfsCounter::kChunk)) {}

  /// Returns the current number of steps, as counted by thread 0.
  const BfsSteps& steps() const { return steps_; }

  void trial(std::uint32_t source) {
    begin_trial(source);
    Range frontier{0, 1};
    auto edges_to_check = static_cast<std::int64_t>(data_.graph.arcs());
    std::int64_t scout = degree_of(source);
    while (frontier.size() != 0) {
      if (scout > edges_to_check / kAlpha) {
        frontier = bottom_up_steps(frontier);
        scout = 1;
      } else {
        edges_to_check -= scout;
        scout = top_down_step(frontier);
      }
    }
    bfs_finalise(thread_, data_, my_share(all_vertices(), kLine));
    thread_.barrier();
  }

 private:
  static constexpr std::int64_t kAlpha = 15;
  static constexpr std::uint64_t kBeta = 18;
  static constexpr std::uint64_t kLine = base::kLineBytes / sizeof(std::uint32_t);
  static constexpr std::uint64_t kWordsPerLine = StepCounter::kWordsPerLine;

  Range all_vertices() const { return {0, data_.graph.vertices()}; }
  Range my_share(Range range, std::uint64_t unit) const {
    return range.share(thread_.index(), thread_.threads(), unit);
  }

  std::int64_t degree_of(std::uint32_t v) {
    const std::uint64_t first = thread_.load(data_.graph.offsets, v).value;
    return static_cast<std::int64_t>(thread_.load(data_.graph.offsets, v + 1).value - first);
  }

  void begin_trial(std::uint32_t source) {
    const Range mine = my_share(all_vertices(), kLine);
    bfs_initialise(thread_, data_, mine);
    clear(front_);
    clear(next_);
    if (mine.begin <= source && source < mine.end) {
      thread_.store(data_.parents, source, static_cast<std::int32_t>(source));
    }
    if (thread_.index() == 0) thread_.store(data_.queue, 0, source);
    thread_.barrier();
  }

  void clear(const base::SimArray<std::uint64_t>& bitmap) {
    bfs_clear_bitmap(thread_, bitmap, my_share({0, bitmap.size}, kWordsPerLine));
  }

  /// Replaces the frontier by the next one; returns the sum of the degrees of the reached vertices.
  std::int64_t top_down_step(Range& frontier) {
    ++steps_.top_down;
    local_.open(frontier.end);
    const Range entries{frontier.begin + static_cast<std::uint64_t>(thread_.index()), frontier.end};
    const auto stride = static_cast<std::uint64_t>(thread_.threads());
    scout_.add(thread_, bfs_top_down(thread_, data_, entries, stride, local_));
    local_.flush(thread_);
    thread_.barrier();
    frontier = local_.close(thread_);
    return static_cast<std::int64_t>(scout_.total(thread_));
  }

  /// Executes bottom-up steps while the frontier grows or is large; returns the frontier as a part
  /// of the queue.
  Range bottom_up_steps(Range frontier) {
    bfs_queue_to_bitmap(thread_, data_, front_, my_share(frontier, kLine));
    thread_.barrier();
    std::uint64_t awake = frontier.size();
    std::uint64_t before = 0;
    do {
      before = awake;
      awake = bottom_up_step();
      std::swap(front_, next_);
    } while (awake >= before || awake > data_.graph.vertices() / kBeta);

    local_.open(frontier.end);
    bfs_bitmap_to_queue(thread_, front_, my_share(all_vertices(), kBitsPerLine), local_);
    local_.flush(thread_);
    thread_.barrier();
    return local_.close(thread_);
  }

  std::uint64_t bottom_up_step() {
    ++steps_.bottom_up;
    clear(next_);
    thread_.barrier();
    awake_.add(thread_,
               data_.schedule == BfsSchedule::kDynamic ? dynamic_chunks() : static_chunks());
    thread_.barrier();
    if (data_.schedule == BfsSchedule::kDynamic) chunks_.close(thread_);
    return awake_.total(thread_);
  }

  std::uint64_t dynamic_chunks() {
    std::uint64_t awake = 0;
    chunks_.for_each(thread_, data_.graph.vertices(), BfsData::kChunk, kBfsBottomUpChunk,
                     [&](Range chunk) { awake += do_chunk(chunk); });
    return awake;
  }

  std::uint64_t static_chunks() {
    const auto threads = static_cast<std::uint64_t>(thread_.threads());
    std::uint64_t awake = 0;
    for (auto chunk = static_cast<std::uint64_t>(thread_.index());
         chunk * BfsData::kChunk < data_.graph.vertices(); chunk += threads) {
      spend(thread_, kBfsBottomUpChunk);
      const std::uint64_t begin = chunk * BfsData::kChunk;
      awake += do_chunk({begin, std::min(begin + BfsData::kChunk, data_.graph.vertices())});
    }
    return awake;
  }

  std::uint64_t do_chunk(Range vertices) {
    return bfs_bottom_up(thread_, data_, front_, next_, vertices);
  }

  static constexpr std::uint64_t kBitsPerLine = 8 * base::kLineBytes;

  Thread& thread_;
  const BfsData& data_;
  base::SimArray<std::uint64_t> front_;
  base::SimArray<std::uint64_t> next_;
  BfsLocalQueue local_;
  StepCounter scout_;
  StepCounter awake_;
  DynamicChunks chunks_;
  BfsSteps steps_;
};

}  // namespace starnuma::stimulus
