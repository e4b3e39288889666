// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/waves/wave_options.h"
#include "platforms/app/arguments/option_values.h"

#include <algorithm>
#include <charconv>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/base/nearest.h"
#include "models/kernel/tap.h"
#include "models/observers/message_name.h"
#include "platforms/app/process/child.h"
#include "platforms/app/waves/rtl_waves.h"
#include "platforms/app/waves/wave_scope.h"
#include "platforms/assembly/scaling/scaling.h"
#include "platforms/config/text.h"
#include "platforms/wave/fst_source.h"

namespace starnuma::app {

namespace po = boost::program_options;
using base::InputError;
using base::Time;
using observers::HopTriggerKind;

namespace {

constexpr const char* kFilterTrigger = "pool.snoop_filter.back_invalidate";
constexpr const char* kEventTrigger = "pool.event";
constexpr const char* kErrorTrigger = "coherence_error";

/// Parses "10us:12us", "10us:" or ":12us".
void read_window(const std::string& text, WaveRequest& request) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    throw InputError("--wave-window: expected two times as 10us:12us, found \"", text, "\"");
  }
  const std::string from = text.substr(0, colon);
  const std::string to = text.substr(colon + 1);
  if (!from.empty()) request.from = wave_time("--wave-window", from);
  if (!to.empty()) request.to = wave_time("--wave-window", to);
  if (request.from > request.to) {
    throw InputError("--wave-window: ends before it begins: \"", text, "\"");
  }
}

void read_trigger(const std::string& text, WaveRequest& request) {
  observers::HopTrigger& trigger = request.trigger;
  const auto value_after = [&](const std::string& head) -> std::optional<std::string> {
    if (text.rfind(head, 0) != 0) return std::nullopt;
    return text.substr(head.size());
  };
  if (text == kFilterTrigger) {
    trigger.kind = HopTriggerKind::kCounter;
    request.counted = run::Counted::kFilterEvictions;
  } else if (text == kEventTrigger) {
    trigger.kind = HopTriggerKind::kCounter;
    request.counted = run::Counted::kDeviceEvents;
  } else if (text == kErrorTrigger) {
    trigger.kind = HopTriggerKind::kError;
  } else if (const auto bound = value_after("latency>")) {
    trigger.kind = HopTriggerKind::kLatency;
    trigger.latency = wave_time("--wave-on latency>", *bound);
  } else if (const auto line = value_after("line=")) {
    trigger.kind = HopTriggerKind::kLine;
    trigger.line = wave_line("--wave-on line=", *line);
    request.watched_line = trigger.line;
  } else if (const auto message = value_after("message=")) {
    trigger.kind = HopTriggerKind::kMessage;
    trigger.message = *message;
    const auto names = observers::message_names();
    if (std::find(names.begin(), names.end(), *message) == names.end()) {
      throw InputError("--wave-on: no message \"" + *message + "\"; " +
                       base::suggestion(*message, names));
    }
  } else {
    throw InputError("--wave-on: no trigger \"", text, "\"; ",
                     base::suggestion(text, {kFilterTrigger, kEventTrigger, kErrorTrigger,
                                             "latency>2us", "line=0x40", "message=BISnpInv"}));
  }
}

/// Returns the file of an option, whose name must end in `suffix`.
std::filesystem::path file_of(const Arguments& arguments, const std::string& option,
                              const std::string& suffix) {
  const std::filesystem::path file = arguments.text(option);
  const std::string name = file.filename().string();
  if (name.size() <= suffix.size() ||
      name.compare(name.size() - suffix.size(), suffix.size(), suffix) != 0) {
    throw InputError("--", option, ": expected a file name that ends in ", suffix, ", found \"",
                     file.string(), "\"");
  }
  const auto folder = file.has_parent_path() ? file.parent_path() : ".";
  if (!std::filesystem::is_directory(folder)) {
    throw InputError("--", option, ": there is no folder ", folder.string());
  }
  return file;
}

std::vector<std::string> objects_of(const assembly::MachineConfig& machine,
                                    const base::Footprint& workload) {
  const assembly::MachineConfig scaled = assembly::scaled(machine, workload).config;
  const std::string text = bytes_from_child([&] {
    std::string lines;
    for (const std::string& name : run::recordable_objects(scaled)) lines += name + "\n";
    return lines;
  });
  std::vector<std::string> names;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = text.find('\n', from);
    names.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return names;
}

}  // namespace

Time wave_time(const std::string& option, const std::string& text) {
  constexpr Time kLongest(1'000'000'000'000'000);
  const auto time = base::parse_time(text);
  if (!time || *time > kLongest) {
    throw InputError(option, ": expected a time with its unit from 0 ps to ",
                     base::to_string(kLongest), ", such as 10us, found ", config::in_quotes(text));
  }
  return *time;
}

base::LineAddress wave_line(const std::string& option, const std::string& text) {
  std::uint64_t address = 0;
  const bool hex = text.rfind("0x", 0) == 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] =
      std::from_chars(text.data() + (hex ? 2 : 0), last, address, hex ? 16 : 10);
  if (error != std::errc{} || end != last) {
    throw InputError(option, ": expected a byte address such as 0x40000001a40, found \"", text,
                     "\"");
  }
  if (address >> base::kLineShift >> base::LineAddress::kBits != 0) {
    throw InputError(option, ": ", text, " is beyond the last address, expected at most ",
                     base::address_text({(std::uint64_t{1} << base::LineAddress::kBits) - 1}));
  }
  return {address >> base::kLineShift};
}

