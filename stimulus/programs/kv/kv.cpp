// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/kv/kv.h"

#include <algorithm>
#include <map>
#include <utility>

#include "stimulus/kernel_definition.h"
#include "stimulus/programs/kv/masstree.h"

namespace starnuma::stimulus {
namespace {

/// A loaded item takes a tenth of a node, so 8 items take the 192 bytes of a graph's vertex.
constexpr std::uint64_t kItemsPerVertex = 8;
/// Workload "YCSB-A 800m" of LACX; assumed to be bytes.
constexpr base::Bytes kYcsbFullSize(800'000'000);

std::unique_ptr<Workload> make_masstree(const Options& options, std::uint64_t seed) {
  for (const auto& [name, value] :
       {std::pair{"keys", "uniform"}, {"reads", "50"}, {"inserts", "0"}}) {
    if (options.text(name) == value) continue;
    throw base::InputError("workload kv: ", name, "=", options.text(name),
                           " does not go with full=masstree, whose requests are fixed; expected ",
                           name, "=", value);
  }
  return workload_of(Masstree({static_cast<int>(options.number("scale")),
                               static_cast<std::uint64_t>(options.number("operations"))},
                              seed));
}

/// Throws InputError if reads and inserts are more than all operations.
void check_shares(const KvParameters&, const Options& options, const MachineShape&) {
  if (options.number("reads") + options.number("inserts") <= 100) return;
  throw base::InputError("workload kv: reads=", options.text("reads"),
                         " and inserts=", options.text("inserts"),
                         " are more than 100 percent together");
}

}  // namespace

base::Footprint Kv::footprint() const {
  const base::Footprint graph = graph_footprint(parameters_.scale);
  return parameters_.full == KvFull::kYcsb ? base::Footprint{graph.size, kYcsbFullSize} : graph;
}

void Kv::build(base::Arena& arena) {
  wrong_.assign(static_cast<std::size_t>(arena.threads()), kNotRun);
  mix_.items = kItemsPerVertex << parameters_.scale;
  mix_.reads = parameters_.reads;
  mix_.inserts = parameters_.inserts;
  if (parameters_.zipf) {
    zipf_ = std::make_shared<Zipf>(mix_.items);
    mix_.zipf = zipf_.get();
  }
  TreeItems items;
  items.reserve(mix_.items);
  for (std::uint64_t i = 0; i < mix_.items; ++i) {
    items.emplace_back(kv_key(i), kv_value(kv_key(i), 0));
  }
  const std::uint64_t inserts = parameters_.inserts > 0 ? parameters_.operations : 0;
  data_ = bulk_load(make_trees(arena, "kv", tree_nodes(mix_.items, inserts)), items, seed_);
}

std::vector<std::string> Kv::check() const {
  if (std::count(wrong_.begin(), wrong_.end(), kNotRun) != 0) {
    return {"kv: not all threads ran"};
  }
  Mismatches mismatches("wrong items");
  for (std::size_t thread = 0; thread < wrong_.size(); ++thread) {
    if (wrong_[thread] == 0) continue;
    mismatches.add("thread ", thread, ": ", wrong_[thread],
                   " operations found no value of their key");
  }
  if (const std::string fault = tree_fault(data_); !fault.empty()) {
    mismatches.add("tree: ", fault);
  } else {
    const auto is_right = [](std::uint64_t key, std::uint64_t value, const auto& legal) {
      return legal.empty() ? value == kv_value(key, 0)
                           : std::count(legal.begin(), legal.end(), value) > 0;
    };
    check_keys(items_of(data_), last_values(), "value", is_right, mismatches);
  }
  return mismatches.lines();
}

LastWrites Kv::last_values() const {
  LastWrites last;
  for (std::uint64_t i = 0; i < mix_.items; ++i) last[kv_key(i)];
  for (std::uint64_t thread = 0; thread < wrong_.size(); ++thread) {
    KvStream stream(mix_, seed_, thread);
    std::map<std::uint64_t, std::uint64_t> mine;
    for (std::uint64_t i = 0; i < operations_of(thread); ++i) {
      const KvOperation operation = stream.next();
      if (operation.kind == KvOperationKind::kRead) continue;
      mine[operation.key] = kv_value(operation.key, 1 + i * wrong_.size() + thread);
    }
    for (const auto& [key, value] : mine) last[key].push_back(value);
  }
  return last;
}

void Kv::report(accounting::StatWriter& out) const {
  accounting::StatWriter kv = out.under("kv");
  kv.write("items", mix_.items, "1", "items loaded before the run");
  kv.write("operations", parameters_.operations, "1",
           "reads, updates and inserts over all threads");
  kv.write("nodes", data_.used.size > 0 ? data_.used.data[0] : 0, "1",
           "nodes of the tree at the end");
}

Definition define_kv() {
  Definition kv =
      KernelDefinition<Kv>(
          "kv", "an ordered key-value store in a concurrent tree, read and written by all threads")
          .scale()
          .number("operations", &KvParameters::operations, 1, 1 << 30)
          .choice("keys", &KvParameters::zipf, {"uniform", "zipf"})
          .number("reads", &KvParameters::reads, 0, 100)
          .number("inserts", &KvParameters::inserts, 0, 100)
          .choice("full", &KvParameters::full, {"graph", "ycsb", "masstree"})
          .then(check_shares);
  kv.make = [make = kv.make](const Options& options, const MachineShape& shape,
                             std::uint64_t seed) {
    return options.text("full") == "masstree" ? make_masstree(options, seed)
                                              : make(options, shape, seed);
  };
  return kv;
}

}  // namespace starnuma::stimulus
