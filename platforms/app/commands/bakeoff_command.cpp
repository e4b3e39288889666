// SPDX-License-Identifier: Apache-2.0
// bakeoff: every placement policy on one machine with the same workload and seeds, or a migrating
// machine with each cost of migration disabled in turn.
#include <algorithm>
#include <boost/json.hpp>
#include <sstream>

#include "models/base/check.h"
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/experiments/policy_sets.h"
#include "platforms/app/experiments/prepare.h"
#include "platforms/app/experiments/run_request.h"
#include "platforms/app/runs/campaign.h"
#include "platforms/app/runs/contest.h"
#include "platforms/assembly/config/policy_check.h"

namespace starnuma::app {

using placement::PolicyId;

namespace {

/// Policy that all others are compared with.
constexpr const char* kReference = "first_touch";

/// Settings of one contender.
struct Variant {
  std::string name;
  std::vector<std::string> sets;
};

std::string text_of(PolicyId policy) { return std::string(placement::name_of(policy)); }

/// Returns the policies of --policies; empty if the option is absent.
std::vector<PolicyId> named_policies(const Arguments& arguments) {
  if (!arguments.has("policies")) return {};
  if (arguments.has("costs")) throw base::InputError("bakeoff: --policies cannot go with --costs");
  std::vector<PolicyId> some;
  std::istringstream list(arguments.text("policies"));
  for (std::string name; std::getline(list, name, ',');) {
    try {
      some.push_back(placement::policy_named(name));
    } catch (const base::InputError& unknown) {
      throw base::InputError("bakeoff: --policies: ", unknown.what());
    }
  }
  if (some.empty()) throw base::InputError("bakeoff: --policies names no policy");
  return some;
}

/// Returns further settings of a policy for a fair baseline: published limits between 0 (which is
/// first touch) and 1, and the oracle on a machine with an empty pool.
std::vector<Variant> other_baselines(const assembly::MachineConfig& machine, PolicyId policy) {
  constexpr int kSmallerLimit = 8;
  const std::string set = "placement.policy=" + text_of(policy);
  const placement::PolicyTraits& traits = placement::row_of(policy).traits;
  if (traits.limit_is_searched && machine.placement.page_limit >= kSmallerLimit) {
    const std::string limit = std::to_string(machine.placement.page_limit / kSmallerLimit);
    return {{text_of(policy) + "_eighth", {set, "placement.page_limit=" + limit}}};
  }
  if (!traits.needs_pool() && traits.pool != placement::PoolUse::kNone && machine.pool.count > 0) {
    return {{text_of(policy) + "_no_pool", {set, "pool.capacity_of_footprint=0"}}};
  }
  return {};
}

/// Returns first touch, the reference, and the named policies. Without names, returns all policies
/// that the machine supports except stated ones and `none`, which equals first_touch, and further
/// baselines. Trackers get the counters that the policy reads.
std::vector<Variant> policies(const assembly::MachineConfig& machine,
                              const std::vector<PolicyId>& named) {
  const auto competes = [&](PolicyId policy) {
    if (policy == placement::policy_named(kReference)) return true;
    if (!named.empty()) return std::find(named.begin(), named.end(), policy) != named.end();
    const placement::PolicyTraits& traits = placement::row_of(policy).traits;
    if (traits.keeps_first_touch || traits.is_stated) return false;
    return assembly::missing_for(policy, machine).empty();
  };
  std::vector<Variant> some;
  for (std::size_t i = 0; i < placement::policies().size(); ++i) {
    const auto policy = static_cast<PolicyId>(i);
    if (!competes(policy)) continue;
    try {
      some.push_back({text_of(policy), sets_for(policy, machine)});
    } catch (const base::InputError& unfit) {
      throw base::InputError("bakeoff: --policies: ", unfit.what());
    }
    if (!named.empty()) continue;
    for (Variant& other : other_baselines(machine, policy)) some.push_back(std::move(other));
  }
  return some;
}

/// Returns the unchanged machine, each cost disabled alone, all disabled, and interrupts instead of
/// the TLB directory.
std::vector<Variant> costs(const Experiment& experiment) {
  const assembly::MachineConfig& machine = experiment.machine;
  if (!machine.placement.traits().moves_pages()) {
    throw base::InputError("bakeoff: --costs: ", experiment.machine_name, " with policy ",
                           text_of(machine.placement.policy), " moves no pages");
  }
  std::vector<std::string> names{"copy", "stall", "initiator", "shootdown", "page_table"};
  if (machine.placement.reads_trackers()) names.emplace_back("scan");
  if (machine.tracking.tracks()) names.emplace_back("tracker");
  std::vector<Variant> some{{"nothing", {}}};
  Variant all{"all", {}};
  for (const std::string& name : names) {
    some.push_back({name, {"placement.costs." + name + "=free"}});
    all.sets.push_back(some.back().sets[0]);
  }
  some.push_back(std::move(all));
  some.push_back({"(interrupts)", {"placement.shootdown=ipi"}});
  return some;
}

/// Returns a name without brackets, for a folder.
std::string plain(const std::string& name) {
  return name.front() == '(' ? name.substr(1, name.size() - 2) : name;
}

/// Returns the index of the variant of that name, or null.
boost::json::value number_of(const std::vector<Variant>& variants, const std::string& name) {
  for (std::size_t n = 0; n < variants.size(); ++n) {
    if (variants[n].name == name) return n;
  }
  return nullptr;
}

}  // namespace

int run_bakeoff(const Arguments& arguments) {
  const bool by_cost = arguments.has("costs");
  const bool machine_given = !arguments.options["machine"].defaulted();
  ExperimentRequest request = request_of(
      arguments, by_cost && !machine_given ? "starnuma16_t16" : arguments.text("machine"));
  request.workload = arguments.positional[0];
  const std::vector<PolicyId> named = named_policies(arguments);
  const Experiment first = prepare(request);
  const std::vector<Variant> variants = by_cost ? costs(first) : policies(first.machine, named);
  std::vector<Entrant> entrants;
  boost::json::array shown;  // names in tables
  for (const Variant& variant : variants) {
    ExperimentRequest one = request;
    one.sets.insert(one.sets.end(), variant.sets.begin(), variant.sets.end());
    entrants.push_back({plain(variant.name), one, prepare(one)});
    shown.emplace_back(variant.name);
  }
  return run_contest(
      arguments, "starnuma.contest.bakeoff",
      folder_of(arguments, folder_name("bakeoff", *request.workload)), entrants,
      seeds_of(arguments, "bakeoff", first.seed),
      {{"machine", first.machine_name},
       {"costs", by_cost},
       {"first", by_cost ? "switched_off" : "policy"},
       {"shown", shown},
       {"base", by_cost ? boost::json::value(0) : number_of(variants, kReference)},
       {"oracle", by_cost ? boost::json::value() : number_of(variants, "static_oracle")}});
}

}  // namespace starnuma::app
