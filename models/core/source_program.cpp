// SPDX-License-Identifier: Apache-2.0
#include "models/core/source_program.h"

#include <algorithm>

namespace starnuma::core {
namespace {

/// Arrival times of a thread's latest loads, as far back as an event can refer to.
class LastLoads {
 public:
  void add(Ready ready) { ready_[next_++] = ready; }
  Ready latest_of(const std::array<std::uint8_t, 2>& distances) const {
    return latest(at(distances[0]), at(distances[1]));
  }

 private:
  Ready at(std::uint8_t distance) const {
    return distance == 0 ? Ready{} : ready_[static_cast<std::uint8_t>(next_ - distance)];
  }

  std::array<Ready, 256> ready_{};
  std::uint8_t next_ = 0;
};

}  // namespace

int SourceProgram::threads() const {
  return static_cast<int>(sources_.size()) -
         static_cast<int>(std::count(sources_.begin(), sources_.end(), nullptr));
}

void SourceProgram::run(Thread& thread) {
  const auto core = static_cast<std::size_t>(thread.index());
  if (core < sources_.size() && sources_[core]) play(*sources_[core], thread);
}

void play(AccessSource& source, Thread& thread) {
  LastLoads loads;
  for (;;) {
    const Event event = source.next();
    if (event.work > 0) thread.work(event.work);
    switch (event.kind) {
      case SourceEventKind::kLoad:
        loads.add(thread.load(event.address, event.bytes, loads.latest_of(event.after)));
        break;
      case SourceEventKind::kStore:
        thread.store(event.address, event.bytes, loads.latest_of(event.after));
        break;
      case SourceEventKind::kAtomic:
        thread.atomic(event.address);
        break;
      case SourceEventKind::kMispredict:
        thread.mispredict(loads.latest_of(event.after));
        break;
      case SourceEventKind::kBarrier:
        thread.barrier();
        break;
      case SourceEventKind::kPost:
        thread.post(event.order);
        break;
      case SourceEventKind::kAwait:
        thread.await(event.order);
        break;
      case SourceEventKind::kBeginMeasurement:
        thread.begin_measurement();
        break;
      case SourceEventKind::kEnd:
        return;
    }
  }
}

}  // namespace starnuma::core
