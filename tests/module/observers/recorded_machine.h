// SPDX-License-Identifier: Apache-2.0
// A machine under random traffic of all cores to every home, recorded hop by hop.
#pragma once

#include <memory>

#include "models/base/random.h"
#include "platforms/run/record/wave_recording.h"
#include "tests/support/machine_bench.h"

namespace starnuma::test {

struct RecordedMachine {
  explicit RecordedMachine(run::Recording wanted = {}, int accesses = 200)
      : recording(std::move(wanted)) {
    std::vector<base::SimArray<std::uint64_t>> data;
    for (int n = 0; n < bench.config().nodes(); ++n) {
      data.push_back(bench.allocate(512, base::Touch::on_node(static_cast<base::NodeId>(n))));
    }
    bench.before_run = [this](assembly::Machine& machine, kernel::Dispatcher& dispatcher) {
      recorder = run::record(recording, machine, dispatcher);
    };
    bench.run([&](core::Thread& thread) {
      base::Random random(static_cast<std::uint64_t>(thread.index()) + 1);
      for (int i = 0; i < accesses; ++i) {
        auto& words = data[random.below(data.size())];
        const std::uint64_t word = random.below(512);
        if (random.below(3) == 0) {
          thread.store(words, word, std::uint64_t{1});
        } else {
          thread.load(words, word);
        }
      }
    });
    log = recorder->buffer.take();
  }

  MachineBench bench{machine("starnuma16")};
  run::Recording recording;
  std::unique_ptr<observers::HopRecorder> recorder;
  observers::HopLog log;

  std::int64_t hops_on(const std::string& object, const std::string& part) const {
    std::int64_t count = 0;
    for (const observers::Hop& hop : log.hops) {
      const observers::Track& track = log.tracks[hop.track];
      count += track.object == "machine." + object && track.part == part;
    }
    return count;
  }
};

}  // namespace starnuma::test
