// SPDX-License-Identifier: Apache-2.0
// Trace as a workload: `trace:FOLDER`.
//
// Contract: the folder is checked when the workload is created, and read when it is built and run.
// Errors throw InputError with one line at any of these times.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "models/base/check.h"
#include "models/core/source_program.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/trace/format/frame_file.h"
#include "stimulus/trace/player/core_source.h"
#include "stimulus/trace/player/first_touch.h"

namespace starnuma::trace {
namespace {

class TraceWorkload final : public stimulus::Workload {
 public:
  struct Parameters {
    std::string folder;
    FirstTouch first_touch = FirstTouch::kLiteral;
    std::uint64_t region = 0;  ///< Measured region; 0 for the last.
    std::uint64_t epoch = 0;   ///< Epoch at which the window opens, if not at a region.
    std::uint64_t epochs = 0;  ///< Number of measured epochs; 0 for all until the end.
    std::uint64_t warmup = 0;  ///< Number of epochs that are played as warm-up.
    int nodes = 0;             ///< Homes of memory of the machine.
    int threads = 0;           ///< Threads that play the trace.
  };

  TraceWorkload(const Parameters& parameters, std::uint64_t seed);

  /// Writes the names of the statistics of all traces.
  static void declare(accounting::StatWriter& out);

  void build(base::Arena& arena) override;
  void run(core::Thread& thread) override;
  std::vector<std::string> check() const override { return {}; }
  base::Footprint footprint() const override;
  base::Bytes host_bytes() const override;
  void report(accounting::StatWriter& out) const override;
  std::uint64_t work_units() const override;
  std::string_view work_unit_name() const override;
  int openings() const override { return static_cast<int>(playback_.stretch.openings()); }
  std::string measured() const override;
  std::uint64_t expected_instructions() const override;
  std::string stuck() const override;

 private:
  bool is_whole() const;
  void check_files() const;

