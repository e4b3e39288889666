// SPDX-License-Identifier: Apache-2.0
// Port that turns a tracker update unit's additions into messages to the homes of the metadata
// entries. Metadata are uncached memory.
//
// Contract:
// - An addition is posted; the home's answer completes it. Every addition is answered.
// - At most `outstanding` additions are in flight. A call returns the time from which the next one
//   can be sent.
// - Timing: an addition is sent at once. With the limit reached, the next one can be sent when the
//   first is answered. Message latency lies behind home_side.
#pragma once

#include "models/kernel/execution.h"
#include "models/kernel/posted_calls.h"
#include "models/protocol/uncached/request.h"
#include "models/tracking/metadata_port.h"

namespace starnuma::tracking {

class AddPort : public MetadataPort {
 public:
  AddPort(const sc_core::sc_module_name& name, int outstanding, MetadataRegion& region);

  kernel::Initiator<protocol::UncachedRequest> home_side{"home_side"};

  /// Selects the dispatcher's delivery. Precondition: before the run.
  void deliver_in(kernel::Dispatcher& dispatcher) { execution_ = kernel::Execution(dispatcher); }
  std::int64_t loads() const override { return counts_.loads; }
  base::Time settled() const override { return settled_; }
  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  struct AddPortStats {
    std::int64_t adds = 0;
    std::int64_t full = 0;
    std::int64_t loads = 0;
    base::Time full_time;
    base::Time add_time;
  };

  void serve(protocol::MetadataAccess& access) override;
  base::Time send(protocol::UncachedRequest& add);

  kernel::Execution execution_;
  kernel::PostedCalls posted_;
  base::Time settled_;
  AddPortStats counts_;
};

}  // namespace starnuma::tracking
