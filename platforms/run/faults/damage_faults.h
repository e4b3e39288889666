// SPDX-License-Identifier: Apache-2.0
// Faults of a run that lose lines or routes: schedules each for its time and reports the outcome.
//
// Contract:
// - Times count from the last opening of the measured windows; no fault occurs before that.
// - In immediate delivery a fault occurs between transactions. In queued delivery
//   messages may be in flight.
// - Memory faults affect lines of programs' pages; random choices derive from the seed.
// - With the coherence check on, a core's read of a line whose last write is lost is an error.
// - Programs' pages do not move.
#pragma once

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "models/base/random.h"
#include "models/kernel/dispatcher.h"
#include "models/ras/damage.h"
#include "platforms/run/faults/breakage.h"
#include "platforms/run/faults/device_log.h"
#include "platforms/run/faults/fault.h"
#include "platforms/run/measure/last_opening.h"
#include "platforms/run/measure/observer.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class LossWatch;

class DamageFaults : public Observer {
 public:
  /// Precondition: the machine has sent no message. The configuration, `whole` and the dispatcher
  /// must outlive this object.
  DamageFaults(const assembly::MachineConfig& config, const std::vector<HardwareFault>& faults,
               const Scope& whole, kernel::Dispatcher& dispatcher, std::uint64_t seed);
  ~DamageFaults() override;

  static bool any_in(const std::vector<HardwareFault>& faults);

  void begin(Opening opening) override;
  base::Time next() const override;
  bool holds_accesses() const override { return breakage_.holds_accesses(); }
  void sample() override;
  void report(SimulationResult& result) override;

 private:
  enum class Act : std::uint8_t { kBegin, kAgain, kEnd, kCut };
  struct Due {
    int fault;
    Act act;
  };
  struct InjectedLine {
    base::Random random{0};
    std::vector<base::LineAddress> lines;  ///< Lines of programs on the fault's node.
    std::size_t next_line = 0;             ///< Next line of a scrubber.
    std::uint64_t scrubbed = 0;
    base::Time end;  ///< Time of the repair.
  };
  struct ProgramAddress {
    const RunningProgram* program;
    std::uint64_t address;
  };
  using Places = std::unordered_map<std::uint64_t, ProgramAddress>;

  /// Calls `visit` with each line of programs on the node, its program and its address there.
  template <class Visit>
  void each_line_on(base::NodeId node, const Visit& visit) const;
  const HardwareFault& fault(int f) const { return faults_[static_cast<std::size_t>(f)]; }
  InjectedLine& injected(int f) { return injected_[static_cast<std::size_t>(f)]; }
  std::vector<base::LineAddress> lines_on(base::NodeId node) const;
  void apply_due(const Due& due, base::Time now);
  bool is_due(Act act) const;
  void inject(int f, base::Time now);
  void repair(int f, base::Time now);
  base::Time end_of(int f) const;
  /// Clears memory whose reset has no outstanding transactions left.
  void clear_memory(base::Time now);
  void scrub(int f, base::Time now);
  void again(int f, base::Time now, base::Time span);
  base::Time time_to_next(int f);
  Places places() const;
  void report_counts(int f, SimulationResult& result) const;

  /// All faults of the run, so that indices match the scenario's numbers.
  std::vector<HardwareFault> faults_;
  const assembly::MachineConfig& config_;
  const Scope& whole_;
  LastOpening last_opening_;
  std::uint64_t seed_;
  ras::Damage damage_;
  DeviceLog device_log_;
  Breakage breakage_;
  std::unique_ptr<LossWatch> losses_;
  base::Time begin_ = kNever;
  std::multimap<base::Time, Due> due_;
  std::vector<InjectedLine> injected_;
  std::vector<int> to_clear_;  ///< Resets that have not cleared the memory yet.
};

}  // namespace starnuma::run
