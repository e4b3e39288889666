// SPDX-License-Identifier: Apache-2.0
// The placement policies by name.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/base/fields.h"

namespace starnuma::placement {

enum class Policy : std::uint8_t {
  kNone,                 ///< the program's own first touch; nothing moves
  kFirstTouch,           ///< the socket of the thread that touched the page first; nothing moves
  kStaticOracle,         ///< known from a first pass, fixed for the run
  kPerfectKnowledge,     ///< exact counts per page and socket: to the top misser, or to a sharer
  kPerfectKnowledgeTop,  ///< the same, always to the top misser
  kReplicateReadOnly,    ///< read-only copies of widely shared pages on the sockets that share them
  kReplicateThenPool,    ///< the same; widely shared pages that are written go to the pool
  kStarnumaT0,           ///< Algorithm 1 with sharer bits alone
  kStarnumaT4,           ///< Algorithm 1 with counters of 4, 8 or 16 bits
  kStarnumaT8,
  kStarnumaT16,
};

/// Whether pages move while the program runs.
constexpr bool migrates(Policy policy) { return policy >= Policy::kPerfectKnowledge; }
/// Whether the policy is Algorithm 1, which counts by region and fills a pool.
constexpr bool tracks_regions(Policy policy) { return policy >= Policy::kStarnumaT0; }
/// Whether the policy cannot do without a pool.
constexpr bool needs_pool(Policy policy) {
  return tracks_regions(policy) || policy == Policy::kReplicateThenPool;
}
/// Whether pages get read-only copies.
constexpr bool replicates(Policy policy) {
  return policy == Policy::kReplicateReadOnly || policy == Policy::kReplicateThenPool;
}
/// Width of the counters that the policy reads; 0: sharer bits alone.
constexpr int counter_bits(Policy policy) {
  switch (policy) {
    case Policy::kStarnumaT4:
      return 4;
    case Policy::kStarnumaT8:
      return 8;
    case Policy::kStarnumaT16:
      return 16;
    default:
      return 0;
  }
}

}  // namespace starnuma::placement

template <>
struct starnuma::base::EnumNames<starnuma::placement::Policy> {
  static constexpr std::array<std::string_view, 11> kNames{"none",
                                                           "first_touch",
                                                           "static_oracle",
                                                           "perfect_knowledge",
                                                           "perfect_knowledge_top",
                                                           "replicate_read_only",
                                                           "replicate_then_pool",
                                                           "starnuma_t0",
                                                           "starnuma_t4",
                                                           "starnuma_t8",
                                                           "starnuma_t16"};
};

namespace starnuma::placement {

constexpr std::string_view name_of(Policy policy) {
  return base::EnumNames<Policy>::kNames[static_cast<std::size_t>(policy)];
}

}  // namespace starnuma::placement
