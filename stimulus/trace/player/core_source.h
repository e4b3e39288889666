// SPDX-License-Identifier: Apache-2.0
// Events of one core during the playback of a trace: the threads of the core, in turns.
//
// Contract:
// - If a thread waits, the next one runs. A thread is also preempted after kTurn instructions if
//   another thread can run. Switching has no cost.
// - All cores synchronize when the measurement window opens, including those without threads, so no
//   core runs ahead. The cost is that of a barrier of the program.
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

  /// `leads` is true for the core that opens the window for all.
  CoreSource(Playback& playback, const std::vector<std::uint32_t>& threads, bool leads);

  /// Sets the hardware thread that plays the events. Precondition: next() has not been called.
  void play_on(const core::Thread& thread) { thread_ = &thread; }
  core::Event next() override;

  /// Returns true if the played part has work for any of its threads.
  bool has_work() const;
  /// Returns the events for which its threads wait, for deadlock reports; empty if none waits.
  std::string waits() const;

 private:
  struct Turn {
    explicit Turn(Playback& playback, std::uint32_t thread)
        : number(thread), stream(playback, thread) {}
    std::uint32_t number;
    StreamPlayer stream;
    std::array<std::uint64_t, 256> loads{};  ///< Load number of the core, by that of the thread.
    std::uint64_t own_loads = 0;
  };

  /// Returns a thread that can run, or null.
  Turn* choose();
  /// Returns the next event of the chosen thread, or an idle event if none can run.
  core::Event next_of_any();
  /// Assigns the team's number to a leave.
  void count_post(core::Event& event);
  core::Event idle_event();
  core::Event meet();
  /// Converts distances to count the loads of all threads of the core.
  void rename(Turn& turn, core::Event& event);
  /// Returns the team's number of a leave of the trace.
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
  std::uint64_t loads_ = 0;      ///< Number of loads of all threads.
  std::uint64_t met_ = 0;        ///< Current count of openings of the window.
  bool at_barrier_ = false;      ///< The core has passed the barrier of a meeting.
  std::deque<core::Event> due_;  ///< Remaining events of a meeting.
};

}  // namespace starnuma::trace
