// SPDX-License-Identifier: Apache-2.0
// trace: inspects, checks and converts traces, and records programs.
#include <boost/json.hpp>
#include <cstdio>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/arguments/json_option.h"
#include "platforms/app/arguments/option_values.h"
#include "platforms/app/capture/record_command.h"
#include "platforms/app/commands/import_files.h"
#include "platforms/app/experiments/shipped_traces.h"
#include "platforms/config/text.h"
#include "stimulus/trace/format/draft.h"
#include "stimulus/trace/tools/check_trace.h"
#include "stimulus/trace/tools/export_text.h"
#include "stimulus/trace/tools/filter.h"

namespace starnuma::app {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

/// Line of `trace info`: its label, its key in JSON, and a text or a number.
struct InfoLine {
  const char* label;
  const char* key;
  boost::json::value value;
  int decimals = 0;
};

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

std::string contents_text(const trace::Contents& contents) {
  std::string text;
  const auto add = [&](bool is, const char* what) {
    text += (text.empty() ? "" : ", ") + std::string(is ? "" : "no ") + what;
  };
  add(contents.dependences, "dependences");
  add(contents.mispredictions, "mispredictions");
  add(contents.order, "order of blocking calls");
  if (contents.filter_bytes == 0) return text + ", every access";
  return text + ", behind a cache of " +
         base::to_string(base::Bytes(static_cast<std::int64_t>(contents.filter_bytes)));
}

std::vector<InfoLine> info_of(const fs::path& folder) {
  const trace::Summary summary = trace::read_summary(folder);
  const trace::Totals totals = summary.totals();
  const auto accesses = static_cast<double>(totals.accesses());
  const auto program = static_cast<double>(summary.program_accesses());
  const auto bytes = static_cast<double>(summary.bytes());
  constexpr int kDecimals = 3;
  std::string command = summary.program;
  for (const std::string& argument : summary.arguments) command += " " + config::one_line(argument);
  std::vector<InfoLine> lines{
      {"program", "program", boost::json::string(command)},
      {"traced by", "traced_by",
       boost::json::string(summary.front_end.name + " " + summary.front_end.version)},
      {"contents", "contents", boost::json::string(contents_text(summary.contents))},
      {"threads", "threads", summary.threads.size()},
      {"regions", "regions", summary.regions},
      {"instructions", "instructions", totals.instructions},
      {"loads", "loads", totals.loads},
      {"stores", "stores", totals.stores},
      {"atomics", "atomics", totals.atomics},
      {"mispredictions", "mispredictions", totals.mispredictions},
      {"pages used", "pages_used", summary.pages.used},
      {"pages in all", "pages", summary.pages.pages},
      {"bytes", "bytes", summary.bytes()},
      {"  for each record", "bytes_per_record", ratio(bytes, accesses), kDecimals},
      {"  for each access", "bytes_per_access", ratio(bytes, program), kDecimals}};
  const trace::Quality& quality = summary.quality;
  if (quality.epochs_needed == 0) return lines;
  lines.push_back({"epochs used", "epochs_used", quality.epochs_used});
  lines.push_back({"epochs needed", "epochs_needed", quality.epochs_needed});
  lines.push_back({"waits timed out", "waits_timed_out", quality.time_outs});
  return lines;
}

void print_info(const fs::path& folder) {
  for (const InfoLine& line : info_of(folder)) {
    std::string text;
    if (line.value.is_string()) {
      text = line.value.as_string().c_str();
    } else {
      char number[64];
      std::snprintf(number, sizeof number, "%.*f", line.decimals, line.value.to_number<double>());
      text = number;
    }
    std::printf("%-26s%s\n", line.label, text.c_str());
  }
}

boost::json::object info_json(const std::string& word) {
  boost::json::object all{{"trace", word}};
  for (InfoLine& line : info_of(trace_folder(word))) all[line.key] = std::move(line.value);
  return all;
}

std::string choice(const Arguments& arguments, const char* option,
                   const std::vector<std::string>& known) {
  const std::string text = arguments.text(option);
  for (const std::string& one : known) {
    if (text == one) return text;
  }
  throw base::InputError("--", option, ": unknown \"", text, "\", ", base::suggestion(text, known));
}

base::Bytes filter_size(const std::string& text) {
  constexpr base::Bytes kLeast(512);
  constexpr base::Bytes kMost(1 << 24);
  const auto size = base::parse_bytes(text);
  if (size && *size >= kLeast && *size <= kMost && (size->value & (size->value - 1)) == 0) {
    return *size;
  }
  throw base::InputError(
      "--filter: expected a power of two from 512 B to 16 MiB, such as 4KiB, found \"", text, "\"");
}

int record(const Arguments& arguments) {
  if (!arguments.has("output")) {
    throw base::InputError("trace record: expected -o and the folder to write");
  }
  const base::Bytes filter =
      arguments.has("filter") ? filter_size(arguments.text("filter")) : base::Bytes(0);
  const auto& words = arguments.positional;
  return record_program(arguments, {words.begin() + 1, words.end()}, filter);
}

int convert(const Arguments& arguments) {
  if (!arguments.has("output")) {
    throw base::InputError("trace convert: expected -o and the folder to write");
  }
  const std::string from =
      choice(arguments, "from", {"trace", "memtrace", "champsim", "champsim64", "champsim96"});
  const std::string to = choice(arguments, "to", {"trace", "text"});
  const fs::path folder = arguments.text("output");
  std::vector<fs::path> files;
  for (std::size_t i = 1; i < arguments.positional.size(); ++i) {
    files.emplace_back(arguments.positional[i]);
  }
  if (from == "trace" && files.size() != 1) {
    throw base::InputError("trace convert: expected one trace, found ", files.size());
  }
  if (from == "trace") files[0] = trace_folder(arguments.positional[1]);
  if (from == "trace" && to == "text") {
    trace::require_trace_room(folder);
    trace::check_trace(files[0]);
    trace::Draft draft(folder);
    trace::export_text(files[0], draft.path());
    draft.publish();
    return 0;
  }
  if (to == "text") throw base::InputError("trace convert: --to text is for --from trace");
  if (from == "trace" && !arguments.has("filter")) {
    throw base::InputError("trace convert: expected --filter, --to text, or --from what it is");
  }
  if (from != "trace" && arguments.has("filter")) {
    throw base::InputError("trace convert: --filter is for --from trace");
  }
  trace::Draft draft(folder);
  if (from == "trace") {
    trace::filter_trace(files[0], draft.path(), filter_size(arguments.text("filter")));
  } else {
    import_files(from, files, draft.path());
  }
  draft.publish();
  return 0;
}

}  // namespace

