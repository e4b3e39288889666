// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracker_update/tracker_replay.h"

#include <algorithm>
#include <map>

#include "models/base/random.h"
#include "testbenches/rtl_support/time_axis.h"

namespace starnuma::testbenches {

using protocol::TrackerEventKind;

namespace {

/// Duration of each read of an entry in cycles, in the order of the stream.
class ReadTimes {
 public:
  ReadTimes(const TrackerEvents& events, const TimeAxis& axis) {
    for (const protocol::TrackerEvent& event : events) {
      if (event.kind != TrackerEventKind::kRead) continue;
      left_[event.address].push_back(axis.cycle_of(event.done) - axis.cycle_of(event.time));
    }
  }
  /// Returns the next duration of an address; repeats the last one. Returns 0 for an unknown
  /// address.
  std::int64_t next(std::uint64_t address) {
    std::deque<std::int64_t>& times = left_[address];
    if (times.empty()) return 0;
    const std::int64_t time = times.front();
    if (times.size() > 1) times.pop_front();
    return time;
  }

 private:
  std::map<std::uint64_t, std::deque<std::int64_t>> left_;
};

TimeAxis axis_of(const TrackerEvents& events, std::int64_t longest_gap) {
  std::vector<base::Time> times;
  for (const protocol::TrackerEvent& event : events) {
    times.push_back(event.time);
    if (event.kind != TrackerEventKind::kHandOver) times.push_back(event.done);
  }
  return {times, longest_gap};
}

void finish(TrackerLockstep& bench) {
  while (!bench.idle()) bench.step({});
}

}  // namespace

const TrackerSet& tracker_for(const protocol::TrackerStreamHeader& header, std::string_view file) {
  for (const TrackerSet& set : tracker_sets()) {
    if (set.sockets == header.sockets && set.count_width == header.counter.width &&
        set.queue_entries == header.queue_entries) {
      return set;
    }
  }
  throw base::InputError(file, ": no tracker update unit is built for ", header.sockets,
                         " sockets, counts of ", header.counter.width, " bits and a queue of ",
                         header.queue_entries, "; sets: testbenches/tracker_update/CMakeLists.txt");
}

TrackerLockstep::Function::Config config_of(const protocol::TrackerStreamHeader& header,
                                            base::CoreId core) {
  TrackerLockstep::Function::Config config;
  config.base = header.bases;
  config.region_shift = header.region_shift;
  config.socket = static_cast<base::SocketId>(base::index_of(core) / header.cores_per_socket);
  config.layout = {header.sockets, header.counter};
  config.queue_entries = header.queue_entries;
  config.mode = header.add_at_home ? protocol::TrackerUpdateMode::kAddAtHome
                                   : protocol::TrackerUpdateMode::kOwnLine;
  return config;
}

void replay_drained(TrackerLockstep& bench, const TrackerEvents& events) {
  for (auto event = events.begin(); event != events.end(); ++event) {
    if (event->kind != TrackerEventKind::kHandOver) continue;
    const auto is_read = [](const protocol::TrackerEvent& e) {
      return e.kind == TrackerEventKind::kRead;
    };
    const auto read = std::find_if(event, events.end(), is_read);
    TrackerInputs in;
    if (read != events.end()) in.change = EntryChange{read->address, read->word};
    in.offered = true;
    in.hand_over = event->hand_over;
    bench.step(in);
    finish(bench);
  }
}

int replay_overlapped(TrackerLockstep& bench, const TrackerEvents& events, const Overlap& overlap) {
  base::Random random(overlap.seed);
  const auto stalled = [&] { return random.below(100) < overlap.stall_percent; };
  const auto late = [&] { return static_cast<std::int64_t>(random.below(overlap.latest + 1)); };
  const TimeAxis axis = axis_of(events, overlap.longest_gap);
  ReadTimes read_times(events, axis);
  Jittered<protocol::HandOver> hand_overs;
  Jittered<EntryChange> changes;
  for (const protocol::TrackerEvent& event : events) {
    const std::int64_t cycle = axis.cycle_of(event.time) + late();
    if (event.kind == TrackerEventKind::kHandOver) hand_overs.push(cycle, event.hand_over);
    if (event.kind == TrackerEventKind::kRead) changes.push(cycle, {event.address, event.word});
  }
  int met = 0;
  std::int64_t answer_at = 0;
  for (std::int64_t cycle = 0; !hand_overs.empty() || !changes.empty(); ++cycle) {
    TrackerInputs in;
    in.offered = hand_overs.due(cycle);
    if (in.offered) in.hand_over = hand_overs.front();
    if (changes.due(cycle)) {
      in.change = changes.front();
      changes.pop();
    }
    in.memory_ready = !stalled();
    in.credit = !stalled();
    in.answer = cycle >= answer_at;
    const bool busy = !bench.idle();
    if (bench.step(in)) {
      hand_overs.pop();
      met += busy;
    }
    const TrackerOutputs& out = bench.outputs();
    const bool asked = out.req_valid && out.req_kind == 0 && in.memory_ready;
    if (asked) answer_at = cycle + 1 + read_times.next(out.req_address) + late() / 2;
  }
  finish(bench);
  return met;
}

}  // namespace starnuma::testbenches
