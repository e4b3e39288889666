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
      const auto first =
          static_cast<std::uint64_t>(head_) * static_cast<std::uint64_t>(config_.lines);
      return {first + private_line(), writes()};
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
    default:
      return {below(config_.lines), writes()};
  }
}

/// Returns the number of one of the head's own lines; the hot ones come first.
std::uint64_t Traffic::private_line() {
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
