// SPDX-License-Identifier: Apache-2.0
#include "testbenches/memory/measure.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

#include "models/base/ids.h"
#include "testbenches/memory/channels.h"

namespace starnuma::memory_bench {
namespace {

using base::Time;

template <class T>
using EarliestFirst = std::priority_queue<T, std::vector<T>, std::greater<>>;

std::size_t warm_up(std::size_t requests) { return requests / 10; }

/// Issue times and read latencies of a run, as it goes on.
struct Run {
  explicit Run(int requests) : warm(warm_up(static_cast<std::size_t>(requests))) {
    issued.reserve(static_cast<std::size_t>(requests));
  }
  void issue(const Request& request) { issued.push_back(request); }
  void data(Time at, Time done) {
    last = std::max(last, done);
    if (issued.size() > warm) latencies.push_back((done - at).ps());
  }

  std::size_t warm;
  std::vector<Request> issued;
  std::vector<std::int64_t> latencies;
  Time last;
  double row_hits = 0;
};

Measured summary(Run run, bool open_loop) {
  Measured result;
  const std::size_t first = open_loop ? 0 : run.warm;
  const std::size_t count = open_loop ? run.issued.size() : run.issued.size() - 1 - first;
  const Time span = open_loop ? run.last : run.issued.back().at - run.issued[first].at;
  result.bytes_per_second =
      static_cast<double>(count) * base::kLineBytes * 1e12 / static_cast<double>(span.ps());
  auto& latencies = run.latencies;
  const auto sum = std::accumulate(latencies.begin(), latencies.end(), std::int64_t{0});
  result.mean_ns = static_cast<double>(sum) / 1000 / static_cast<double>(latencies.size());
  const auto p99 = latencies.begin() + static_cast<std::ptrdiff_t>(latencies.size() * 99 / 100);
  std::nth_element(latencies.begin(), p99, latencies.end());
  result.p99_ns = Time(*p99).ns();
  result.row_hits = run.row_hits;
  result.issued = std::move(run.issued);
  return result;
}

/// Keeps at most `outstanding` requests outstanding, or follows the arrivals of an open loop.
Run run_shared(const memory::DramConfig& config, const Stream& stream, const Load& load) {
  Channels channels(config, load.channels);
  EarliestFirst<Time> outstanding;
  Run run(load.requests);
  Time at;
  const auto peak = config.bandwidth() * load.channels;
  for (Request request : requests_of(stream, load.requests, peak, load.seed)) {
    if (stream.open_loop()) {
      at = request.at;
    } else {
      while (!outstanding.empty() && outstanding.top() <= at) outstanding.pop();
      if (outstanding.size() >= static_cast<std::size_t>(load.outstanding)) {
        at = outstanding.top();
        outstanding.pop();
      }
    }
    request.at = at;
    run.issue(request);
    const Time done =
        request.write ? channels.write(request.line, at) : channels.read(request.line, at);
    if (done > at) outstanding.push(done);
    if (!request.write) run.data(at, done);
  }
  run.row_hits = channels.row_hits();
  return run;
}

/// Each reader waits for its own reads only.
Run run_readers(const memory::DramConfig& config, const Stream& stream, const Load& load) {
  Channels channels(config, load.channels);
  std::vector<std::uint64_t> next = first_lines(stream.count, load.seed);
  std::vector<EarliestFirst<Time>> outstanding(next.size());
  EarliestFirst<std::pair<Time, std::size_t>> turns;
  for (std::size_t reader = 0; reader < next.size(); ++reader) turns.push({Time(0), reader});
  const auto most = static_cast<std::size_t>(stream.each);
  Run run(load.requests);
  for (int i = 0; i < load.requests; ++i) {
    const auto [at, reader] = turns.top();
    turns.pop();
    auto& own = outstanding[reader];
    if (own.size() >= most) own.pop();
    const Request request{at, next[reader]++, false};
    run.issue(request);
    const Time done = channels.read(request.line, at);
    run.data(at, done);
    own.push(done);
    turns.push({own.size() >= most ? std::max(at, own.top()) : at, reader});
  }
  run.row_hits = channels.row_hits();
  return run;
}

}  // namespace

int most_outstanding(const Stream& stream, const Load& load) {
  return stream.kind == StreamKind::kReaders ? stream.count * stream.each : load.outstanding;
}

Measured measure(const memory::DramConfig& config, const Stream& stream, const Load& load) {
  const bool readers = stream.kind == StreamKind::kReaders;
  return summary(readers ? run_readers(config, stream, load) : run_shared(config, stream, load),
                 stream.open_loop());
}

}  // namespace starnuma::memory_bench
