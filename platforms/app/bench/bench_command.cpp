// SPDX-License-Identifier: Apache-2.0

#include <functional>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/app/bench/bench_table.h"
#include "platforms/app/bench/benches.h"
#include "platforms/app/files/status_line.h"
#include "platforms/app/process/child.h"
#include "platforms/app/waves/wave_options.h"
#include "testbenches/queueing/arrivals.h"
#include "testbenches/queueing/link_saturation.h"

namespace starnuma::app {

using base::Time;
using Bound = BenchRow::Bound;

namespace {

/// Returns a link's service times at 3 GB/s: 64-byte data alone, or 8 and 72 bytes mixed.
std::vector<Time> services(bool mixed) {
  const base::Bandwidth rate(3'000'000'000);
  if (!mixed) return {rate.time_for(base::Bytes(64))};
  return {rate.time_for(base::Bytes(8)), rate.time_for(base::Bytes(72))};
}

void bench_queueing(std::int64_t messages, Verdicts& verdicts) {
  StatusLine line;
  std::vector<BenchRow> theory;
  std::vector<BenchRow> order;
  for (const double load : {0.3, 0.6, 0.8, 0.9}) {
    const std::string at = std::to_string(static_cast<int>(100 * load)) + " % load";
    line.show("queueing, " + at);
    const queueing::Traffic equal{load, services(false), messages, 1};
    const queueing::MeanWaits in_order = queueing::mean_waits(equal, Time(0));
    theory.push_back({"off M/D/1, in order, " + at,
                      percent_off(in_order.booked_ns, equal.expected_wait_ns()), "%",
                      Bound::kAtMost, 3});
    for (const Time ahead : {Time(100'000), Time(1'000'000)}) {
      for (const bool mixed : {false, true}) {
        const queueing::Traffic traffic{load, services(mixed), messages, 1};
        const queueing::MeanWaits waits = queueing::mean_waits(traffic, ahead);
        order.push_back({"off first come first served, " + base::to_string(ahead) + " ahead, " +
                             (mixed ? "8 and 72 B, " : "64 B, ") + at,
                         percent_off(waits.booked_ns, waits.fcfs_ns), "%", Bound::kAtMost, 1});
      }
    }
  }
  line.clear();
  const std::string count = std::to_string(messages) + " messages, seed 1";
  print_bench(verdicts, "Mean wait against queueing theory, " + count, theory);
  print_bench(verdicts, "Mean wait of 64 initiators that run ahead, " + count, order);

  const transport::LinkConfig link{Time(25'000), base::Bandwidth(3'000'000'000),
                                   timing::BandwidthIs::kPayload};
  const auto rates = values_from_child<double>([&] {
    const auto both = queueing::saturated_throughput(link, 1'000'000);
    return std::vector<double>(both.begin(), both.end());
  });
  std::vector<BenchRow> saturated;
  for (std::size_t d = 0; d < rates.size(); ++d) {
    saturated.push_back(
        {std::string("off the configured bandwidth, ") + (d == 0 ? "forward" : "backward"),
         percent_off(rates[d], static_cast<double>(link.rate().bandwidth.value)), "%",
         Bound::kAtMost, 0.5});
  }
  print_bench(verdicts, "A link that is offered more than it carries, both ways at once",
              saturated);
}

}  // namespace

int run_bench(const Arguments& arguments) {
  const std::string which = arguments.positional.empty() ? "speed" : arguments.positional[0];
  const auto scale = arguments.get<int>("scale");
  Verdicts verdicts("bench " + which, arguments);
  struct Bench {
    std::string name;
    std::function<void()> run;
  };
  const std::vector<Bench> benches{
      {"queueing",
       [&] {
         const auto messages = arguments.get<std::int64_t>("messages");
         bench_queueing(messages, verdicts);
         bench_arbitration(messages, verdicts);
       }},
      {"quantum", [&] { bench_quantum(scale, verdicts); }},
      {"speed",
       [&] {
         bench_speed(scale, arguments.get<std::int64_t>("loads"), verdicts);
         bench_costs(scale, verdicts);
       }},
      {"growth", [&] { bench_growth(verdicts); }},
      {"waves", [&] { bench_waves(scale, verdicts); }},
      {"rtl", [&] { bench_rtl(scale, verdicts); }},
      {"memory", [&] { bench_memory(arguments, verdicts); }},
      {"pool", [&] { bench_pool(arguments, verdicts); }},
  };
  const std::size_t most = which == "memory" ? arguments.positional.size()
                           : which == "pool" ? 2
                                             : 1;
  if (arguments.positional.size() > most) {
    throw base::InputError("bench ", which, ": unexpected \"", arguments.positional[most], "\"");
  }
  if (which != "pool" && wave_request(arguments)) {
    throw base::InputError("bench ", which,
                           ": --waves and --trace-events are options of run and of bench pool");
  }
  std::vector<std::string> known;
  for (const Bench& bench : benches) {
    if (bench.name == which) {
      bench.run();
      verdicts.finish();
      return verdicts.all_hold() ? 0 : 1;
    }
    known.push_back(bench.name);
  }
  throw base::InputError("bench: unknown bench \"", which, "\", ", base::suggestion(which, known));
}

}  // namespace starnuma::app
