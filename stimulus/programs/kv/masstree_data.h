// SPDX-License-Identifier: Apache-2.0
// Data and requests of the public Masstree program: sizes, allocation and order of requests are
// those of benchmarks/masstree in albertycho/StarNUMA_Artifact, revision b5f0d64.
//
// Contract:
// - Every loader puts all keys, in the same order. Nothing is reclaimed, so each loader leaves
//   a row per key. The rows of the last loader are live.
// - Requests form a list that threads repeat: a GET and a PUT in turn, each with its own key.
// - Keys of requests are absent at first, except those that both sequences of random numbers have.
//   Loading draws 19 numbers per key and requests draw 274 of the same sequence, so request 19 m
//   has the key of item 274 m.
// - With the footprint, the numbers of keys and requests and the length of a batch shrink.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/base/arena.h"
#include "models/base/random.h"
#include "stimulus/store/tree.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct MasstreeRequest {
  bool put = false;
  bool loaded = false;  ///< The key is that of a loaded item.
  std::uint64_t key = 0;
};

struct MasstreeData {
  static constexpr int kFullScale = 28;
  // masstree/mttest.hh and combinedtrace_run.py.
  static constexpr std::uint64_t kFullKeys = 12'000'000;  ///< mycsbaDbSize
  static constexpr std::uint64_t kFullBatch = 256;        ///< mycsbaAggrFactor
  static constexpr std::uint64_t kLoaders = 66;           ///< Option -j66.
  static constexpr std::uint64_t kNumbersPerItem = 19;
  static constexpr std::uint64_t kNumbersPerRequest = 274;
  static constexpr std::uint64_t kRequestBytes = 280;
  // Rows (value_bag.hh) have 14 bytes of header; the allocator rounds up to its size classes. The
  // loaded value is a decimal number, that of a request has 255 bytes.
  static constexpr std::uint64_t kLoadedRowWords = 4;  ///< 25 bytes in a block of 32.
  static constexpr std::uint64_t kRowWords = 36;       ///< 269 bytes in a block of 288.
  static constexpr std::uint64_t kRowUsedWords = 34;
  static constexpr std::uint64_t kDeadWords = 3;  ///< limbo_element in kvthread.hh
  /// Memory per loaded key. Leaves and the nodes above them take a ninth of a node per key.
  static constexpr std::uint64_t kBytesPerKey =
      (kLoadedRowWords + kDeadWords) * sizeof(std::uint64_t) * kLoaders + kRequestBytes +
      (TreeNode::kWords + TreeNode::kEndWords) * sizeof(std::uint64_t) / 9;

  std::uint64_t seed = 0;
  std::uint64_t keys = 0;              ///< Number of loaded keys, and of requests in the list.
  std::uint64_t batch = 0;             ///< Requests that a thread receives at a time.
  std::uint64_t thread_rows = 0;       ///< Rows that each thread may write.
  std::uint64_t thread_row_words = 0;  ///< Words of these rows, in whole pages.
  Tree tree;                           ///< Key -> row, by number.
  /// Rows of the loaders, and of the threads in the run. The number of a row is its first word, for
  /// rows of the run after those of the loaders. Words 0 and 1 of a row: its writer and its key.
  base::SimArray<std::uint64_t> loaded;
  base::SimArray<std::uint64_t> rows;
  base::SimArray<std::uint64_t> loaded_dead;  ///< Lists of dead rows that the loaders left.
  base::SimArray<std::uint64_t> dead;         ///< Lists of dead rows, thread by thread.

  static constexpr std::uint64_t keys_at(int scale) {
    return std::max<std::uint64_t>(2, kFullKeys >> (kFullScale - scale) & ~std::uint64_t{1});
  }
  static constexpr std::uint64_t batch_at(int scale) {
    return std::max<std::uint64_t>(2, kFullBatch >> (kFullScale - scale));
  }
  static constexpr base::Footprint footprint_at(int scale) {
    return stimulus::footprint_at(scale,
                                  base::Bytes(static_cast<std::int64_t>(kFullKeys * kBytesPerKey)));
  }

  /// Keys of different numbers differ.
  std::uint64_t key(std::uint64_t number) const { return base::Random(seed + number).next(); }
  std::uint64_t loaded_key(std::uint64_t item) const { return key(item); }
  /// Returns the number of the live row of a loaded item.
  std::uint64_t loaded_row(std::uint64_t item) const {
    return ((kLoaders - 1) * keys + item) * kLoadedRowWords;
  }
  MasstreeRequest request(std::uint64_t number) const {
    const std::uint64_t item = number / kNumbersPerItem * kNumbersPerRequest;
    const bool loaded_item = number % kNumbersPerItem == 0 && item < keys;
    return {number % 2 != 0, loaded_item, key(loaded_item ? item : keys + number)};
  }
  /// Returns the i-th request of a thread; batches go to the threads in turn.
  MasstreeRequest request_of(std::uint64_t thread, std::uint64_t threads, std::uint64_t i) const {
    return request(((i / batch * threads + thread) * batch + i % batch) % keys);
  }
  /// Returns word i of a row.
  static std::uint64_t row_word(std::uint64_t key, std::uint64_t writer, std::uint64_t i) {
    return i == 0 ? writer : key + (i - 1);
  }
};

}  // namespace starnuma::stimulus
