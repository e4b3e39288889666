// SPDX-License-Identifier: Apache-2.0
// Both ends of every printed range are accepted, unless they conflict with another field.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "platforms/config/list_fields.h"
#include "platforms/config/resolve.h"

namespace starnuma::assembly {
namespace {

/// Collects the problems that check() of every struct of a configuration reports.
struct Checker {
  base::Problems& problems;

  template <class T>
  void field(std::string_view, const T&, std::string_view, base::Range = {}) {}
  template <class Struct>
  void group(std::string_view, Struct& value, std::string_view) {
    all(value);
  }
  template <class Struct>
  void optional_group(std::string_view, std::optional<Struct>& value, std::string_view) {
    if (value) all(*value);
  }
  template <class Struct>
  void list(std::string_view, std::vector<Struct>& values, std::string_view) {
    for (Struct& value : values) all(value);
  }
  template <class Struct>
  void optional_list(std::string_view name, std::vector<Struct>& values,
                     std::string_view sentence) {
    list(name, values, sentence);
  }
  template <class Struct>
  void repeated(std::string_view, base::Repeated<Struct>& value, base::Range, std::string_view) {
    if (value.count > 0) all(value.each);
    for (auto& [index, element] : value.overrides) all(element);
  }
  template <class Struct>
  void all(Struct& value) {
    value.visit(*this);
    if constexpr (config::detail::HasCheck<Struct>::value) value.check(problems);
  }
};

std::string last_key(const std::string& path) { return path.substr(path.rfind('.') + 1); }

/// Returns the reason why the machine rejects this value of the field; empty if it accepts it.
std::string refusal(const std::string& machine, const std::string& path, const std::string& value) {
  config::Diagnostics diagnostics;
  const auto opened =
      config::open_target(machine, {path + "=" + value}, STARNUMA_PLATFORMS, diagnostics);
  auto read = config::read<MachineConfig>(opened.machine.tree, diagnostics);
  if (diagnostics.empty()) return "";
  base::Problems problems;
  Checker{problems}.all(read);
  if (problems.list().empty()) return diagnostics.lines().front();
  for (const base::Problem& problem : problems.list()) {
    if (problem.paths.size() == 1 && last_key(problem.paths[0]) == last_key(path)) {
      return problem.message;
    }
  }
  return "";
}

class RangeEnds : public ::testing::TestWithParam<const char*> {};

TEST_P(RangeEnds, AreAcceptedUnlessAnotherFieldForbidsThem) {
  config::Diagnostics diagnostics;
  const auto opened = config::open_target(GetParam(), {}, STARNUMA_PLATFORMS, diagnostics);
  const auto machine = config::read<MachineConfig>(opened.machine.tree, diagnostics);
  ASSERT_TRUE(diagnostics.empty());
  static const std::regex kEnds("(?:between|at least) (.+?)(?: and (.+))?");
  int ends = 0;
  for (const config::ListedField& field : config::list_fields(machine)) {
    std::smatch match;
    if (!std::regex_match(field.range, match, kEnds)) {
      EXPECT_EQ(field.range, "") << field.path;
      continue;
    }
    for (std::size_t end = 1; end <= 2 && match[end].matched; ++end) {
      EXPECT_EQ(refusal(GetParam(), field.path, match[end]), "")
          << field.path << " = " << match[end];
      ++ends;
    }
  }
  EXPECT_GT(ends, 100);
}

INSTANTIATE_TEST_SUITE_P(Machines, RangeEnds,
                         ::testing::Values("baseline16_full", "starnuma16_full", "starnuma16_t16",
                                           "starnuma16_switched", "two_hosts_pool", "lacx_testbed",
                                           "lmp_logical", "lmp_sized", "hpc_mixed"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace starnuma::assembly
