// SPDX-License-Identifier: Apache-2.0
// From a tracker update unit's additions to messages to the entries' homes; metadata are uncached
// memory.
//
// Contract: an addition is posted; the home's answer says that it is done. At most `outstanding`
// are on their way: the call says when there is room for the next. Nothing is lost: each is
// answered. Timing: the addition leaves at once; with all on their way there is room when the first
// of them is answered. What a message takes lies behind home_side.
#pragma once

#include <vector>

#include "models/kernel/queued_dispatcher.h"
#include "models/protocol/uncached/request.h"
#include "models/tracking/metadata_port.h"

namespace starnuma::tracking {

class AddPort : public MetadataPort {
 public:
  AddPort(const sc_core::sc_module_name& name, int outstanding, MetadataRegion& region);

  kernel::Initiator<protocol::UncachedRequest> home_side{"home_side"};

  /// Additions are on their way in SystemC time. Before the run.
  void deliver_in(kernel::QueuedDispatcher& dispatcher) { in_time_ = &dispatcher; }
  std::int64_t loads() const override { return counts_.loads; }
  base::Time settled() const override { return settled_; }
  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  struct Counts {
    std::int64_t adds = 0;
    std::int64_t full = 0;
    std::int64_t loads = 0;
    base::Time full_time;
    base::Time add_time;
  };

  void serve(protocol::MetadataAccess& access) override;
  base::Time room_after(base::Time time);
  void send(protocol::UncachedRequest& add);
  void wait_for_room();

  std::size_t outstanding_;
  std::vector<base::Time> done_;  ///< When those on their way are answered.
  base::Time settled_;
  Counts counts_;

  kernel::QueuedDispatcher* in_time_ = nullptr;  ///< Null: immediate delivery.
  std::size_t under_way_ = 0;
  kernel::WaitingFibers for_room_;
};

}  // namespace starnuma::tracking
