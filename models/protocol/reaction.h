// SPDX-License-Identifier: Apache-2.0
// What a protocol function answers: memory accesses, messages, and what became of the line.
//
// Contract for the caller, in this order: perform the access of a complete transaction; write
// memory; send `ask` to every socket in `asked`; read memory; send `sends`. An answer of kWait
// changed nothing: the message stays where it is until the line is stable again. kIllegal means
// that the protocol has no row for it, a fatal error that the caller reports.
#pragma once

#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <optional>

#include "models/base/ids.h"
#include "models/protocol/directory_entry.h"
#include "models/protocol/message.h"

namespace starnuma::protocol {

enum class Outcome : std::uint8_t { kDone, kWait, kIllegal };

/// As a destination: the home (socket home or device) of the message's line.
inline constexpr base::SocketId kHome{0xFFFF};

struct Send {
  base::SocketId to{};
  Message message;
};

struct Reaction {
  static constexpr int kMaxSends = 2;

  Outcome outcome = Outcome::kIllegal;  ///< Until the message's row is found.
  bool write_memory = false;            ///< With the message's data.
  bool read_memory = false;             ///< A device that asks hosts reads beside them.
  bool release = false;                 ///< The line is free for the next transaction from now on.
  bool free_entry = false;              ///< Nobody holds the line: its directory entry may go.
  bool resume = false;                  ///< A filter victim is gone: serve the pending request now.
  bool complete = false;                ///< The requester's access has its line; perform it.
  std::uint32_t asked = 0;              ///< Bit per socket.
  std::optional<Message> ask;
  boost::container::static_vector<Send, kMaxSends> sends;

  void send(base::SocketId to, const Message& message) { sends.push_back({to, message}); }
  auto begin() const { return sends.begin(); }
  auto end() const { return sends.end(); }
};

}  // namespace starnuma::protocol
