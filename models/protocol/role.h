// SPDX-License-Identifier: Apache-2.0
// Role of a message, independent of its protocol. The messages.h of each protocol assigns the
// roles.
#pragma once

#include <cstdint>

namespace starnuma::protocol {

enum class Role : std::uint8_t {
  // To a home.
  kRequest,      ///< request to read or to own a line
  kGiveBack,     ///< eviction by a socket, with or without data
  kSnoopAnswer,  ///< response of a socket to a snoop
  kUnblock,      ///< the requester has its line; the home may continue
  kHint,         ///< hint without an effect on the line and without a response
  // To a caching agent.
  kSnoop,     ///< request by the home for a copy, or for the loss of the right to write
  kGrant,     ///< data, ownership or an acknowledgement for the requester of a line
  kGaveBack,  ///< acknowledgement of an eviction by the home
  // In both directions.
  kConflict,        ///< handshake of a request that meets a snoop
  kUncached,        ///< access to uncached memory
  kUncachedAnswer,  ///< response to an access to uncached memory
};

}  // namespace starnuma::protocol
