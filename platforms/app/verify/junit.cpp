// SPDX-License-Identifier: Apache-2.0
// The JUnit report: cases grouped by suite, text escaped.
#include "platforms/app/verify/junit.h"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <sstream>

#include "models/base/check.h"

namespace starnuma::app {

namespace {

/// Text for XML 1.0, which has no control characters but tab and newline.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\t')
      out += c;
  }
  return out;
}

struct Sum {
  std::size_t tests = 0;
  std::size_t failures = 0;
  double seconds = 0;

  void add(const JunitReport::Case& verdict) {
    ++tests;
    failures += verdict.failure.empty() ? 0 : 1;
    seconds += verdict.seconds;
  }
};

std::ostream& operator<<(std::ostream& out, const Sum& sum) {
  return out << " tests=\"" << sum.tests << "\" failures=\"" << sum.failures << "\" time=\""
             << sum.seconds << '"';
}

std::string case_text(const JunitReport::Case& verdict) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(3) << "    <testcase classname=\""
      << escaped(verdict.suite) << "\" name=\"" << escaped(verdict.name) << "\" time=\""
      << verdict.seconds << '"';
  if (verdict.failure.empty()) {
    out << "/>\n";
    return out.str();
  }
  const std::string first_line = verdict.failure.substr(0, verdict.failure.find('\n'));
  out << ">\n      <failure message=\"" << escaped(first_line) << "\">" << escaped(verdict.failure)
      << "</failure>\n    </testcase>\n";
  return out.str();
}

}  // namespace

bool JunitReport::all_hold() const {
  return std::all_of(cases_.begin(), cases_.end(),
                     [](const Case& verdict) { return verdict.failure.empty(); });
}

void JunitReport::write(std::ostream& out) const {
  std::vector<std::string> suites;
  Sum all;
  for (const Case& verdict : cases_) {
    all.add(verdict);
    if (std::find(suites.begin(), suites.end(), verdict.suite) == suites.end()) {
      suites.push_back(verdict.suite);
    }
  }
  out << std::fixed << std::setprecision(3) << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      << "<testsuites" << all << ">\n";
  for (const std::string& suite : suites) {
    Sum sum;
    std::string text;
    for (const Case& verdict : cases_) {
      if (verdict.suite != suite) continue;
      sum.add(verdict);
      text += case_text(verdict);
    }
    out << "  <testsuite name=\"" << escaped(suite) << '"' << sum << ">\n"
        << text << "  </testsuite>\n";
  }
  out << "</testsuites>\n";
}

void JunitReport::write(const std::filesystem::path& file) const {
  std::ofstream out(file);
  write(out);
  out.close();
  if (!out) throw base::InputError("cannot write " + file.string());
}

}  // namespace starnuma::app
