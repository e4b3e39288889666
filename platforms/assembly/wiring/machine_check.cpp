// SPDX-License-Identifier: Apache-2.0
// Check of a machine; the last checks need its wiring.
#include "platforms/assembly/config/machine_config.h"
#include "platforms/assembly/wiring/channel_cycle.h"
#include "platforms/assembly/wiring/cxl_fabric.h"
#include "platforms/assembly/wiring/link_list_check.h"

namespace starnuma::assembly {

void MachineConfig::check(base::Problems& problems) const {
  check_fields(problems);
  if (problems.list().empty()) check_cxl_fabric(*this, problems);
  const bool listed = !links.empty() || topology.upi == ChassisLinks::kListed || cxl_fabric;
  if (problems.list().empty() && listed) check_listed_links(*this, problems);
  if (problems.list().empty()) check_channel_cycle(*this, problems);
}

}  // namespace starnuma::assembly
