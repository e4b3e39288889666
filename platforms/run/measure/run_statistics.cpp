// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/measure/run_statistics.h"

#include <algorithm>
#include <array>

#include "platforms/analysis/unloaded.h"
#include "platforms/run/measure/ratio.h"

namespace starnuma::run {
namespace {

using accounting::AccessClass;

using ByClass = std::array<double, accounting::kMostAccessClasses>;

/// Returns a duration in core clock cycles.
double cycles_in(const assembly::MachineConfig& config, double ps) {
  return ps * static_cast<double>(config.socket.each.core.frequency.value) / 1e12;
}
double mean_ns(std::int64_t ps, std::int64_t count) {
  return ratio(static_cast<double>(ps) / 1000.0, static_cast<double>(count));
}

/// Reports the activity of cores while their threads are runnable.
void report_outside_barriers(const assembly::MachineConfig& config, double threads,
                             const Window& window, const observers::MissStatistics& misses,
                             accounting::StatWriter& run) {
  const double all_ps = threads * static_cast<double>(window.elapsed.ps());
  const auto barriers_ps = static_cast<double>(window.waiting.in_barriers.ps());
  const auto after_end_ps = static_cast<double>(window.waiting.after_end.ps());
  const double outside_ps = all_ps - barriers_ps - after_end_ps;
  const accounting::LedgerSum total = misses.total();
  const auto instructions =
      static_cast<double>(window.instructions - window.waiting.barrier_instructions);
  run.write(
      "barrier_share", ratio(barriers_ps, all_ps), "1",
      "share of the threads' time in barriers, from when all that a thread has started is done");
  run.write("after_end_share", ratio(after_end_ps, all_ps), "1",
            "share of the threads' time after their end, with no work left");
  run.write("ipc_outside_barriers", ratio(instructions, cycles_in(config, outside_ps)), "1",
            "instructions per cycle of threads neither in a barrier nor at their end");
  run.write("pending_misses_outside_barriers",
            ratio(static_cast<double>(total.total_ps() - misses.in_barriers().ps()), outside_ps),
            "1",
            "LLC misses of a core between request and data, mean over that time; those that "
            "barriers make left out");
  run.write(
      "outstanding_misses_by_miss",
      ratio(static_cast<double>(total.accesses + misses.overlapping_pairs()),
            static_cast<double>(total.accesses)),
      "1",
      "LLC misses of a core that hold an MSHR when one of them takes it, itself included; mean "
      "over all LLC misses");
}

void report_speed(const assembly::MachineConfig& config, double cores, const Window& window,
                  const observers::MissStatistics& statistics, accounting::StatWriter& run) {
  const accounting::LedgerSum total = statistics.total();
  const double elapsed_ps = static_cast<double>(window.elapsed.ps());
  const auto instructions = static_cast<double>(window.instructions);
  const auto misses = static_cast<double>(total.accesses);
  run.write("time_ns", window.elapsed.ns(), "ns", "simulated time of the measured window");
  run.write("instructions", instructions, "1", "instructions of all cores in the window");
  run.write("ipc", ratio(instructions, cores * cycles_in(config, elapsed_ps)), "1",
            "instructions per cycle and core");
  run.write("llc_misses", misses, "1", "demand accesses that missed the LLC");
  run.write("llc_mpki", ratio(1000 * misses, instructions), "1",
            "LLC misses per thousand instructions");
  run.write("write_share", ratio(static_cast<double>(statistics.writes()), misses), "1",
            "share of the LLC misses that are stores or atomics");
  run.write("upgrades", statistics.upgrades(), "1",
            "writes to lines that their socket held shared; no LLC misses");
  const auto per_core = [&](std::int64_t ps) {
    return ratio(static_cast<double>(ps), cores * elapsed_ps);
  };
  run.write("pending_misses_per_core", per_core(total.total_ps()), "1",
            "LLC misses of a core between request and data, mean over the window (Little's law): "
            "translation, waiting for an MSHR, outstanding");
  run.write("outstanding_misses_per_core", per_core(statistics.outstanding().ps()), "1",
            "outstanding misses per core, which hold an MSHR");
  run.write("misses_waiting_for_mshr_per_core", per_core(statistics.waiting_for_mshr().ps()), "1",
            "misses per core that wait for an MSHR");
  report_outside_barriers(config, cores, window, statistics, run);
}

/// Reports the parts of AMAT. Stalls and page faults are parts of runs whose pages move or fault,
/// and of runs whose regions move or are recovered, if accesses waited for that.
void report_latency(const Scope& scope, const assembly::Wiring& wiring,
                    const observers::MissStatistics& misses, accounting::StatWriter& run) {
  const accounting::LedgerSum total = misses.total();
  const double amat = mean_ns(total.total_ps(), total.accesses);
  const double queue = mean_ns(total.queue_ps(), total.accesses);
  run.write("amat_ns", amat, "ns",
            "mean time of a demand access that misses the LLC, from request to data");
  run.write("amat_unloaded_ns", mean_ns(total.total_ps() - total.queue_ps(), total.accesses), "ns",
            "part of AMAT that the same accesses take with every queue empty");
  run.write("amat_contention_ns", queue, "ns", "part of AMAT that is waiting");
  for (const accounting::LatencyRow& row : wiring.kinds.rows()) {
    const std::int64_t ps = total.ps[static_cast<std::size_t>(row.kind)];
    const bool possible = row.kind == accounting::LatencyKind::kMigrationStall ? scope.pages_move()
                          : row.kind == accounting::LatencyKind::kPageFault    ? scope.pages_fault()
                                                                               : true;
    if (ps == 0 && !possible) continue;
    const std::string part = accounting::is_queue(row.kind) ? "contention: " : "unloaded: ";
    run.write("latency." + row.name + "_ns", mean_ns(ps, total.accesses), "ns",
              "mean per LLC miss, " + part + row.sentence);
  }
}

/// Reports percentiles. Single waits are approximate when cores run ahead; hence so are percentiles
/// under load.
void report_percentiles(const observers::LatencyHistogram& latencies, accounting::StatWriter out) {
  struct Percentile {
    const char* name;
    double share;
  };
  constexpr Percentile kPercentiles[] = {{"50", 0.5}, {"90", 0.9}, {"99", 0.99}, {"99.9", 0.999}};
  out.write("mean", latencies.mean_ns(), "ns", "mean time of the class's misses");
  for (const auto& [name, share] : kPercentiles) {
    std::string path = std::string("p") + name;
    std::replace(path.begin(), path.end(), '.', '_');
    out.write(path, latencies.percentile_ns(share), "ns",
              std::string(name) + " % of the misses take no longer; approximate under load");
  }
  out.write("max", latencies.max_ns(), "ns", "longest of them; approximate under load");
}

/// Returns the mean unloaded time of each class over all pairs of socket and home. Socket block
/// transfers use the published mean; pool block transfers assume a clean owner.
ByClass class_latencies(const assembly::MachineConfig& config, const analysis::Unloaded& unloaded) {
  const accounting::AccessClasses& classes = unloaded.wiring().classes;
  ByClass sum{};
  ByClass pairs{};
  const auto add = [&](AccessClass c, base::Time time) {
    sum[static_cast<std::size_t>(c)] += time.ns();
    pairs[static_cast<std::size_t>(c)] += 1;
  };
  for (int s = 0; s < config.sockets(); ++s) {
    const auto socket = static_cast<base::SocketId>(s);
    for (int home = 0; home < config.nodes(); ++home) {
      const auto node = static_cast<base::NodeId>(home);
      if (!unloaded.wiring().reaches(socket, node)) continue;
      add(unloaded.wiring().class_of(socket, node), unloaded.access(socket, node));
    }
    for (int d = 0; d < config.pool.count && config.sockets() > 1; ++d) {
      const auto owner = static_cast<base::SocketId>((s + 1) % config.sockets());
      const base::NodeId device = config.agents().device_node(d);
      const bool both =
          unloaded.wiring().reaches(socket, device) && unloaded.wiring().reaches(owner, device);
      if (!both) continue;
      add(classes.block_transfer(true), unloaded.block_transfer(socket, owner, device, false));
    }
  }
  for (std::size_t c = 0; c < sum.size(); ++c) sum[c] = ratio(sum[c], pairs[c]);
  sum[static_cast<std::size_t>(classes.block_transfer(false))] =
      unloaded.three_hop_means().chassis_level_ns;
  return sum;
}

void report_classes(const assembly::MachineConfig& config, const analysis::Unloaded& unloaded,
                    const observers::MissStatistics& misses, accounting::StatWriter& run) {
  const accounting::LedgerSum total = misses.total();
  const accounting::AccessClasses& classes = unloaded.wiring().classes;
  const ByClass published = class_latencies(config, unloaded);
  double split = 0;
  for (int c = 0; c < classes.count(); ++c) {
    const accounting::LedgerSum& part = misses.of_class(static_cast<AccessClass>(c));
    const std::string& name = classes.row(static_cast<AccessClass>(c)).name;
    const double share =
        ratio(static_cast<double>(part.accesses), static_cast<double>(total.accesses));
    split += share * published[static_cast<std::size_t>(c)];
    run.write("access_mix." + name, share, "1", "share of LLC misses of this class");
    accounting::StatWriter out = run.under("class." + name);
    out.write("count", part.accesses, "1", "LLC misses of this class");
    out.write("amat_ns", mean_ns(part.total_ps(), part.accesses), "ns", "mean time of the class");
    out.write("unloaded_ns", mean_ns(part.total_ps() - part.queue_ps(), part.accesses), "ns",
              "part of the class's time with every queue empty");
    report_percentiles(misses.latencies_of(static_cast<AccessClass>(c)), out.under("latency"));
  }
  run.write("amat_unloaded_by_class_ns", split, "ns",
            "published definition: sum over classes of share x unloaded class latency");
}

void report_placement(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
                      const observers::MissStatistics& misses, accounting::StatWriter& run) {
  const int sockets = config.sockets();
  ByClass by_home{};
  ByClass random{};
  double total = 0;
  std::vector<double> by_socket(static_cast<std::size_t>(sockets), 0);
  for (int s = 0; s < sockets; ++s) {
    int reached = 0;  // sockets whose memory this one reaches, those of other hosts among them
    for (int home = 0; home < sockets; ++home) {
      reached += wiring.reaches(static_cast<base::SocketId>(s), static_cast<base::NodeId>(home));
    }
    for (int home = 0; home < config.nodes(); ++home) {
      const auto socket = static_cast<base::SocketId>(s);
      const auto node = static_cast<base::NodeId>(home);
      if (!wiring.reaches(socket, node)) continue;
      const auto c = static_cast<std::size_t>(wiring.class_of(socket, node));
      const auto count = static_cast<double>(misses.between(s, home));
      by_home[c] += count;
      total += count;
      if (home >= sockets) continue;
      by_socket[static_cast<std::size_t>(home)] += count;
      random[c] += 1.0 / sockets / reached;
    }
  }
  accounting::StatWriter placement = run.under("placement");
  placement.write("busiest_socket",
                  ratio(*std::max_element(by_socket.begin(), by_socket.end()), total), "1",
                  "share of LLC misses to the memory of the socket that has most of them");
  for (std::size_t c = 0; c < wiring.classes.rows().size(); ++c) {
    const accounting::AccessClassRow& row = wiring.classes.rows()[c];
    if (row.block_transfer) continue;
    placement.write(row.name, ratio(by_home[c], total), "1",
                    "share of LLC misses by where the page's home is, block transfers included");
    placement.write("random." + row.name, random[c], "1",
                    "share of LLC misses if pages were spread evenly over all sockets");
  }
}

}  // namespace

void report_run(const assembly::MachineConfig& config, const Scope& scope, const Window& window,
                const observers::MissStatistics& misses, std::vector<accounting::Stat>& out) {
  accounting::StatWriter run(out, scope.path());
  report_speed(config, scope.threads(), window, misses, run);
  const analysis::Unloaded unloaded(config);
  report_latency(scope, unloaded.wiring(), misses, run);
  report_classes(config, unloaded, misses, run);
  report_placement(config, unloaded.wiring(), misses, run);
  report_sharing(misses, run);
  report_memory(config, unloaded.wiring(), scope, run);
  if (scope.program() == nullptr) return;

  const stimulus::Workload& workload = scope.program()->program().workload();
  const auto units = static_cast<double>(workload.work_units());
  const std::string unit(workload.work_unit_name());
  run.write("work_units", units, "1", "work done in the window, one unit is: " + unit);
  run.write("instructions_per_work_unit", ratio(static_cast<double>(window.instructions), units),
            "1", "instructions per " + unit);
  run.write("llc_misses_per_work_unit", ratio(static_cast<double>(misses.total().accesses), units),
            "1", "LLC misses per " + unit);
  accounting::StatWriter root(out, scope.is_run() ? "workload" : scope.path() + ".workload");
  workload.report(root);
}

}  // namespace starnuma::run
