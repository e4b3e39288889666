// SPDX-License-Identifier: Apache-2.0
#include "models/cache/private_caches.h"

#include <algorithm>

#include "models/kernel/now.h"
#include "models/protocol/access.h"

namespace starnuma::cache {

using kernel::LookUp;
using protocol::Access;
using protocol::AccessKind;
using protocol::ServedBy;

PrivateCaches::PrivateCaches(const sc_core::sc_module_name& name, const Config& config,
                             base::Frequency frequency)
    : sc_module(name),
      l1_(config.l1_size, config.l1_ways),
      l2_(config.l2_size, config.l2_ways),
      mshrs_(static_cast<std::size_t>(config.mshrs)) {
  const base::ClockRatio clock(frequency);
  l1_hit_ = clock.time_of(config.l1_latency.value);
  l2_hit_ = clock.time_of(config.l1_latency.value + config.l2_latency.value);
}

void PrivateCaches::access(Access& access) {
  Entry* entry = l1_.find(access.line);
  if (__builtin_expect(entry == nullptr, 0)) return miss_l1(access);
  const LookUp found = use_l1(access, *entry);
  if (__builtin_expect(found != LookUp::kHit, 0)) complete(access, found);
}

LookUp PrivateCaches::look_up(Access& access) {
  Entry* entry = l1_.find(access.line);
  return entry != nullptr ? use_l1(access, *entry) : look_up_l2(access);
}

/// Serves an access to a line of the L1 if its permission is sufficient.
inline LookUp PrivateCaches::use_l1(Access& access, Entry& entry) {
  if (protocol::is_write(access.kind)) {
    if (__builtin_expect(access.kind == AccessKind::kFlush, 0)) return LookUp::kBlocked;
    if (!entry.writable) return LookUp::kBlocked;
    entry.dirty = true;
  }
  ++counts_.l1_hits;
  serve(access, l1_hit_, entry);
  access.served_by = ServedBy::kL1;
  return LookUp::kHit;
}

/// Completes a hit after `lookup`, or when a line in flight arrives.
inline void PrivateCaches::serve(Access& access, base::Time lookup, const Entry& entry) {
  const base::Time ready = access.time + lookup;
  access.time = std::max(ready, entry.ready_at());
  access.queue = access.time - ready;
}

void PrivateCaches::miss_l1(Access& access) {
  agent_prefetcher_.prefetch(access);
  const LookUp found = look_up_l2(access);
  if (found != LookUp::kHit) complete(access, found);
}

/// Serves an access to a line of the L2 if its permission is sufficient, and fills the L1.
inline LookUp PrivateCaches::look_up_l2(Access& access) {
  if (__builtin_expect(access.kind == AccessKind::kFlush, 0)) return LookUp::kBlocked;
  const Entry* entry = l2_.find(access.line);
  if (entry == nullptr) return LookUp::kMiss;
  const bool write = protocol::is_write(access.kind);
  if (write && !entry->writable) return LookUp::kBlocked;
  ++counts_.l2_hits;
  serve(access, l2_hit_, *entry);
  access.served_by = ServedBy::kL2;
  fill_l1(access.line, access.time, entry->writable, write);
  return LookUp::kHit;
}

/// Completes an access that the look-up has not answered. If accesses overlap, it first waits for
/// its line and for a register.
void PrivateCaches::complete(Access& access, LookUp found) {
  while (found != LookUp::kHit && __builtin_expect(must_wait(access), 0)) found = retry(access);
  if (found == LookUp::kHit) return;
  if (found == LookUp::kMiss) return fetch(access);
  access.kind == AccessKind::kFlush ? flush_line(access) : upgrade(access);
}

/// Waits for the line if it is outstanding, or else for a register, and looks the line up again.
LookUp PrivateCaches::retry(Access& access) {
  if (is_outstanding(access.line)) {
    execution_.wait(for_lines_, access.line);
    return look_up(access);
  }
  execution_.wait(for_registers_);
  const LookUp found = look_up(access);
  // If this access needs no register any more, the next waiting access may use it.
  if (found == LookUp::kHit || is_outstanding(access.line)) execution_.wake_first(for_registers_);
  return found;
}

/// Fetches a line that neither array holds.
void PrivateCaches::fetch(Access& access) {
  ++counts_.misses;
  send_to_home(access);
  if (protocol::is_uncached(access.kind) || access.kind == AccessKind::kCurrentLoad) return;
  fill_l2(access.line, access);
  fill_l1(access.line, access.time, access.writable, protocol::is_write(access.kind));
}

/// Sends a miss or upgrade to the caching agent.
void PrivateCaches::send_to_home(Access& access) {
  if (execution_.overlaps()) return issue(access);
  const base::Time lookup = access.time + l2_hit_;
  allocate_mshr(access, wait_for_mshr(lookup));
  to_agent_.send(access);
  in_flight_.push_back(access.time);
}

/// Requests write permission for a line that is present. Snoops may invalidate the line meanwhile.
void PrivateCaches::upgrade(Access& access) {
  ++counts_.upgrades;
  send_to_home(access);
  if (Entry* in_l2 = l2_.find(access.line)) {
    in_l2->writable = access.writable;
    in_l2->delay_until(access.time);
  } else {
    fill_l2(access.line, access);
  }
  if (Entry* in_l1 = l1_.find(access.line)) {
    in_l1->writable = access.writable;
    in_l1->dirty = 1;
    in_l1->delay_until(access.time);
  } else {
    fill_l1(access.line, access.time, access.writable, true);
  }
}

void PrivateCaches::flush_line(Access& access) {
  if (!execution_.overlaps()) {
    access.dirty = snoop(access.line, Demand::kInvalidate);
  } else if (l2_.peek(access.line) != nullptr) {
    // Evicts at once, so that a snoop during the flush finds the written data at the agent.
    relinquish(l2_.take(access.line), access.core, std::max(access.time, kernel::now()));
  }
  send_to_home(access);
}

bool PrivateCaches::holds(base::LineAddress line, bool writable) const {
  const Entry* entry = l1_.peek(line);
  if (entry == nullptr) entry = l2_.peek(line);
  return entry != nullptr && (!writable || entry->writable);
}

/// Sends a miss while others are outstanding; resumes at the time of the grant.
void PrivateCaches::issue(Access& access) {
  const base::Time lookup = access.time + l2_hit_;
  allocate_mshr(access, std::max(lookup, kernel::now()) - lookup);
  outstanding_.push_back(access.line);
  protocol::then_leave(
      [&] { to_agent_.send(access); },
      [this, line = access.line] {
        outstanding_.erase(std::find(outstanding_.begin(), outstanding_.end(), line));
        execution_.wake(for_lines_, line);
        execution_.wake_first(for_registers_);
      });
}

/// The access allocates a register after the look-up in the L2 and `wait`.
void PrivateCaches::allocate_mshr(Access& access, base::Time wait) const {
  access.mshr_queue = access.register_wait = wait;
  access.time += l2_hit_ + wait;
  access.registered = access.time;
}

base::Time PrivateCaches::wait_for_mshr(base::Time start) {
  if (in_flight_.size() < mshrs_) return base::Time(0);
  auto done = [&](base::Time t) { return t <= start; };
  in_flight_.erase(std::remove_if(in_flight_.begin(), in_flight_.end(), done), in_flight_.end());
  if (in_flight_.size() < mshrs_) return base::Time(0);
  const auto earliest = std::min_element(in_flight_.begin(), in_flight_.end());
  const base::Time wait = *earliest - start;
  in_flight_.erase(earliest);
  return wait;
}

void PrivateCaches::fill_l1(base::LineAddress line, base::Time ready_at, bool writable,
                            bool dirty) {
  const Entry victim = l1_.fill(line, ready_at, writable, dirty);
  if (victim.line != Entry::kEmpty && victim.dirty) l2_.find({victim.line})->dirty = true;
}

void PrivateCaches::fill_l2(base::LineAddress line, const Access& access) {
  const Entry victim = l2_.fill(line, access.time, access.writable, false, access.place);
  if (victim.line != Entry::kEmpty) relinquish(victim, access.core, access.time);
}

/// Notifies the agent of an eviction from the L2, with its data if dirty.
void PrivateCaches::relinquish(const Entry& in_l2, base::CoreId core, base::Time time) {
  const bool dirty = (in_l2.dirty | l1_.take({in_l2.line}).dirty) != 0;
  Access writeback;
  writeback.line = {in_l2.line};
  writeback.core = core;
  writeback.kind = AccessKind::kWriteback;
  writeback.issued = writeback.time = time;
  writeback.dirty = dirty;
  writeback.place = in_l2.place;
  to_agent_.send(writeback);
}

PrivateCaches::Flushed PrivateCaches::flush(base::CoreId core, base::Time time) {
  std::vector<base::LineAddress> lines;
  for (const Entry& entry : l2_) {
    if (entry.line != Entry::kEmpty) lines.push_back({entry.line});
  }
  Flushed flushed;
  for (const base::LineAddress line : lines) {
    const Entry entry = l2_.take(line);
    if (entry.line == Entry::kEmpty) continue;  // removed by a snoop of an earlier eviction
    ++flushed.lines;
    flushed.span += l2_hit_;
    relinquish(entry, core, time + flushed.span);
  }
  return flushed;
}

bool PrivateCaches::snoop(base::LineAddress line, Demand demand) {
  if (demand == Demand::kInvalidate) {
    const Entry in_l2 = l2_.take(line);
    return in_l2.line != Entry::kEmpty && (l1_.take(line).dirty | in_l2.dirty) != 0;
  }
  bool dirty = false;
  for (PrivateArray* array : {&l1_, &l2_}) {
    Entry* entry = array->find(line);
    if (entry == nullptr) continue;
    dirty |= entry->dirty;
    entry->writable = entry->dirty = false;
  }
  return dirty;
}

void PrivateCaches::report(accounting::StatWriter& writer) const {
  writer.write("l1_hits", counts_.l1_hits, "1", "accesses served by the L1");
  writer.write("l2_hits", counts_.l2_hits, "1", "accesses served by the L2");
  writer.write("misses", counts_.misses, "1", "accesses that went to the caching agent for a line");
  writer.write("upgrades", counts_.upgrades, "1", "writes to a line held shared");
}

}  // namespace starnuma::cache
