// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/programs/scope.h"

#include <algorithm>

namespace starnuma::run {

ProgramMisses::ProgramMisses(assembly::Machine& machine, const Programs& programs)
    : machine_(machine), parts_(programs.size()) {
  std::uint64_t pages = 0;
  for (std::size_t p = 0; p < programs.size(); ++p) {
    parts_[p].first_address = pages << base::kPageShift;
    pages += programs[p]->map().pages();
  }
  if (parts_.size() > 1) machine.add_observer(*this);
}

void ProgramMisses::watch_all(kernel::MissObserver& observer) {
  if (parts_.size() == 1) return machine_.add_observer(observer);
  observers_.push_back(&observer);
}

void ProgramMisses::watch(std::size_t program, kernel::MissObserver& observer) {
  if (parts_.size() == 1) return machine_.add_observer(observer);
  parts_[program].observers.push_back(&observer);
}

void ProgramMisses::forward(const kernel::Miss& miss, Event event) const {
  const Part& part = parts_[static_cast<std::size_t>(machine_.mmu(miss.core).space())];
  for (kernel::MissObserver* observer : part.observers) (observer->*event)(miss);
  kernel::Miss in_order = miss;
  in_order.address.value += part.first_address;
  for (kernel::MissObserver* observer : observers_) (observer->*event)(in_order);
}

Scope::Scope(assembly::Machine& machine, ProgramMisses& misses,
             const ProgramMisses::Programs& programs)
    : machine_(machine), misses_(misses), which_(programs.size()), path_("run") {
  for (const auto& program : programs) {
    programs_.push_back(program.get());
    const std::vector<base::CoreId>& cores = program->placed().cores;
    cores_.insert(cores_.end(), cores.begin(), cores.end());
  }
}

Scope::Scope(assembly::Machine& machine, ProgramMisses& misses,
             const ProgramMisses::Programs& programs, std::size_t program)
    : machine_(machine),
      misses_(misses),
      which_(program),
      path_("program." + programs[program]->placed().name),
      programs_{programs[program].get()},
      cores_(programs[program]->placed().cores) {
  if (programs[program]->placed().name.empty()) path_ = "run";
}

void Scope::watch(kernel::MissObserver& observer) const {
  if (is_run()) return misses_.watch_all(observer);
  misses_.watch(which_, observer);
}

std::vector<base::CoreId> Scope::visited_cores() const {
  std::vector<base::CoreId> cores = cores_;
  for (RunningProgram* program : programs_) {
    if (!program->map().movable()) continue;
    for (const base::CoreId core :
         machine_.os_core(program->map().host())->tasks().visited(program->map().space())) {
      if (std::find(cores.begin(), cores.end(), core) == cores.end()) cores.push_back(core);
    }
  }
  return cores;
}

std::uint64_t Scope::pages() const {
  std::uint64_t pages = 0;
  for (RunningProgram* program : programs_) pages += program->map().pages();
  return pages;
}

bool Scope::pages_move() const {
  return std::any_of(programs_.begin(), programs_.end(),
                     [](RunningProgram* program) { return program->map().movable(); });
}

bool Scope::pages_fault() const {
  return std::any_of(programs_.begin(), programs_.end(),
                     [](RunningProgram* program) { return program->map().unmaps(); });
}

std::vector<base::NodeId> Scope::homes() const {
  std::vector<base::NodeId> homes;
  for (RunningProgram* program : programs_) {
    const std::vector<base::NodeId> own = program->map().homes();
    homes.insert(homes.end(), own.begin(), own.end());
  }
  return homes;
}

std::vector<base::SimArray<std::uint64_t>> Scope::barriers() const {
  std::vector<base::SimArray<std::uint64_t>> barriers;
  std::uint64_t pages = 0;
  for (RunningProgram* program : programs_) {
    barriers.push_back(program->program().team_lines());
    barriers.back().base.value += pages << base::kPageShift;
    pages += program->map().pages();
  }
  return barriers;
}

std::int64_t Scope::instructions() const {
  std::int64_t sum = 0;
  for (const base::CoreId core : cores_) sum += machine_.core(core).instructions();
  return sum;
}

core::Waiting Scope::waiting() const {
  core::Waiting sum;
  for (const base::CoreId core : cores_) sum += machine_.core(core).waiting();
  return sum;
}

}  // namespace starnuma::run
