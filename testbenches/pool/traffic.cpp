// SPDX-License-Identifier: Apache-2.0
#include "testbenches/pool/traffic.h"

namespace starnuma::pool_bench {

Traffic::Traffic(const TrafficConfig& config, int head)
    : config_(config),
      head_(head),
      random_(config.seed * 1'000'003 + static_cast<std::uint64_t>(head)) {}

TrafficAccess Traffic::next() {
  switch (config_.sharing) {
    case Sharing::kPrivate: {
      const int spacing = config_.spacing != 0 ? config_.spacing : config_.lines;
      const auto first = static_cast<std::uint64_t>(head_) * static_cast<std::uint64_t>(spacing);
      const std::uint64_t line = first + next_line();
      return {line, writes()};
    }
    case Sharing::kMigratory:
      if (!has_read_) line_ = below(config_.lines);
      has_read_ = !has_read_;
      return {line_, !has_read_};
    case Sharing::kProducerConsumer:
      return producer_consumer();
    case Sharing::kFalseSharing: {
      constexpr int kWords = 8;
      const int groups = (config_.heads + kWords - 1) / kWords;
      const std::uint64_t set = below(config_.lines) * static_cast<std::uint64_t>(groups);
      return {set + static_cast<std::uint64_t>(head_ / kWords), true};
    }
    default: {
      const std::uint64_t line = next_line();
      return {line, writes()};
    }
  }
}

/// Returns a number below `lines` in the order of the pattern; the hot lines come first.
std::uint64_t Traffic::next_line() {
  if (config_.pattern != Pattern::kUniform) {
    const std::uint64_t line = line_;
    const auto step =
        static_cast<std::uint64_t>(config_.pattern == Pattern::kStrided ? config_.stride : 1);
    line_ = (line_ + step) % static_cast<std::uint64_t>(config_.lines);
    return line;
  }
  if (config_.hot_lines == 0) return below(config_.lines);
  if (below(100) < static_cast<std::uint64_t>(config_.hot_percent)) return below(config_.hot_lines);
  const auto hot = static_cast<std::uint64_t>(config_.hot_lines);
  return hot + below(config_.lines - config_.hot_lines);
}

/// Returns the next access: a line's producer is its number modulo the heads. A head writes its own
/// lines and reads others.
TrafficAccess Traffic::producer_consumer() {
  std::uint64_t line = below(config_.lines);
  const auto heads = static_cast<std::uint64_t>(config_.heads);
  const auto head = static_cast<std::uint64_t>(head_);
  if (writes()) {
    line = line / heads * heads + head;
    return {line, true};
  }
  return {line, false};
}

}  // namespace starnuma::pool_bench
