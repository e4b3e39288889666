// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/faults/host_crashes.h"

#include <algorithm>
#include <iterator>

#include "models/kernel/now.h"
#include "platforms/run/measure/simulation_result.h"
#include "platforms/run/programs/program_hosts.h"

namespace starnuma::run {
namespace {

/// Returns true if the program has completed its last run.
bool has_ended(assembly::Machine& machine, const RunningProgram& program) {
  const auto& cores = program.placed().cores;
  return !program.placed().rebuild_pages &&
         std::all_of(cores.begin(), cores.end(),
                     [&](base::CoreId core) { return machine.core(core).finished(); });
}

bool is_crash(const HardwareFault& fault) { return fault.kind == HardwareFaultKind::kHostCrash; }

}  // namespace

bool HostCrashes::any_in(const std::vector<HardwareFault>& faults) {
  return std::any_of(faults.begin(), faults.end(), is_crash);
}

HostCrashes::HostCrashes(const assembly::MachineConfig& config,
                         const std::vector<HardwareFault>& faults, const Scope& whole,
                         paging::HostMap& hosts)
    : config_(config), whole_(whole), hosts_(hosts), last_opening_(whole) {
  std::copy_if(faults.begin(), faults.end(), std::back_inserter(crashes_), is_crash);
  std::stable_sort(crashes_.begin(), crashes_.end(),
                   [](const HardwareFault& a, const HardwareFault& b) { return a.at < b.at; });
}

void HostCrashes::begin(Opening /*opening*/) {
  if (!last_opening_.is_now()) return;
  begin_ = kernel::now();
  for (const HardwareFault& crash : crashes_) hosts_.crash(crash.host, begin_ + crash.at);
  sc_core::sc_pause();  // makes the time loop re-read next()
}

base::Time HostCrashes::next() const {
  if (begin_ == kNever || left_.size() == crashes_.size()) return kNever;
  return begin_ + crashes_[left_.size()].at;
}

void HostCrashes::sample() {
  while (next() <= kernel::now()) crash_host(crashes_[left_.size()]);
}

std::uint64_t HostCrashes::pages_on(int host, const RunningProgram& program) const {
  std::uint64_t pages = 0;
  for (int n = 0; n < config_.nodes(); ++n) {
    const auto node = static_cast<base::NodeId>(n);
    if (whole_.machine().wiring().host_of(node) == host) pages += program.map().pages_on(node);
  }
  return pages;
}

void HostCrashes::crash_host(const HardwareFault& crash) {
  Left left;
  for (RunningProgram* program : whole_.programs()) {
    if (has_ended(whole_.machine(), *program)) continue;
    const std::vector<int> hosts = hosts_of(config_, program->placed().cores);
    if (std::find(hosts.begin(), hosts.end(), crash.host) == hosts.end()) {
      left.pages += pages_on(crash.host, *program);
      continue;
    }
    program->failed("the crash of host " + config_.host_name(crash.host) + ", at " +
                    std::to_string(kernel::now().ps()) + " ps");
    program->team().stop();
    ++left.stopped;
  }
  left_.push_back(left);
  rebuild(crash.host);
}

/// Starts the rebuild of lost pages on every host whose pages have backups.
void HostCrashes::rebuild(int crashed) {
  for (int host = 0; host < config_.host_count(); ++host) {
    const auto socket = static_cast<base::SocketId>(config_.sockets_of(host).front());
    if (host == crashed || hosts_.backups_of(socket) == nullptr) continue;
    os::OsCore* os = whole_.machine().os_core(host);
    os->carry_out([os] { os->recovery().rebuild(); });
  }
}

void HostCrashes::report(SimulationResult& result) {
  for (std::size_t c = 0; c < left_.size(); ++c) {
    accounting::StatWriter out(result.stats,
                               "host." + config_.host_name(crashes_[c].host) + ".crash");
    out.write("time", crashes_[c].at.ns(), "ns", "time of the crash after the windows opened");
    out.write("programs_stopped", left_[c].stopped, "1",
              "unfinished programs with a thread on the host");
    out.write("pages_lost", left_[c].pages, "1",
              "pages on the host of unfinished programs of other hosts");
  }
}

}  // namespace starnuma::run
