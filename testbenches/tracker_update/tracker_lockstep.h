// SPDX-License-Identifier: Apache-2.0
// Tracker update RTL and its golden function side by side, with a memory that answers after a
// random time and that other sockets change whenever the unit does not hold the line. Where homes
// add, memory does the sums.
//
// Contract: a cycle is step(); it predicts all outputs, compares, applies what happened in the
// block's order (update or add, then hand-over), and ticks. The first difference throws
// std::runtime_error with the cycle number.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "models/base/random.h"
#include "models/tracking/tracker_update_function.h"
#include "testbenches/rtl_support/bins.h"
#include "testbenches/rtl_support/checked_block.h"

namespace starnuma::testbenches {

struct TrackerInputs {
  std::optional<protocol::HandOver> hand_over;
  bool memory_ready = true;
  bool answer = true;  ///< Give read data in this cycle, if any are due.
  bool credit = true;  ///< There is room for one more add.
};

template <class Top>
class TrackerLockstep {
 public:
  using Function = tracking::TrackerUpdateFunction;

  TrackerLockstep(const Function::Config& config, Bins& bins, const std::string& waves = "")
      : block_(waves), config_(config), golden_(config), bins_(bins) {
    auto& pins = block_.pins();
    pins.base_i = config.base;
    pins.region_shift_i = config.region_shift;
    pins.socket_i = base::index_of(config.socket);
    pins.add_at_home_i = adds();
    pins.count_max_i = config.layout.counter.max;
  }

  /// True when the hand-over was accepted.
  bool step(const TrackerInputs& in) {
    const bool answering = state_ == State::kWait && in.answer;
    const bool adding = adds() && state_ == State::kRead && golden_.pending() && in.credit;
    drive(in, answering);
    block_.settle();
    compare_requests();
    const std::size_t queued = golden_.queued();
    const bool finishing = state_ == State::kFinish;
    const bool requesting = finishing || (!adds() && state_ == State::kRead && golden_.pending());
    if (answering) update();
    if (adding) add();
    const bool accepted =
        in.hand_over && accept(*in.hand_over, queued, state_name(answering, adding));
    if (requesting && in.memory_ready) request();
    block_.finish_cycle();
    return accepted;
  }

  bool idle() const { return state_ == State::kRead && !golden_.pending(); }
  /// Another socket's update; false while the unit holds this entry's line.
  bool change_elsewhere(std::uint64_t address, std::uint64_t word) {
    if (!adds() && held_ && *held_ == address) return false;
    memory_[address] = word;
    return true;
  }
  const std::map<std::uint64_t, std::uint64_t>& memory() const { return memory_; }
  std::uint64_t cycles() const { return block_.ticks(); }
  VerilatedContext& context() { return block_.context(); }

 private:
  enum class State { kRead, kWait, kFinish };
  enum Kind { kReadAndHold, kWriteAndRelease, kRelease, kAdd };

  bool adds() const { return config_.mode == protocol::TrackerUpdateMode::kAddAtHome; }

  void drive(const TrackerInputs& in, bool answering) {
    auto& pins = block_.pins();
    pins.hand_over_valid_i = in.hand_over.has_value();
    if (in.hand_over) {
      pins.hand_over_page_i = in.hand_over->page;
      pins.hand_over_count_i = in.hand_over->count;
    }
    pins.mem_req_ready_i = in.memory_ready;
    pins.add_credit_i = in.credit;
    pins.mem_rsp_valid_i = answering;
    if (answering) pins.mem_rsp_word_i = memory_[*held_];
  }

  void compare_requests() {
    auto& pins = block_.pins();
    const bool reading = !adds() && state_ == State::kRead && golden_.pending();
    const bool finishing = state_ == State::kFinish;
    block_.check("mem_req_valid_o", pins.mem_req_valid_o, reading || finishing);
    block_.check("mem_rsp_ready_o", pins.mem_rsp_ready_o, state_ == State::kWait);
    block_.check("idle_o", pins.idle_o, idle());
    if (reading) {
      block_.check("mem_req_kind_o", pins.mem_req_kind_o, kReadAndHold);
      block_.check("mem_req_address_o", pins.mem_req_address_o, golden_.address());
    }
    if (finishing) {
      const Kind written = update_.write ? kWriteAndRelease : kRelease;
      block_.check("mem_req_kind_o", pins.mem_req_kind_o, adds() ? kAdd : written);
      block_.check("mem_req_address_o", pins.mem_req_address_o, *held_);
      if (update_.write) block_.check("mem_req_word_o", pins.mem_req_word_o, update_.word);
    }
  }

  void update() {
    update_ = golden_.update(memory_[*held_]);
    state_ = State::kFinish;
  }

  void add() {
    held_ = golden_.address();
    update_ = {golden_.add(), true, 0};
    state_ = State::kFinish;
  }

  /// Of the cycle, for coverage points.
  std::string state_name(bool answering, bool adding) const {
    static constexpr const char* kStates[] = {"read", "wait", "finish"};
    if (answering) return "update";
    if (adding) return "add load";
    return (adds() ? "add " : "") + std::string(kStates[static_cast<int>(state_)]);
  }

  bool accept(const protocol::HandOver& hand_over, std::size_t queued, const std::string& state) {
    const auto outcome = golden_.accept(hand_over).outcome;
    block_.check("hand_over_ready_o", block_.pins().hand_over_ready_o,
                 outcome != Function::Outcome::kFull);
    static constexpr const char* kOutcomes[] = {"queued", "coalesced", "full"};
    const bool full = queued == static_cast<std::size_t>(config_.queue_entries);
    bins_.hit(std::string(kOutcomes[static_cast<int>(outcome)]) + " x " + state + " x " +
              (queued == 0 ? "empty"
               : full      ? "full"
                           : "between"));
    return outcome != Function::Outcome::kFull;
  }

  void request() {
    if (state_ == State::kRead) {
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

  CheckedBlock<Top> block_;
  Function::Config config_;
  Function golden_;
  Bins& bins_;
  State state_ = State::kRead;
  Function::Update update_{};
  std::optional<std::uint64_t> held_;  ///< Address of the entry that is held or added to.
  std::map<std::uint64_t, std::uint64_t> memory_;
};

}  // namespace starnuma::testbenches
