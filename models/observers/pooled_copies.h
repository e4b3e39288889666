// SPDX-License-Identifier: Apache-2.0
// Translates the addresses of copies for a checker of a logical pool: homes identify lines by
// location, sockets by address.
//
// Contract: the observer is passive and forwards all events.
#pragma once

#include "models/kernel/copy_observer.h"
#include "models/paging/pooled_memory.h"

namespace starnuma::observers {

class PooledCopies : public kernel::CopyObserver {
 public:
  PooledCopies(const paging::PooledMemory& pool, kernel::CopyObserver& next)
      : pool_(pool), next_(next) {}

  void gained(base::LineAddress line, base::SocketId socket, bool may_write, Version version,
              base::Time time) override {
    next_.gained(line, socket, may_write, version, time);
  }
  void gained_without_data(base::LineAddress line, base::SocketId socket, bool may_write,
                           base::Time time) override {
    next_.gained_without_data(line, socket, may_write, time);
  }
  void vanished(base::LineAddress line) override { next_.vanished(line); }
  void weakened(base::LineAddress line, base::SocketId socket) override {
    next_.weakened(line, socket);
  }
  void lost(base::LineAddress line, base::SocketId socket) override { next_.lost(line, socket); }
  void wrote(base::LineAddress line, base::SocketId socket, base::Time time) override {
    next_.wrote(line, socket, time);
  }
  Version sent(base::LineAddress line) override { return next_.sent(line); }
  Version sent_by_memory(base::LineAddress in_memory) override {
    return next_.sent_by_memory(pool_.name_of(in_memory));
  }
  void stored(base::LineAddress in_memory, Version version) override {
    next_.stored(pool_.name_of(in_memory), version);
  }
  void tracked(base::LineAddress in_memory, std::uint32_t sockets, base::Time time) override {
    next_.tracked(pool_.name_of(in_memory), sockets, time);
  }

 private:
  const paging::PooledMemory& pool_;
  kernel::CopyObserver& next_;
};

}  // namespace starnuma::observers
