// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/waves/rtl_waves.h"

#include <unistd.h>

#include <algorithm>

#include "platforms/app/files/failure.h"
#include "platforms/app/files/work_folder.h"
#include "platforms/wave/write_error.h"
#include "rtl/directory_slice/shell/multi_headed_device.h"
#include "rtl/tlb_annex/shell/tlb_annex.h"
#include "rtl/tracker_update/shell/tracker_update.h"

namespace starnuma::app {

namespace fs = std::filesystem;
using base::Time;

namespace {

fs::path temporary_file(std::size_t number) {
  return temporary_folder() /
         ("starnuma-" + std::to_string(getpid()) + "-" + std::to_string(number) + ".fst");
}

}  // namespace

RtlWaves::RtlWaves(const sc_core::sc_object& root, const observers::HopSelection& selection)
    : window_{selection.from, selection.to} {
  if (selection.trigger.kind != observers::HopTriggerKind::kNone) {
    window_ = {std::max(Time(0), selection.from - selection.trigger.before),
               observers::HopSelection::kForever};
  }
  find(root, selection);
}

RtlWaves::~RtlWaves() {
  for (const Block& block : blocks_) {
    std::error_code ignored;
    fs::remove(block.file, ignored);
  }
}

template <class Shell>
void RtlWaves::trace(const std::string& object, Shell& shell, Time half_period) {
  const fs::path file = temporary_file(blocks_.size());
  shell.start_trace(file, window_);
  blocks_.push_back(
      {object, file, std::max(Time(1), half_period), [&shell] { return shell.finish_trace(); }});
}

void RtlWaves::find(const sc_core::sc_object& object, const observers::HopSelection& selection) {
  for (sc_core::sc_object* child : object.get_child_objects()) {
    const std::string name = child->name();
    if (selection.selects(name)) {
      if (auto* annex = dynamic_cast<rtl::TlbAnnex*>(child)) {
        trace(name, *annex, annex->hand_over_latency() / 2);
      }
      if (auto* tracker = dynamic_cast<rtl::TrackerUpdate*>(child)) {
        trace(name, *tracker, tracker->latencies().request / 2);
      }
      if (auto* device = dynamic_cast<rtl::MultiHeadedDevice*>(child)) {
        trace(name, *device, device->period() / 2);
      }
    }
    find(*child, selection);
  }
}

wave::FstSources RtlWaves::finish() {
  wave::FstSources sources;
  for (const Block& block : blocks_) {
    wave::BlockWave wave;
    wave.file = block.file;
    wave.scope = "rtl" + block.object.substr(block.object.find('.'));
    wave.half_period = block.half_period;
    for (const rtl::TracedPiece& piece : block.finish()) {
      wave.pieces.push_back({piece.last_edge, piece.edges});
    }
    if (const int error = wave::take_write_error()) {
      fail_to_write("cannot write " + block.file.string(), error);
    }
    sources.push_back(std::make_unique<wave::FstSource>(std::move(wave)));
  }
  return sources;
}

}  // namespace starnuma::app
