// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/base/repeated.h"
#include "platforms/config/list_fields.h"
#include "platforms/config/writer.h"
#include "tests/unit/config/platforms_folder.h"
#include "tests/unit/config/sample_config.h"

namespace starnuma::config {
namespace {

struct Fabric {
  base::Repeated<sample::Pool> pool;
  base::Repeated<sample::Link> link;

  template <class Visitor>
  void visit(Visitor& v) {
    v.repeated("pool", pool, base::between(0, 4), "pools");
    v.repeated("link", link, base::between(1, 8), "links");
  }
};

const std::string kLinks = "link: {count: 1, latency: 5 ns, bandwidth: 1 GB/s}\n";
const std::string kPools = kLinks + R"(pool:
  count: 3
  devices: 2
  link: {latency: 25 ns, bandwidth: 6 GB/s}
  overrides:
    1: {link: {latency: 30 ns}}
    0-1: {devices: 7}
)";

Fabric read_text(const std::string& text) { return read<Fabric>(load_text(text, "f.yaml")); }

std::string problems_of(const std::string& text) {
  try {
    read_text(text);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(Repeated, ElementsAreAlikeButForTheirOverrides) {
  const auto pool = read_text(kPools).pool;
  EXPECT_EQ(pool.count, 3);
  EXPECT_EQ(pool[0].devices, 7);
  EXPECT_EQ(pool[0].link.latency.value, 25'000);
  EXPECT_EQ(pool[1].devices, 7);
  EXPECT_EQ(pool[1].link.latency.value, 30'000);
  EXPECT_EQ(pool[1].link.bandwidth.value, 6'000'000'000);
  EXPECT_EQ(pool[2].devices, 2);
}

TEST(Repeated, NoneAndAMissingKeyAreACountOfZero) {
  for (const std::string text : {"", "pool: none\n", "pool: {count: 0}\n"}) {
    EXPECT_EQ(read_text(text + kLinks).pool.count, 0);
  }
  EXPECT_EQ(
      problems_of("link: none\n"),
      "f.yaml:1:7: machine.link: none is out of range, expected a mapping with count: between "
      "1 and 8");
  EXPECT_EQ(problems_of("pool: none\n"),
            "f.yaml:1:1: machine.link: missing (links), expected a mapping with count:");
}

TEST(Repeated, TheCountIsRequiredAndHasARange) {
  const std::string rest = "latency: 5 ns, bandwidth: 1 GB/s}\n";
  EXPECT_EQ(
      problems_of("link: {" + rest),
      "f.yaml:1:7: machine.link.count: missing (number of instances), expected a whole number "
      "such as 16");
  EXPECT_EQ(problems_of("link: {count: 0, " + rest),
            "f.yaml:1:15: machine.link.count: 0 is out of range, expected between 1 and 8");
  EXPECT_EQ(
      problems_of("link: {count: 2000000000, " + rest),
      "f.yaml:1:15: machine.link.count: 2000000000 is out of range, expected between 1 and 8");
}

TEST(Repeated, AnOverrideNamesAnElementThatIsThere) {
  const std::string range = "index is out of range, expected between 0 and 2 because count is 3";
  EXPECT_EQ(problems_of(kPools + "    3: {devices: 1}\n"),
            "f.yaml:9:5: machine.pool.overrides.3: " + range);
  EXPECT_EQ(problems_of(kPools + "    2-999999999: {devices: 1}\n"),
            "f.yaml:9:5: machine.pool.overrides.2-999999999: " + range);
  for (const std::string key : {"x", "-1", "2-1", "1-", "99999999999"}) {
    EXPECT_EQ(problems_of(kPools + "    " + key + ": {devices: 1}\n"),
              "f.yaml:9:5: machine.pool.overrides." + key +
                  ": expected an index such as 3 or a range such as 4-7, found \"" + key + "\"");
  }
}

TEST(Repeated, AMistakeInAnOverrideIsReportedOnceAtItsPlace) {
  EXPECT_EQ(problems_of(kPools + "    2: {link: {latncy: 5 ns}}\n"),
            "f.yaml:9:16: machine.pool.overrides.2.link.latncy: unknown key, did you mean "
            "\"latency\"?");
  EXPECT_EQ(problems_of(kPools + "    0-2: {devices: 0}\n"),
            "f.yaml:9:20: machine.pool.overrides.0-2.devices: 0 is out of range, expected at least "
            "1");
  EXPECT_EQ(problems_of(kPools + "    2: 5\n"),
            "f.yaml:9:8: machine.pool.overrides.2: expected a mapping, found \"5\"");
  EXPECT_EQ(problems_of(kPools.substr(0, kPools.find("\n    1:")) + " [1]\n"),
            "f.yaml:6:14: machine.pool.overrides: expected a mapping of index to fields, found a "
            "list");
}

TEST(Repeated, AMistakeInWhatAllShareIsReportedOnce) {
  std::string text = kPools;
  text.replace(text.find("devices: 2"), 10, "device: 2 ");
  EXPECT_EQ(problems_of(text),
            "f.yaml:3:3: machine.pool.devices: missing (devices), expected a whole number such as "
            "16\n"
            "f.yaml:4:3: machine.pool.device: unknown key, did you mean \"devices\"?");
}

TEST(Repeated, WritingAndReadingBackGivesTheSame) {
  for (const std::string& text : {kPools, "pool: none\n" + kLinks}) {
    const std::string yaml = to_yaml(read_text(text));
    EXPECT_EQ(to_yaml(read_text(yaml)), yaml);
  }
  EXPECT_EQ(to_yaml(read_text(kLinks)),
            "pool: none\nlink:\n  count: 1\n  latency: 5 ns\n  bandwidth: 1 GB/s\n");
  const auto pool = read_text(to_yaml(read_text(kPools))).pool;
  EXPECT_EQ(pool[1].link.latency.value, 30'000);
  EXPECT_EQ(pool[0].devices, 7);
}

TEST(Repeated, SetReachesCountAndOverrides) {
  sample::PlatformsFolder platforms;
  platforms.part("slow", "latency: 99 ns\n");
  platforms.machine("m", kPools);
  const auto set = [&](const std::vector<std::string>& sets) {
    return read<Fabric>(platforms.open("m", sets).machine.tree).pool;
  };
  EXPECT_EQ(set({"pool.count=4"}).count, 4);
  EXPECT_EQ(set({"pool=none"}).count, 0);
  const auto pool = set({"pool.overrides.2.devices=9", "pool.overrides.2.link.part=slow"});
  EXPECT_EQ(pool[2].devices, 9);
  EXPECT_EQ(pool[2].link.latency.value, 99'000);
  EXPECT_EQ(pool[1].devices, 7);
}

TEST(Repeated, EveryFieldIsListedWithItsKey) {
  const auto fields = list_fields(read_text(kPools));
  ASSERT_GT(fields.size(), 8u);
  EXPECT_EQ(fields[0].path, "pool.count");
  EXPECT_EQ(fields[0].value, "3");
  EXPECT_EQ(fields[0].range, "between 0 and 4");
  EXPECT_EQ(fields[2].path, "pool.link.latency");
  EXPECT_EQ(fields[2].value, "25 ns");
  EXPECT_EQ(fields[2].type, "time");
  EXPECT_EQ(fields[2].sentence, "one-way latency");
  EXPECT_EQ(fields[4].path, "pool.overrides.0.devices");
  const auto absent = list_fields(read_text(kLinks));
  EXPECT_EQ(absent[0].path, "pool");
  EXPECT_EQ(absent[0].value, "none");
}

}  // namespace
}  // namespace starnuma::config
