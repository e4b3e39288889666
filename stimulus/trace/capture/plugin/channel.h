// SPDX-License-Identifier: GPL-2.0-or-later
// Socket to the recorder; any thread may send.
#pragma once

#include <cstddef>
#include <mutex>

#include "stimulus/trace/capture/wire.h"

namespace starnuma::capture {

class Channel {
 public:
  /// Moves `socket` to a descriptor number that programs do not use.
  explicit Channel(int socket);

  /// Sends one message. Ends the process if the recorder has closed the socket.
  void send(Message type, std::uint32_t thread, const void* data, std::size_t bytes);

 private:
  void put(const void* data, std::size_t bytes);

  std::mutex mutex_;
  int socket_;
};

}  // namespace starnuma::capture
