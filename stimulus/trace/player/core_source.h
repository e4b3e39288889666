// SPDX-License-Identifier: Apache-2.0
// What one core does while a trace is played: the threads that were given to it, in turns.
//
// Contract: a thread that waits lets the next one run; so does one that has run for kTurn
// instructions, if others are there. Changing threads costs nothing. Where the measured window
// opens all cores meet, those without threads too, so nobody runs ahead; meeting costs what a
// barrier of the program does.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <vector>

#include "models/core/thread.h"
#include "stimulus/trace/player/stream_player.h"

namespace starnuma::trace {

class CoreSource final : public core::AccessSource {
 public:
  static constexpr std::uint64_t kTurn = 20'000;  // assumed

  /// `leads`: opens the window for all.
  CoreSource(Playback& playback, const std::vector<std::uint32_t>& threads, bool leads);

  /// The hardware thread that plays it; before the first event.
  void play_on(const core::Thread& thread) { thread_ = &thread; }
  core::Event next() override;

  /// Whether any of its threads has something to do in what is played.
  bool has_work() const;
  /// For whoever looks why nothing moves: what its threads wait for; empty: nothing.
  std::string waits() const;

 private:
  struct Turn {
    explicit Turn(Playback& playback, std::uint32_t thread)
        : number(thread), stream(playback, thread) {}
    std::uint32_t number;
    StreamPlayer stream;
    std::array<std::uint64_t, 256>
        loads{};  ///< Numbers among the core's loads, by that of its own.
    std::uint64_t own_loads = 0;
  };

  /// A thread that can run, or null.
  Turn* choose();
  core::Event next_of_any();
  /// Gives a leave its number in the team.
  void count_post(core::Event& event);
  core::Event idle_event();
  core::Event meet();
  /// Distances count the loads of all the core's threads.
  void rename(Turn& turn, core::Event& event);
  /// The team's number for one of the trace.
  std::uint64_t team_number(std::uint64_t leave) const {
    return leave - playback_.first_leave + met_;
  }

  Playback& playback_;
  std::vector<std::unique_ptr<Turn>> turns_;
  bool leads_;
  const core::Thread* thread_ = nullptr;
  Turn* current_ = nullptr;
  std::size_t next_turn_ = 0;
  std::uint64_t turn_left_ = 0;
  std::uint64_t loads_ = 0;      ///< Of all threads.
  std::uint64_t met_ = 0;        ///< Openings of the window passed.
  bool at_barrier_ = false;      ///< In a meeting, behind its barrier.
  std::deque<core::Event> due_;  ///< The rest of a meeting.
};

}  // namespace starnuma::trace
