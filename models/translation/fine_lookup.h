// SPDX-License-Identifier: Apache-2.0
// Look-up of the fine map of a logical pool (page of a region to frame) for incoming messages of a
// server.
//
// Contract:
// - Located between the fabric and the server's home. The home sees addresses in its memory, all
//   other agents see line names.
// - A request for a page that has moved away is forwarded. A request with a stale version returns
//   to its requester.
// - A request for a page that is arriving waits until the page is accessible.
// - Errors: a look-up that returns another frame than the page's stops the run.
// - Timing: `latency`, plus a read of the server's memory if the buffer misses. Both are entered as
//   page-walk time, the wait for a page as migration stall.
// - Demand requests are counted by region and server.
#pragma once

#include <systemc>

#include "models/translation/map_lookup.h"

namespace starnuma::translation {

class FineLookup : public sc_core::sc_module, public accounting::StatSource {
 public:
  FineLookup(const sc_core::sc_module_name& name, MapLocation place, paging::PooledMemory& pool);

 private:
  void receive(kernel::Envelope& envelope);
  void send_out(kernel::Envelope& envelope);

 public:
  kernel::Target<&FineLookup::receive> from_fabric{"from_fabric", *this};
  kernel::Initiator<kernel::Envelope> to_home{"to_home"};
  kernel::Target<&FineLookup::send_out> from_home{"from_home", *this};
  kernel::FabricPort to_fabric{"to_fabric"};

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  struct FineLookupStats : MapStats {
    std::int64_t forwarded = 0;
    std::int64_t refused = 0;
    std::int64_t waits = 0;
    base::Time wait_time;
  };

  /// Looks up the page of a message. Returns false if the message was sent to another agent.
  bool lookup(kernel::Envelope& envelope, protocol::Message message, paging::PoolPage page);
  void send_to(kernel::Envelope& envelope, base::AgentId to, protocol::Message message,
               std::uint16_t version);

  MapLocation place_;
  paging::PooledMemory& pool_;
  FineLookupStats counts_;
};

}  // namespace starnuma::translation
