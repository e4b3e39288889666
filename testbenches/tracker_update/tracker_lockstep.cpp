// SPDX-License-Identifier: Apache-2.0
// Lockstep of unit and function, and the cross bins of its hand-overs.
#include "testbenches/tracker_update/tracker_lockstep.h"

namespace starnuma::testbenches {

TrackerLockstep::TrackerLockstep(const TrackerSet& set, const Function::Config& config, Bins& bins,
                                 const BlockStart& start)
    : set_name_(set.name),
      block_(set.make(config, start)),
      space_width_(set.space_width),
      config_(config),
      golden_(config),
      bins_(bins) {}

bool TrackerLockstep::step(const TrackerInputs& in) {
  played_.push_back(in);
  if (in.reset) forget();
  if (in.change) change_elsewhere(*in.change);
  const bool answering = state_ == State::kWait && in.answer;
  const bool adding = adds() && state_ == State::kRead && golden_.pending() && in.credit;
  TrackerPinInputs pins{in, std::nullopt};
  if (answering) pins.answer = memory_[*held_];
  outputs_ = block_->settle(pins);
  compare_requests();
  const std::size_t queued = golden_.queued();
  const bool finishing = state_ == State::kFinish;
  const bool requesting = finishing || reading();
  const std::string state = state_name(answering, adding);
  if (answering) update();
  if (adding) add();
  const bool accepted = compare_and_accept(in, queued, state);
  if (requesting && in.memory_ready) request(finishing);
  block_->finish_cycle();
  return accepted;
}

void TrackerLockstep::forget() {
  golden_ = Function(config_);
  state_ = State::kRead;
  held_.reset();
}

void TrackerLockstep::change_elsewhere(const EntryChange& change) {
  if (adds() || !held_ || *held_ != change.address) memory_[change.address] = change.word;
}

void TrackerLockstep::compare_requests() const {
  const bool finishing = state_ == State::kFinish;
  block_->check("mem_req_valid_o", outputs_.req_valid, reading() || finishing);
  block_->check("mem_rsp_ready_o", outputs_.rsp_ready, state_ == State::kWait);
  block_->check("idle_o", outputs_.idle, idle());
  if (reading()) {
    block_->check("mem_req_kind_o", outputs_.req_kind, kReadAndHold);
    block_->check("mem_req_address_o", outputs_.req_address, golden_.address());
  }
  if (finishing) {
    const MetadataRequest written = update_.write ? kWriteAndRelease : kRelease;
    block_->check("mem_req_kind_o", outputs_.req_kind, adds() ? kAdd : written);
    block_->check("mem_req_address_o", outputs_.req_address, *held_);
    if (update_.write) block_->check("mem_req_word_o", outputs_.req_word, update_.word);
  }
}

void TrackerLockstep::update() {
  update_ = golden_.update(memory_[*held_]);
  state_ = State::kFinish;
}

void TrackerLockstep::add() {
  held_ = golden_.address();
  update_ = {golden_.add(), true, 0};
  state_ = State::kFinish;
}

/// Returns the unit's state in this cycle, for coverage points.
std::string TrackerLockstep::state_name(bool answering, bool adding) const {
  static constexpr const char* kStates[] = {"read", "wait", "finish"};
  if (answering) return "update";
  if (adding) return "add load";
  return (adds() ? "add " : "") + std::string(kStates[static_cast<int>(state_)]);
}

/// Compares ready, which must be correct for the page at the port even if it is not valid.
bool TrackerLockstep::compare_and_accept(const TrackerInputs& in, std::size_t queued,
                                         const std::string& state) {
  Function after = golden_;
  const auto outcome = after.accept(in.hand_over).outcome;
  const bool ready = outcome != Function::Outcome::kFull;
  block_->check("hand_over_ready_o", outputs_.hand_over_ready, ready);
  if (!in.offered || in.reset) return false;
  static constexpr const char* kOutcomes[] = {"queued", "coalesced", "full"};
  if (holds_in_other_space(in.hand_over.page)) {
    bins_.hit(std::string(kOutcomes[static_cast<int>(outcome)]) + kOtherSpaceBin);
  }
  golden_ = std::move(after);
  const bool full = queued == static_cast<std::size_t>(config_.queue_entries);
  bins_.hit(std::string(kOutcomes[static_cast<int>(outcome)]) + " x " + state + " x " +
            (queued == 0 ? "empty"
             : full      ? "full"
                         : "between"));
  return ready;
}

/// Returns true if the region of the same number in another space is queued.
bool TrackerLockstep::holds_in_other_space(base::PageId page) const {
  for (int s = 0; s < base::PageId::kSpaces; ++s) {
    const auto space = static_cast<base::SpaceId>(s);
    if (space != page.space() && golden_.holds({space, page.number()})) return true;
  }
  return false;
}

void TrackerLockstep::request(bool finishing) {
  if (!finishing) {
    held_ = golden_.address();
    state_ = State::kWait;
    return;
  }
  if (adds()) {
    const protocol::MetadataLayout& layout = config_.layout;
    memory_[*held_] =
        layout.sum(memory_[*held_], layout.sharers(update_.word), layout.count(update_.word));
  } else if (update_.write) {
    memory_[*held_] = update_.word;
  }
  held_.reset();
  state_ = State::kRead;
}

}  // namespace starnuma::testbenches
