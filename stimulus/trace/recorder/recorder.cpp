// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/recorder/recorder.h"

#include <algorithm>

#include "stimulus/trace/recorder/thread_recorder.h"

namespace starnuma::trace {

using core::Observed;
using protocol::AccessKind;

/// Returns the distances of the recent loads that determine `ready`. One load completes at this
/// time, or in simulated time `ready` is the maximum of several loads; the last two of them are
/// returned.
std::array<std::uint8_t, 2> Recorder::ThreadRecorder::loads_at(core::When ready) const {
  std::array<std::uint8_t, 2> after{};
  if (ready == core::When()) return after;
  const core::PendingTimes& times = core::PendingTimes::all();
  const bool named = ready.is_token();
  const core::Ticks known = named && times.resolved(ready) ? times.at(ready) : 0;
  std::size_t found = 0;
  for (int distance = 1; distance < 256 && found < after.size(); ++distance) {
    const core::When done = done_[static_cast<std::uint8_t>(next_load_ - distance)];
    const bool alone =
        done == ready || (known > 0 && times.resolved(done) && times.at(done) == known);
    if (!alone && !(named && done.is_token() && times.is_part(done, ready))) continue;
    after[found++] = static_cast<std::uint8_t>(distance);
    if (alone) break;
  }
  return after;
}

/// Adds a record with its work, from which a record that is an instruction is itself excluded. The
/// branch of a barrier is such a record, but the thread does not count it as an instruction, so the
/// work after the barrier is reduced by one.
void Recorder::ThreadRecorder::add(const Observed& call, Record record) {
  while (regions_ < shared_.regions) {
    ++regions_;
    add_marker(RecordKind::kRegionBegin);
  }
  const auto epoch = static_cast<std::uint64_t>(call.time.ps() / kEpoch.ps());
  if (epoch > epoch_) add_marker(RecordKind::kEpoch, epoch_ = epoch);
  const std::int64_t own = is_instruction(record.kind) ? 1 : 0;
  const std::int64_t work = std::max<std::int64_t>(0, call.instructions - instructions_ - own);
  instructions_ += work + own;
  record.work = static_cast<std::uint64_t>(work);
  writer_.add(record);
}

void Recorder::ThreadRecorder::add_marker(RecordKind kind, std::uint64_t number) {
  Record record;
  record.kind = kind;
  record.number = number;
  writer_.add(record);
}

void Recorder::ThreadRecorder::on_access(const Observed& call, AccessKind kind,
                                         base::VirtualAddress address, int bytes, core::When done) {
  if (summary_) return;
  Record record;
  record.kind = kind == AccessKind::kLoad    ? RecordKind::kLoad
                : kind == AccessKind::kStore ? RecordKind::kStore
                                             : RecordKind::kAtomic;
  record.bytes = static_cast<std::uint8_t>(bytes);
  record.address = address.value;
  record.after = loads_at(call.after);
  add(call, record);
  if (kind == AccessKind::kLoad) done_[next_load_++] = done;
  std::vector<std::uint8_t>& flags = shared_.page_flags;
  const std::uint64_t last =
      (address.value + static_cast<std::uint64_t>(bytes) - 1) / base::kPageBytes;
  if (flags.size() <= last) flags.resize(last + 1);
  for (std::uint64_t page = address.page(); page <= last; ++page) {
    flags[page] |= kind == AccessKind::kLoad ? Page::kUsed : Page::kUsed | Page::kWritten;
  }
}

void Recorder::ThreadRecorder::on_mispredict(const Observed& call) {
  if (summary_) return;
  Record record;
  record.kind = RecordKind::kMispredict;
  record.after = loads_at(call.after);
  add(call, record);
}

void Recorder::ThreadRecorder::leave(const Observed& call) {
  if (summary_) return;
  Record record;
  record.kind = RecordKind::kLeave;
  record.number = shared_.leaves++;
  add(call, record);
}

void Recorder::ThreadRecorder::enter(const Observed& call, std::uint64_t leaves) {
  if (summary_) return;
  Record record;
  record.kind = RecordKind::kEnter;
  record.number = leaves;
  add(call, record);
}

void Recorder::ThreadRecorder::on_arrive(const Observed& call) {
  leave(call);
  if (++shared_.arrived < shared_.threads) return;
  shared_.arrived = 0;
  shared_.released = shared_.leaves;
}

void Recorder::ThreadRecorder::on_resume(const Observed& call) { enter(call, shared_.released); }

void Recorder::ThreadRecorder::on_begin_measurement(const Observed& call) {
  if (summary_) return;
  ++shared_.regions;
  ++regions_;
  Record record;
  record.kind = RecordKind::kRegionBegin;
  add(call, record);
}

void Recorder::ThreadRecorder::on_end(const Observed& call) {
  if (summary_) return;
  const std::int64_t work = std::max<std::int64_t>(0, call.instructions - instructions_);
  summary_ = writer_.finish(static_cast<std::uint64_t>(work));
}

ThreadSummary Recorder::ThreadRecorder::finish() {
  if (!summary_) summary_ = writer_.finish();
  return *summary_;
}

Recorder::Recorder(const std::filesystem::path& folder, std::uint64_t id, int threads)
    : folder_(folder), id_(id), shared_(threads) {
  for (int t = 0; t < threads; ++t) {
    threads_.push_back(
        std::make_unique<ThreadRecorder>(shared_, folder, id, static_cast<std::uint32_t>(t)));
  }
}

Recorder::~Recorder() = default;

core::ThreadObserver& Recorder::watch(int thread) {
  return *threads_[static_cast<std::size_t>(thread)];
}

std::vector<Page> Recorder::pages(const base::Arena& arena) const {
  std::vector<Page> pages;
  for (const base::PageOrigin& origin : arena.origins()) {
    Page page;
    page.number = pages.size();
    page.toucher = origin.id;
    if (page.number < shared_.page_flags.size()) page.flags = shared_.page_flags[page.number];
    if (origin.bound) page.flags |= Page::kBound;
    pages.push_back(page);
  }
  return pages;
}

void Recorder::finish(Summary summary, const base::Arena& arena,
                      const stimulus::Workload& workload) {
  summary.id = id_;
  summary.contents = {true, true, true, true, true, 0};
  for (const auto& thread : threads_) summary.threads.push_back(thread->finish());
  summary.pages = write_pages(folder_, id_, pages(arena));
  summary.regions = shared_.regions;
  summary.work = {workload.work_units(), std::string(workload.work_unit_name())};
  // Retains the workload's fraction of the full size, so that machines are scaled as in the run.
  const base::Footprint footprint = workload.footprint();
  const double share =
      static_cast<double>(footprint.full_size.value) / static_cast<double>(footprint.size.value);
  summary.full_size_bytes = static_cast<std::uint64_t>(
      share * static_cast<double>(summary.pages.used) * base::kPageBytes);
  summary.expected_instructions = workload.expected_instructions();
  write_summary(folder_, summary);
}

}  // namespace starnuma::trace
