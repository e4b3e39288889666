// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/result_folder.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <charconv>
#include <cstdlib>
#include <fstream>

#include "models/base/check.h"
#include "platforms/app/command.h"
#include "platforms/app/published.h"
#include "platforms/app/summary.h"
#include "platforms/app/worst_file.h"
#include "platforms/config/load.h"
#include "starnuma/version.h"

namespace starnuma::app {

namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

constexpr const char* kIntervals = "intervals.csv";
constexpr const char* kPhases = "phases.csv";
constexpr const char* kCurves = "loaded_latency.csv";
constexpr const char* kMetadata = "metadata.csv";

std::string csv(const assembly::Table& table) {
  std::string text;
  for (const std::string& column : table.columns) text += (text.empty() ? "" : ",") + column;
  text += "\n";
  for (const std::vector<double>& row : table.rows) {
    const char* separator = "";
    for (const double value : row) {
      text += separator + number_text(value);
      separator = ",";
    }
    text += "\n";
  }
  return text;
}

/// The curves of the workload loaded_latency, one row a point; empty for any other.
std::string curves_csv(const std::vector<base::Stat>& stats) {
  const std::string prefix = "workload.loaded_latency.";
  std::string text;
  for (const base::Stat& stat : stats) {
    if (stat.path.rfind(prefix, 0) != 0) continue;
    const std::size_t point = stat.path.find('.', prefix.size());
    const std::size_t name = stat.path.find('.', point + 1);
    if (stat.path.substr(name) == ".injected") {
      text += "\n" + stat.path.substr(prefix.size(), point - prefix.size()) + "," +
              stat.path.substr(point + 1, name - point - 1);
    }
    text += "," + number_text(stat.value);
  }
  if (text.empty()) return text;
  return "class,point,injected_gb_per_s,achieved_gb_per_s,latency_ns,least_latency_ns,loads" +
         text + "\n";
}

/// What the tracking hardware knew at the end beside the truth; sharers with a bit per socket.
std::string metadata_csv(const std::vector<assembly::TrackedRegion>& regions) {
  std::string text = "region,sharers,count,true_sharers,true_loads\n";
  for (std::size_t r = 0; r < regions.size(); ++r) {
    const assembly::TrackedRegion& region = regions[r];
    text += std::to_string(r) + "," + std::to_string(region.metadata.sharers) + "," +
            std::to_string(region.metadata.count) + "," + std::to_string(region.true_sharers) +
            "," + std::to_string(region.true_loads) + "\n";
  }
  return text;
}

std::map<std::string, double> values_of(const std::vector<base::Stat>& stats) {
  std::map<std::string, double> values;
  for (const base::Stat& stat : stats) values[stat.path] = stat.value;
  return values;
}

double seconds_of(const rusage& usage) {
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// What the run cost on this host: apart from the results, which are the same on every host.
std::string host_json(const assembly::SimulationResult& result, double oracle_seconds) {
  rusage self{};
  rusage children{};
  getrusage(RUSAGE_SELF, &self);
  getrusage(RUSAGE_CHILDREN, &children);
  const auto rate = [&](std::int64_t count) {
    return number_text(static_cast<double>(count) / result.cpu_seconds);
  };
  const auto peak_kib = static_cast<double>(std::max(self.ru_maxrss, children.ru_maxrss));
  return "{\n\"instructions_per_second\": " + rate(result.instructions) +
         ",\n\"llc_misses_per_second\": " + rate(result.misses) +
         ",\n\"cpu_seconds\": " + number_text(seconds_of(self) + seconds_of(children)) +
         ",\n\"simulation_cpu_seconds\": " + number_text(result.cpu_seconds) +
         ",\n\"oracle_pass_cpu_seconds\": " + number_text(oracle_seconds) +
         ",\n\"rtl_annex_ticks\": " + std::to_string(result.annex_ticks) +
         ",\n\"rtl_tracker_ticks\": " + std::to_string(result.tracker_ticks) +
         ",\n\"peak_memory_bytes\": " + number_text(peak_kib * 1024) + ",\n\"version\": \"" +
         std::string(kVersion) + "\",\n\"commit\": \"" + std::string(kCommit) + "\"\n}\n";
}

}  // namespace

std::string stats_json(const std::vector<base::Stat>& stats) {
  std::string text = "[\n";
  for (std::size_t i = 0; i < stats.size(); ++i) {
    const base::Stat& stat = stats[i];
    text += "{\"path\": " + json::serialize(json::string(stat.path)) +
            ", \"value\": " + number_text(stat.value) +
            ", \"unit\": " + json::serialize(json::string(stat.unit)) +
            ", \"description\": " + json::serialize(json::string(stat.description)) +
            (i + 1 < stats.size() ? "},\n" : "}\n");
  }
  return text + "]\n";
}

std::string number_text(double value) {
  char text[40];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

void write_text(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text;
  out.close();
  if (!out) throw base::InputError("cannot write " + file.string());
}

void claim_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder) || access(folder.c_str(), W_OK) != 0) {
    throw base::InputError(folder.string() + ": cannot write a result folder there" +
                           (error ? " (" + error.message() + ")" : ""));
  }
  const auto holds = [&](const char* name) { return fs::exists(folder / name); };
  if (!fs::is_empty(folder) && !holds("effective.yaml") && !holds("compare.json") &&
      !holds("sweep.json") && !holds("bench.json") && !holds(kBakeoff) && !holds(kDraft)) {
    throw base::InputError(folder.string() +
                           ": exists and is no result folder; choose another one with -o");
  }
  fs::create_directories(folder / kDraft);
}

