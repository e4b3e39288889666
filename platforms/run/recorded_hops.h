// SPDX-License-Identifier: Apache-2.0
// Observer that passes the log of a wave recording to its consumer at the end of the run, also
// after an error.
#pragma once

#include "platforms/run/observer.h"
#include "platforms/run/wave_recording.h"

namespace starnuma::run {

class RecordedHops : public Observer {
 public:
  /// Called before the first sc_start. All arguments must outlive this object.
  RecordedHops(const Recording& recording, assembly::Machine& machine,
               kernel::Dispatcher& dispatcher)
      : recording_(recording), recorder_(record(recording, machine, dispatcher)) {}

  /// Returns true if the run serves only the recording and the recording is complete.
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
