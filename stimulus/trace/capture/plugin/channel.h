// SPDX-License-Identifier: GPL-2.0-or-later
// The socket to the recorder. Any thread may send.
#pragma once

#include <cstddef>
#include <mutex>

#include "stimulus/trace/capture/wire.h"

namespace starnuma::capture {

class Channel {
 public:
  /// Moves `socket` to a number that programs do not come across.
  explicit Channel(int socket);

  /// One message. Ends the process if nobody listens any more.
  void send(Message type, std::uint32_t thread, const void* data, std::size_t bytes);

 private:
  void put(const void* data, std::size_t bytes);

  std::mutex mutex_;
  int socket_;
};

}  // namespace starnuma::capture
