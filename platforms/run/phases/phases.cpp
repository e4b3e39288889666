// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/phases/phases.h"

#include <algorithm>

#include "models/base/check.h"
#include "models/kernel/now.h"
#include "platforms/assembly/memory/page_capacity.h"
#include "platforms/run/measure/simulation_result.h"

namespace starnuma::run {
namespace {

bool remembers_sharers(const assembly::MachineConfig& config) {
  return config.method && config.method->sharers == assembly::SharersOver::kPublishedPhase;
}

}  // namespace

Phases::Phases(const assembly::MachineConfig& config, const Scope& scope, TrackingWindow& tracking,
               const placement::ScaledPhase& scaled, const PhaseOptions& options)
    : config_(config),
      scope_(scope),
      program_(*scope.program()),
      page_map_(program_.map()),
      tracking_(tracking),
      policy_(program_.placed().policy),
      scaled_(scaled),
      options_(options),
      executed_before_(scope.cores().size()),
      counts_(page_map_.pages(), config.sockets()),
      sharers_(remembers_sharers(config) ? scaled.per_published_phase() : 1),
      books_(config, scope, scaled) {
  SN_CHECK(!program_.placed().placement.reads_trackers() ||
               scaled_.region_pages == std::uint64_t{1} << tracking.metadata().region_shift(),
           "a region of ", scaled_.region_pages, " pages is not what trackers count");
  scope.watch(*this);
  os().faults().on_fault(space(),
                         [this](const placement::PageFault& fault) { return answer(fault); });
  if (traits().caches_pages) os().mover().cache_pages(space());
}

void Phases::prepare(Opening opening) {
  if (opening == Opening::kFirst) return;
  books_.reopen(plan_.moves);
  policy_.reset_statistics();
  executed_before_ = executed();
}

void Phases::begin(Opening opening) {
  if (opening == Opening::kAgain) return books_.reopened();
  open_ = true;
  next_poll_ = kernel::now() + kPoll;
  if (policy_.tick_period() > base::Time(0)) next_tick_ = kernel::now() + policy_.tick_period();
  counts_.clear();
  forget_writes();
  books_.open();
  if (options_.from != nullptr) {
    resume_from(options_.from->checkpoint);
  } else {
    write_checkpoint({});
  }
  sc_core::sc_pause();  // makes the time loop re-read next()
}

std::vector<std::int64_t> Phases::executed() const {
  std::vector<std::int64_t> executed = executed_before_;
  for (std::size_t t = 0; t < executed.size(); ++t) {
    executed[t] += scope_.machine().core(scope_.cores()[t]).instructions();
  }
  return executed;
}

void Phases::on_miss(const kernel::Miss& miss) {
  books_.add(miss);
  counts_.add(miss.address.page(), static_cast<std::uint64_t>(miss.requester));
}

void Phases::sample() {
  if (kernel::now() >= next_tick_) {
    next_tick_ += policy_.tick_period();
    placement::Tick tick;
    describe(tick);
    tick.now = kernel::now();
    carry_out(policy_.on_tick(tick));
  }
  if (kernel::now() < next_poll_) return;
  next_poll_ = kernel::now() + kPoll;
  if (!open_) return;
  if (over_ || books_.instructions() / scope_.threads() >= scaled_.instructions) end_phase();
}

void Phases::end_phase() {
  executed_.push_back(executed());
  over_ = false;
  close_books();
  const placement::Plan plan = policy_.on_phase(knowledge());
  ++phase_;
  counts_.clear();
  forget_writes();
  write_checkpoint(plan);
  carry_out(plan);
}

void Phases::write_checkpoint(const placement::Plan& plan) const {
  if (!options_.checkpoint) return;
  Checkpoint checkpoint;
  checkpoint.phase = phase_;
  checkpoint.executed = executed_;
  checkpoint.homes = page_map_.homes();
  checkpoint.plan = plan;
  const auto remembered = policy_.remembered();
  if (!remembered || !plan.unmap.empty() || !plan.tasks.empty()) {
    throw base::InputError("checkpoints: policy ",
                           placement::name_of(program_.placed().placement.policy),
                           " knows or does what they do not hold");
  }
  checkpoint.policy = *remembered;
  if (program_.placed().placement.reads_trackers()) checkpoint.metadata = tracking_.known(scope_);
  options_.checkpoint(checkpoint);
}

void Phases::resume_from(const Checkpoint& checkpoint) {
  phase_ = checkpoint.phase;
  policy_.recall(checkpoint.policy);
  if (!checkpoint.metadata.empty()) {
    tracking_.recall(scope_, checkpoint.metadata);
    if (phase_ > 1) scan_metadata();
  }
  carry_out(checkpoint.plan);
}

void Phases::close_books() {
  if (kernel::now() == books_.phase_begin()) return;
  const bool drops = traits().drops_moves();
  const std::size_t made = drops ? os().cancel(space()) : os().mover().take_made(space());
  if (drops) policy_.on_phase_over(plan_.moves, made);
  books_.close(phase_, plan_, made);
  std::vector<placement::Move> left;
  if (!drops)
    left.assign(plan_.moves.begin() + static_cast<std::ptrdiff_t>(made), plan_.moves.end());
  plan_ = {};
  plan_.moves = std::move(left);
}

os::PageFaults::Answer Phases::answer(const placement::PageFault& fault) {
  const placement::Plan plan = policy_.on_fault(fault);
  if (!traits().moves_in_faults || plan.moves.empty()) {
    carry_out(plan);
    return {};
  }
  const std::size_t most = traits().caches_pages ? 2 : 1;
  const placement::Move& own = plan.moves.back();
  SN_CHECK(plan.moves.size() <= most && own.page == fault.page, "a fault of page ", fault.page,
           " moves another");
  plan_.add(plan);
  books_.add(plan);
  os::PageFaults::Answer answer{own.to};
  if (plan.moves.size() > 1) answer.evict = plan.moves.front().page;
  return answer;
}

void Phases::carry_out(const placement::Plan& plan) {
  plan_.add(plan);
  books_.add(plan);
  os().migrate(space(), plan.moves);
  if (!plan.unmap.empty()) os().unmap(space(), plan.unmap);
  if (!plan.tasks.empty()) os().move_tasks(space(), plan.tasks);
}

void Phases::forget_writes() {
  if (!traits().copies_pages()) return;
  std::vector<std::uint8_t>& written = os().written(space());
  std::fill(written.begin(), written.end(), 0);
}

void Phases::describe(placement::MemoryState& memory) const {
  memory.sockets = config_.sockets();
  memory.pool_devices = config_.pool.count;
  memory.pool_interleave_pages =
      assembly::pool_capacities(config_, page_map_.pages()).interleave_pages;
  memory.homes = page_map_.homes();
  const base::Arena& arena = program_.arena();
  const std::vector<base::PageOrigin>& origins = arena.origins();
  if (arena.has_shared_mappings()) {
    for (const base::PageOrigin& origin : origins) {
      memory.shared_mapping.push_back(origin.shared_mapping);
    }
  }
  for (std::uint64_t page = 0; page < origins.size(); ++page) {
    memory.bound.push_back(origins[page].bound || !page_map_.allocated(page));
  }
  for (int n = 0; n < config_.nodes(); ++n) {
    memory.room.push_back(page_map_.free_on(static_cast<base::NodeId>(n)));
  }
  memory.faults = os().faults().faults_on();
  memory.unmapping = os().unmapping(space());
  memory.tasks = os().tasks().cores_of(space());
  memory.busy = os().tasks().busy();
  if (!traits().copies_pages()) return;
  for (std::uint64_t page = 0; page < page_map_.pages(); ++page) {
    memory.copies.push_back(page_map_.copies_of(page));
  }
}

placement::PhaseKnowledge Phases::knowledge() {
  placement::PhaseKnowledge known;
  describe(known);
  known.phase = phase_;
  known.region_pages = scaled_.region_pages;
  known.limit = scaled_.page_limit;
  known.seed = options_.policy_seed;
  if (traits().sees_regions()) known.regions = region_uses();
  if (traits().sees == placement::Sees::kPages) known.counts = &counts_;
  if (traits().copies_pages()) known.written = &os().written(space());
  return known;
}

std::vector<placement::RegionUse> Phases::region_uses() {
  std::vector<placement::RegionUse> uses = uses_of_phase();
  sharers_.add_to(uses);
  return uses;
}

std::vector<placement::RegionUse> Phases::uses_of_phase() {
  if (!program_.placed().placement.reads_trackers()) {
    return placement::region_uses(counts_, scaled_.region_pages, books_.most_counted());
  }
  std::vector<placement::RegionUse> uses;
  for (const auto& entry : tracking_.end_phase(scope_))
    uses.push_back({entry.count, entry.sharers});
  scan_metadata();
  return uses;
}

void Phases::scan_metadata() {
  os().scan(space(), tracking_.metadata().lines(space()), tracking_.settled(scope_));
}

void Phases::report_so_far(SimulationResult& result) {
  report(result);
  over_ = true;
}

void Phases::report(SimulationResult& result) {
  close_books();
  result.phases = books_.table();
  result.spans.insert(result.spans.end(), books_.spans().begin(), books_.spans().end());
  accounting::StatWriter migration(result.stats, scope_.path() + ".migration");
  books_.report(migration);
  if (traits().sees_regions()) {
    migration.write("sharer_phases", sharers_.phases(), "1",
                    "phases whose sharers of a region the policy receives");
  }
  policy_.report(migration);
}

}  // namespace starnuma::run
