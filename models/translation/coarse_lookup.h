// SPDX-License-Identifier: Apache-2.0
// Look-up of the coarse map of a logical pool (region to server) for outgoing messages of a server.
//
// Contract:
// - Located between the socket's caching agent and its fabric.
// - A request to the home of a pool line is routed to the server that the local replica of the map
//   names, and carries the entry's version. A request that returns because of a stale version is
//   looked up again.
// - Messages about other lines pass unchanged.
// - Timing: `latency`, plus a read of the server's own memory if the buffer misses. Both are
//   entered as page-walk time.
// - invalidate() handles an arrived invalidation. The caller updates the replica.
#pragma once

#include <systemc>

#include "models/translation/map_lookup.h"

namespace starnuma::translation {

class CoarseLookup : public sc_core::sc_module, public accounting::StatSource {
 public:
  CoarseLookup(const sc_core::sc_module_name& name, MapLocation place, paging::PooledMemory& pool);

 private:
  void send_out(kernel::Envelope& envelope);
  void receive(kernel::Envelope& envelope);

 public:
  kernel::Target<&CoarseLookup::send_out> from_agent{"from_agent", *this};
  kernel::Initiator<kernel::Envelope> to_agent{"to_agent"};
  kernel::FabricPort to_fabric{"to_fabric"};
  kernel::Target<&CoarseLookup::receive> from_fabric{"from_fabric", *this};

  /// Writes the new entry of a region to memory; returns the completion time.
  base::Time invalidate(std::uint32_t region, base::Time time);

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  struct CoarseLookupStats : MapStats {
    std::int64_t retries = 0;
    std::int64_t invalidations = 0;
  };

  void lookup(kernel::Envelope& envelope, protocol::Message message);

  MapLocation place_;
  paging::PooledMemory& pool_;
  CoarseLookupStats counts_;
};

}  // namespace starnuma::translation
