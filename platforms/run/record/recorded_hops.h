// SPDX-License-Identifier: Apache-2.0
// Observer that passes the log of a wave recording to its consumer at the end of the run, also
// after an error.
#pragma once

#include "models/observers/hop_recorder.h"
#include "platforms/run/measure/observer.h"
#include "platforms/run/measure/simulation_result.h"
#include "platforms/run/record/wave_recording.h"

namespace starnuma::run {

class RecordedHops : public Observer {
 public:
  /// Called before the first sc_start. All arguments must outlive this object.
  RecordedHops(const Recording& recording, assembly::Machine& machine,
               kernel::Dispatcher& dispatcher)
      : recording_(recording), recorder_(record(recording, machine, dispatcher)) {}

  /// Returns true if the run serves only the recording and the recording is complete.
  bool complete() const { return recording_.stop_when_complete && recorder_->buffer.complete(); }
  /// Passes the log to its consumer; called after all observers have reported.
  void finish(const SimulationResult& result) {
    observers::HopLog log = recorder_->buffer.take();
    log.spans = result.spans;
    recording_.done(std::move(log));
  }
  void on_error() override {
    recorder_->buffer.on_error();
    recording_.done(recorder_->buffer.take());
  }

 private:
  const Recording& recording_;
  std::unique_ptr<observers::HopRecorder> recorder_;
};

}  // namespace starnuma::run
