// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/faults/page_protection.h"

#include <algorithm>

#include "models/base/check.h"
#include "models/kernel/now.h"
#include "platforms/run/measure/simulation_result.h"
#include "platforms/run/programs/node_distances.h"

namespace starnuma::run {
namespace {

using Placed = paging::PageBackups::Placed;

/// Returns the program's pages on each other server.
std::map<int, std::vector<Placed>> pages_by_server(const assembly::Wiring& wiring,
                                                   const paging::PageMap& map) {
  std::map<int, std::vector<Placed>> pages;
  for (std::uint64_t page = 0; page < map.pages(); ++page) {
    const int host = wiring.host_of(map.home_of(page));
    if (host == map.host() || host == paging::HostMap::kNone) continue;
    pages[host].push_back({base::PageId(map.space(), page), map.frame_of(page)});
  }
  return pages;
}

/// Returns a stripe: one page from each of the servers with most pages left, at most `most` pages.
std::vector<Placed> next_stripe(std::map<int, std::vector<Placed>>& pages, int most) {
  std::vector<std::vector<Placed>*> servers;
  for (auto& [host, left] : pages) {
    if (!left.empty()) servers.push_back(&left);
  }
  std::stable_sort(servers.begin(), servers.end(),
                   [](const auto* a, const auto* b) { return a->size() > b->size(); });
  if (servers.size() > static_cast<std::size_t>(most)) {
    servers.resize(static_cast<std::size_t>(most));
  }
  std::vector<Placed> stripe;
  for (std::vector<Placed>* left : servers) {
    stripe.push_back(left->back());
    left->pop_back();
  }
  return stripe;
}

}  // namespace

bool PageProtection::any_in(const Scope& whole) {
  const auto& programs = whole.programs();
  return std::any_of(programs.begin(), programs.end(), [](const RunningProgram* program) {
    return program->placed().protection.any();
  });
}

PageProtection::PageProtection(const assembly::MachineConfig& config, const Scope& whole,
                               paging::HostMap& hosts)
    : config_(config), whole_(whole), hosts_(hosts) {
  for (RunningProgram* program : whole.programs()) {
    if (program->placed().protection.any()) protect(*program);
  }
}

/// Returns the host's candidate nodes for backups in order of distance, without pool devices.
std::vector<base::NodeId> PageProtection::nodes_of(int host) const {
  std::vector<base::NodeId> nodes;
  const auto first = static_cast<base::NodeId>(config_.sockets_of(host).front());
  for (const base::NodeId node : nearest_to(config_, first)) {
    if (!config_.agents().is_pool(node)) nodes.push_back(node);
  }
  return nodes;
}

paging::PageBackups& PageProtection::backups_of(int host) {
  auto& backups = backups_[host];
  if (backups) return *backups;
  const auto socket = static_cast<base::SocketId>(config_.sockets_of(host).front());
  backups = std::make_unique<paging::PageBackups>(hosts_, socket);
  hosts_.protect(host, *backups);
  whole_.machine().os_core(host)->recovery().protect(*backups, nodes_of(host));
  return *backups;
}

void PageProtection::protect(RunningProgram& program) {
  paging::PageBackups& backups = backups_of(program.map().host());
  auto pages = pages_by_server(whole_.machine().wiring(), program.map());
  for (auto stripe = next_stripe(pages, program.placed().protection.pages); !stripe.empty();
       stripe = next_stripe(pages, program.placed().protection.pages)) {
    backups.add(stripe, take_backups(program, stripe));
  }
}

std::vector<base::Frame> PageProtection::take_backups(RunningProgram& program,
                                                      const std::vector<Placed>& pages) {
  const std::vector<base::NodeId> nodes = nodes_of(program.map().host());
  const auto most = static_cast<std::size_t>(program.placed().protection.backups);
  std::vector<base::Frame> backups;
  for (std::size_t n = 0; n < nodes.size() && backups.size() < most; ++n) {
    const base::NodeId node = nodes[(next_ + n) % nodes.size()];
    const bool taken = std::any_of(pages.begin(), pages.end(), [&](const Placed& placed) {
      return placed.frame.first_line.node() == node;
    });
    if (!taken && program.map().free_on(node) > 0) {
      backups.push_back(program.map().allocate_frame(node));
    }
  }
  next_ = (next_ + 1) % nodes.size();
  if (backups.size() == most) return backups;
  throw base::InputError("program ", program.placed().name, ": ", most, " backups of pages on ",
                         pages.size(), " servers need as many further ones with room, found ",
                         backups.size());
}

void PageProtection::report(SimulationResult& result) {
  for (const RunningProgram* program : whole_.programs()) {
    if (!program->placed().protection.any()) continue;
    const int host = program->map().host();
    const paging::PageBackups& backups = *backups_.at(host);
    const auto& counts = whole_.machine().os_core(host)->counts(program->map().space());
    accounting::StatWriter out(result.stats, "program." + program->placed().name + ".protection");
    const auto write = [&](const char* name, auto value, const char* unit, const char* sentence) {
      out.write(name, value, unit, sentence);
    };
    write("pages", backups.pages().size(), "1", "pages of the host's programs that have backups");
    write("stripes", backups.stripes(), "1",
          "stripes of pages that have backups, each on different servers");
    write("backups", backups.backups(), "1",
          "backup pages of the stripes, from which lost pages are rebuilt");
    write("recovered", counts.recovered, "1", "lost pages that an access found and recovered");
    write("recovery_time", counts.recovery_time.ns(), "ns",
          "time that these accesses waited for recovery");
    write("rebuilt", counts.rebuilt, "1", "lost pages rebuilt in the background");
    write("backups_rebuilt", counts.backups_rebuilt, "1", "lost backups that were rebuilt");
    write("decoding_reads", counts.decoding_reads, "1", "lines read to rebuild lost ones");
    write("lost", backups.lost(kernel::now()), "1", "pages that cannot be rebuilt");
  }
}

}  // namespace starnuma::run
