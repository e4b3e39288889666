// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/shipped_traces.h"

#include <algorithm>
#include <cstdio>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/config/text.h"
#include "stimulus/registry.h"
#include "stimulus/trace/format/summary.h"

namespace starnuma::app {

namespace fs = std::filesystem;

std::vector<ShippedTrace> shipped_traces() {
  std::vector<ShippedTrace> traces;
  std::error_code error;
  for (const auto& entry :
       fs::directory_iterator(home_folder() / "stimulus" / "trace" / "example", error)) {
    traces.push_back({entry.path().stem().string(), entry.path()});
  }
  std::sort(traces.begin(), traces.end(),
            [](const ShippedTrace& a, const ShippedTrace& b) { return a.name < b.name; });
  return traces;
}

bool is_shipped_trace(const std::string& word) {
  if (word.find('/') != word.npos) return false;
  const std::vector<ShippedTrace> all = shipped_traces();
  return std::any_of(all.begin(), all.end(),
                     [&](const ShippedTrace& trace) { return trace.name == word; });
}

std::string sentence_of(const ShippedTrace& trace) {
  const trace::Summary summary = trace::read_summary(trace.folder);
  std::string text = fs::path(summary.program).filename().string();
  for (const std::string& argument : summary.arguments) text += " " + config::one_line(argument);
  constexpr double kMillion = 1e6;
  char counts[64];
  std::snprintf(counts, sizeof counts, ", %zu threads, %.1f M instructions", summary.threads.size(),
                static_cast<double>(summary.totals().instructions) / kMillion);
  return text + counts;
}

fs::path trace_folder(const std::string& word) {
  if (word.find('/') != word.npos) return word;
  std::vector<std::string> names;
  for (const ShippedTrace& trace : shipped_traces()) {
    if (trace.name == word) return trace.folder;
    names.push_back(trace.name);
  }
  std::error_code error;
  if (fs::exists(word, error)) return word;
  throw base::InputError("trace ", config::in_quotes(word),
                         ": there is no such folder, and none of this name is shipped; ",
                         base::suggestion(word, names));
}

std::string with_trace_folder(const std::string& spec) {
  constexpr std::string_view kHead = "trace:";
  if (spec.compare(0, kHead.size(), kHead) != 0) return spec;
  return stimulus::with_path(spec,
                             [](const std::string& word) { return trace_folder(word).string(); });
}

}  // namespace starnuma::app
