// SPDX-License-Identifier: Apache-2.0
// Where the data of a missing access came from, as published tables split it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace starnuma::accounting {

enum class AccessClass : std::uint8_t {
  kLocal,                ///< the requester's own socket is the home
  kOneHop,               ///< home in the same chassis
  kTwoHop,               ///< home in another chassis
  kPool,                 ///< home in a pool device, data from its memory
  kBlockTransferSocket,  ///< data from a cache of a third socket, home in a socket
  kBlockTransferPool     ///< data from another socket's cache, home in a pool device
};
inline constexpr int kAccessClasses = 6;
inline constexpr std::array<std::string_view, kAccessClasses> kAccessClassNames{
    "local", "one_hop", "two_hop", "pool", "block_transfer_socket", "block_transfer_pool"};

}  // namespace starnuma::accounting
