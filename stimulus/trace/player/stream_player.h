// SPDX-License-Identifier: Apache-2.0
// Playback of one thread of a trace: converts its records to events of a core.
#pragma once

#include <string>

#include "models/core/access_source.h"
#include "stimulus/trace/format/thread_stream.h"
#include "stimulus/trace/player/playback.h"

namespace starnuma::trace {

class StreamPlayer {
 public:
  enum class State : std::uint8_t {
    kRuns,
    kWaits,  ///< waits for leaves()
    kMeets,  ///< at the opening of the measurement window
    kEnded
  };

  /// Starts at the beginning of the played part.
  StreamPlayer(Playback& playback, std::uint32_t thread);

  /// Returns the next event; nothing if the state has changed. Posts have the trace's own numbers.
  /// Precondition: the state is kRuns. Throws InputError if the trace is damaged.
  bool next(core::Event& event);

  State state() const { return state_; }
  /// Number of leaves that must be made before the thread continues.
  std::uint64_t leaves() const { return leaves_; }
  void resume() { state_ = State::kRuns; }
  const ThreadReader& reader() const { return reader_; }

 private:
  void access(const Record& record, core::Event& event);
  bool other(const Record& record, core::Event& event);
  [[noreturn]] void refuse(const std::string& what) const;
  [[noreturn]] void refuse_address(std::uint64_t address) const;
  void check_totals() const;
  /// Adds the work of records without an event to the next event.
  void defer(std::uint64_t work);
  void marker(const Record& record);
  void begin_region();

  Playback& playback_;
  std::uint32_t thread_;
  ThreadReader reader_;
  const PageSpace::Area* area_ = nullptr;
  State state_ = State::kRuns;
  std::uint64_t deferred_ = 0;
  std::uint64_t leaves_ = 0;
  std::uint64_t regions_ = 0;  ///< Number of regions started.
  bool opened_ = false;        ///< For stretches without regions: the window has opened.
};

}  // namespace starnuma::trace
