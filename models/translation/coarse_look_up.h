// SPDX-License-Identifier: Apache-2.0
// The coarse map of a logical pool on a server's way out: region -> server.
//
// Contract: stands between the socket's caching agent and its fabric. A message to the home of a
// line of the pool goes to the server that this server's replica of the map names, and carries the
// entry's version; one that comes back because that was old asks the replica again. Messages about
// other lines pass untouched. Timing: `latency`, and where the buffer does not have the region a
// read of the server's own memory; both are entered as page walks are. told() is an invalidation
// that has arrived: the replica has the new entry then, and the buffer no old one.
#pragma once

#include <systemc>

#include "models/translation/map_look_up.h"

namespace starnuma::translation {

class CoarseLookUp : public sc_core::sc_module, public accounting::StatSource {
 public:
  CoarseLookUp(const sc_core::sc_module_name& name, MapLookUpPlace place,
               paging::PooledMemory& pool);

 private:
  void go_out(kernel::Envelope& envelope);
  void come_in(kernel::Envelope& envelope);

 public:
  kernel::Target<&CoarseLookUp::go_out> from_agent{"from_agent", *this};
  kernel::Initiator<kernel::Envelope> to_agent{"to_agent"};
  kernel::FabricPort to_fabric{"to_fabric"};
  kernel::Target<&CoarseLookUp::come_in> from_fabric{"from_fabric", *this};

  /// The entry of a region has come from another server; when it is written.
  base::Time told(std::uint32_t region, base::Time time);

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  struct Counts : MapCounts {
    std::int64_t asked_again = 0;
    std::int64_t invalidations = 0;
  };

  void look_up(kernel::Envelope& envelope, protocol::Message message);

  MapLookUpPlace place_;
  paging::PooledMemory& pool_;
  Counts counts_;
};

}  // namespace starnuma::translation
