// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/benches.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "models/base/check.h"
#include "platforms/app/arguments/option_values.h"
#include "platforms/app/bench/bench_memory_results.h"
#include "platforms/app/files/draft_folder.h"
#include "platforms/app/files/file_draft.h"
#include "platforms/app/files/status_line.h"
#include "platforms/app/files/text_file.h"

namespace starnuma::app {

namespace fs = std::filesystem;
namespace po = boost::program_options;

namespace {

constexpr int kRequests = 40'000;
/// Minimum length of a stream; a shorter one measures its start and end effects.
constexpr int kRequestsPerOutstanding = 20;
constexpr int kMostRequests = 100'000'000;

memory_bench::Load load_of(const MemoryPoint& point, const memory::DramConfig& config,
                           const Arguments& arguments) {
  memory_bench::Load load;
  load.channels = arguments.get<int>("channels");
  load.outstanding = point.outstanding * config.subchannels * load.channels;
  const int least = kRequestsPerOutstanding * memory_bench::most_outstanding(point.stream, load);
  load.requests = std::max(kRequests, least);
  if (arguments.options["requests"].defaulted()) return load;
  const auto asked = arguments.get<std::int64_t>("requests");
  if (asked < least || asked > kMostRequests) {
    throw base::InputError("bench memory: --requests: expected from ", least, " (",
                           kRequestsPerOutstanding, " for each outstanding one) to ", kMostRequests,
                           ", found ", asked);
  }
  load.requests = static_cast<int>(asked);
  return load;
}

MemoryReferences references_of(const Arguments& arguments) {
  return arguments.has("results") ? read_results(arguments.text("results")) : shipped_references();
}

/// Returns the points that the command line selects, else the default ones and all with a
/// reference.
std::vector<MemoryPoint> points_of(const Arguments& arguments, const MemoryReferences& references) {
  std::vector<std::string> parts(arguments.positional.begin() + 1, arguments.positional.end());
  const bool compares_only = arguments.has("results") && !chooses_points(arguments);
  if (parts.empty() && !compares_only) parts = shipped_channels();
  std::vector<MemoryPoint> points;
  if (!compares_only) points = plan_memory_bench(parts, arguments);
  if (chooses_points(arguments)) return points;
  for (const MemoryReference& reference : references.rows) {
    const bool wanted =
        parts.empty() || std::find(parts.begin(), parts.end(), reference.point.part) != parts.end();
    const bool known = std::any_of(points.begin(), points.end(), [&](const MemoryPoint& point) {
      return key_of(point) == key_of(reference.point);
    });
    if (wanted && !known) points.push_back(reference.point);
  }
  // Groups the points of one part and setting.
  std::stable_sort(points.begin(), points.end(), [&](const MemoryPoint& a, const MemoryPoint& b) {
    return a.part == b.part ? setting_of(a) < setting_of(b) : a.part < b.part;
  });
  return points;
}

std::optional<MemoryReference> reference_to(const MemoryPoint& point, int channels,
                                            const MemoryReferences& references) {
  if (channels != 1) return std::nullopt;
  for (const MemoryReference& reference : references.rows) {
    if (key_of(reference.point) == key_of(point)) return reference;
  }
  return std::nullopt;
}

/// Measures `point` with each seed. The bound is a mean too; its limit is that of the first seed.
MemoryResult result_of(const MemoryPoint& point, const memory::DramConfig& config,
                       memory_bench::Load load, const Seeds& seeds) {
  MemoryResult result;
  std::vector<double> bandwidths, means, tails, bounds;
  for (const std::uint64_t seed : seeds) {
    load.seed = seed;
    memory_bench::Measured measured = memory_bench::measure(config, point.stream, load);
    const auto bound = memory_bench::bound_of(config, point.stream, load, measured.issued);
    bandwidths.push_back(measured.bytes_per_second);
    means.push_back(measured.mean_ns);
    tails.push_back(measured.p99_ns);
    bounds.push_back(bound.bytes_per_second);
    if (seed != seeds.front()) continue;
    result.bound = bound;
    result.issued = std::move(measured.issued);
  }
  result.point = point;
  result.load = load;
  result.load.seed = seeds.front();
  result.bytes_per_second = interval_of(bandwidths);
  result.mean_ns = interval_of(means);
  result.p99_ns = interval_of(tails);
  result.bound.bytes_per_second = interval_of(bounds).mean;
  result.peak = static_cast<double>((config.bandwidth() * load.channels).value);
  return result;
}

void write_trace(const fs::path& file, const std::vector<MemoryPoint>& points, const Seeds& seeds,
                 const Arguments& arguments) {
  if (points.size() != 1) {
    throw base::InputError("bench memory: --trace: expected one part, setting and stream, found ",
                           points.size());
  }
  if (seeds.size() != 1) {
    throw base::InputError("bench memory: --trace: expected one seed, found ", seeds.size());
  }
  require_own_file("bench memory: --trace", file, {"# starnuma bench memory"});
  const memory::DramConfig config = read_channel(points[0].part, points[0].sets);
  const auto load = load_of(points[0], config, arguments);
  write_text(file, trace_csv(config, result_of(points[0], config, load, seeds)));
}

}  // namespace

void add_memory_options(po::options_description& options) {
  options.add_options()("stream", texts("STREAM"),
                        "`bench memory`: only this stream, as random+2/1 (repeatable)")(
      "mapping", texts("MAPPING"),
      "`bench memory`: address mapping in place of the part's, or all (repeatable)")(
      "page-policy", texts("PAGE_POLICY"),
      "`bench memory`: page policy in place of the part's, or all (repeatable)")(
      "channels", whole_number(1, 64)->default_value(1), "`bench memory`: channels of the part")(
      "results", text("FILE"),
      "`bench memory`: CSV file of another controller's results to compare with")(
      "trace", text("FILE"), "`bench memory`: write the requests of one stream to this CSV file");
}

void bench_memory(const Arguments& arguments, Verdicts& verdicts) {
  const MemoryReferences references = references_of(arguments);
  const std::vector<MemoryPoint> points = points_of(arguments, references);
  const Seeds seeds = bench_seeds(arguments, "bench memory");
  if (arguments.has("trace")) return write_trace(arguments.text("trace"), points, seeds, arguments);
  MemoryBench bench{references.source, seeds, kRequests, {}};
  std::vector<std::pair<memory::DramConfig, memory_bench::Load>> runs;
  for (const MemoryPoint& point : points) {
    const memory::DramConfig config = read_channel(point.part, point.sets);
    runs.emplace_back(config, load_of(point, config, arguments));
  }
  const fs::path folder = arguments.get_or<std::string>("output", "results/bench-memory");
  DraftFolder draft(folder);
  StatusLine line;
  for (std::size_t i = 0; i < points.size(); ++i) {
    line.show("memory, " + setting_of(points[i]) + ", " + std::to_string(i + 1) + " of " +
              std::to_string(points.size()));
    bench.requests = runs[i].second.requests;
    bench.results.push_back(result_of(points[i], runs[i].first, runs[i].second, seeds));
    MemoryResult& result = bench.results.back();
    result.reference = reference_to(points[i], result.load.channels, references);
    result.issued = {};
    if (!result.reference) continue;
    const bool good = result.within_tolerance();
    verdicts.add(
        key_of(result.point),
        good ? "" : std::to_string(result.difference_percent()) + " % off " + references.source);
  }
  line.clear();
  write_memory_results(draft.path(), bench);
  draft.publish();
  std::cout << memory_table(bench) << "\nResults: " << folder.string() << "\n";
  verdicts.set_document(memory_json(bench));
}

}  // namespace starnuma::app
