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
#include "platforms/run/faults/fault.h"
#include "platforms/run/measure/last_opening.h"
#include "platforms/run/measure/observer.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class LossWatch;

class DamageFaults : public Observer {
 public:
  /// Precondition: the machine has sent no message. `whole` and the dispatcher must outlive this
  /// object.
  DamageFaults(const assembly::MachineConfig& config, const std::vector<HardwareFault>& faults,
               const Scope& whole, kernel::Dispatcher& dispatcher, std::uint64_t seed);
  ~DamageFaults() override;

  static bool any_in(const std::vector<HardwareFault>& faults);

  void begin(Opening opening) override;
  base::Time next() const override;
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
  };
  struct ProgramAddress {
    const RunningProgram* program;
    std::uint64_t address;
  };
  using Places = std::unordered_map<std::uint64_t, ProgramAddress>;

  const HardwareFault& fault(int f) const { return faults_[static_cast<std::size_t>(f)]; }
  InjectedLine& injected(int f) { return injected_[static_cast<std::size_t>(f)]; }
  std::vector<base::LineAddress> lines_on(base::NodeId node) const;
  void apply_due(const Due& due, base::Time now);
  bool is_due(Act act) const;
  void inject(int f, base::Time now);
  void repair(int f, base::Time now);
  void scrub(int f, base::Time now);
  void again(int f, base::Time now, base::Time span);
  base::Time time_to_next(int f);
  Places places() const;
  void report_counts(int f, SimulationResult& result) const;
  /// Logs the begin or end of a fault at its device.
  void log(int f, bool ends, base::Time now);
  int head_of(const ras::DeviceEvent& event) const;
  void report_device_events(SimulationResult& result) const;

  /// All faults of the run, so that indices match the scenario's numbers.
  std::vector<HardwareFault> faults_;
  const Scope& whole_;
  LastOpening last_opening_;
  std::uint64_t seed_;
  ras::Damage damage_;
  Breakage breakage_;
  std::unique_ptr<LossWatch> losses_;
  base::Time begin_ = kNever;
  std::multimap<base::Time, Due> due_;
  std::vector<InjectedLine> injected_;
};

}  // namespace starnuma::run
