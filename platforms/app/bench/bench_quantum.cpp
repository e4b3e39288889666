// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/bench_quantum.h"

#include <filesystem>

#include "platforms/app/bench/bench_table.h"
#include "platforms/app/experiments/experiment.h"
#include "platforms/app/experiments/prepare.h"
#include "platforms/app/files/status_line.h"
#include "platforms/app/files/work_folder.h"
#include "platforms/app/process/outcome.h"
#include "platforms/app/results/result_folder.h"
#include "platforms/app/runs/jobs.h"
#include "platforms/assembly/wiring/wiring.h"
#include "stimulus/registry.h"
#include "testbenches/delivery/round_trips.h"

namespace starnuma::app {

using base::Time;
using Bound = BenchRow::Bound;
namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kMachines{"baseline16_first_touch", "starnuma16"};
constexpr Time kFine(20'000);

Experiment prepared(const std::string& machine, const std::string& workload,
                    const std::vector<std::string>& sets = {}) {
  ExperimentRequest request;
  request.target = machine;
  request.workload = workload;
  request.sets = sets;
  return prepare(request);
}

void whole_runs(int scale, const fs::path& folder, Verdicts& verdicts) {
  const std::string at = ":scale=" + std::to_string(scale);
  const std::vector<std::string> workloads{"bfs" + at + ",schedule=static", "gups" + at,
                                           "stream" + at, "pointer_chase" + at};
  std::vector<Job> jobs;
  for (const std::string& machine : kMachines) {
    for (const std::string& workload : workloads) {
      for (const std::string& set :
           {std::string(), "simulation.quantum=" + base::to_string(kFine)}) {
        jobs.push_back({prepared(machine, workload,
                                 set.empty() ? std::vector<std::string>{} : std::vector{set}),
                        folder / std::to_string(jobs.size())});
      }
    }
  }
  const int code = run_jobs(jobs);
  if (code != 0) throw AlreadyReported{code};
  std::vector<BenchRow> rows;
  for (std::size_t j = 0; j < jobs.size(); j += 2) {
    auto own = read_stats(jobs[j].folder);
    auto fine = read_stats(jobs[j + 1].folder);
    const std::string what =
        stimulus::short_name(jobs[j].experiment.workload) + ", " + jobs[j].experiment.machine_name;
    const auto row = [&](const char* name, const char* path, double bound) {
      rows.push_back({std::string(name) + " off, " + what, percent_off(own[path], fine[path]), "%",
                      Bound::kAtMost, bound});
    };
    row("AMAT", "run.amat_ns", 2);
    row("run time", "run.time_ns", 2);
    row("instructions", "run.instructions", 0.1);
  }
  const Time own = jobs[0].experiment.machine.simulation.quantum;
  print_bench(verdicts,
              "Quantum " + base::to_string(own) + " against " + base::to_string(kFine) +
                  ", scale " + std::to_string(scale),
              rows);
}

/// Returns the network: a resource for every link direction and every home's memory, and one
/// initiator on each socket.
delivery::Network network_of(const assembly::MachineConfig& machine) {
  const assembly::Wiring wiring = assembly::wire(machine);
  const auto edges = static_cast<int>(wiring.topology.edges().size());
  delivery::Network network;
  network.resources = 2 * edges + machine.nodes();
  const auto add_way = [&](int from, int to, bool data, std::vector<delivery::Step>& steps) {
    int at = from;
    for (const int e : wiring.topology.path(from, to)) {
      const auto& edge = wiring.topology.edges()[static_cast<std::size_t>(e)];
      const transport::LinkConfig& link = assembly::link_of(machine, wiring, e);
      const bool forward = edge.a == at;
      at = forward ? edge.b : edge.a;
      steps.push_back(
          {2 * e + (forward ? 0 : 1), link.rate().service(forward ? 0 : 1, data), edge.latency});
    }
  };
  for (const int socket : wiring.sockets) {
    auto& homes = network.round_trips.emplace_back();
    for (int n = 0; n < machine.nodes(); ++n) {
      const int home = wiring.node_of(static_cast<base::NodeId>(n));
      const assembly::MemoryConfig& memory = machine.memory_at(static_cast<base::NodeId>(n));
      auto& steps = homes.emplace_back();
      add_way(socket, home, false, steps);
      steps.push_back({2 * edges + n, memory.peak().time_for(base::Bytes(base::kLineBytes)),
                       memory.channel.unloaded_read()});
      add_way(home, socket, true, steps);
    }
  }
  return network;
}

void delivered(std::int64_t requests, Verdicts& verdicts) {
  StatusLine line;
  std::vector<BenchRow> rows;
  for (const std::string& name : kMachines) {
    const assembly::MachineConfig machine = prepared(name, "pointer_chase").machine;
    const delivery::Network network = network_of(machine);
    for (const int outstanding : {1, 4, 8, 16}) {
      line.show("delivery on " + name + ", " + std::to_string(outstanding) + " in flight");
      const delivery::Traffic traffic{outstanding, Time(1'000), requests, 1};
      const delivery::Outcome queued = delivery::deliver_queued(network, traffic);
      const delivery::Outcome ahead =
          delivery::deliver_ahead(network, traffic, machine.simulation.quantum);
      const std::string what = ", " + std::to_string(outstanding) + " in flight, " + name;
      rows.push_back({"queued round trip" + what, queued.latency_ns, "ns"});
      rows.push_back({"round trip off" + what, percent_off(ahead.latency_ns, queued.latency_ns),
                      "%", Bound::kAtMost, 5});
      rows.push_back(
          {"time off" + what, percent_off(ahead.time_us, queued.time_us), "%", Bound::kAtMost, 5});
    }
  }
  line.clear();
  print_bench(verdicts,
              "16 initiators, " + std::to_string(requests) +
                  " requests each to random homes: booked ahead against queued delivery",
              rows);
}

}  // namespace

void bench_quantum(int scale, std::int64_t requests, Verdicts& verdicts) {
  whole_runs(scale, WorkFolder().path(), verdicts);
  delivered(requests, verdicts);
}

}  // namespace starnuma::app
