// SPDX-License-Identifier: Apache-2.0
// Accesses of hosts to the lines of a device: sharing patterns and mixes of reads and writes.
//
// Contract: pure and seeded. Each head has its own sequence, independent of the others' progress.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/base/random.h"

namespace starnuma::pool_bench {

enum class Sharing : std::uint8_t {
  kPrivate,           ///< each head has its own lines
  kShared,            ///< all heads use all lines
  kMigratory,         ///< all heads use all lines: each reads a line, then writes it
  kProducerConsumer,  ///< each line is written by one head and read by all others
  kFalseSharing       ///< each head writes its own word in lines of eight heads
};
inline constexpr std::array<std::string_view, 5> kSharingNames{
    "private", "shared", "migratory", "producer_consumer", "false_sharing"};

/// Order in which a head uses its own or the common lines.
enum class Pattern : std::uint8_t {
  kUniform,     ///< at random; `hot_lines` receive `hot_percent` of the accesses
  kSequential,  ///< one after the other
  kStrided      ///< every `stride`-th line
};

struct TrafficConfig {
  Sharing sharing = Sharing::kShared;
  Pattern pattern = Pattern::kUniform;  ///< kPrivate, kShared; the other patterns are uniform.
  int heads = 1;
  int lines = 4096;  ///< Lines of each head for kPrivate, else of all heads together.
  int write_percent =
      0;  ///< Writes and read-modify-writes; ignored if the pattern prescribes the kind.
  int hot_lines = 0;  ///< Lines that receive `hot_percent` of the accesses; 0: none.
  int hot_percent = 90;
  int stride = 1;
  int spacing = 0;  ///< kPrivate: lines between the first lines of two heads; 0: `lines`.
  std::uint64_t seed = 1;
};

struct TrafficAccess {
  std::uint64_t line = 0;
  bool write = false;
  int write_backs = 0;   ///< Recorded MemWr of the copy that a recorded read leaves.
  bool evicts = false;   ///< Recorded eviction.
  bool current = false;  ///< Recorded read that leaves no copy (SnpCur).
};

class Traffic {
 public:
  Traffic(const TrafficConfig& config, int head);
  TrafficAccess next();

 private:
  std::uint64_t next_line();
  TrafficAccess producer_consumer();
  std::uint64_t below(int bound) { return random_.below(static_cast<std::uint64_t>(bound)); }
  bool writes() { return below(100) < static_cast<std::uint64_t>(config_.write_percent); }

  TrafficConfig config_;
  int head_;
  base::Random random_;
  bool has_read_ = false;   ///< kMigratory: the write of `line_` is next.
  std::uint64_t line_ = 0;  ///< kMigratory: its line. Other orders: the next line.
};

}  // namespace starnuma::pool_bench
