// SPDX-License-Identifier: Apache-2.0
#include "testbenches/queueing/arrivals.h"

#include <algorithm>
#include <cmath>

#include "models/base/random.h"
#include "models/timing/busy_window.h"

namespace starnuma::queueing {

using base::Time;

namespace {

struct Arrival {
  Time at;
  Time service;
  int initiator;
};

/// Generates the arrivals of a traffic in order.
class Source {
 public:
  explicit Source(const Traffic& traffic) : traffic_(traffic), random_(traffic.seed) {
    double sum = 0;
    for (const Time service : traffic.services) sum += static_cast<double>(service.ps());
    mean_gap_ = sum / static_cast<double>(traffic.services.size()) / traffic.load;
  }
  Arrival next() {
    const double uniform = (static_cast<double>(random_.next() >> 11) + 0.5) / 9007199254740992.0;
    now_ -= mean_gap_ * std::log(uniform);
    const Time service = traffic_.services[random_.below(traffic_.services.size())];
    return {Time(static_cast<std::int64_t>(now_)), service,
            static_cast<int>(random_.below(kInitiators))};
  }

 private:
  const Traffic& traffic_;
  base::Random random_;
  double mean_gap_ = 0;
  double now_ = 0;
};

/// One server that serves in order of arrival.
class Server {
 public:
  Time wait(const Arrival& arrival) {
    const Time start = std::max(free_, arrival.at);
    free_ = start + arrival.service;
    return start - arrival.at;
  }

 private:
  Time free_;
};

}  // namespace

double Traffic::expected_wait_ns() const {
  double mean = 0;
  double square = 0;
  for (const Time service : services) {
    mean += service.ns();
    square += service.ns() * service.ns();
  }
  return load * (square / mean) / (2 * (1 - load));
}

MeanWaits mean_waits(const Traffic& traffic, Time run_ahead) {
  Source source(traffic);
  Server server;
  timing::BusyWindow window;
  std::vector<Arrival> quantum;
  Time begin;
  double fcfs = 0;
  double booked = 0;
  const auto book_quantum = [&] {
    std::stable_sort(quantum.begin(), quantum.end(),
                     [](const Arrival& a, const Arrival& b) { return a.initiator < b.initiator; });
    for (const Arrival& a : quantum) booked += window.book(a.at, a.service, begin).ns();
    quantum.clear();
  };
  for (std::int64_t i = 0; i < traffic.messages; ++i) {
    const Arrival arrival = source.next();
    fcfs += server.wait(arrival).ns();
    if (run_ahead == Time(0)) {
      booked += window.book(arrival.at, arrival.service, arrival.at).ns();
      continue;
    }
    if (arrival.at >= begin + run_ahead) {
      book_quantum();
      begin = Time(arrival.at.ps() / run_ahead.ps() * run_ahead.ps());
    }
    quantum.push_back(arrival);
  }
  book_quantum();
  const auto messages = static_cast<double>(traffic.messages);
  return {fcfs / messages, booked / messages};
}

}  // namespace starnuma::queueing
