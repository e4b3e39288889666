// SPDX-License-Identifier: Apache-2.0
// Names of messages and accesses for hops: literals of models/protocol/names.h.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "models/protocol/access.h"
#include "models/protocol/names.h"

namespace starnuma::observers {

/// Returns a name such as "GetS"; null-terminated, as all literals.
inline const char* message_name(const protocol::Message& message) {
  return protocol::name_of(message).data();
}

inline const char* access_name(protocol::AccessKind kind) {
  switch (kind) {
    case protocol::AccessKind::kLoad:
      return "load";
    case protocol::AccessKind::kStore:
      return "store";
    case protocol::AccessKind::kAtomic:
      return "atomic";
    case protocol::AccessKind::kUncachedLoad:
      return "uncached_load";
    case protocol::AccessKind::kUncachedStore:
      return "uncached_store";
    case protocol::AccessKind::kUncachedPartialStore:
      return "uncached_partial_store";
    case protocol::AccessKind::kCurrentLoad:
      return "current_load";
    case protocol::AccessKind::kWalk:
      return "walk";
    case protocol::AccessKind::kFlush:
      return "flush";
    case protocol::AccessKind::kTracker:
      return "tracker";
    case protocol::AccessKind::kMoveRead:
      return "move_read";
    case protocol::AccessKind::kMoveWrite:
      return "move_write";
    default:
      return "access";
  }
}

/// Returns the name of the read of a level of a page walk; level 0 is the leaf.
inline const char* walk_name(std::size_t level) {
  constexpr std::array<const char*, 4> kNames{"walk_level_1", "walk_level_2", "walk_level_3",
                                              "walk_level_4"};
  return kNames.at(level);
}

/// Signals that count messages.
inline constexpr const char* kHandOvers = "hand_overs";
inline constexpr const char* kRequests = "requests";

/// Returns all message names of both protocols and of uncached memory.
inline std::vector<std::string> message_names() {
  std::vector<std::string> names(protocol::coherence::kOpNames.begin(),
                                 protocol::coherence::kOpNames.end());
  names.insert(names.end(), protocol::cxl::kOpNames.begin(), protocol::cxl::kOpNames.end());
  names.insert(names.end(), protocol::uncached::kOpNames.begin(),
               protocol::uncached::kOpNames.end());
  return names;
}

}  // namespace starnuma::observers
