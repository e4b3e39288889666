// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/config/method.h"

#include "platforms/config/list_fields.h"

namespace starnuma::assembly {

using placement::Cost;

MachineConfig with_method(MachineConfig config) {
  if (!config.method) return config;
  const MethodConfig& method = *config.method;
  if (method.moves == MovesAt::kInPlace) {
    placement::MigrationCosts& costs = config.placement.costs;
    for (Cost* cost :
         {&costs.copy, &costs.stall, &costs.initiator, &costs.shootdown, &costs.page_table}) {
      *cost = Cost::kFree;
    }
  }
  if (method.counts == RegionCounts::kExact) {
    config.placement.counts = placement::MissCounts::kIdeal;
    config.tracking.impl = tracking::TrackingImpl::kNone;
    config.tracking.count_scale = tracking::CountScale::kUnlimited;
  }
  if (method.directory == Directory::kUnlimited) {
    constexpr base::FilterSize kNeverFull{base::FilterSize::Unit::kTimesCaches, 2};
    config.pool.each.device.snoop_filter_size = kNeverFull;
    for (auto& [index, own] : config.pool.overrides) own.device.snoop_filter_size = kNeverFull;
  }
  return config;
}

std::string method_text(const MachineConfig& config) {
  const auto in_time = config::list_fields(MethodConfig{});
  const auto own = config::list_fields(config.method.value_or(MethodConfig{}));
  std::string paid;
  std::string left_out;
  std::size_t paid_fields = 0;
  for (std::size_t f = 0; f < own.size(); ++f) {
    const bool pays = own[f].value == in_time[f].value;
    std::string& list = pays ? paid : left_out;
    list += (list.empty() ? "" : ", ") + own[f].path + " " + own[f].value;
    paid_fields += pays;
  }
  if (left_out.empty()) return "in time";
  if (paid.empty()) return "published";
  return 2 * paid_fields < own.size() ? "published but " + paid : "in time but " + left_out;
}

}  // namespace starnuma::assembly
