// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/bench_memory_results.h"

#include <boost/json.hpp>
#include <cmath>
#include <cstdio>

#include "models/base/ids.h"
#include "platforms/app/files/text_file.h"
#include "platforms/app/results/result_folder.h"
#include "platforms/app/results/values.h"
#include "platforms/config/json.h"
#include "testbenches/memory/channels.h"

namespace starnuma::app {

namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

std::string rule_name(const memory_bench::Bound& bound) {
  return std::string(
      base::EnumNames<memory_bench::Rule>::kNames[static_cast<std::size_t>(bound.rule)]);
}

template <class... Values>
std::string formatted(const char* format, Values... values) {
  char text[160];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

std::string reference_text(const MemoryResult& result) {
  if (!result.reference) return "";
  const MemoryReference& reference = *result.reference;
  const double off = result.difference_percent();
  const char* verdict = result.within_tolerance() ? "pass" : "short";
  if (reference.gb_per_s) {
    return formatted("%8.1f GB/s %+7.1f %%  %s", *reference.gb_per_s, off, verdict);
  }
  return formatted("%8.0f ns   %+7.1f %%  %s", *reference.mean_ns, off, verdict);
}

/// Returns the columns of a row that have an interval over seeds.
std::string values_text(double bytes_per_second, double peak, double mean_ns, double p99_ns) {
  return formatted(" %8.1f %7.1f %8.0f %8.0f", bytes_per_second / 1e9,
                   100 * bytes_per_second / peak, mean_ns, p99_ns);
}

std::string row_text(const MemoryResult& result) {
  std::string text = formatted("  %-18s %5d", to_string(result.point.stream).c_str(),
                               memory_bench::most_outstanding(result.point.stream, result.load)) +
                     values_text(result.bytes_per_second.mean, result.peak, result.mean_ns.mean,
                                 result.p99_ns.mean) +
                     formatted(" %8.1f  %-40s", result.bound.bytes_per_second / 1e9,
                               to_string(result.bound).c_str()) +
                     reference_text(result);
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

std::string half_widths_text(const MemoryResult& result) {
  return formatted("  %-24s", "half width of 95 %") +
         values_text(result.bytes_per_second.half_width, result.peak, result.mean_ns.half_width,
                     result.p99_ns.half_width) +
         "\n";
}

json::value or_null(const std::optional<double>& value) {
  return value ? json::value(*value) : json::value(nullptr);
}

json::object result_json(const MemoryResult& result, bool over_seeds) {
  const MemoryPoint& point = result.point;
  json::object all{{"part", point.part},
                   {"set", json::value_from(point.sets)},
                   {"stream", to_string(point.stream)},
                   {"channels", result.load.channels},
                   {"outstanding", memory_bench::most_outstanding(point.stream, result.load)},
                   {"requests", result.load.requests},
                   {"bytes_per_second", result.bytes_per_second.mean},
                   {"share_of_peak", result.share_of_peak()},
                   {"mean_ns", result.mean_ns.mean},
                   {"p99_ns", result.p99_ns.mean},
                   {"bound_bytes_per_second", result.bound.bytes_per_second},
                   {"limit", rule_name(result.bound)},
                   {"refresh_share", result.bound.refresh_share},
                   {"reference", nullptr}};
  if (over_seeds) {
    all["half_widths_95"] = {{"bytes_per_second", result.bytes_per_second.half_width},
                             {"mean_ns", result.mean_ns.half_width},
                             {"p99_ns", result.p99_ns.half_width}};
  }
  if (result.reference) {
    all["reference"] = {{"gb_per_s", or_null(result.reference->gb_per_s)},
                        {"mean_ns", or_null(result.reference->mean_ns)},
                        {"difference_percent", result.difference_percent()},
                        {"tolerance_percent", result.reference->tolerance_percent},
                        {"within_tolerance", result.within_tolerance()}};
  }
  return all;
}

/// Returns the statistics of all points; their paths are formed from settings and stream.
std::vector<accounting::Stat> stats_of(const MemoryBench& bench) {
  std::vector<accounting::Stat> stats;
  for (const MemoryResult& result : bench.results) {
    std::string path = key_of(result.point);
    for (char& c : path) {
      if (c == '.' || c == ' ' || c == ',' || c == ';') c = '_';
    }
    accounting::StatWriter writer(stats, path);
    writer.write("bandwidth", result.bytes_per_second.mean, "bytes/s", "bytes moved per second");
    writer.write("share_of_peak", result.share_of_peak(), "1", "bandwidth over that of the pins");
    writer.write("read_latency.mean", result.mean_ns.mean, "ns", "issue of a read to its data");
    writer.write("read_latency.p99", result.p99_ns.mean, "ns",
                 "the latency of the 99th percentile");
    writer.write("bound", result.bound.bytes_per_second, "bytes/s",
                 "bandwidth that the timing rules allow for the stream");
  }
  return stats;
}

}  // namespace

double MemoryResult::difference_percent() const {
  return reference->gb_per_s ? 100 * (gb_per_s() / *reference->gb_per_s - 1)
                             : 100 * (mean_ns.mean / *reference->mean_ns - 1);
}

bool MemoryResult::within_tolerance() const {
  return std::abs(difference_percent()) <= reference->tolerance_percent;
}

std::string memory_table(const MemoryBench& bench) {
  std::string text = seeds_text(bench.seeds) + ", " + std::to_string(bench.requests) +
                     " requests or more a point; the last columns: " + bench.source +
                     " and our difference from it.\n";
  text.front() = 'S';
  std::string setting;
  for (const MemoryResult& result : bench.results) {
    if (setting_of(result.point) != setting) {
      setting = setting_of(result.point);
      text +=
          formatted("\n%s: %d channel%s, peak %.1f GB/s\n", setting.c_str(), result.load.channels,
                    result.load.channels == 1 ? "" : "s", result.peak / 1e9);
      text += formatted("  %-18s %5s %8s %7s %8s %8s %8s  %-40s%8s\n", "stream", "outst", "GB/s",
                        "% peak", "mean ns", "p99 ns", "bound", "limited by", "reference");
    }
    text += row_text(result);
    if (bench.seeds.size() > 1) text += half_widths_text(result);
  }
  return text;
}

std::string memory_json(const MemoryBench& bench) {
  json::array points;
  for (const MemoryResult& result : bench.results) {
    points.push_back(result_json(result, bench.seeds.size() > 1));
  }
  const json::object all{{"bench", "memory"},
                         {"seed", bench.seeds.front()},
                         {"seeds", bench.seeds.size()},
                         {"reference", bench.source},
                         {"points", points}};
  return config::json_text(all, config::JsonLayout::kInnerRows);
}

void write_memory_results(const fs::path& draft, const MemoryBench& bench) {
  write_text(draft / kStats, stats_json(stats_of(bench)));
  write_text(draft / kBench, memory_json(bench));
  write_text(draft / kSummary, "bench memory\n\n" + memory_table(bench));
}

std::string trace_csv(const memory::DramConfig& config, const MemoryResult& result) {
  const memory_bench::LineMap map(config, result.load.channels);
  const int per_rank = config.bank_groups * config.banks_per_group;
  std::string text = "# starnuma bench memory: " + setting_of(result.point) + ", " +
                     to_string(result.point.stream) + ", seed " + std::to_string(result.load.seed) +
                     "\n" +
                     "order,time_ps,address,command,channel,subchannel,rank,bank_group,bank,row\n";
  std::size_t order = 0;
  for (const memory_bench::Request& request : result.issued) {
    const auto place = map.of(request.line);
    text += formatted("%zu,%lld,0x%llx,%s,%d,%d,%d,%d,%d,%lld\n", order++,
                      static_cast<long long>(request.at.ps()),
                      static_cast<unsigned long long>(request.line * base::kLineBytes),
                      request.write ? "write" : "read", place.bus / config.subchannels,
                      place.bus % config.subchannels, place.bank / per_rank,
                      place.bank % per_rank / config.banks_per_group,
                      place.bank % config.banks_per_group, static_cast<long long>(place.row));
  }
  return text;
}

}  // namespace starnuma::app
