// SPDX-License-Identifier: Apache-2.0
// Thread of the public Masstree program: GETs and PUTs of its requests, one after another.
//
// Contract: a PUT writes a new row in the thread's own memory. A replaced row enters the thread's
// list of dead rows and is not reclaimed, since the program never ends a reclamation epoch.
// Not modelled:
// - Layers of the tree below keys that agree in their first 8 bytes; permutations of leaves.
// - Reads of a leaf while a row of it is replaced: they wait.
// - The allocator's sharing of pages among threads, 32 rows at a time.
// - Generation of requests and the copies of them, which the public tracer leaves out.
#pragma once

#include <cstdint>

#include "models/base/check.h"
#include "stimulus/programs/kv/masstree_data.h"
#include "stimulus/store/tree_operations.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kMasstreeRequest{"MasstreeThread", "request", 51};
inline constexpr LoopCost kMasstreeGet{"masstree_get", "operation", 20};
inline constexpr LoopCost kMasstreePut{"masstree_put", "operation", 104};
inline constexpr LoopCost kMasstreeRowWord{"masstree_put", "word of a row", 4};

enum MasstreeBranch : std::uint32_t { kBranchMasstreeFound = 56 };

/// Memory of a thread: the rows that it has written and its list of dead rows.
struct MasstreeHeap {
  std::uint64_t rows = 0;
  std::uint64_t dead = 0;
};

/// Loads a word of a row by its number.
template <class Thread, class Ready>
auto masstree_row(Thread& thread, const MasstreeData& data, std::uint64_t word, Ready known) {
  return word < data.loaded.size ? thread.load(data.loaded, word, known)
                                 : thread.load(data.rows, word - data.loaded.size, known);
}

/// Returns true if the key exists; its row must be that of the key.
template <class Thread>
[[gnu::noinline, gnu::flatten]] bool masstree_get(Thread& thread, const MasstreeData& data,
                                                  std::uint64_t key) {
  spend(thread, kMasstreeGet);
  const auto row = tree_find(thread, data.tree, key);
  thread.branch(kBranchMasstreeFound, row.has_value());
  if (!row) return false;
  masstree_row(thread, data, row->value, row->ready);
  const auto found = masstree_row(thread, data, row->value + 1, row->ready);
  SN_CHECK(found.value == key, "masstree: row ", row->value, " is not that of its key");
  return true;
}

/// Reads the time of the replaced row and appends the row to the list of dead ones.
template <class Thread, class Ready>
void masstree_bury(Thread& thread, const MasstreeData& data, MasstreeHeap& heap, std::uint64_t row,
                   Ready known) {
  const auto writer = masstree_row(thread, data, row, known);
  const std::uint64_t at =
      (static_cast<std::uint64_t>(thread.index()) * data.thread_rows + heap.dead++) *
      MasstreeData::kDeadWords;
  thread.store(data.dead, at, row, known);
  thread.store(data.dead, at + 1, std::uint64_t{0});
  thread.store(data.dead, at + 2, writer.value, writer.ready);
}

/// Writes a new row of the key and puts it in place of the previous one.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void masstree_put(Thread& thread, const MasstreeData& data,
                                                  MasstreeHeap& heap, std::uint64_t key,
                                                  std::uint64_t writer) {
  using D = MasstreeData;
  spend(thread, kMasstreePut);
  SN_CHECK(heap.rows < data.thread_rows, "masstree: a thread writes more than ", data.thread_rows,
           " rows");
  const Tree& tree = data.tree;
  for (;;) {
    const auto found = tree_leaf_of(thread, tree, key, true);
    const std::uint64_t base = found.leaf.base;
    if (!tree_lock(thread, tree, base, found.leaf.version)) continue;
    thread.branch(kBranchTreeEqual, found.equal, found.leaf.ready);
    if (found.equal) {
      const auto old = thread.load(tree.words, base + TreeNode::kValues + found.place);
      masstree_bury(thread, data, heap, old.value, old.ready);
    }
    const std::uint64_t row = static_cast<std::uint64_t>(thread.index()) * data.thread_row_words +
                              heap.rows++ * D::kRowWords;
    for (std::uint64_t i = 0; i < D::kRowUsedWords; ++i) {
      spend(thread, kMasstreeRowWord);
      thread.store(data.rows, row + i, D::row_word(key, writer, i));
    }
    tree_set(thread, tree, found, key, data.loaded.size + row);
    tree_unlock(thread, tree, base, found.leaf.version);
    return;
  }
}

template <class Thread>
class MasstreeThread {
 public:
  MasstreeThread(Thread& thread, const MasstreeData& data) : thread_(thread), data_(data) {}

  /// Returns the number of GETs that found a key that was never put, or did not find one that was.
  [[gnu::noinline]] std::uint64_t trial(std::uint64_t operations) {
    const auto self = static_cast<std::uint64_t>(thread_.index());
    const auto threads = static_cast<std::uint64_t>(thread_.threads());
    std::uint64_t wrong = 0;
    for (std::uint64_t i = 0; i < operations; ++i) {
      spend(thread_, kMasstreeRequest);
      const MasstreeRequest request = data_.request_of(self, threads, i);
      if (request.put) {
        masstree_put(thread_, data_, heap_, request.key, 1 + i * threads + self);
      } else {
        wrong += masstree_get(thread_, data_, request.key) != request.loaded ? 1 : 0;
      }
    }
    return wrong;
  }
  std::uint64_t dead() const { return heap_.dead; }

 private:
  Thread& thread_;
  const MasstreeData& data_;
  MasstreeHeap heap_;
};

}  // namespace starnuma::stimulus
