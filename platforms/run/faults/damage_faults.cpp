// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/faults/damage_faults.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "models/kernel/now.h"
#include "platforms/run/faults/fault_outcomes.h"
#include "platforms/run/faults/loss_watch.h"
#include "platforms/run/measure/simulation_result.h"

namespace starnuma::run {

using base::LineAddress;
using base::NodeId;
using base::SocketId;
using base::Time;
using ras::What;

namespace {

/// Period of the scrubber's wake-ups; each wake-up reads the lines scheduled within the period.
constexpr Time kScrubStep{1'000'000};
constexpr double kPicoseconds = 1e12;  ///< Picoseconds in a second.
/// Period of the retries of cuts that outstanding transactions defer.
constexpr Time kCutStep{100'000};

std::uint64_t window_of(const Scope& whole) {
  const paging::HostMap* hosts = whole.programs().front()->map().memory().hosts();
  return hosts != nullptr ? hosts->window() : ras::Damage::kWhole;
}

}  // namespace

bool DamageFaults::any_in(const std::vector<HardwareFault>& faults) {
  return std::any_of(faults.begin(), faults.end(),
                     [](const HardwareFault& fault) { return !fault.of_link_layer(); });
}

DamageFaults::DamageFaults(const assembly::MachineConfig& config,
                           const std::vector<HardwareFault>& faults, const Scope& whole,
                           kernel::Dispatcher& dispatcher, std::uint64_t seed)
    : faults_(faults),
      config_(config),
      whole_(whole),
      last_opening_(whole),
      seed_(seed),
      damage_(config.sockets(), config.nodes(), window_of(whole)),
      device_log_(whole.machine().wiring(), damage_),
      breakage_(whole.machine(), damage_, dispatcher.copies()),
      injected_(faults.size()) {
  dispatcher.keep_damage(&damage_);
  damage_.log_devices(config.agents().device_node(0), config.pool.count);
  const auto reroutes = [](const HardwareFault& one) {
    return one.kind == HardwareFaultKind::kLinkDown;
  };
  if (std::any_of(faults.begin(), faults.end(), reroutes)) whole.machine().expect_reroutes();
  if (config.simulation.check != assembly::Check::kCoherence) return;
  losses_ = std::make_unique<LossWatch>(damage_);
  whole.machine().observe_accesses(*losses_);
}

DamageFaults::~DamageFaults() = default;

template <class Visit>
void DamageFaults::each_line_on(NodeId node, const Visit& visit) const {
  for (RunningProgram* program : whole_.programs()) {
    const paging::PageMap& map = program->map();
    for (std::uint64_t page = 0; page < map.pages(); ++page) {
      for (std::uint64_t i = 0; i < base::kLinesPerPage; ++i) {
        const LineAddress line = map.line_at(map.frame_of(page), i * base::kLineBytes);
        if (line.node() != node) continue;
        visit(line, *program, base::VirtualAddress{page * base::kPageBytes + i * base::kLineBytes});
      }
    }
  }
}

std::vector<LineAddress> DamageFaults::lines_on(NodeId node) const {
  std::vector<LineAddress> lines;
  each_line_on(node, [&](LineAddress line, RunningProgram&, base::VirtualAddress) {
    lines.push_back(line);
  });
  return lines;
}

/// Returns the time at which the fault is repaired. A reset that clears the memory also takes the
/// time in which the programs' lines are written at the peak bandwidth of the memory.
Time DamageFaults::end_of(int f) const {
  const HardwareFault& what = fault(f);
  const Time end = begin_ + what.at + what.lasts;
  if (!what.clears) return end;
  const auto bytes = static_cast<double>(lines_on(what.node).size() * base::kLineBytes);
  const auto peak = static_cast<double>(config_.memory_at(what.node).peak().value);
  return end + Time(static_cast<std::int64_t>(bytes * kPicoseconds / peak));
}

void DamageFaults::begin(Opening /*opening*/) {
  if (!last_opening_.is_now()) return;
  begin_ = kernel::now();
  for (int f = 0; f < static_cast<int>(faults_.size()); ++f) {
    if (fault(f).of_link_layer()) continue;
    const bool from_start = fault(f).kind == HardwareFaultKind::kHeadAdded;
    due_.emplace(from_start ? begin_ : begin_ + fault(f).at, Due{f, Act::kBegin});
    injected(f).end = end_of(f);
    if (fault(f).pauses() || fault(f).lasts > Time(0)) {
      due_.emplace(injected(f).end, Due{f, Act::kEnd});
    }
    injected(f).random = base::Random(base::Random(seed_ + static_cast<std::uint64_t>(f)).next());
    if (fault(f).correction > Time(0)) damage_.set_correction(fault(f).correction);
  }
  sc_core::sc_pause();  // makes the time loop re-read next()
}

Time DamageFaults::next() const { return due_.empty() ? kNever : due_.begin()->first; }

void DamageFaults::sample() {
  while (next() <= kernel::now()) {
    const Due due = due_.begin()->second;
    due_.erase(due_.begin());
    apply_due(due, kernel::now());
    clear_memory(kernel::now());
    if (breakage_.has_pending_cuts() && !is_due(Act::kCut)) {
      due_.emplace(kernel::now() + kCutStep, Due{ras::kNoFault, Act::kCut});
    }
  }
}

bool DamageFaults::is_due(Act act) const {
  return std::any_of(due_.begin(), due_.end(),
                     [&](const auto& one) { return one.second.act == act; });
}

void DamageFaults::apply_due(const Due& due, Time now) {
  if (due.act == Act::kCut) return breakage_.continue_cut(now);
  if (due.act == Act::kEnd) return repair(due.fault, now);
  if (due.act == Act::kBegin &&
      (fault(due.fault).of_memory() || fault(due.fault).kind == HardwareFaultKind::kDeviceReset)) {
    injected(due.fault).lines = lines_on(fault(due.fault).node);
  }
  // The first event of a fault with a rate occurs one random interval after its start.
  const bool later = due.act == Act::kBegin && fault(due.fault).rate.value > 0;
  if (!later) inject(due.fault, now);
  if (fault(due.fault).rate.value > 0) again(due.fault, now, time_to_next(due.fault));
}

/// Draws the exponential interval between independent events.
Time DamageFaults::time_to_next(int f) {
  constexpr double kSteps = 9007199254740992.0;  // 2^53
  const auto draw = injected(f).random.next() >> 11;
  const double uniform = (static_cast<double>(draw) + 0.5) / kSteps;
  const double mean = kPicoseconds / static_cast<double>(fault(f).rate.value);
  return Time(1 + static_cast<std::int64_t>(-std::log(uniform) * mean));
}

void DamageFaults::again(int f, Time now, Time span) {
  const Time end = begin_ + fault(f).at + fault(f).lasts;
  if (fault(f).lasts > Time(0) && now + span >= end) return;
  due_.emplace(now + span, Due{f, Act::kAgain});
}

void DamageFaults::inject(int f, Time now) {
  device_log_.began(fault(f), now);
  const HardwareFault& what = fault(f);
  InjectedLine& at = injected(f);
  const auto any_line = [&] { return at.lines[at.random.below(at.lines.size())]; };
  switch (what.kind) {
    case HardwareFaultKind::kLinkDown:
      return breakage_.take_link_down(what.edge, f, what.completion_timeout, now);
    case HardwareFaultKind::kHostCrash:
      return breakage_.crash(what.host, f, now);
    case HardwareFaultKind::kHeadRemoved:
      return breakage_.remove_head(what.edge, f, now);
    case HardwareFaultKind::kHeadReset:
      return breakage_.reset_head(what.edge, f, {at.end, false}, now);
    case HardwareFaultKind::kHeadAdded:
      return breakage_.reset_head(what.edge, f, {at.end, true}, now);
    case HardwareFaultKind::kFlr:
      return;  // only CXL.io
    case HardwareFaultKind::kCxlReset:
      if (what.clears) to_clear_.push_back(f);
      if (what.of_head()) return breakage_.reset_head(what.edge, f, {at.end, what.flushed}, now);
      return breakage_.reset_heads(what.node, f, {at.end, what.flushed}, now);
    case HardwareFaultKind::kDeviceReset:
      return breakage_.reset(what.node, at.lines, f, now);
    case HardwareFaultKind::kDeviceSilent:
      return breakage_.silence(what.node, f, what.completion_timeout, now);
    case HardwareFaultKind::kDeviceViral:
      return breakage_.make_viral(what.node, f);
    case HardwareFaultKind::kMemoryCorrected:
      if (!at.lines.empty()) breakage_.flip(any_line(), f, now);
      return;
    case HardwareFaultKind::kMemoryUncorrected:
      if (!at.lines.empty()) breakage_.spoil(any_line(), f, now);
      return;
    case HardwareFaultKind::kMemoryScrub:
      return scrub(f, now);
    default:
      return;  // link-layer faults are handled by Faults (faults.h)
  }
}

void DamageFaults::repair(int f, Time now) {
  if (std::find(to_clear_.begin(), to_clear_.end(), f) != to_clear_.end()) {
    due_.emplace(now + kCutStep, Due{f, Act::kEnd});  // transactions are outstanding
    return;
  }
  device_log_.ended(fault(f), now);
  const HardwareFault& what = fault(f);
  if (what.kind == HardwareFaultKind::kLinkDown) return breakage_.bring_link_up(what.edge, now);
  if (what.of_head()) return breakage_.return_head(what.edge, now);
  if (what.kind == HardwareFaultKind::kCxlReset) breakage_.return_heads(what.node, now);
}

void DamageFaults::clear_memory(Time now) {
  if (breakage_.has_pending_cuts()) return;
  for (const int f : to_clear_) {
    const NodeId device = fault(f).node;
    each_line_on(device, [&](LineAddress line, RunningProgram& program, base::VirtualAddress at) {
      breakage_.clear(line, f, now);
      program.program().clear_line(at);
    });
    device_log_.cleared(device, now);
  }
  to_clear_.clear();
}

/// Reads the lines scheduled until the next wake-up.
void DamageFaults::scrub(int f, Time now) {
  InjectedLine& at = injected(f);
  if (at.lines.empty()) return;
  const double gap =
      static_cast<double>(fault(f).period.ps()) / static_cast<double>(at.lines.size());
  const Time span = std::max(kScrubStep, Time(static_cast<std::int64_t>(gap)));
  const Time since = now + span - begin_ - fault(f).at;
  const auto due = static_cast<std::uint64_t>(static_cast<double>(since.ps()) / gap);
  for (; at.scrubbed < due; ++at.scrubbed) {
    const auto nth = static_cast<double>(at.scrubbed);
    const Time time = begin_ + fault(f).at + Time(static_cast<std::int64_t>(nth * gap));
    whole_.machine().scrub(at.lines[at.next_line], std::max(now, time));
    at.next_line = (at.next_line + 1) % at.lines.size();
  }
  again(f, now, span);
}

DamageFaults::Places DamageFaults::places() const {
  Places places;
  for (const RunningProgram* program : whole_.programs()) {
    const paging::PageMap& map = program->map();
    for (std::uint64_t page = 0; page < map.pages(); ++page) {
      for (std::uint64_t i = 0; i < base::kLinesPerPage; ++i) {
        const LineAddress line = map.line_at(map.frame_of(page), i * base::kLineBytes);
        places.emplace(damage_.in_memory(line).value,
                       ProgramAddress{program, page * base::kPageBytes + i * base::kLineBytes});
      }
    }
  }
  return places;
}

void DamageFaults::report(SimulationResult& result) {
  device_log_.report(begin_, result);
  for (int f = 0; f < static_cast<int>(faults_.size()); ++f) {
    if (!fault(f).of_link_layer()) report_counts(f, result);
  }
  if (damage_.events().empty()) return;
  const Places known = places();
  for (const ras::Event& event : damage_.events()) {
    FaultEvent& row = result.fault_events.emplace_back();
    row.fault = event.fault;
    row.kind = event.fault < 0 ? "" : outcome_of(fault(event.fault).kind).name;
    row.time = event.time - begin_;
    row.event = ras::kWhatNames[static_cast<std::size_t>(event.what)];
    row.socket = event.socket == ras::kNoSocket ? -1 : base::index_of(event.socket);
    row.line = event.line;
    const auto place = known.find(damage_.in_memory(event.line).value);
    if (place == known.end()) {
      row.data = "system";  // page tables
      continue;
    }
    row.program = place->second.program->placed().name;
    row.data = place->second.program->arena().place_of({place->second.address});
  }
}

void DamageFaults::report_counts(int f, SimulationResult& result) const {
  static constexpr std::array<const char*, ras::kWhatNames.size()> kSentences{
      "lines whose last write is lost",
      "lines without valid data in memory",
      "poisoned lines that the scrubber found",
      "accesses of cores that received poison, and therefore an error",
      "poisoned lines that a core has written as a whole",
      "poisoned lines that valid data in memory replaced",
      "accesses without a response within the completion time-out",
      "accesses to homes that their socket was isolated from",
      "accesses that waited until the head returned to service",
      "modified lines that sockets wrote back before a reset",
      "lines that a reset has set to zero"};
  std::array<std::int64_t, ras::kWhatNames.size()> counts{};
  for (const ras::Event& event : damage_.events()) {
    if (event.fault == f) ++counts[static_cast<std::size_t>(event.what)];
  }
  accounting::StatWriter out(result.stats, "faults.fault" + std::to_string(f));
  for (std::size_t w = 0; w < counts.size(); ++w) {
    if (static_cast<What>(w) >= What::kHeld && !fault(f).pauses()) continue;
    out.write(std::string(ras::kWhatNames[w]), counts[w], "1", kSentences[w]);
  }
  const ras::Damage::BitErrorStats& bits = damage_.counts();
  const auto write = [&](const char* name, double value, const char* sentence) {
    out.write(name, value, "1", sentence);
  };
  if (fault(f).kind == HardwareFaultKind::kMemoryScrub) {
    write("lines_read", static_cast<double>(injected_[static_cast<std::size_t>(f)].scrubbed),
          "lines that the scrubber has read");
    write("scrubbed", static_cast<double>(bits.scrubbed), "lines that a scrubber has corrected");
  }
  if (fault(f).kind != HardwareFaultKind::kMemoryCorrected) return;
  write("wrong_bits", static_cast<double>(bits.flipped), "bits that flipped, in all memory");
  write("corrected", static_cast<double>(bits.corrected), "lines corrected by a read");
  write("rewritten", static_cast<double>(bits.rewritten),
        "lines with a wrong bit that were written before any read");
  write("latent", static_cast<double>(damage_.latent()), "lines with a wrong bit at the end");
}

}  // namespace starnuma::run