void finish_folder(const fs::path& folder) {
  for (const auto& file : fs::directory_iterator(folder / kDraft)) {
    fs::rename(file.path(), folder / file.path().filename());
  }
  fs::remove_all(folder / kDraft);
}

void write_result_folder(const fs::path& folder, const Experiment& experiment,
                         const assembly::SimulationResult& result, double oracle_seconds) {
  const fs::path draft = folder / kDraft;
  fs::create_directories(draft);
  write_text(draft / kStats, stats_json(result.stats));
  write_text(draft / "host.json", host_json(result, oracle_seconds));
  write_text(draft / "effective.yaml", effective_yaml(experiment));
  write_text(draft / kWorst, worst_json(result));
  fs::remove(folder / kIntervals);
  if (!result.intervals.rows.empty()) write_text(draft / kIntervals, csv(result.intervals));
  fs::remove(folder / kPhases);
  if (!result.phases.rows.empty()) write_text(draft / kPhases, csv(result.phases));
  fs::remove(folder / kCurves);
  const std::string curves = curves_csv(result.stats);
  if (!curves.empty()) write_text(draft / kCurves, curves);
  fs::remove(folder / kMetadata);
  if (!result.regions.empty()) write_text(draft / kMetadata, metadata_csv(result.regions));
  fs::remove(folder / kPublished);
  if (const auto known = published(experiment.machine, experiment.workload)) {
    write_text(draft / kPublished, published_json(*known));
  }
  write_text(draft / "summary.txt",
             run_summary(experiment, values_of(result.stats), read_host(draft)));
  if (experiment.report) {
    make_report({draft}, draft / "report.html", {"--shown-as", folder.string()});
  }
  finish_folder(folder);
}

std::map<std::string, Statistic> read_statistics(const fs::path& file) {
  constexpr base::Bytes kLargest(std::int64_t{64} << 20);
  const config::Node list = config::load_file(file, kLargest);
  std::map<std::string, Statistic> stats;
  for (const config::Node& stat : list.items) {
    const config::Node* path = stat.find("path");
    const config::Node* value = stat.find("value");
    const config::Node* unit = stat.find("unit");
    double number = 0;
    const bool whole =
        path != nullptr && value != nullptr && unit != nullptr &&
        std::from_chars(value->text.data(), value->text.data() + value->text.size(), number).ec ==
            std::errc{};
    if (!whole) {
      throw base::InputError(config::to_string(stat.origin) +
                             ": expected a statistic with path, value and unit");
    }
    stats[path->text] = {number, unit->text};
  }
  if (list.is_sequence()) return stats;
  throw base::InputError(config::to_string(list.origin) + ": expected a list of statistics");
}

std::map<std::string, double> read_stats(const fs::path& folder) {
  std::map<std::string, double> values;
  for (const auto& [path, stat] : read_statistics(folder / kStats)) values[path] = stat.value;
  return values;
}

std::map<std::string, double> read_host(const fs::path& folder) {
  std::map<std::string, double> values;
  for (const auto& entry : config::load_file((folder / "host.json").string()).entries) {
    if (!entry.value.quoted) values[entry.key] = std::stod(entry.value.text);
  }
  return values;
}

void run_report(const std::string& module, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"/usr/bin/python3", "-m", module};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::string path = (platforms_folder() / "results").string();
  if (const char* others = std::getenv("PYTHONPATH")) path += std::string(":") + others;
  const pid_t child = fork();
  if (child == 0) {
    setenv("PYTHONPATH", path.c_str(), 1);
    setenv("PYTHONSAFEPATH", "1", 1);        // what lies in the user's folder is no module
    setenv("OPENBLAS_NUM_THREADS", "1", 1);  // drawing needs no pool of numeric threads
    execv(argv[0], argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error("the report could not be made (" + module + ")");
  }
}

void make_report(const std::vector<fs::path>& runs, const fs::path& page,
                 const std::vector<std::string>& options) {
  std::vector<std::string> words;
  for (const fs::path& run : runs) words.push_back(run.string());
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"-o", page.string()});
  run_report("starnuma.report", words);
}

}  // namespace starnuma::app
