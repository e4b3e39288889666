// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/loaded_latency.h"

#include <algorithm>
#include <cmath>

namespace starnuma::stimulus {
namespace {

using base::Time;

constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);
constexpr Time kSettle(20'000'000);  ///< Delay after a barrier until its traffic has drained.
/// Delay until the queues of a point have reached a steady state.
constexpr Time kForming(20'000'000);
// Most of the wait without load is due to a few loads that meet a refresh and wait long for it.
constexpr int kChains = 4;              ///< Per point.
constexpr int kIdleChains = 8;          ///< For the point without load.
constexpr Time kMeasured(100'000'000);  ///< Measurement time of bandwidth without a chase.
/// Maximum pause of the probe between loads, in ps.
constexpr std::uint64_t kLongestPause = 100'000;
constexpr Time kLead(10'000);  ///< Lead of the probe's front end over its loads.
constexpr int kWord = sizeof(std::uint64_t);

/// Order of a heap whose front is ready first.
bool later(core::Ready a, core::Ready b) { return b < a; }

int chains_of(int percent) { return percent == 0 ? kIdleChains : kChains; }

std::uint64_t whole_blocks(std::uint64_t lines) {
  return (lines + LineOrder::kBlock - 1) / LineOrder::kBlock * LineOrder::kBlock;
}

/// Returns the share of a generator's accesses that are stores; a store through the caches causes a
/// read and a write.
double store_share(int read_share, bool cached) {
  const double reads = read_share / 100.0;
  return cached ? (1 - reads) / reads : 1 - reads;
}

}  // namespace

LoadedLatency::LoadedLatency(const Parameters& parameters, std::uint64_t seed)
    : parameters_(parameters), seed_(seed) {
  const auto generators = static_cast<std::uint64_t>(parameters_.generators);
  // Scaled caches are not smaller than their minimum of some KiB.
  constexpr std::uint64_t kFewest = 1 << 12;
  const int shrunk = parameters_.caches_shrink ? footprint().halvings() : 0;
  cached_lines_ = std::max(parameters_.cached_lines >> shrunk, kFewest);
  lines_each_ = whole_blocks(2 * cached_lines_ / generators + 1);
  const double stores = store_share(parameters_.read_share, parameters_.cached);
  stores_in_2_32_ = static_cast<std::uint64_t>(std::llround(std::ldexp(stores, 32)));
  for (std::uint64_t g = 0; g < generators; ++g) {
    random_.emplace_back(seed_ ^ (g + 1) << 32);
    next_.push_back(random_.back().below(lines_each_));  // desynchronizes the streams
  }
}

void LoadedLatency::build(base::Arena& arena) {
  const int chains = first_chain(parameters_.percents.size());
  for (const Target& target : parameters_.targets) {
    Curve& curve = curves_.emplace_back();
    curve.points.resize(parameters_.percents.size());
    curve.chains.build(arena, target.home, chains, parameters_.loads, parameters_.pages,
                       seed_ + curves_.size());
    curve.lines = arena.allocate<std::uint64_t>(
        "load", lines_each_ * static_cast<std::uint64_t>(parameters_.generators) * kWordsPerLine,
        base::Touch::on_node(target.home));
  }
}

base::Bytes LoadedLatency::host_bytes() const {
  const auto lines = static_cast<std::int64_t>(lines_each_) * parameters_.generators *
                     static_cast<std::int64_t>(parameters_.targets.size());
  return base::Bytes(lines * base::kLineBytes);
}

/// Returns the first chain of a point; chains are numbered point by point.
int LoadedLatency::first_chain(std::size_t number) const {
  int chains = 0;
  for (std::size_t before = 0; before < number; ++before) {
    chains += chains_of(parameters_.percents[before]);
  }
  return chains;
}

int LoadedLatency::generator_of(const core::Thread& thread) const {
  const int generator = thread.index() - parameters_.probe_thread - (parameters_.chase ? 1 : 0);
  return generator < parameters_.generators ? generator : -1;
}

void LoadedLatency::run(core::Thread& thread) {
  const bool leads = thread.index() == parameters_.probe_thread;
  thread.barrier();
  if (leads) thread.begin_measurement();
  const std::size_t all = parameters_.percents.size() - 1;
  const std::size_t first = parameters_.percents.front() == 0 ? 1 : 0;
  const std::size_t loaded = parameters_.percents.back() == 0 ? 0 : curves_.size();
  for (std::size_t c = 0; c < curves_.size() && first > 0; ++c) run_point(thread, c, 0);
  for (std::size_t c = 0; c < loaded; ++c) {
    thread.barrier();
    if (generator_of(thread) >= 0) fill(thread, curves_[c], generator_of(thread));
    run_point(thread, c, all);
    if (leads) set_gaps(curves_[c]);
    for (std::size_t number = first; number < all; ++number) run_point(thread, c, number);
  }
}

void LoadedLatency::run_point(core::Thread& thread, std::size_t curve, std::size_t number) {
  thread.barrier();
  if (parameters_.chase && thread.index() == parameters_.probe_thread) {
    probe(thread, curve, number);
  } else if (generator_of(thread) >= 0 && parameters_.percents[number] > 0) {
    generate(thread, curve, number, generator_of(thread));
  }
}

void LoadedLatency::open(Point& point, std::size_t curve, Time now) const {
  point.begin = now;
  point.traffic_before = meter_(parameters_.targets[curve].home);
  point.done_before = point.done;
}

/// Ends a measurement. A point may be started and ended several times; its parts are added up.
void LoadedLatency::close(Point& point, std::size_t curve, Time now) const {
  const accounting::MemoryTraffic traffic =
      meter_(parameters_.targets[curve].home) - point.traffic_before;
  point.time += now - point.begin;
  point.traffic.reads += traffic.reads;
  point.traffic.writes += traffic.writes;
  point.measured.accesses += point.done.accesses - point.done_before.accesses;
  point.measured.held += point.done.held - point.done_before.held;
}

void LoadedLatency::probe(core::Thread& thread, std::size_t curve, std::size_t number) {
  const int percent = parameters_.percents[number];
  const int first = first_chain(number);
  Point& point = curves_[curve].points[number];
  for (int chain = first; chain < first + chains_of(percent); ++chain) {
    const bool forming = chain == first && percent > 0;
    curves_[curve].chains.warm(thread, chain);
    thread.pause_until(thread.time() + kSettle + (forming ? kForming : Time(0)));
    chase(thread, curve, point, chain);
  }
  point.finished = true;
}

/// Runs the probe. It pauses for a random time between loads, since it would otherwise synchronize
/// with refresh.
void LoadedLatency::chase(core::Thread& thread, std::size_t curve, Point& point, int chain) {
  base::Random random(seed_ ^ static_cast<std::uint64_t>(chain + 1) << 24);
  Time issued = thread.time() + kLead;
  Time arrived;
  open(point, curve, issued);
  curves_[curve].chains.walk(thread, chain, thread.at(issued), [&](core::Ready ready) {
    arrived = thread.time(ready);
    const Time latency = arrived - issued;
    point.least_latency = point.loads == 0 ? latency : std::min(latency, point.least_latency);
    point.latency += latency;
    ++point.loads;
    issued = arrived + Time(static_cast<std::int64_t>(random.below(kLongestPause)));
    // Loads are issued in the order of simulated time.
    thread.pause_until(issued - kLead);
    return thread.at(issued);
  });
  close(point, curve, arrived);
}

void LoadedLatency::generate(core::Thread& thread, std::size_t curve, std::size_t number,
                             int generator) {
  Point& point = curves_[curve].points[number];
  const bool measures = !parameters_.chase && generator == 0;
  base::Random random(seed_ ^ static_cast<std::uint64_t>(generator + 1) << 40 ^ number);
  std::vector<core::Ready> in_flight(static_cast<std::size_t>(parameters_.in_flight));
  const Time start = thread.time() + kSettle;
  Time due = start + gap(random, point.gap);
  while (true) {
    std::pop_heap(in_flight.begin(), in_flight.end(), later);
    core::Ready& slot = in_flight.back();
    const Time free = slot != core::Ready() ? thread.time(slot) : Time(0);
    thread.pause_until(std::max(due, free));
    if (measures) watch(point, curve, start + kForming, thread.time());
    if (point.finished) return;
    ++point.done.accesses;
    point.done.held += free > due;
    slot = access(thread, curves_[curve], generator, {});
    std::push_heap(in_flight.begin(), in_flight.end(), later);
    due += gap(random, point.gap);
  }
}

/// Starts and ends the measurement without a chase.
void LoadedLatency::watch(Point& point, std::size_t curve, Time begin, Time now) const {
  if (point.begin.ps() == 0 && now >= begin) open(point, curve, now);
  if (point.begin.ps() == 0 || now < point.begin + kMeasured) return;
  close(point, curve, now);
  point.finished = true;
}

/// Fills the caches as under this load, with the same share of dirty lines.
void LoadedLatency::fill(core::Thread& thread, Curve& curve, int generator) {
  std::vector<core::Ready> in_flight(static_cast<std::size_t>(parameters_.in_flight));
  for (std::uint64_t i = 0; i < fill_accesses(); ++i) {
    core::Ready& slot = in_flight[i % in_flight.size()];
    slot = access(thread, curve, generator, slot);
  }
}

std::uint64_t LoadedLatency::fill_accesses() const {
  const auto generators = static_cast<std::uint64_t>(parameters_.generators);
  const std::uint64_t once = parameters_.cached ? cached_lines_ / generators : 0;
  return once + once / 2;
}

core::Ready LoadedLatency::access(core::Thread& thread, const Curve& curve, int generator,
                                  core::Ready after) {
  const auto g = static_cast<std::uint64_t>(generator);
  const bool store = random_[g].next() >> 32 < stores_in_2_32_;
  const LineOrder order(parameters_.pattern, lines_each_, seed_ + g);
  const std::uint64_t line = g * lines_each_ + order.line(next_[g]++);
  const base::VirtualAddress address = curve.lines.address_of(line * kWordsPerLine);
  if (!parameters_.cached) {
    if (!store) return thread.load_uncached(address, after);
    return thread.store_uncached(address, after, parameters_.uncached_store);
  }
  const core::Ready ready = thread.load(address, kWord, after);
  if (store) thread.store(address, kWord, ready);
  return ready;
}

/// Returns an exponentially distributed gap, which makes arrivals a Poisson process, or the mean.
Time LoadedLatency::gap(base::Random& random, Time mean) const {
  if (parameters_.paced || mean.ps() == 0) return mean;
  const double uniform = std::ldexp(static_cast<double>((random.next() >> 11) + 1), -53);
  return Time(std::llround(-std::log(uniform) * static_cast<double>(mean.ps())));
}

/// Sets the gaps of the other points to shares of the rate of the last point.
void LoadedLatency::set_gaps(Curve& curve) const {
  const Point& all = curve.points.back();
  if (all.measured.accesses == 0) return;
  const double an_access = static_cast<double>(all.time.ps()) * parameters_.generators /
                           static_cast<double>(all.measured.accesses);
  for (std::size_t number = 1; number + 1 < curve.points.size(); ++number) {
    curve.points[number].gap = Time(std::llround(an_access * 100 / parameters_.percents[number]));
  }
}

}  // namespace starnuma::stimulus