void add_wave_options(po::options_description& options) {
  options.add_options()("waves", text("FILE"),
                        "write the hops of transactions to this FST file, with a save file for "
                        "GTKWave next to it")(
      "trace-events", text("FILE"),
      "write the hops, queues and phases to this file of trace events (.json.gz), for Perfetto")(
      "wave-scope", texts("OBJECT"),
      "only of these objects, as machine.socket3.core1 or 'machine.pool*' (repeatable)")(
      "wave-window", text("FROM:TO"), "only of this simulated time, as 10us:12us")(
      "wave-on", text("EVENT"),
      "only around the first: pool.snoop_filter.back_invalidate, pool.event, coherence_error, "
      "'latency>2us', "
      "line=ADDRESS or message=NAME")("wave-before", text("TIME")->default_value("1us"),
                                      "time kept before --wave-on")(
      "wave-after", text("TIME")->default_value("1us"), "time kept after --wave-on")(
      "wave-line", text("ADDRESS"), "show the directory entry of the line with this byte address")(
      "wave-rtl", text("FILE"),
      "show the signals of this FST file too, under rtl; its times are the run's");
}

std::optional<WaveRequest> wave_request(const Arguments& arguments) {
  const bool waves = arguments.has("waves");
  const bool events = arguments.has("trace-events");
  if (!waves && arguments.has("wave-rtl")) throw InputError("--wave-rtl: needs --waves FILE.fst");
  if (!waves && !events) {
    for (const char* option : {"wave-scope", "wave-window", "wave-on", "wave-line"}) {
      if (arguments.has(option)) {
        throw InputError("--", option, ": needs --waves FILE.fst or --trace-events FILE.json.gz");
      }
    }
    return std::nullopt;
  }
  if (!kernel::kWaves) {
    throw InputError(waves ? "--waves" : "--trace-events",
                     ": this program was built with STARNUMA_WAVES=OFF");
  }
  WaveRequest request;
  if (waves) request.file = file_of(arguments, "waves", ".fst");
  if (events) request.trace_events = file_of(arguments, "trace-events", ".json.gz");
  if (arguments.has("wave-scope")) request.scopes = arguments.texts("wave-scope");
  if (arguments.has("wave-window")) read_window(arguments.text("wave-window"), request);
  if (arguments.has("wave-line")) {
    request.watched_line = wave_line("--wave-line", arguments.text("wave-line"));
  }
  if (arguments.has("wave-rtl")) {
    request.rtl = arguments.text("wave-rtl");
    require_file("--wave-rtl", request.rtl);
    wave::FstSource{request.rtl};  // rejects an invalid file early
  }
  if (arguments.has("wave-on")) read_trigger(arguments.text("wave-on"), request);
  request.trigger.before = wave_time("--wave-before", arguments.text("wave-before"));
  request.trigger.after = wave_time("--wave-after", arguments.text("wave-after"));
  return request;
}

void check_waves(const WaveRequest& request, const assembly::MachineConfig& machine,
                 const base::Footprint& workload) {
  const bool events = request.counted == run::Counted::kDeviceEvents;
  if (request.counted != run::Counted::kNothing && machine.pool.count == 0) {
    throw InputError("--wave-on: ", (events ? kEventTrigger : kFilterTrigger),
                     " needs a machine with a pool device");
  }
  if (request.watched_line && base::index_of(request.watched_line->node()) >= machine.nodes()) {
    throw InputError("line address: node ", base::index_of(request.watched_line->node()),
                     " (bits 40 to 45) is not a node of the machine, the last one is ",
                     machine.nodes() - 1);
  }
  if (request.scopes.empty()) return;
  check_scopes(request, objects_of(machine, workload));
}

run::Recording recording_of(const WaveRequest& request) {
  run::Recording recording;
  observers::HopSelection& selection = recording.selection;
  if (!request.scopes.empty()) {
    selection.object = [scopes = request.scopes](const std::string& object) {
      return std::any_of(scopes.begin(), scopes.end(),
                         [&](const std::string& scope) { return in_scope(scope, object); });
    };
  }
  selection.from = request.from;
  selection.to = request.to;
  selection.trigger = request.trigger;
  selection.misses = !request.trace_events.empty();
  recording.counted = request.counted;
  recording.watched_line = request.watched_line;
  const auto rtl = std::make_shared<std::unique_ptr<RtlWaves>>();
  if (!request.file.empty()) {
    recording.attached = [rtl, selection](const sc_core::sc_object& root) {
      *rtl = std::make_unique<RtlWaves>(root, selection);
    };
  }
  recording.done = [request, rtl](const observers::HopLog& log) {
    if (!write_waves(request, log, *rtl ? (*rtl)->finish() : wave::FstSources{})) {
      print_no_waves(request, remove_waves(request));
    }
  };
  return recording;
}

}  // namespace starnuma::app
