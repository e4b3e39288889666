// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/pools/memory_use.h"

#include <algorithm>

#include "models/kernel/now.h"
#include "platforms/run/measure/simulation_result.h"

namespace starnuma::run {

MemoryUse::MemoryUse(const assembly::MachineConfig& config, const Scope& whole, base::Time period,
                     const CapacityChanges* capacity)
    : whole_(whole), capacity_(capacity), period_(period) {
  table_.columns = {"time_ns"};
  for (const RunningProgram* program : whole.programs()) {
    const std::string& name = program->placed().name;
    for (int n = 0; n < nodes(); ++n) {
      table_.columns.push_back((name.empty() ? "run" : name) + "." +
                               whole.machine().wiring().object_of(static_cast<base::NodeId>(n)));
    }
  }
  if (capacity == nullptr) return;
  for (const CapacityChanges::Part& part : capacity->parts()) {
    table_.columns.push_back("capacity_of_" + config.host_name(part.host) + "." +
                             whole.machine().wiring().object_of(part.device));
  }
}

int MemoryUse::nodes() const { return whole_.machine().wiring().agents.nodes(); }

void MemoryUse::begin(Opening /*opening*/) {
  start_ = kernel::now();
  table_.rows.clear();
  record(true);
  if (!whole_.pages_move()) return;
  next_ = start_ + period_;
  sc_core::sc_pause();  // makes the time loop re-read next()
}

void MemoryUse::sample() {
  if (kernel::now() < next_) return;
  next_ += period_;
  record(false);
}

void MemoryUse::record(bool always) {
  std::vector<double> row{(kernel::now() - start_).ns()};
  for (RunningProgram* program : whole_.programs()) {
    for (int n = 0; n < nodes(); ++n) {
      row.push_back(static_cast<double>(program->map().pages_on(static_cast<base::NodeId>(n))));
    }
  }
  if (capacity_ != nullptr) {
    for (const CapacityChanges::Part& part : capacity_->parts()) {
      row.push_back(static_cast<double>(capacity_->pages_of(part)));
    }
  }
  const bool same = !table_.rows.empty() &&
                    std::equal(row.begin() + 1, row.end(), table_.rows.back().begin() + 1);
  if (always || !same) table_.rows.push_back(std::move(row));
}

void MemoryUse::report(SimulationResult& result) {
  record(true);
  result.memory = table_;
}

}  // namespace starnuma::run
