// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/verify/junit.h"

#include <gtest/gtest.h>

#include <sstream>

#include "models/base/check.h"

namespace starnuma::app {
namespace {

std::string written(const JunitReport& report) {
  std::ostringstream out;
  report.write(out);
  return out.str();
}

TEST(Junit, GroupsCasesBySuiteAndCountsFailures) {
  JunitReport report;
  report.add({"formal", "annex", 1.5, ""});
  report.add({"lint", "fifo", 0.25, ""});
  report.add({"formal", "tracker", 0.5, "P1 fails\nat step 3"});
  EXPECT_FALSE(report.all_hold());
  EXPECT_EQ(written(report), R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="1" time="2.250">
  <testsuite name="formal" tests="2" failures="1" time="2.000">
    <testcase classname="formal" name="annex" time="1.500"/>
    <testcase classname="formal" name="tracker" time="0.500">
      <failure message="P1 fails">P1 fails
at step 3</failure>
    </testcase>
  </testsuite>
  <testsuite name="lint" tests="1" failures="0" time="0.250">
    <testcase classname="lint" name="fifo" time="0.250"/>
  </testsuite>
</testsuites>
)");
}

TEST(Junit, TextIsEscaped) {
  JunitReport report;
  report.add({"a<b", "\"x\" & \x01y", 0, "1 > 0"});
  const std::string text = written(report);
  EXPECT_NE(text.find("classname=\"a&lt;b\" name=\"&quot;x&quot; &amp; y\""), std::string::npos);
  EXPECT_NE(text.find("message=\"1 &gt; 0\""), std::string::npos);
}

TEST(Junit, WithoutCasesAllHold) {
  EXPECT_TRUE(JunitReport{}.all_hold());
  EXPECT_NE(written({}).find("tests=\"0\" failures=\"0\""), std::string::npos);
}

TEST(Junit, AFileThatCannotBeWrittenIsAnInputError) {
  EXPECT_THROW(JunitReport{}.write("/nowhere/at/all.xml"), base::InputError);
}

}  // namespace
}  // namespace starnuma::app
