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
  Episode(SystemConfig config, std::uint64_t seed, std::uint64_t ops, Subject subject,
          MoveMutant mutant)
      : random_(seed), system_(config, subject, mutant), ops_(ops) {
    const int most = std::min(3 * config.hosts * config.lines, kMostInFlight);
    most_in_flight_ = 1 + static_cast<int>(random_.below(static_cast<std::uint64_t>(most)));
    evicts_often_ = random_.below(4) == 0;
    change_pace();
  }

  std::vector<Record>* log = nullptr;
  std::uint64_t taken = 0;
  std::uint64_t delivered = 0;
  std::uint64_t moves = 0;
  std::string failure;

  void run() {
    std::uint64_t tries = 0;
    while (failure.empty() && (taken < ops_ || flights() > 0 || system_.moving())) {
      if (random_.below(128) == 0) change_pace();
      const bool may_start = taken < ops_ && flights() < most_in_flight_;
      const bool moved = may_start && random_.below(4) != 0 ? start() : deliver_or_move();
      tries = moved ? 0 : tries + 1;
      if (tries <= kTries) continue;
      if (flights() > 0 && !deliver_any() && !move_any()) {
        failure = "deadlock: nothing in flight can be taken";
      } else if (flights() == 0 && !move_any() && !system_.idle()) {
        break;
      }
    }
    if (failure.empty() && !system_.idle()) failure = "a transaction never ends";
  }

 private:
  const SystemConfig& config() const { return system_.config(); }
  int flights() const { return system_.lines().flights(); }
  int below(int bound) {
    return static_cast<int>(random_.below(static_cast<std::uint64_t>(bound)));
  }

  /// Another channel end becomes slow for a while: its messages pile up.
  void change_pace() {
    slow_to_ = static_cast<base::SocketId>(below(config().hosts));
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
    Record record;
    record.kind = Record::Kind::kOwn;
    record.host = static_cast<std::uint8_t>(below(config().hosts));
    record.line = static_cast<std::uint8_t>(below(config().lines));
    record.event = random_event();
    const bool access =
        record.event == RequesterEvent::kLoad || record.event == RequesterEvent::kStore;
    if (config().pages > 0 && access) {
      const int page = below(config().pages);
      const int frame = system_.translation(record.host, page);
      if (frame < 0) return page_step({PageEvent::kWalk, record.host, page, 0, 0});
      record.line =
          static_cast<std::uint8_t>(frame * config().page_lines + below(config().page_lines));
    }
    const Step step = system_.start(record.host, record.line, record.event);
    if (step == Step::kNo) return false;
    ++taken;
    return noted(record, step);
  }

  /// What the operating system or a TLB may do next.
  bool random_page_step() {
    const int host = below(config().hosts);
    const int page = below(config().pages);
    if (random_.below(8) == 0) return page_step({PageEvent::kForget, host, page, 0, 0});
    if (!system_.moving()) {
      if (taken >= ops_ || random_.below(4) != 0) return false;
      return page_step({PageEvent::kMove, 0, page, below(system_.frames()), 0});
    }
    if (random_.below(2) == 0) return page_step({PageEvent::kAcknowledge, host, 0, 0, 0});
    return page_step({PageEvent::kCopy, 0, 0, 0, below(config().page_lines)});
  }
  bool move_any() {
    if (!system_.moving()) return false;
    for (int host = 0; host < config().hosts; ++host) {
      if (page_step({PageEvent::kAcknowledge, host, 0, 0, 0})) return true;
    }
    for (int line = 0; line < config().page_lines; ++line) {
      if (page_step({PageEvent::kCopy, 0, 0, 0, line})) return true;
    }
    return false;
  }
  bool page_step(const PageStep& next) {
    const Step step = system_.take(next);
    if (step == Step::kNo) return false;
    moves += next.event == PageEvent::kMove;
    Record record;
    record.kind = Record::Kind::kPage;
    record.page = next;
    return noted(record, step);
  }

  bool deliver_or_move() {
    return config().pages > 0 && random_.below(3) == 0 ? random_page_step() : deliver();
  }
  bool deliver() {
    if (flights() == 0) return false;
    const int index = below(flights());
    if (slow(system_.lines().flight(index)) && random_.below(slowness_) != 0) return false;
    return deliver(index);
  }
  bool deliver(int index) {
    const Flight& flight = system_.lines().flight(index);
    Record record;
    record.from = flight.from;
    record.to = flight.to;
    record.line = static_cast<std::uint8_t>(flight.message.line.value);
    record.op = config().on_device(record.line)
                    ? static_cast<std::uint8_t>(flight.message.cxl)
                    : static_cast<std::uint8_t>(flight.message.coherence);
    record.victim = static_cast<std::uint8_t>(below(config().lines));
    const Step step = system_.deliver(index, record.victim);
    if (step == Step::kNo) return false;
    ++delivered;
    return noted(record, step);
  }
  bool deliver_any() {
    for (int i = 0; i < flights(); ++i) {
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
  PagedSystem system_;
  std::uint64_t ops_;
  int most_in_flight_ = 1;
  base::SocketId slow_to_{};
  bool slow_from_home_ = false;
  protocol::Channel slow_channel_{};
  std::uint64_t slowness_ = 1;  ///< A slow message is taken in one of so many tries.
  bool evicts_often_ = false;
};

/// Which traffic an episode has.
enum class Kind : std::uint8_t { kSocketHomes, kDevice, kMovingPages };

/// Pages in frames of socket homes, of the device or of both, and at least one frame more.
void add_pages(base::Random& random, SystemConfig& config) {
  config.page_lines = 1 + static_cast<int>(random.below(2));
  const int frames = std::max(2, config.lines / config.page_lines);
  config.lines = frames * config.page_lines;
  config.pages = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(frames - 1)));
  config.socket_lines =
      config.page_lines * static_cast<int>(random.below(static_cast<std::uint64_t>(frames + 1)));
  const int on_device = std::max(1, config.lines - config.socket_lines);
  config.filter = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(on_device)));
}

