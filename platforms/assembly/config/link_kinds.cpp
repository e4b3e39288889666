// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/config/link_kinds.h"

#include <algorithm>
#include <array>

#include "platforms/assembly/config/link_list.h"

namespace starnuma::assembly {

using accounting::LinkRow;
using transport::LinkConfig;
using EdgePlace = transport::Topology::EdgePlace;

namespace {

/// Returns the default rows by location.
const std::array<LinkRow, 5>& own_rows() {
  static const std::array<LinkRow, 5> kRows{{
      {"upi", "UPI", "flight over UPI-like links"},
      {"numalink", "NUMALink", "NUMALinks and the FLEX ASICs at their ends"},
      {"cxl", "CXL", "CXL ports, flight, retimers and the pool device's fabric"},
      {"memory_node", "memory link", "flight over links to memory nodes"},
      {"fabric", "fabric link", "flight over links between servers, and their switch"},
  }};
  return kRows;
}

/// Links of a machine that share one configuration.
struct Links {
  const LinkConfig& config;
  EdgePlace place;
  std::string path;
};

/// Returns the path of the configuration of a kind of listed links.
std::string path_of_kind(const MachineConfig& config, const std::string& kind) {
  for (std::size_t t = 0; t < config.link_types.size(); ++t) {
    if (config.link_types[t].name == kind) return "link_types." + std::to_string(t) + ".link";
  }
  return kind == "cxl" ? "cxl_fabric.switch_link" : kind;
}

std::vector<Links> links_of(const MachineConfig& config) {
  std::vector<Links> all{{config.upi, EdgePlace::kChassis, "upi"},
                         {config.numalink, EdgePlace::kBetweenChassis, "numalink"}};
  static const LinkConfig kAbsent;
  if (config.pool.count == 0) all.push_back({kAbsent, EdgePlace::kPool, "pool.link"});
  for (int d = 0; d < config.pool.count; ++d) {
    const PoolConfig& pool = config.pool[d];
    const std::string path = config.pool.path_of("pool", d);
    all.push_back({pool.link, EdgePlace::kPool, path + "link"});
    if (!pool.cxl_switch) continue;
    all.push_back({pool.cxl_switch->device_link, EdgePlace::kPool, path + "switch.device_link"});
  }
  if (config.cxl_fabric) {
    const std::string path = "cxl_fabric.";
    all.push_back({config.cxl_fabric->switch_link, EdgePlace::kPool, path + "switch_link"});
    all.push_back({config.cxl_fabric->device_link, EdgePlace::kPool, path + "device_link"});
  }
  for (int m = 0; m < config.memory_node.count; ++m) {
    all.push_back({config.memory_node[m].link, EdgePlace::kMemoryNode,
                   config.memory_node.path_of("memory_node", m) + "link"});
  }
  for (const ListedLinkConfig& listed : config.links) {
    const LinkConfig* link = link_of_kind(config, listed.kind);
    if (link == nullptr) continue;  // check_listed_links() reports it
    all.push_back({*link, place_of(config, listed), path_of_kind(config, listed.kind)});
  }
  if (config.fabric_switch) {
    all.push_back({config.fabric_switch->link, EdgePlace::kFabric, "fabric_switch.link"});
  }
  return all;
}

const LinkRow* named(const std::vector<LinkRow>& rows, const std::string& name) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const LinkRow& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

/// Returns the distinct rows of all links; calls `refuse` for links that cannot have the row that
/// they name.
template <class Refuse>
std::vector<LinkRow> rows_of(const MachineConfig& config, const Refuse& refuse) {
  std::vector<LinkRow> rows;
  for (const Links& links : links_of(config)) {
    const LinkRow row = link_row(links.config, links.place);
    if (const LinkRow* known = named(rows, row.name)) {
      if (known->title != row.title) {
        refuse(links, "title", "links called " + row.name + " are " + known->title + " elsewhere");
      }
    } else if (rows.size() == static_cast<std::size_t>(accounting::kMostLinkKinds)) {
      refuse(links, "name",
             "is one kind of links too many, a machine may have " +
                 std::to_string(accounting::kMostLinkKinds));
    } else {
      rows.push_back(row);
    }
  }
  return rows;
}

}  // namespace

LinkRow link_row(const LinkConfig& link, EdgePlace place) {
  const auto& known = own_rows();
  if (!link.kind) return known[static_cast<std::size_t>(place)];
  const auto same = std::find_if(known.begin(), known.end(), [&](const LinkRow& row) {
    return row.name == link.kind->name && row.title == link.kind->title;
  });
  if (same != known.end()) return *same;
  return {link.kind->name, link.kind->title, "flight over " + link.kind->title + " links"};
}

accounting::LatencyKinds latency_kinds(const MachineConfig& config) {
  return accounting::LatencyKinds(rows_of(config, [](const auto&...) {}));
}

void check_link_kinds(const MachineConfig& config, base::Problems& problems) {
  for (const Links& links : links_of(config)) {
    const bool box = links.config.kind &&
                     (links.config.kind->name == "pool" || links.config.kind->name == "os_core");
    if (box) problems.add(links.path + ".link_kind.name", "is the name of a box of the machine");
    const bool coherent = links.place == EdgePlace::kChassis ||
                          links.place == EdgePlace::kBetweenChassis ||
                          links.place == EdgePlace::kFabric;
    if (coherent && links.config.is_cxl()) {
      problems.add(links.path + ".width",
                   "a CXL link leads to a device or a memory node, expected bandwidth");
    }
  }
  rows_of(config, [&](const Links& links, const char* key, const std::string& message) {
    problems.add(links.path + ".link_kind." + key, message);
  });
}

}  // namespace starnuma::assembly
