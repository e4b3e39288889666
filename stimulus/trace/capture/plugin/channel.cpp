// SPDX-License-Identifier: GPL-2.0-or-later
#include "stimulus/trace/capture/plugin/channel.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace starnuma::capture {

Channel::Channel(int socket) {
  constexpr int kOutOfTheWay = 900;
  socket_ = fcntl(socket, F_DUPFD_CLOEXEC, kOutOfTheWay);
  if (socket_ < 0) {
    std::perror("starnuma capture: socket");
    std::exit(1);
  }
  close(socket);
}

void Channel::send(Message type, std::uint32_t thread, const void* data, std::size_t bytes) {
  const Header header{type, thread, bytes};
  const std::lock_guard<std::mutex> lock(mutex_);
  put(&header, sizeof header);
  put(data, bytes);
}

void Channel::put(const void* data, std::size_t bytes) {
  const char* from = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t sent = ::send(socket_, from, bytes, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) {
      std::fputs("starnuma capture: the recorder has gone\n", stderr);
      _exit(1);
    }
    from += sent;
    bytes -= static_cast<std::size_t>(sent);
  }
}

}  // namespace starnuma::capture
