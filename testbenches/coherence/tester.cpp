// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/tester.h"

#include <algorithm>

#include "models/base/random.h"
#include "testbenches/coherence/choice.h"

namespace starnuma::coherence_bench {

namespace {

using protocol::RequesterEvent;

constexpr int kMostLines = 8;
constexpr int kMostInFlight = 64;
constexpr int kTries = 64;
// A failure that is looked for again, where it may be shorter.
constexpr std::uint64_t kMoreFailures = 4;
constexpr std::uint64_t kOpsForMore = 50'000;
constexpr int kHostsForMore = 4;

/// One run from an empty system to a drained one.
class Episode {
 public:
  Episode(SystemConfig config, std::uint64_t seed, std::uint64_t ops, BenchHooks hooks)
      : random_(seed), system_(config, hooks), ops_(ops) {
    const int most = std::min(3 * config.hosts * config.lines, kMostInFlight);
    most_in_flight_ = 1 + static_cast<int>(random_.below(static_cast<std::uint64_t>(most)));
    evicts_often_ = random_.below(4) == 0;
    change_pace();
  }

  std::vector<Record>* log = nullptr;
  std::uint64_t taken = 0;
  std::uint64_t delivered = 0;
  std::string failure;

  void run() {
    std::uint64_t tries = 0;
    while (failure.empty() && (taken < ops_ || system_.flights() > 0)) {
      if (random_.below(128) == 0) change_pace();
      const bool may_start = taken < ops_ && system_.flights() < most_in_flight_;
      const bool moved = may_start && random_.below(4) != 0 ? start() : deliver();
      tries = moved ? 0 : tries + 1;
      if (tries > kTries && system_.flights() > 0 && !deliver_any()) {
        failure = "deadlock: nothing in flight can be taken";
      } else if (tries > kTries && system_.flights() == 0 && !system_.idle()) {
        break;
      }
    }
    if (failure.empty() && !system_.idle()) failure = "a transaction never ends";
  }

 private:
  /// Another channel end becomes slow for a while: its messages pile up.
  void change_pace() {
    const auto hosts = static_cast<std::uint64_t>(system_.config().hosts);
    slow_to_ = static_cast<base::SocketId>(random_.below(hosts));
    slow_from_home_ = random_.below(2) == 0;
    slow_channel_ = static_cast<protocol::Channel>(random_.below(9));
    slowness_ = 4U << random_.below(8);
  }
  bool slow(const Flight& flight) const {
    const bool host = flight.to == slow_to_ || (flight.from == slow_to_ && !slow_from_home_);
    return host || protocol::channel_of(flight.message) == slow_channel_;
  }

  RequesterEvent random_event() {
    static constexpr std::array<RequesterEvent, 12> kMix{
        RequesterEvent::kLoad,  RequesterEvent::kLoad,  RequesterEvent::kLoad,
        RequesterEvent::kLoad,  RequesterEvent::kStore, RequesterEvent::kStore,
        RequesterEvent::kStore, RequesterEvent::kEvict, RequesterEvent::kEvict,
        RequesterEvent::kEvict, RequesterEvent::kDrop,  RequesterEvent::kWeaken};
    if (evicts_often_ && random_.below(2) == 0) return RequesterEvent::kEvict;
    return kMix[random_.below(kMix.size())];
  }

  bool start() {
    const SystemConfig& config = system_.config();
    Record record;
    record.own = true;
    record.host =
        static_cast<std::uint8_t>(random_.below(static_cast<std::uint64_t>(config.hosts)));
    record.line =
        static_cast<std::uint8_t>(random_.below(static_cast<std::uint64_t>(config.lines)));
    record.event = random_event();
    const Step step = system_.start(record.host, record.line, record.event);
    if (step == Step::kNo) return false;
    ++taken;
    return noted(record, step);
  }

