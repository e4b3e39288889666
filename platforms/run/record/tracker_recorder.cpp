// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/record/tracker_recorder.h"

#include "platforms/assembly/machine/machine.h"

namespace starnuma::run {

TrackerRecorder::TrackerRecorder(const CoreRecording& recording,
                                 const assembly::MachineConfig& config,
                                 const tracking::MetadataRegion* metadata,
                                 assembly::Machine& machine) {
  for (const base::CoreId core : recording.cores) {
    recording.tracking_of(core, machine).tracker().observe(*this, core);
  }
  stream_.emplace(*recording.out,
                  protocol::TrackerStreamHeader{
                      metadata->layout().sockets, config.cores_per_socket(),
                      metadata->layout().counter, config.tracking.queue_entries,
                      metadata->region_shift(), config.tracking.adds_at_home(), metadata->bases()});
}

void TrackerRecorder::on_event(base::CoreId core, const protocol::TrackerEvent& event) {
  stream_->write(core, event);
}

}  // namespace starnuma::run
