// SPDX-License-Identifier: Apache-2.0
// Result of a protocol function: memory accesses, messages to send, and the fate of the line.
//
// The caller carries out a reaction in this order:
// 1. Perform the access of a completed transaction.
// 2. Write memory.
// 3. Send `ask` to every socket in `asked`.
// 4. Read memory.
// 5. Send `sends`.
//
// Errors: kIllegal means that the protocol table has no row for the event. The caller reports a
// fatal error. kWait means that nothing has changed. The message stays queued until the line is
// stable.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/base/check.h"
#include "models/base/ids.h"
#include "models/protocol/message.h"

namespace starnuma::protocol {

enum class Outcome : std::uint8_t { kDone, kWait, kIllegal };

/// Destination of messages to the home (socket home or device) of the message's line.
inline constexpr base::SocketId kHome{0xFFFF};

struct Send {
  base::SocketId to{};
  Message message;
};

/// Messages of one reaction, stored in place.
class SendList {
 public:
  void push_back(const Send& send) {
    SN_CHECK(size_ < sends_.size(), "a reaction with more than ", sends_.size(), " messages");
    sends_[size_++] = send;
  }
  Send* erase(Send* at) {
    std::copy(at + 1, end(), at);
    --size_;
    return at;
  }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const Send& operator[](std::size_t index) const { return sends_[index]; }
  Send* begin() { return sends_.data(); }
  Send* end() { return begin() + size_; }
  const Send* begin() const { return sends_.data(); }
  const Send* end() const { return begin() + size_; }

 private:
  std::array<Send, 2> sends_{};
  std::size_t size_ = 0;
};

struct Reaction {
  Outcome outcome = Outcome::kIllegal;  ///< kIllegal until the row of the message is found.
  bool write_memory = false;            ///< Write the message's data.
  /// A device that snoops hosts reads memory in parallel with the snoops.
  bool read_memory = false;
  bool release = false;     ///< The line accepts the next transaction from this time on.
  bool free_entry = false;  ///< No host holds the line; its directory entry may be deallocated.
  bool resume = false;      ///< The filter victim has been evicted: schedule the pending request.
  bool complete = false;    ///< The requester has its line: perform the access.
  std::uint32_t asked = 0;  ///< Sockets to snoop, one bit per socket.
  std::optional<Message> ask;
  SendList sends;

  void send(base::SocketId to, const Message& message) { sends.push_back({to, message}); }
  auto begin() const { return sends.begin(); }
  auto end() const { return sends.end(); }
};

}  // namespace starnuma::protocol
