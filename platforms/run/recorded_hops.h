// SPDX-License-Identifier: Apache-2.0
// Hands the log of a wave recording on when the run is over, however it ends.
#pragma once

#include "platforms/run/observer.h"
#include "platforms/run/wave_recording.h"

namespace starnuma::run {

class RecordedHops : public Observer {
 public:
  /// All must outlive it; before the first sc_start.
  RecordedHops(const Recording& recording, assembly::Machine& machine,
               kernel::Dispatcher& dispatcher)
      : recording_(recording), recorder_(record(recording, machine, dispatcher)) {}

  /// The run was for the recording alone, and it is done.
  bool complete() const { return recording_.stop_when_complete && recorder_->complete(); }
  void report(SimulationResult& /*result*/) override { recording_.done(recorder_->take()); }
  void on_error() override {
    recorder_->on_error();
    recording_.done(recorder_->take());
  }

 private:
  const Recording& recording_;
  std::unique_ptr<observers::HopRecorder> recorder_;
};

}  // namespace starnuma::run
