// SPDX-License-Identifier: Apache-2.0
// What agents tell a passive checker of copies of lines.
//
// Contract: called when it happens, in order of handling; the observer never drives. Agents find it
// at their dispatcher; without one nothing is called.
#pragma once

#include <cstdint>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::kernel {

class CopyObserver {
 public:
  virtual ~CopyObserver() = default;
  /// Which write of its line data have, as the observer numbers them; messages take it along.
  using Version = std::uint16_t;
  static constexpr Version kNoVersion = 0xFFFF;  ///< No data, or no good ones.

  /// A socket has a copy, with the right to write it or without; `version`: of the data that came.
  virtual void gained(base::LineAddress line, base::SocketId socket, bool may_write,
                      Version version, base::Time time) = 0;
  /// A socket keeps its copy and loses the right to write.
  virtual void weakened(base::LineAddress line, base::SocketId socket) = 0;
  virtual void lost(base::LineAddress line, base::SocketId socket) = 0;
  /// A socket's copy is found to be written.
  virtual void wrote(base::LineAddress line, base::SocketId socket, base::Time time) = 0;
  /// The data of a socket's copy set out, to memory or to another socket.
  virtual Version sent(base::LineAddress line) = 0;
  /// Those of memory do.
  virtual Version sent_by_memory(base::LineAddress line) = 0;
  /// Memory has taken data in.
  virtual void stored(base::LineAddress line, Version version) = 0;
  /// A home is done with a message of the line and believes that these sockets may hold it.
  virtual void tracked(base::LineAddress line, std::uint32_t sockets, base::Time time) = 0;
  /// The same as gained(), but the data are poison.
  virtual void gained_poison(base::LineAddress line, base::SocketId socket, bool may_write,
                             base::Time time) = 0;
  /// Memory's data of the line are no good any more, by a fault.
  virtual void vanished(base::LineAddress line) = 0;
};

}  // namespace starnuma::kernel