void add_trace_options(po::options_description& options) {
  options.add_options()("output,o", text("DIR"), "convert, record: the folder to write")(
      "from", text("trace|memtrace|champsim|champsim64|champsim96")->default_value("trace"),
      "convert: what is read; of all but the first a file for each thread, as it is or compressed "
      "by "
      "gzip, xz, zstd or bzip2, or - for stdin; champsim finds out whether records have 64 or 96 "
      "bytes")("to", text("trace|text")->default_value("trace"), "convert: what is written")(
      "filter", text("SIZE"),
      "convert, record: leave out what hits a cache of this size in each thread, such as 4KiB");
  add_record_options(options);
  add_json_option(options);
}

int run_trace(const Arguments& arguments) {
  const std::string& verb = arguments.positional[0];
  if (wants_json(arguments)) {
    if (verb != "info") {
      throw base::InputError("trace ", verb, ": prints no table, expected no --json");
    }
    boost::json::array traces;
    for (std::size_t i = 1; i < arguments.positional.size(); ++i) {
      traces.push_back(info_json(arguments.positional[i]));
    }
    print_json({{"traces", std::move(traces)}});
    return 0;
  }
  if (verb == "convert") return convert(arguments);
  if (verb == "record") return record(arguments);
  for (std::size_t i = 1; i < arguments.positional.size(); ++i) {
    const std::string& word = arguments.positional[i];
    if (verb == "info") {
      print_info(trace_folder(word));
    } else if (verb == "check") {
      trace::check_trace(trace_folder(word));
    } else {
      throw base::InputError("trace: unknown \"", verb, "\", ",
                             base::suggestion(verb, {"info", "check", "convert", "record"}));
    }
  }
  return 0;
}

}  // namespace starnuma::app
