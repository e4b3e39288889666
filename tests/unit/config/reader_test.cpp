// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/reader.h"

#include <gtest/gtest.h>

#include "tests/unit/config/sample_config.h"

namespace starnuma::config {
namespace {

using namespace base::literals;
using sample::kGood;
using sample::problems;
using sample::with_line;

TEST(Reader, ReadsAFieldOfEveryType) {
  const auto machine = read<sample::Machine>(load_text(kGood, "m.yaml"));
  EXPECT_EQ(machine.title, "a machine");
  EXPECT_EQ(machine.policy, sample::Policy::kOracle);
  EXPECT_EQ(machine.memory.value, 48LL << 30);
  EXPECT_EQ(machine.clock.value, 2'400'000'000);
  EXPECT_EQ(machine.lookup.value, 14);
  EXPECT_EQ(machine.ways, 16);
  EXPECT_EQ(machine.seed, 7u);
  EXPECT_EQ(machine.share, 0.2);
  ASSERT_TRUE(machine.pool.has_value());
  EXPECT_EQ(machine.pool->link.latency, 25_ns);
  ASSERT_EQ(machine.links.size(), 1u);
  EXPECT_EQ(machine.links[0].bandwidth, 3000_MBps);
}

TEST(Reader, AnUnknownKeyNamesTheNearestOne) {
  EXPECT_EQ(problems(with_line(kGood, "  devices", "  devices: 1\n  lnik: 2")),
            "m.yaml:11:3: machine.pool.lnik: unknown key, did you mean \"link\"?");
}

TEST(Reader, AnUnknownKeyFarFromAllListsTheValidOnes) {
  EXPECT_EQ(problems(with_line(kGood, "  devices", "  devices: 1\n  colour: red")),
            "m.yaml:11:3: machine.pool.colour: unknown key, valid are devices, link");
}

TEST(Reader, AMissingKeyPointsAtItsMappingWithAnExample) {
  EXPECT_EQ(problems(with_line(kGood, "  link", "  link: {latency: 25 ns}")),
            "m.yaml:11:9: machine.pool.link.bandwidth: missing (one direction), expected a "
            "bandwidth such as \"3 GB/s\"");
}

TEST(Reader, AMissingGroupOrListIsNamed) {
  EXPECT_EQ(problems(with_line(kGood, "  link", "")),
            "m.yaml:10:3: machine.pool.link: missing (CXL link), expected a mapping");
  EXPECT_EQ(problems(kGood.substr(0, kGood.find("links"))),
            "m.yaml:1:1: machine.links: missing (in order), expected a list of mappings");
}

TEST(Reader, EachQuantityWithoutAUnitIsRefusedWithAnExample) {
  EXPECT_EQ(problems(with_line(kGood, "memory", "memory: 48")),
            "m.yaml:3:9: machine.memory: missing unit after 48, expected a size such as "
            "\"512 KiB\"");
  EXPECT_EQ(problems(with_line(kGood, "clock", "clock: 2.4")),
            "m.yaml:4:8: machine.clock: missing unit after 2.4, expected a frequency such as "
            "\"2.4 GHz\"");
  EXPECT_EQ(problems(with_line(kGood, "lookup", "lookup: 14")),
            "m.yaml:5:9: machine.lookup: missing unit after 14, expected a number of cycles "
            "such as \"14 cycles\"");
  EXPECT_EQ(problems(with_line(kGood, "  - latency", "  - latency: 25")),
            "m.yaml:13:14: machine.links.0.latency: missing unit after 25, expected a time such "
            "as \"80 ns\"");
}

TEST(Reader, AUnitOfAnotherKindListsTheRightOnes) {
  EXPECT_EQ(problems(with_line(kGood, "memory", "memory: 48 GB/s")),
            "m.yaml:3:9: machine.memory: \"48 GB/s\" does not fit, expected a size such as "
            "\"512 KiB\" (units: B, KiB, MiB, GiB, TiB)");
}

TEST(Reader, ANumberMustBeAnUnquotedNumberOfItsType) {
  const std::string whole = "m.yaml:6:7: machine.ways: expected a whole number such as 16, found ";
  EXPECT_EQ(problems(with_line(kGood, "ways", "ways: many")), whole + "\"many\"");
  EXPECT_EQ(problems(with_line(kGood, "ways", "ways: 1.5")), whole + "\"1.5\"");
  EXPECT_EQ(problems(with_line(kGood, "ways", "ways: '16'")), whole + "the text \"16\"");
  EXPECT_EQ(problems(with_line(kGood, "ways", "ways: 99999999999")), whole + "\"99999999999\"");
  EXPECT_EQ(problems(with_line(kGood, "seed", "seed: -1")),
            "m.yaml:7:7: machine.seed: expected a whole number from 0 such as 16, found \"-1\"");
  EXPECT_EQ(problems(with_line(kGood, "share", "share: inf")),
            "m.yaml:8:8: machine.share: expected a number such as 0.2, found \"inf\"");
}

TEST(Reader, AMappingOrListInPlaceOfAValueIsRefused) {
  EXPECT_EQ(problems(with_line(kGood, "ways", "ways: [1]")),
            "m.yaml:6:7: machine.ways: expected a whole number such as 16, found a list");
  EXPECT_EQ(problems(with_line(kGood, "title", "title: {a: 1}")),
            "m.yaml:1:8: machine.title: expected text, found a mapping");
}

TEST(Reader, AValueInPlaceOfAMappingOrListIsRefused) {
  EXPECT_EQ(problems(with_line(kGood, "  link", "  link: fast")),
            "m.yaml:11:9: machine.pool.link: expected a mapping, found \"fast\"");
  EXPECT_EQ(problems(kGood.substr(0, kGood.find("links")) + "links: 3\n"),
            "m.yaml:12:8: machine.links: expected a list of mappings, found \"3\"");
  EXPECT_EQ(problems(kGood.substr(0, kGood.find("links")) + "links: [3]\n"),
            "m.yaml:12:9: machine.links.0: expected a mapping, found \"3\"");
  EXPECT_EQ(problems("just text\n"),
            "m.yaml:1:1: machine: expected a mapping, found \"just text\"");
}

TEST(Reader, AValueOutOfRangeStatesTheRangeWithUnits) {
  EXPECT_EQ(problems(with_line(kGood, "ways", "ways: 65")),
            "m.yaml:6:7: machine.ways: 65 is out of range, expected between 1 and 64");
  EXPECT_EQ(problems(with_line(kGood, "  devices", "  devices: 0")),
            "m.yaml:10:12: machine.pool.devices: 0 is out of range, expected at least 1");
  EXPECT_EQ(problems(with_line(kGood, "share", "share: 1.01")),
            "m.yaml:8:8: machine.share: 1.01 is out of range, expected between 0 and 1");
  EXPECT_EQ(problems(with_line(kGood, "  - latency", "  - latency: 999 ps")),
            "m.yaml:13:14: machine.links.0.latency: 999 ps is out of range, expected between "
            "1 ns and 5 us");
}

TEST(Reader, TheEndsOfARangeBelongToIt) {
  EXPECT_EQ(problems(with_line(kGood, "ways", "ways: 1")), "");
  EXPECT_EQ(problems(with_line(kGood, "ways", "ways: 64")), "");
  EXPECT_EQ(problems(with_line(kGood, "seed", "seed: 18446744073709551615")), "");
}

TEST(Reader, AnUnknownChoiceNamesTheNearestAndAll) {
  EXPECT_EQ(problems(with_line(kGood, "policy", "policy: orakle")),
            "m.yaml:2:9: machine.policy: unknown value \"orakle\", did you mean \"oracle\"? "
            "Expected one of first_touch, oracle, none");
  EXPECT_EQ(problems(with_line(kGood, "policy", "policy: magic")),
            "m.yaml:2:9: machine.policy: unknown value \"magic\", expected one of first_touch, "
            "oracle, none");
}

TEST(Reader, ANullValueIsRefused) {
  EXPECT_EQ(problems(with_line(kGood, "ways", "ways:")),
            "m.yaml:6:1: machine.ways: no value, expected a whole number such as 16");
  EXPECT_EQ(problems(kGood.substr(0, kGood.find("pool")) + "pool: ~\nlinks: []\n"),
            "m.yaml:9:1: machine.pool: no value, expected a mapping or none");
}

TEST(Reader, AnOptionalGroupIsAbsentWhenMissingOrNone) {
  const std::string before = kGood.substr(0, kGood.find("pool"));
  for (const std::string pool : {"", "pool: none\n"}) {
    const auto machine = read<sample::Machine>(load_text(before + pool + "links: []\n", "m.yaml"));
    EXPECT_FALSE(machine.pool.has_value());
  }
  EXPECT_EQ(problems(before + "pool: 'none'\nlinks: []\n"),
            "m.yaml:9:7: machine.pool: expected a mapping, found \"none\"");
}

TEST(Reader, AChoiceMayBeCalledNone) {
  const auto tree = load_text(with_line(kGood, "policy", "policy: none"), "m.yaml");
  EXPECT_EQ(read<sample::Machine>(tree).policy, sample::Policy::kNone);
}

TEST(Reader, ASourceIsAllowedInEveryMapping) {
  EXPECT_EQ(problems(kGood + "source: data sheet\n"), "");
  EXPECT_EQ(problems(kGood + "    source: {latency: measured}\n"), "");
}

TEST(Reader, ASourceMayOnlyNameFieldsOfItsMapping) {
  EXPECT_EQ(problems(kGood + "    source: {latncy: measured}\n"),
            "m.yaml:15:14: machine.links.0.source.latncy: unknown key, did you mean \"latency\"?");
  EXPECT_EQ(problems(kGood + "source: {ways: [1]}\n"),
            "m.yaml:15:16: machine.source.ways: expected text, found a list");
  EXPECT_EQ(problems(kGood + "source: [a]\n"),
            "m.yaml:15:9: machine.source: expected text or a mapping of field to text, found a "
            "list");
}

TEST(Reader, AllProblemsAreThrownTogether) {
  const std::string text = with_line(with_line(kGood, "ways", "ways: 0"), "seed", "sed: 7");
  try {
    read<sample::Machine>(load_text(text, "m.yaml"));
    FAIL();
  } catch (const base::InputError& error) {
    EXPECT_STREQ(error.what(),
                 "m.yaml:1:1: machine.seed: missing (of everything random), expected a whole "
                 "number from 0 such as 16\n"
                 "m.yaml:6:7: machine.ways: 0 is out of range, expected between 1 and 64\n"
                 "m.yaml:7:1: machine.sed: unknown key, did you mean \"seed\"?");
  }
}

TEST(Reader, UserTextCannotBreakTheLineOfAMessage) {
  const std::string message = problems(with_line(kGood, "ways", "ways: \"a\\nb\""));
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace starnuma::config
