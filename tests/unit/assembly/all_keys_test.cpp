// SPDX-License-Identifier: Apache-2.0
// Every key that a machine lists can be set, is recorded, and reads back.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "platforms/assembly/config/machine_reader.h"
#include "platforms/config/list_fields.h"
#include "platforms/config/load.h"
#include "platforms/config/resolve.h"
#include "platforms/config/writer.h"

namespace starnuma::assembly {
namespace {

using config::ListedField;

MachineConfig with(const std::string& machine, const std::vector<std::string>& sets) {
  config::Diagnostics diagnostics;
  const auto opened = config::open_target(machine, sets, STARNUMA_PLATFORMS, diagnostics);
  auto read = config::read<MachineConfig>(opened.machine.tree, diagnostics);
  diagnostics.throw_if_any();
  return read;
}

/// Returns other values of the same type; most are legal for every field of that type.
std::vector<std::string> other_values(const ListedField& field) {
  static const std::map<std::string, std::vector<std::string>> kOthers{
      {"time", {"17 ns"}},
      {"size", {"8 KiB", "64 MiB", "512 B"}},
      {"bandwidth", {"7 GB/s"}},
      {"frequency", {"3 GHz"}},
      {"cycles", {"99 cycles", "33 cycles", "20000 cycles"}},
      {"whole number", {"2", "3", "32", "1", "8192", "40", "100"}},
      {"number", {"0.75", "1.25"}},
      {"choice",
       {"first_touch", "static_oracle", "raw",          "perfect",      "overlap", "ring",
        "full",        "with_workload", "none",         "column_first", "open",    "same_bank",
        "model",       "socket0",       "weighted",     "coherence",    "shared",  "ipi",
        "free",        "own_line",      "add_at_home",  "as_is",        "refuse",  "region",
        "stay",        "unset",         "every_socket", "fifo",         "timed",   "queued"}},
      {"list", {"[0, 2]"}},
      {"text", {"DDR9"}},
      {"filter size", {"640 entries"}},
      {"weights", {R"("3:1")"}},
      {"group", {}},
  };
  return kOthers.at(field.type);
}

/// Returns the machine with `field` changed to a legal value and stores the value in `chosen`;
/// leaves `chosen` empty if there is none.
MachineConfig changed(const std::string& machine, const ListedField& field, std::string& chosen) {
  for (const std::string& value : other_values(field)) {
    if (value == field.value || '"' + value + '"' == field.value) continue;  // "none" is quoted
    try {
      MachineConfig result = with(machine, {field.path + "=" + value});
      chosen = value;
      return result;
    } catch (const config::ConfigError&) {  // The value is not legal for this field.
    }
  }
  return with(machine, {});
}

std::string value_of(const std::vector<ListedField>& fields, const std::string& path) {
  const auto at = std::find_if(fields.begin(), fields.end(),
                               [&](const ListedField& field) { return field.path == path; });
  return at == fields.end() ? "not listed" : at->value;
}

class AllKeys : public ::testing::TestWithParam<const char*> {};

TEST_P(AllKeys, SettingAKeyToItsOwnValueChangesNothing) {
  const MachineConfig machine = with(GetParam(), {});
  const std::string yaml = config::to_yaml(machine);
  for (const ListedField& field : config::list_fields(machine)) {
    EXPECT_EQ(config::to_yaml(with(GetParam(), {field.path + "=" + field.value})), yaml)
        << field.path;
  }
}

TEST_P(AllKeys, AChangedKeyIsRecordedAndReadsBack) {
  std::vector<std::string> unchanged;
  for (const ListedField& field : config::list_fields(with(GetParam(), {}))) {
    std::string value;
    const MachineConfig machine = changed(GetParam(), field, value);
    // The field is absent, and no single value adds it.
    if (value.empty() && field.value == "none") continue;
    if (value.empty()) {
      unchanged.push_back(field.path);
      continue;
    }
    const std::string yaml = config::to_yaml(machine);
    const auto again = config::read<MachineConfig>(config::load_text(yaml, "effective.yaml"));
    EXPECT_EQ(value_of(config::list_fields(again), field.path), value) << field.path;
    EXPECT_EQ(config::to_yaml(again), yaml) << field.path;
  }
  // Fields with one legal value in this machine, such as a choice that another field determines.
  EXPECT_LE(unchanged.size(), 5u) << ::testing::PrintToString(unchanged);
}

INSTANTIATE_TEST_SUITE_P(Machines, AllKeys,
                         ::testing::Values("baseline16_full", "starnuma16", "starnuma32"));

}  // namespace
}  // namespace starnuma::assembly