SystemConfig random_config(base::Random& random, Kind kind, int most_hosts) {
  SystemConfig config;
  config.cxl = kind != Kind::kSocketHomes;
  const auto hosts = static_cast<std::uint64_t>(most_hosts);
  // Half of the episodes have all hosts; the others are small, where rare states are frequent.
  config.hosts = random.below(2) == 0 ? most_hosts : 2 + static_cast<int>(random.below(hosts - 1));
  config.lines = 1 + static_cast<int>(random.below(kMostLines));
  config.filter = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(config.lines)));
  config.answer = random.below(4) == 0 ? protocol::cxl::ReadAnswer::kTogether
                                       : protocol::cxl::ReadAnswer::kApart;
  if (kind == Kind::kMovingPages) {
    add_pages(random, config);
  } else if (random.below(4) == 0) {
    config.in_order = true;
    config.filter = config.lines;  // the queue is of a line, not of the filter
  }
  return config;
}

/// Faults of the protocols are looked for without pages, those of the mover with them.
std::vector<Kind> kinds_of(const TrafficConfig& traffic) {
  std::vector<Kind> kinds;
  if (traffic.mutant != nullptr) return {traffic.mutant->cxl ? Kind::kDevice : Kind::kSocketHomes};
  if (traffic.move_mutant == MoveMutant::kNone) kinds = {Kind::kDevice, Kind::kSocketHomes};
  kinds.push_back(Kind::kMovingPages);
  return kinds;
}

}  // namespace

TrafficResult run_traffic(const TrafficConfig& traffic) {
  TrafficResult result;
  const Planted planted(traffic.mutant);
  const Subject subject = planted.subject(result.coverage);
  base::Random random(traffic.seed);
  const std::vector<Kind> kinds = kinds_of(traffic);
  std::array<std::uint64_t, 3> done{};  // ops by place in `kinds`
  while (result.ops < traffic.ops && result.failure.empty()) {
    const auto least =
        std::min_element(done.begin(), done.begin() + static_cast<std::ptrdiff_t>(kinds.size()));
    const Kind kind = kinds[static_cast<std::size_t>(least - done.begin())];
    const SystemConfig config = random_config(random, kind, traffic.most_hosts);
    const std::uint64_t seed = random.next();
    const std::uint64_t ops = std::min(traffic.ops - result.ops, 100 + random.below(4000));
    Episode episode(config, seed, ops, subject, traffic.move_mutant);
    episode.run();
    *least += episode.taken;
    result.ops += episode.taken;
    result.moves += episode.moves;
    result.messages += episode.delivered;
    ++result.episodes;
    result.failure = episode.failure;
    if (traffic.progress) traffic.progress(result.ops);
    if (episode.failure.empty()) continue;
    result.sequence = {config, traffic.mutant, traffic.move_mutant, {}};
    Episode again(config, seed, ops, subject, traffic.move_mutant);
    again.log = &result.sequence.steps;
    again.run();
  }
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