  Parameters parameters_;
  std::uint64_t seed_;
  Playback playback_;
  CoreMap map_;
  std::vector<std::unique_ptr<CoreSource>> sources_;  ///< Sources by core.
};

using base::InputError;

/// Host memory per stream while it is read.
constexpr std::int64_t kHostBytesPerStream = 3 * static_cast<std::int64_t>(kFrameBytes);
constexpr std::int64_t kHostBytesPerPage = 64;

Stretch stretch_of(const TraceWorkload::Parameters& p, const Summary& summary) {
  const std::string place = "workload trace: " + p.folder;
  const bool by_epoch = p.epoch > 0 || p.epochs > 0;
  if (by_epoch && p.region > 0) {
    throw InputError(place, ": expected a region or epochs to measure, found both");
  }
  if (p.warmup > p.epoch) {
    throw InputError(place, ": warmup=", p.warmup,
                     " is more than the epochs before epoch=", p.epoch);
  }
  if (p.region > summary.regions) {
    throw InputError(place, ": region=", p.region, " is out of range; it has ", summary.regions,
                     " regions");
  }
  Stretch stretch;
  if (!by_epoch) {
    stretch.regions = p.region > 0 ? p.region : summary.regions;
    return stretch;
  }
  stretch.begin = p.epoch - p.warmup;
  stretch.open = p.epoch;
  if (p.epochs > 0) stretch.end = p.epoch + p.epochs;
  return stretch;
}

CoreMap map_of(const Summary& summary, int cores) {
  std::vector<std::uint64_t> instructions;
  for (const ThreadSummary& thread : summary.threads) {
    instructions.push_back(thread.totals.instructions);
  }
  return map_to_cores(instructions, cores);
}

/// By FirstTouch.
constexpr std::array kFirstTouches{"pages on the node of their first touch",
                                   "pages spread over all cores", "pages with a random user"};

void report_trace(const Summary& summary, const CoreMap& map, accounting::StatWriter& out) {
  const auto accesses = static_cast<double>(summary.program_accesses());
  accounting::StatWriter trace = out.under("trace");
  trace.write("threads", summary.threads.size(), "1", "threads of the trace");
  trace.write("workers", map.workers, "1",
              "threads spread over the cores; with few cores, only those that work");
  trace.write("pages", summary.pages.pages, "1",
              "pages of the traced program, including pages that no record uses");
  trace.write("bytes_per_access",
              accesses > 0 ? static_cast<double>(summary.bytes()) / accesses : 0, "bytes",
              "size of the trace's streams for each access of the traced program");
}

}  // namespace

void TraceWorkload::declare(accounting::StatWriter& out) { report_trace({}, {}, out); }

TraceWorkload::TraceWorkload(const Parameters& parameters, std::uint64_t seed)
    : parameters_(parameters), seed_(seed) {
  playback_.folder = parameters.folder;
  playback_.summary = read_summary(parameters.folder);
  playback_.stretch = stretch_of(parameters, playback_.summary);
  map_ = map_of(playback_.summary, parameters.threads);
  if (playback_.summary.pages.used == 0) {
    throw InputError(summary_file(playback_.folder).string(), ": pages.used: expected at least 1");
  }
}

void TraceWorkload::check_files() const {
  for (std::size_t t = 0; t < playback_.summary.threads.size(); ++t) {
    const ThreadSummary& thread = playback_.summary.threads[t];
    const FrameFile file(thread_file(playback_.folder, t),
                         {playback_.summary.id, static_cast<std::uint32_t>(t)});
    if (file.bytes() == thread.bytes) continue;
    throw InputError(file.path().string(), ": has ", file.bytes(), " bytes, and trace.json says ",
                     thread.bytes);
  }
}

void TraceWorkload::build(base::Arena& arena) {
  check_files();
  const Summary& summary = playback_.summary;
  const std::vector<Page> pages = read_pages(playback_.folder, summary.id, summary.pages.pages);
  playback_.pages = PageSpace(pages);
  if (playback_.pages.pages() != summary.pages.used) {
    throw InputError(pages_file(playback_.folder).string(), ": has ", playback_.pages.pages(),
                     " used pages, but trace.json has ", summary.pages.used);
  }
  playback_.pages.place(arena.map("trace", origins_of(playback_, pages, parameters_.first_touch,
                                                      map_, parameters_.nodes, seed_)));
  bool any = false;
  for (std::size_t core = 0; core < map_.threads.size(); ++core) {
    sources_.push_back(std::make_unique<CoreSource>(playback_, map_.threads[core], core == 0));
    any = any || sources_.back()->has_work();
  }
  if (!any) {
    throw InputError("workload trace: ", parameters_.folder, ": epoch=", parameters_.epoch,
                     " is behind the end of all threads");
  }
}

void TraceWorkload::run(core::Thread& thread) {
  CoreSource& source = *sources_[static_cast<std::size_t>(thread.index())];
  source.play_on(thread);
  core::play(source, thread);
}

base::Footprint TraceWorkload::footprint() const {
  const base::Bytes size(static_cast<std::int64_t>(playback_.summary.pages.used) *
                         base::kPageBytes);
  const base::Bytes full(static_cast<std::int64_t>(playback_.summary.full_size_bytes));
  return {size, std::max(size, full)};
}

base::Bytes TraceWorkload::host_bytes() const {
  const auto streams = static_cast<std::int64_t>(playback_.summary.threads.size());
  const auto pages = static_cast<std::int64_t>(playback_.summary.pages.pages);
  return base::Bytes(streams * kHostBytesPerStream + pages * kHostBytesPerPage);
}

void TraceWorkload::report(accounting::StatWriter& out) const {
  report_trace(playback_.summary, map_, out);
}

bool TraceWorkload::is_whole() const {
  return parameters_.epoch == 0 && parameters_.epochs == 0 && parameters_.region == 0;
}

std::uint64_t TraceWorkload::work_units() const {
  const std::uint64_t count = playback_.summary.work.count;
  return is_whole() && count > 0 ? count : 1;
}

std::string_view TraceWorkload::work_unit_name() const {
  const WorkDone& work = playback_.summary.work;
  return is_whole() && work.count > 0 ? std::string_view(work.unit) : "the window";
}

std::string TraceWorkload::measured() const {
  const Summary& summary = playback_.summary;
  const Stretch& stretch = playback_.stretch;
  std::string what = "all of it";
  if (stretch.regions > 0) {
    what = "region " + std::to_string(stretch.regions) + " of " + std::to_string(summary.regions);
  } else if (!is_whole()) {
    what = "from epoch " + std::to_string(stretch.open) + " on";
    if (stretch.end != Stretch::kNoEnd) {
      what = "epochs " + std::to_string(stretch.open) + " to " + std::to_string(stretch.end - 1);
    }
  }
  return "trace of " + summary.program + ", " + what + ", " + map_.text() + ", " +
         kFirstTouches[static_cast<std::size_t>(parameters_.first_touch)];
}

std::uint64_t TraceWorkload::expected_instructions() const {
  const Summary& summary = playback_.summary;
  if (is_whole() && summary.expected_instructions > 0) return summary.expected_instructions;
  const auto all = static_cast<double>(summary.totals().instructions);
  std::uint64_t epochs = 1;
  for (const ThreadSummary& thread : summary.threads) epochs = std::max(epochs, thread.epochs + 1);
  const Stretch& stretch = playback_.stretch;
  const std::uint64_t end = std::min(stretch.end, std::max(epochs, stretch.begin + 1));
  const double share = static_cast<double>(end - stretch.begin) / static_cast<double>(epochs);
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(all * std::min(1.0, share)));
}

std::string TraceWorkload::stuck() const {
  for (const auto& source : sources_) {
    const std::string waits = source->waits();
    if (!waits.empty()) return parameters_.folder + ": " + waits + ", which no thread makes";
  }
  return parameters_.folder + ": its threads wait for each other";
}

}  // namespace starnuma::trace

namespace starnuma::stimulus {
namespace {

constexpr std::int64_t kMostEpochs = 1'000'000'000'000;
constexpr std::int64_t kMostRegions = 1 << 20;

}  // namespace

Definition define_trace() {
  using trace::TraceWorkload;
  using Parameters = TraceWorkload::Parameters;
  Definition definition =
      KernelDefinition<TraceWorkload>(
          "trace",
          "a trace of a multi-threaded program: its folder, or the name of one that is shipped")
          .option(OptionRule::path("FOLDER"))
          .choice("first_touch", &Parameters::first_touch, {"literal", "spread", "random_user"})
          .number("region", &Parameters::region, 0, kMostRegions)
          .number("epoch", &Parameters::epoch, 0, kMostEpochs)
          .number("epochs", &Parameters::epochs, 0, kMostEpochs)
          .number("warmup", &Parameters::warmup, 0, kMostEpochs)
          .then([](Parameters& all, const Options& options, const MachineShape& shape) {
            all.folder = options.text("FOLDER");
            all.nodes = shape.sockets + shape.pool_devices + shape.memory_nodes;
            all.threads = shape.threads();
          });
  definition.declare = TraceWorkload::declare;
  return definition;
}

}  // namespace starnuma::stimulus
