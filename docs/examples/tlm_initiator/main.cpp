// SPDX-License-Identifier: Apache-2.0
// Drives a starnuma machine with an initiator of one's own: for the first node of each kind
// (local, 1-hop, 2-hop, pool) an initiator at a core of socket 0 chases lines that lie there.
// Prints the measured latencies next to those computed from the machine's parts.
//
//   chase [MACHINE]      a name or a YAML file; exit code 1 where the two differ, 2 for bad input
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <systemc>

#include "chaser.h"
#include "models/accounting/access_class.h"
#include "platforms/analysis/unloaded.h"
#include "platforms/assembly/machine/bare_machine.h"
#include "platforms/assembly/scaling/scaling.h"
#include "platforms/config/reader.h"
#include "platforms/config/resolve.h"

namespace {

namespace accounting = starnuma::accounting;
namespace analysis = starnuma::analysis;
namespace assembly = starnuma::assembly;
namespace base = starnuma::base;

constexpr base::SocketId kSocket{0};
constexpr std::uint64_t kPagesPerHome = 4;
// This program places the pages; the machine's own policy is not used.
const std::vector<std::string> kSets{"placement.policy=first_touch"};
// A scaled machine has the caches of a program that represents one 256 times as large.
constexpr base::Footprint kProgram{base::Bytes(1), base::Bytes(256)};

assembly::MachineConfig read_machine(const std::string& name) {
  const auto opened = starnuma::config::open_target(name, kSets, STARNUMA_PLATFORMS);
  const auto machine = starnuma::config::read<assembly::MachineConfig>(opened.machine.tree);
  return assembly::scaled(machine, kProgram).config;
}

/// The first node of each kind that the machine has, as socket 0 sees it.
std::vector<base::NodeId> one_home_of_each_class(const assembly::Wiring& wiring, int nodes) {
  std::vector<base::NodeId> homes;
  std::vector<accounting::AccessClass> seen;
  for (int n = 0; n < nodes; ++n) {
    const auto home = static_cast<base::NodeId>(n);
    const accounting::AccessClass kind = wiring.class_of(kSocket, home);
    if (std::find(seen.begin(), seen.end(), kind) != seen.end()) continue;
    seen.push_back(kind);
    homes.push_back(home);
  }
  return homes;
}

/// Every eighth line of some pages; the last line of each page is for its translation.
std::unique_ptr<Chaser> make_chaser(std::size_t index) {
  std::vector<std::uint64_t> warm;
  std::vector<std::uint64_t> chain;
  const std::uint64_t first = index * kPagesPerHome * base::kPageBytes;
  for (std::uint64_t p = 0; p < kPagesPerHome; ++p) {
    const std::uint64_t page = first + p * base::kPageBytes;
    for (std::uint64_t at = 0; at < base::kPageBytes; at += 8 * base::kLineBytes) {
      chain.push_back(page + at);
    }
    warm.push_back(page + base::kPageBytes - base::kLineBytes);
  }
  return std::make_unique<Chaser>(("chaser" + std::to_string(index)).c_str(), warm, chain);
}

sc_core::sc_time median(std::vector<sc_core::sc_time> times) {
  std::sort(times.begin(), times.end());
  return times.at(times.size() / 2);
}

int run(const std::string& name) {
  const assembly::MachineConfig config = read_machine(name);
  const analysis::Unloaded unloaded(config);
  const auto homes = one_home_of_each_class(unloaded.wiring(), config.nodes());
  std::vector<base::NodeId> pages;
  for (base::NodeId home : homes) pages.insert(pages.end(), kPagesPerHome, home);

  assembly::BareMachine machine("machine", config, pages);
  std::vector<std::unique_ptr<Chaser>> chasers;
  for (std::size_t i = 0; i < homes.size(); ++i) {
    chasers.push_back(make_chaser(i));
    chasers[i]->socket.bind(machine.core(0, static_cast<int>(i)).cpu_side);
  }
  const std::vector<std::string> waiting = machine.run_to_end();
  for (const std::string& line : waiting) std::cerr << line << "\n";

  bool equal = waiting.empty();
  for (std::size_t i = 0; i < homes.size(); ++i) {
    const double measured = median(chasers[i]->latencies()).to_seconds() * 1e9;
    const base::Time computed = unloaded.access(kSocket, homes[i]);
    const accounting::AccessClass kind = unloaded.wiring().class_of(kSocket, homes[i]);
    std::cout << unloaded.wiring().classes.row(kind).name << " node " << base::index_of(homes[i])
              << " measured " << measured << " ns computed " << computed.ns() << " ns\n";
    equal = equal && std::abs(measured - computed.ns()) < 1e-6;
  }
  return equal ? 0 : 1;
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  try {
    return run(argc > 1 ? argv[1] : "starnuma16");
  } catch (const std::runtime_error& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
