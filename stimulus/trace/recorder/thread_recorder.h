// SPDX-License-Identifier: Apache-2.0
// Recording of one thread; used by recorder.cpp only.
#pragma once

#include <array>
#include <optional>

#include "stimulus/trace/recorder/recorder.h"

namespace starnuma::trace {

class Recorder::ThreadRecorder final : public core::ThreadObserver {
 public:
  ThreadRecorder(Shared& shared, const std::filesystem::path& folder, std::uint64_t id,
                 std::uint32_t thread)
      : shared_(shared), writer_(folder, id, thread) {}

  void on_access(const core::Observed& call, protocol::AccessKind kind,
                 base::VirtualAddress address, int bytes, core::When done) override;
  void on_mispredict(const core::Observed& call) override;
  void on_arrive(const core::Observed& call) override;
  void on_resume(const core::Observed& call) override;
  void on_post(const core::Observed& call) override { leave(call); }
  void on_await(const core::Observed& call) override { enter(call, shared_.leaves); }
  void on_begin_measurement(const core::Observed& call) override;
  void on_end(const core::Observed& call) override;

  ThreadSummary finish();

 private:
  void add(const core::Observed& call, Record record);
  void add_marker(RecordKind kind, std::uint64_t number = 0);
  void leave(const core::Observed& call);
  void enter(const core::Observed& call, std::uint64_t leaves);
  std::array<std::uint8_t, 2> loads_at(core::When ready) const;

  Shared& shared_;
  ThreadWriter writer_;
  std::optional<ThreadSummary> summary_;
  std::int64_t instructions_ = 0;  ///< Number of instructions written.
  std::uint64_t epoch_ = 0;
  std::uint64_t regions_ = 0;
  std::array<core::When, 256> done_{};  ///< Arrival times of the last loads.
  std::uint8_t next_load_ = 0;
};

}  // namespace starnuma::trace
