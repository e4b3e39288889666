// SPDX-License-Identifier: Apache-2.0
// Operations of one thread on the key-value store in order; the run and the check draw the same
// ones.
#pragma once

#include <cstdint>

#include "models/base/random.h"
#include "stimulus/store/zipf.h"

namespace starnuma::stimulus {

struct KvMix {
  std::uint64_t items = 0;     ///< Number of loaded items, with the keys 1, 3, 5, ...
  std::uint64_t reads = 50;    ///< Percentage of reads.
  std::uint64_t inserts = 0;   ///< Percentage of inserts; the rest are updates.
  const Zipf* zipf = nullptr;  ///< Null for a uniform distribution.
};

enum class KvOperationKind : std::uint8_t { kRead, kUpdate, kInsert };

struct KvOperation {
  KvOperationKind kind = KvOperationKind::kRead;
  std::uint64_t key = 0;
};

/// Returns the key of an item. Keys have 32 bits; a value is the key above 32 bits of the writer,
/// which is 0 for loaded items.
inline std::uint64_t kv_key(std::uint64_t item) { return 2 * item + 1; }
inline std::uint64_t kv_value(std::uint64_t key, std::uint64_t writer) {
  return key << 32 | writer;
}

class KvStream {
 public:
  KvStream(const KvMix& mix, std::uint64_t seed, std::uint64_t thread)
      : mix_(mix), random_(base::Random(seed + thread).next()) {}

  bool draws_by_zipf() const { return mix_.zipf != nullptr; }
  /// Returns the next operation; an insert uses the even key before an existing one, possibly
  /// repeatedly.
  KvOperation next() {
    const std::uint64_t percent = random_.below(100);
    const std::uint64_t item = mix_.zipf != nullptr
                                   ? scattered(mix_.zipf->rank(random_), mix_.items)
                                   : random_.below(mix_.items);
    if (percent < mix_.reads) return {KvOperationKind::kRead, kv_key(item)};
    if (percent < mix_.reads + mix_.inserts) return {KvOperationKind::kInsert, kv_key(item) - 1};
    return {KvOperationKind::kUpdate, kv_key(item)};
  }

 private:
  const KvMix& mix_;
  base::Random random_;
};

}  // namespace starnuma::stimulus