  bool deliver() {
    if (system_.flights() == 0) return false;
    const int index =
        static_cast<int>(random_.below(static_cast<std::uint64_t>(system_.flights())));
    if (slow(system_.flight(index)) && random_.below(slowness_) != 0) return false;
    return deliver(index);
  }
  bool deliver(int index) {
    const Flight& flight = system_.flight(index);
    Record record;
    record.from = flight.from;
    record.to = flight.to;
    record.line = static_cast<std::uint8_t>(flight.message.line.value);
    record.op = system_.config().cxl ? static_cast<std::uint8_t>(flight.message.cxl)
                                     : static_cast<std::uint8_t>(flight.message.coherence);
    record.victim = static_cast<std::uint8_t>(
        random_.below(static_cast<std::uint64_t>(system_.config().lines)));
    const Step step = system_.deliver(index, record.victim);
    if (step == Step::kNo) return false;
    ++delivered;
    return noted(record, step);
  }
  bool deliver_any() {
    for (int i = 0; i < system_.flights(); ++i) {
      if (deliver(i)) return true;
    }
    return false;
  }
  bool noted(const Record& record, Step step) {
    if (log != nullptr) log->push_back(record);
    if (step == Step::kBroken) failure = system_.failure();
    return true;
  }

  base::Random random_;
  Large system_;
  std::uint64_t ops_;
  int most_in_flight_ = 1;
  base::SocketId slow_to_{};
  bool slow_from_home_ = false;
  protocol::Channel slow_channel_{};
  std::uint64_t slowness_ = 1;  ///< A slow message is taken in one of so many tries.
  bool evicts_often_ = false;
};

SystemConfig random_config(base::Random& random, bool cxl, int most_hosts) {
  SystemConfig config;
  config.cxl = cxl;
  const auto hosts = static_cast<std::uint64_t>(most_hosts);
  // Half of the episodes have all hosts; the others are small, where rare states are frequent.
  config.hosts = random.below(2) == 0 ? most_hosts : 2 + static_cast<int>(random.below(hosts - 1));
  config.lines = 1 + static_cast<int>(random.below(kMostLines));
  config.filter = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(config.lines)));
  config.answer = random.below(4) == 0 ? protocol::cxl::ReadAnswer::kTogether
                                       : protocol::cxl::ReadAnswer::kApart;
  return config;
}

}  // namespace

TrafficResult run_traffic(const TrafficConfig& traffic) {
  TrafficResult result;
  const BenchHooks hooks{&result.coverage, traffic.mutant};
  base::Random random(traffic.seed);
  std::array<std::uint64_t, 2> done{};  // ops on socket homes, on devices
  while (done[0] + done[1] < traffic.ops && result.failure.empty()) {
    const bool cxl = done[1] <= done[0];
    const SystemConfig config = random_config(random, cxl, traffic.most_hosts);
    const std::uint64_t seed = random.next();
    const std::uint64_t ops = std::min(traffic.ops - done[0] - done[1], 100 + random.below(4000));
    Episode episode(config, seed, ops, hooks);
    episode.run();
    done[cxl ? 1 : 0] += episode.taken;
    result.messages += episode.delivered;
    ++result.episodes;
    result.failure = episode.failure;
    if (episode.failure.empty()) continue;
    result.sequence = {config, traffic.mutant, {}};
    Episode again(config, seed, ops, hooks);
    again.log = &result.sequence.steps;
    again.run();
  }
  result.ops = done[0] + done[1];
  return result;
}

Sequence shortest_failure(const TrafficConfig& traffic, const TrafficResult& first) {
  Sequence best = shrink(first.sequence);
  for (std::uint64_t run = 1; run <= kMoreFailures; ++run) {
    TrafficConfig again = traffic;
    again.seed = traffic.seed + run;
    again.ops = std::min<std::uint64_t>(traffic.ops, kOpsForMore);
    again.most_hosts = std::min(traffic.most_hosts, kHostsForMore);
    const TrafficResult result = run_traffic(again);
    if (result.failure.empty()) continue;
    Sequence shrunk = shrink(result.sequence);
    if (shrunk.steps.size() < best.steps.size()) best = std::move(shrunk);
  }
  return best;
}

}  // namespace starnuma::coherence_bench
