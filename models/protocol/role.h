// SPDX-License-Identifier: Apache-2.0
// What a message is for, whichever protocol it belongs to; each protocol's messages.h says which
// of its messages play which role.
#pragma once

#include <cstdint>

namespace starnuma::protocol {

enum class Role : std::uint8_t {
  // To a home.
  kRequest,      ///< A socket wants to read or to own a line.
  kGiveBack,     ///< A socket gives a line back, with or without its data.
  kSnoopAnswer,  ///< A socket answers a snoop.
  kUnblock,      ///< A requester has its line: the home may go on.
  // To a caching agent.
  kSnoop,     ///< The home wants a copy, or the right to write, taken away.
  kGrant,     ///< Data, ownership or an acknowledgement for who waits for a line.
  kGaveBack,  ///< The home has what was given back.
  // Both ways.
  kConflict,        ///< What a request that meets a snoop settles first.
  kUncached,        ///< An access to uncached memory.
  kUncachedAnswer,  ///< Its answer.
};

}  // namespace starnuma::protocol
