// SPDX-License-Identifier: Apache-2.0
// Interface of a passive checker that tracks the copies of cache lines.
//
// Contract:
// - Ordering: agents call it as events happen, in handling order.
// - The observer never changes the simulation.
// - Agents find it at their dispatcher and make no call if none is registered.
#pragma once

#include <cstdint>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::kernel {

class CopyObserver {
 public:
  virtual ~CopyObserver() = default;
  /// Number of the write that produced a line's data; assigned by the observer, carried by
  /// messages.
  using Version = std::uint16_t;
  static constexpr Version kNoVersion = 0xFFFF;  ///< No data, or no valid data.

  /// Called when a socket obtains a copy, writable or shared. `version` is the version of its data.
  virtual void gained(base::LineAddress line, base::SocketId socket, bool may_write,
                      Version version, base::Time time) = 0;
  /// Called when a socket keeps its copy but loses write permission.
  virtual void weakened(base::LineAddress line, base::SocketId socket) = 0;
  virtual void lost(base::LineAddress line, base::SocketId socket) = 0;
  /// Called when a socket's copy turns out to be modified.
  virtual void wrote(base::LineAddress line, base::SocketId socket, base::Time time) = 0;
  /// Returns the version of the data that a socket sends from its copy.
  virtual Version sent(base::LineAddress line) = 0;
  /// Returns the version of the data that memory sends.
  virtual Version sent_by_memory(base::LineAddress line) = 0;
  /// Called when memory has stored a line's data.
  virtual void stored(base::LineAddress line, Version version) = 0;
  /// Called after a home handled a message; `sockets` is the set of possible holders it tracks.
  virtual void tracked(base::LineAddress line, std::uint32_t sockets, base::Time time) = 0;
  /// Called instead of gained() if the data are poisoned, or if the socket has not received them
  /// because it overwrites the line.
  virtual void gained_without_data(base::LineAddress line, base::SocketId socket, bool may_write,
                                   base::Time time) = 0;
  /// Called when a fault destroys memory's copy of the line.
  virtual void vanished(base::LineAddress line) = 0;
};

}  // namespace starnuma::kernel
