// SPDX-License-Identifier: Apache-2.0
#include "models/observers/coherence_checker.h"

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/protocol/directory_entry.h"

namespace starnuma::observers {

using base::bit_of;
using base::LineAddress;
using base::SocketId;
using base::Time;

CoherenceChecker::Line& CoherenceChecker::hold(LineAddress address, SocketId socket, bool may_write,
                                               Time time) {
  Line& line = of(address);
  const std::uint32_t self = bit_of(socket);
  const std::uint32_t others = (may_write ? line.holders : line.writer) & ~self;
  SN_CHECK(others == 0, "coherence: socket ", base::index_of(socket), " got line ", address,
           may_write ? " to write" : " to read", " while socket ", __builtin_ctz(others),
           may_write ? " holds it" : " may write it", ", at ", time.ps(), " ps");
  line.holders |= self;
  if (may_write) line.writer = self;
  return line;
}

void CoherenceChecker::gained(LineAddress address, SocketId socket, bool may_write, Version version,
                              Time time) {
  const bool had_data = (of(address).holders & bit_of(socket)) != 0;
  const Line& line = hold(address, socket, may_write, time);
  SN_CHECK(had_data || version == version_of(line.written), "coherence: socket ",
           base::index_of(socket), " read line ", address, " after ", line.written,
           " writes, its data have ", version, ", at ", time.ps(), " ps");
}

void CoherenceChecker::gained_without_data(LineAddress address, SocketId socket, bool may_write,
                                           Time time) {
  hold(address, socket, may_write, time);
}

void CoherenceChecker::vanished(LineAddress address) { of(address).in_memory = kNoVersion; }

void CoherenceChecker::weakened(LineAddress address, SocketId socket) {
  of(address).writer &= ~bit_of(socket);
}

void CoherenceChecker::lost(LineAddress address, SocketId socket) {
  Line& line = of(address);
  line.holders &= ~bit_of(socket);
  line.writer &= ~bit_of(socket);
}

void CoherenceChecker::wrote(LineAddress address, SocketId socket, Time time) {
  Line& line = of(address);
  SN_CHECK(line.writer == bit_of(socket), "coherence: socket ", base::index_of(socket),
           " wrote line ", address, " without the right to, at ", time.ps(), " ps");
  ++line.written;
}

void CoherenceChecker::tracked(LineAddress address, std::uint32_t sockets, Time time) {
  const Line& line = of(address);
  const std::uint32_t forgotten = line.holders & ~sockets;
  SN_CHECK(forgotten == 0, "coherence: the home of line ", address, " forgot that socket ",
           __builtin_ctz(forgotten), " holds it, at ", time.ps(), " ps");
}

}  // namespace starnuma::observers
