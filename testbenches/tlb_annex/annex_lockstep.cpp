// SPDX-License-Identifier: Apache-2.0
// Lockstep of annex and function, and the cross bins of its events.
#include "testbenches/tlb_annex/annex_lockstep.h"

namespace starnuma::testbenches {

AnnexLockstep::AnnexLockstep(const AnnexSet& set, protocol::Counter counter, Bins& bins,
                             const BlockStart& start)
    : set_name_(set.name),
      block_(set.make(set.entries, counter.max, start)),
      entries_(set.entries),
      spaces_(1 << set.space_width),
      counter_(counter),
      golden_(set.entries, counter),
      bins_(bins),
      clearing_(counter.width > 0 ? set.entries : 0),
      in_ram_(set.in_ram),
      room_(set.in_ram ? 3 : 2) {}

AnnexAccepted AnnexLockstep::step(const AnnexInputs& in) {
  played_.push_back(in);
  if (in.reset) forget();
  block_->settle(in, outputs_);
  const bool room = pending() < room_;
  const bool inc_first = in.inc_valid && (in.inc_orphan || in_ram_);
  const AnnexAccepted ready{cleared() && (!in.inc_orphan || room), cleared() && room && !inc_first};
  compare(ready);
  const AnnexAccepted accepted{in.inc_valid && ready.inc && !in.reset,
                               in.event_valid && ready.event && !in.reset};
  const bool taken = in.take && !pending_.empty();
  if (accepted.event) sample(in, accepted);
  if (taken) pending_.pop_front();
  if (reading_.hand_over) push(*reading_.hand_over);
  reading_ = {};
  if (in_ram_ && !in.reset) read(in, accepted);
  if (!in.reset) apply(in, accepted);
  block_->finish_cycle();
  return accepted;
}

void AnnexLockstep::forget() {
  golden_ = tracking::CounterAnnexFunction(entries_, counter_);
  pending_.clear();
  reading_ = {};
  clearing_ = counter_.width > 0 ? entries_ : 0;
}

void AnnexLockstep::compare(const AnnexAccepted& ready) {
  block_->check("inc_ready_o", outputs_.inc_ready, ready.inc);
  block_->check("event_ready_o", outputs_.event_ready, ready.event);
  block_->check("mark_all_ready_o", outputs_.mark_all_ready, cleared());
  block_->check("hand_over_valid_o", outputs_.hand_over_valid, !pending_.empty());
  block_->check("idle_o", outputs_.idle, cleared() && pending() == 0 && !reading_.inc_slot);
  if (!pending_.empty()) {
    const base::PageId page = pending_.front().page;
    block_->check("hand_over_space_o", base::index_of(outputs_.hand_over_page.space()),
                  base::index_of(page.space()));
    block_->check("hand_over_page_o", outputs_.hand_over_page.number(), page.number());
    block_->check("hand_over_count_o", outputs_.hand_over_count, pending_.front().count);
  }
  for (std::size_t i = 0; i < outputs_.marked.size(); ++i) {
    block_->check("marked_o", outputs_.marked[i], golden_.marker_words()[i]);
  }
}

void AnnexLockstep::apply(const AnnexInputs& in, const AnnexAccepted& accepted) {
  if (!cleared()) {
    --clearing_;
    return;
  }
  const auto hand_over = [&](const protocol::HandOver& out) {
    if (in_ram_) reading_.hand_over = out;
    if (!in_ram_) push(out);
  };
  if (accepted.inc && in.inc_orphan) hand_over(golden_.orphan_increment(in.inc_page));
  if (accepted.inc && !in.inc_orphan) golden_.increment(in.inc_slot);
  if (accepted.event) {
    const auto out = event(in);
    if (out) hand_over(*out);
  }
  if (in.mark_all) golden_.mark_all();
}

/// Predicts what the block reads in the next cycle, except for the hand-over.
void AnnexLockstep::read(const AnnexInputs& in, const AnnexAccepted& accepted) {
  if (accepted.inc && !in.inc_orphan) {
    reading_.inc_slot = in.inc_slot;
    reading_.count_before = golden_.count(in.inc_slot);
  }
  const bool taken =
      accepted.event && (in.event_kind != SlotEvent::kAccess || golden_.marked(in.event_slot));
  reading_.promised = taken || (accepted.inc && in.inc_orphan);
}

void AnnexLockstep::push(const protocol::HandOver& hand_over) {
  if (!pending_.empty() && pending_.back().page.number() == hand_over.page.number() &&
      pending_.back().page.space() != hand_over.page.space()) {
    bins_.hit(kOtherSpaceBin);
  }
  pending_.push_back(hand_over);
}

std::optional<protocol::HandOver> AnnexLockstep::event(const AnnexInputs& in) {
  if (in.event_kind == SlotEvent::kAccess) return golden_.access(in.event_slot, in.event_page);
  if (in.event_kind == SlotEvent::kEvict) return golden_.evict(in.event_slot, in.event_page);
  return golden_.invalidate(in.event_slot, in.event_page);
}

/// Samples the cross bins: event x same-cycle increment x count before x hand-overs waiting. With
/// counters in a memory the increment is that of the previous cycle, which is forwarded.
void AnnexLockstep::sample(const AnnexInputs& in, const AnnexAccepted& accepted) {
  static constexpr const char* kKinds[] = {"access", "evict", "invalidate"};
  const bool marked = golden_.marked(in.event_slot);
  if (in.event_kind == SlotEvent::kAccess && !marked) return;
  const bool forwarded = reading_.inc_slot == in.event_slot;
  const std::uint32_t count = forwarded ? reading_.count_before : golden_.count(in.event_slot);
  std::optional<std::uint32_t> inc_slot = reading_.inc_slot;
  if (accepted.inc) inc_slot = in.inc_slot;
  const char* increment = !inc_slot                    ? "no increment"
                          : *inc_slot == in.event_slot ? "same slot"
                                                       : "other slot";
  const char* level = count == 0 ? "zero" : count == counter_.max ? "full" : "between";
  if (counter_.max == 0) level = "no counter";
  bins_.hit(std::string(kKinds[static_cast<int>(in.event_kind)]) + " x " + increment + " x " +
            level + " x " + std::to_string(pending()) + " waiting");
}

}  // namespace starnuma::testbenches
