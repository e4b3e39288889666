// SPDX-License-Identifier: GPL-2.0-or-later
// Thread of the traced program: follows its blocks and creates its records.
//
// Contract: only the thread itself calls, or a thread that knows that it is not running. A block is
// followed after its execution, when its accesses and the next address are known.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "stimulus/trace/capture/plugin/filter.h"
#include "stimulus/trace/capture/plugin/flow.h"
#include "stimulus/trace/capture/plugin/lockstep.h"
#include "stimulus/trace/capture/plugin/pages.h"
#include "stimulus/trace/capture/plugin/predictor.h"
#include "stimulus/trace/capture/plugin/stream.h"
#include "stimulus/trace/capture/plugin/string_accesses.h"
#include "stimulus/trace/capture/plugin/string_turns.h"

namespace starnuma::capture {

class Thread {
 public:
  /// `number` is the thread's number in the trace.
  Thread(std::uint32_t number, std::uint64_t filter_bytes, Channel& channel, Pages& pages)
      : number_(number),
        filtered_(filter_bytes != 0),
        pages_(pages, number),
        stream_(channel, number, member_.sending),
        filter_(filter_bytes) {}

  std::uint32_t number() const { return number_; }
  Member& member() { return member_; }
  bool recording() const { return recording_; }
  /// Starts recording with the begin of the region.
  void open(std::uint64_t epoch);
  /// Ends recording, if it has started, with the end of the region.
  void close();

  /// Completes the previous block; the thread continues at `next`, or in the kernel if it is 0.
  void finish(std::uint64_t next) {
    if (recording_ && block_ != nullptr) follow(next != 0 ? next : block_->end);
    block_ = nullptr;
  }
  /// The block is about to be executed. Returns its instructions; a repeated string instruction
  /// counts once.
  std::uint32_t start(const Block& block) {
    const bool repeats = turns_.continues(block);
    if (block.calls) called_from_ = block.end;
    block_ = &block;
    string_at_ = block.streams != 0 ? block.instructions - 1 : kNoString;
    if (block.streams != 0) string_.begin_iteration(block.streams);
    instructions_ = block.instructions - (repeats ? 1 : 0);
    all_ += instructions_;
    return instructions_;
  }
  /// The thread is about to return from a signal handler.
  void handler_returns() { turns_.handler_returns(); }
  /// Returns the address to which the last call returns.
  std::uint64_t called_from() const { return called_from_; }
  void at_access(std::uint64_t address, std::uint8_t bytes, bool store, std::uint16_t instruction) {
    if (closed_) return;
    if (!recording_) {
      pages_.touch(address, bytes, 0);
    } else if (instruction == string_at_) {
      string_.add(address, bytes, store);
    } else if (accesses_.size() < kMostAccesses) {
      accesses_.push_back({address, instruction, bytes, store});
    }
  }
  /// Called only while the thread records.
  void at_epoch(std::uint64_t epoch);
  void leave(std::uint64_t number) { stream_.event(EventKind::kLeave, number, executed_); }
  void enter(std::uint64_t leaves) { stream_.event(EventKind::kEnter, leaves, executed_); }

  /// Returns the number of instructions in the window, the number of undecoded ones among them, and
  /// the number of instructions of the run.
  std::uint64_t traced() const { return executed_; }
  std::uint64_t unknown() const { return unknown_; }
  std::uint64_t all() const { return all_; }

 private:
  struct Access {
    std::uint64_t address;
    std::uint16_t instruction;
    std::uint8_t bytes;
    bool store;
  };
  using After = std::array<std::uint8_t, 2>;
  static constexpr std::uint32_t kNoString = UINT32_MAX;
  static constexpr std::size_t kMostAccesses =
      1024;  ///< Most accesses of a block; xsave makes some hundred.

  void follow(std::uint64_t next);
  std::size_t make(const Step& step, std::size_t first);
  void flow(const Step& step) { depends_on_[step.c] = latest(step.a, step.b); }
  After after_of(const Step& step, bool stores) const;
  void make_string();
  void end_string();
  void record(const Access& access, EventKind kind, std::uint64_t instructions, After after);
  bool keep(const Access& access, EventKind& kind, std::uint64_t instructions);
  std::uint8_t distance(std::uint64_t load) const;
  std::uint64_t latest(Operand a, Operand b) const {
    return depends_on_[a] > depends_on_[b] ? depends_on_[a] : depends_on_[b];
  }

  const std::uint32_t number_;
  const bool filtered_;
  Member member_;
  KnownPages pages_;
  Stream stream_;
  Predictor predictor_;
  Filter filter_;
  bool recording_ = false;
  bool closed_ = false;
  const Block* block_ = nullptr;         ///< The one being executed.
  std::uint32_t instructions_ = 0;       ///< Instructions of `block_`.
  std::uint32_t string_at_ = kNoString;  ///< Its repeated string instruction.
  const Block* string_block_ = nullptr;  ///< Block whose string instruction may have more parts.
  StringTurns turns_;
  StringAccesses string_;
  std::uint64_t called_from_ = 0;
  std::vector<Access> accesses_;  ///< Accesses of the block.
  /// By place: the number of the load on which it depends; 0 if none.
  std::array<std::uint64_t, kPlaces> depends_on_{};
  std::uint64_t loads_ = 0;     ///< Number of recorded loads.
  std::uint64_t executed_ = 0;  ///< Number of instructions in the window before the block.
  std::uint64_t all_ = 0;
  std::uint64_t program_accesses_ = 0;
  std::uint64_t unknown_ = 0;
  std::uint64_t epoch_ = 0;
};

}  // namespace starnuma::capture
