// SPDX-License-Identifier: Apache-2.0
// One thread of a trace while it is played: its records as events of a core.
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
    kWaits,  ///< For leaves().
    kMeets,  ///< Where the measured window opens.
    kEnded
  };

  /// At the beginning of what is played.
  StreamPlayer(Playback& playback, std::uint32_t thread);

  /// The next event; none if the state has become another. Posts carry the trace's own number.
  /// Only while it runs. Throws InputError where the trace is damaged.
  bool next(core::Event& event);

  State state() const { return state_; }
  /// Those below it must be made before it goes on.
  std::uint64_t leaves() const { return leaves_; }
  void go_on() { state_ = State::kRuns; }
  const ThreadReader& reader() const { return reader_; }

 private:
  void access(const Record& record, core::Event& event);
  bool other(const Record& record, core::Event& event);
  [[noreturn]] void refuse(const std::string& what) const;
  [[noreturn]] void refuse_address(std::uint64_t address) const;
  void check_totals() const;
  /// Work of records that are no events comes with the next that is one.
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
  std::uint64_t regions_ = 0;  ///< Begun.
  bool opened_ = false;        ///< Of stretches without regions.
};

}  // namespace starnuma::trace
