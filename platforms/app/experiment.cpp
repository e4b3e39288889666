// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiment.h"

#include <algorithm>
#include <iostream>

#include "models/base/check.h"
#include "platforms/app/child.h"
#include "platforms/app/command.h"
#include "platforms/app/result_folder.h"
#include "platforms/assembly/scaling.h"
#include "platforms/assembly/simulation.h"
#include "platforms/assembly/wiring.h"
#include "platforms/config/reader.h"
#include "platforms/config/resolve.h"
#include "platforms/config/writer.h"
#include "stimulus/registry.h"

namespace starnuma::app {

using assembly::MachineConfig;
using assembly::SimulationResult;

stimulus::MachineShape shape_of(const MachineConfig& machine) {
  stimulus::MachineShape shape{machine.topology.sockets(), machine.socket.cores,
                               machine.pool ? 1 : 0};
  shape.misses_in_flight =
      std::min(machine.socket.private_caches.mshrs, machine.socket.core.load_queue);
  const assembly::Wiring wiring = assembly::wire(machine);
  for (int socket = 0; socket < shape.sockets; ++socket) {
    for (int node = 0; node < machine.nodes(); ++node) {
      shape.classes.push_back(
          wiring.class_of(static_cast<base::SocketId>(socket), static_cast<base::NodeId>(node)));
    }
  }
  return shape;
}

Experiment prepare(const ExperimentRequest& request) {
  const config::Experiment opened =
      config::open_target(request.target, request.sets, platforms_folder());
  Experiment experiment;
  experiment.machine_name = opened.machine.name;
  experiment.interval = request.interval;
  experiment.machine = config::read<MachineConfig>(opened.machine.tree);
  if (!request.workload && !opened.has_workload) {
    throw base::InputError("run: " + request.target +
                           " names no workload; expected MACHINE WORKLOAD, see starnuma list");
  }
  experiment.seed = request.seed.value_or(opened.has_seed ? opened.seed : kDefaultSeed);
  if (experiment.machine.placement == placement::Policy::kStaticOracle &&
      !experiment.machine.pool) {
    throw base::InputError("machine.placement: static_oracle places pages in a pool, and " +
                           experiment.machine_name + " has none");
  }
  const auto workload = stimulus::make_workload(request.workload.value_or(opened.workload),
                                                shape_of(experiment.machine), experiment.seed);
  experiment.workload = stimulus::canonical_spec(request.workload.value_or(opened.workload),
                                                 shape_of(experiment.machine));
  assembly::scaled(experiment.machine, workload->scale());  // throws where the geometry is odd
  return experiment;
}

std::string effective_yaml(const Experiment& experiment) {
  return "# SPDX-License-Identifier: Apache-2.0\n# starnuma run effective.yaml repeats this run.\n"
         "kind: experiment\nworkload: \"" +
         experiment.workload + "\"\nseed: " + std::to_string(experiment.seed) +
         "\nmachine:\n  name: " + experiment.machine_name + "\n" +
         config::to_yaml(experiment.machine, 2);
}

namespace {

/// Pages that the pool may hold: its share of the program, at most its memory.
std::uint64_t pool_pages(const assembly::PoolConfig& pool, std::uint64_t pages) {
  const auto share =
      static_cast<std::uint64_t>(pool.capacity_of_footprint * static_cast<double>(pages));
  const base::Bytes memory = pool.memory.capacity_per_channel * pool.memory.channels;
  return std::min(share, static_cast<std::uint64_t>(memory.value / base::kPageBytes));
}

}  // namespace

int execute(const Experiment& experiment, const std::filesystem::path& folder,
            ProgressSlot& progress) {
  const stimulus::MachineShape shape = shape_of(experiment.machine);
  progress.begin("building", 0, 0);
  assembly::Program program(stimulus::make_workload(experiment.workload, shape, experiment.seed),
                            shape.threads());
  const MachineConfig machine =
      assembly::scaled(experiment.machine, program.workload().scale()).config;
  const std::uint64_t pages = program.arena().pages();
  const bool oracle = machine.placement == placement::Policy::kStaticOracle;

  auto homes = placement::first_touch(program.arena().origins(), shape.cores_per_socket);
  double oracle_seconds = 0;
  if (oracle) {
    progress.begin("oracle pass", 0, 0.5);
    base::PageCounts profile(pages, shape.sockets);
    profile.raw() = counts_from_child(
        [&](double& cpu_seconds) {
          SimulationResult first = assembly::simulate(machine, program, homes, progress.sink());
          cpu_seconds = first.cpu_seconds;
          return first.profile.raw();
        },
        oracle_seconds);
    const base::NodeId pool = static_cast<base::NodeId>(shape.sockets);
    homes = placement::static_oracle(std::move(homes), profile,
                                     {pool, pool_pages(*machine.pool, pages)});
  }
  progress.begin("running", oracle ? 0.5 : 0, 1);
  const SimulationResult result =
      assembly::simulate(machine, program, homes, progress.sink(), experiment.interval);
  write_result_folder(folder, experiment, result, oracle_seconds);
  for (const std::string& mismatch : result.mismatches) {
    std::cerr << experiment.machine_name << ": " << mismatch << "\n";
  }
  return result.mismatches.empty() ? 0 : 1;
}

}  // namespace starnuma::app
