// SPDX-License-Identifier: Apache-2.0
// The fine map of a logical pool on the way into a server: page of a region -> frame of its memory.
//
// Contract: stands between the fabric and the server's home, which sees lines where they lie in its
// memory, while everybody else knows them by name. A request for a page that has gone is sent on;
// one in an old version of the map goes back to whoever asked. A request for a page that has just
// come waits until it has settled. A frame that is not the page's stops the run. Timing: `latency`,
// and where the buffer does not have the page a read of the server's memory; both are entered as
// page walks are, waiting for a page as any move's is. Requests are counted by region and server.
#pragma once

#include <systemc>

#include "models/translation/map_look_up.h"

namespace starnuma::translation {

class FineLookUp : public sc_core::sc_module, public accounting::StatSource {
 public:
  FineLookUp(const sc_core::sc_module_name& name, MapLookUpPlace place, paging::PooledMemory& pool);

 private:
  void come_in(kernel::Envelope& envelope);
  void go_out(kernel::Envelope& envelope);

 public:
  kernel::Target<&FineLookUp::come_in> from_fabric{"from_fabric", *this};
  kernel::Initiator<kernel::Envelope> to_home{"to_home"};
  kernel::Target<&FineLookUp::go_out> from_home{"from_home", *this};
  kernel::FabricPort to_fabric{"to_fabric"};

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  struct Counts : MapCounts {
    std::int64_t sent_on = 0;
    std::int64_t refused = 0;
    std::int64_t waits = 0;
    base::Time wait_time;
  };

  /// False if the message has gone elsewhere.
  bool look_up(kernel::Envelope& envelope, protocol::Message message, paging::PoolPage page);
  void send_to(kernel::Envelope& envelope, base::AgentId to, protocol::Message message,
               std::uint16_t version);

  MapLookUpPlace place_;
  paging::PooledMemory& pool_;
  Counts counts_;
};

}  // namespace starnuma::translation
