// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/record/event_recorders.h"

#include "models/base/check.h"
#include "platforms/assembly/machine/machine.h"

namespace starnuma::run {

AnnexRecorder::AnnexRecorder(const CoreRecording& recording, const assembly::MachineConfig& config,
                             assembly::Machine& machine) {
  int entries = 0;
  for (const base::CoreId core : recording.cores) {
    assembly::TrackingBox& box = recording.tracking_of(core, machine);
    const int socket = base::index_of(core) / config.cores_per_socket();
    const int own = config.socket[socket].translation.stlb_entries;
    if (entries != 0 && own != entries) {
      throw base::InputError(recording.option, ": the cores' STLBs differ in size");
    }
    entries = own;
    box.driver().observe(*this, core);
  }
  stream_.emplace(*recording.out, entries, config.tracking.count_width);
}

void AnnexRecorder::on_event(base::CoreId core, const protocol::AnnexEvent& event) {
  stream_->write(core, event);
}

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
