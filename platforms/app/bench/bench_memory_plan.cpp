// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/bench_memory_plan.h"

#include <algorithm>

#include "models/base/check.h"
#include "platforms/app/experiments/open_machine.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/assembly/config/machine_config.h"
#include "platforms/config/check.h"
#include "platforms/config/override.h"

namespace starnuma::app {

namespace {

constexpr const char* kMemoryStreams[] = {
    "sequential", "random",    "sequential+2/1", "sequential+1/1", "random+2/1", "random+1/1",
    "drawn:16",   "turn:16",   "readers:16x4",   "stride:2",       "stride:4",   "loop:128",
    "random@20",  "random@40", "random@60",      "random@80"};

bool is_channel_group(const std::string& group) {
  const std::string end = ".memory.channel";
  return group.size() > end.size() &&
         group.compare(group.size() - end.size(), end.size(), end) == 0;
}

std::filesystem::path part_file(const config::Catalog& catalog, const std::string& part) {
  if (config::looks_like_path(part)) {
    if (const char* other = config::other_than_a_file(part)) {
      throw base::InputError(part, ": expected a file, found ", other);
    }
    if (!config::file_exists(part)) throw base::InputError(part, ": no such file");
    return part;
  }
  if (const auto file = catalog.find(config::Shelf::kParts, part)) return *file;
  const auto near = base::suggestion(part, shipped_channels());
  throw base::InputError("unknown part ", config::in_quotes(part), ", ", near);
}

/// Returns the values of --`option`, all of the enum for "all".
template <class Enum>
std::vector<std::string> chosen_values(const Arguments& arguments, const std::string& option) {
  const auto& names = base::EnumNames<Enum>::kNames;
  std::vector<std::string> chosen;
  for (const std::string& text : arguments.texts(option)) {
    if (text == "all") {
      chosen.assign(names.begin(), names.end());
      break;
    }
    if (std::find(names.begin(), names.end(), text) == names.end()) {
      std::vector<std::string> known(names.begin(), names.end());
      known.emplace_back("all");
      throw base::InputError("bench memory: --", option, ": unknown value ",
                             config::in_quotes(text), ", ", base::suggestion(text, known));
    }
    if (std::find(chosen.begin(), chosen.end(), text) == chosen.end()) chosen.push_back(text);
  }
  return chosen;
}

/// Returns each of `settings` with each chosen value of `field`; the part's `own` value is omitted.
std::vector<std::vector<std::string>> with_each(
    const std::vector<std::vector<std::string>>& settings, const std::string& field,
    const std::vector<std::string>& chosen, std::string_view own) {
  if (chosen.empty()) return settings;
  std::vector<std::vector<std::string>> all;
  for (const auto& setting : settings) {
    for (const std::string& value : chosen) {
      all.push_back(setting);
      if (value != own) all.back().push_back(field + "=" + value);
    }
  }
  return all;
}

template <class Enum>
std::string_view enum_name(Enum value) {
  return base::EnumNames<Enum>::kNames[static_cast<std::size_t>(value)];
}

}  // namespace

std::string setting_of(const MemoryPoint& point) {
  std::string text = point.part;
  for (const std::string& set : point.sets) text += ", " + set;
  return text;
}

std::string key_of(const MemoryPoint& point) {
  const bool readers = point.stream.kind == memory_bench::StreamKind::kReaders;
  return setting_of(point) + "; " + to_string(point.stream) + "; " +
         (readers ? "" : std::to_string(point.outstanding));
}

std::vector<std::string> shipped_channels() {
  const config::Catalog catalog(platforms_folder());
  std::vector<std::string> names;
  for (const std::string& name : catalog.names(config::Shelf::kParts)) {
    const config::Node file = config::load_file(*catalog.find(config::Shelf::kParts, name));
    const config::Node* of = file.find("of");
    if (of != nullptr && is_channel_group(of->text)) names.push_back(name);
  }
  return names;
}

memory::DramConfig read_channel(const std::string& part, const std::vector<std::string>& sets) {
  const config::Catalog catalog = open_catalog();
  config::Diagnostics diagnostics;
  config::Node file = config::load_file(part_file(catalog, part), diagnostics);
  diagnostics.throw_if_any();
  config::kind_of(file, {"part"}, diagnostics);
  const auto group =
      config::part_group(file, config::group_paths<assembly::MachineConfig>(), diagnostics);
  diagnostics.throw_if_any();
  if (!is_channel_group(*group)) {
    config::fail(file.find("of")->origin, "of",
                 "expected the channel of a memory such as socket.memory.channel, found " +
                     config::in_quotes(*group));
  }
  const std::string path = config::join_path("machine", *group);
  config::Node fields = config::part_fields(std::move(file), path, catalog, diagnostics);
  for (const std::string& set : sets) config::Override(set).apply(fields, catalog, diagnostics);
  memory::DramConfig channel;
  config::Reader(fields, path, diagnostics).read_all(channel);
  diagnostics.throw_if_any();
  return channel;
}

bool chooses_points(const Arguments& arguments) {
  for (const char* option : {"stream", "mapping", "page-policy", "set"}) {
    if (arguments.has(option)) return true;
  }
  return arguments.get<int>("channels") != 1 || !arguments.options["outstanding"].defaulted();
}

std::vector<MemoryPoint> plan_memory_bench(const std::vector<std::string>& parts,
                                           const Arguments& arguments) {
  const auto mappings = chosen_values<memory::Mapping>(arguments, "mapping");
  const auto policies = chosen_values<timing::PagePolicy>(arguments, "page-policy");
  std::vector<std::string> streams = arguments.texts("stream");
  if (streams.empty()) streams.assign(std::begin(kMemoryStreams), std::end(kMemoryStreams));
  MemoryPoint point;
  if (!arguments.options["outstanding"].defaulted()) {
    point.outstanding = arguments.get<int>("outstanding");
  }
  std::vector<MemoryPoint> plan;
  for (const std::string& part : parts) {
    const auto sets = arguments.texts("set");
    const memory::DramConfig own = read_channel(part, sets);
    std::vector<std::vector<std::string>> settings{sets};
    settings = with_each(settings, "mapping", mappings, enum_name(own.mapping));
    settings = with_each(settings, "page_policy", policies, enum_name(own.page_policy));
    for (const auto& setting : settings) {
      for (const std::string& stream : streams) {
        point.part = part;
        point.sets = setting;
        point.stream = memory_bench::parse_stream(stream);
        plan.push_back(point);
      }
    }
  }
  return plan;
}

}  // namespace starnuma::app
