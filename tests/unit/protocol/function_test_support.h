// SPDX-License-Identifier: Apache-2.0
// Messages of one line, and texts of the messages that reactions send.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "models/protocol/names.h"
#include "models/protocol/reaction.h"

namespace starnuma::protocol::sample {

constexpr base::LineAddress kLine{5};
constexpr base::SocketId kA{1};
constexpr base::SocketId kB{2};
constexpr base::SocketId kC{3};

template <class Op>
Message from(base::SocketId requester, Op op) {
  return Message::of(op, kLine, requester);
}

inline std::string end_of(base::SocketId socket) {
  return socket == kHome ? "home" : std::to_string(base::index_of(socket));
}

/// Returns the sends of a reaction in order, such as "1: Cmp-E; 1: MemData".
inline std::string sent(const Reaction& reaction) {
  std::string text;
  for (const Send& send : reaction) {
    if (!text.empty()) text += "; ";
    text += end_of(send.to) + ": " + std::string(name_of(send.message));
  }
  return text;
}

/// Returns the snooped hosts and the snoop, such as "2 3: Inv".
inline std::string asked(const Reaction& reaction) {
  std::string text;
  for (std::uint32_t left = reaction.asked; left != 0; left &= left - 1) {
    text += std::to_string(__builtin_ctz(left)) + " ";
  }
  if (text.empty()) return text;
  text.back() = ':';
  return text + " " + std::string(name_of(*reaction.ask));
}

}  // namespace starnuma::protocol::sample
