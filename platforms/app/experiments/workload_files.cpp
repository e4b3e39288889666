// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/workload_files.h"

#include <algorithm>

#include "platforms/app/experiments/shipped_traces.h"
#include "platforms/app/files/file_checksum.h"
#include "platforms/config/text.h"
#include "stimulus/registry.h"
#include "stimulus/trace/format/summary.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

std::string from_folder(const std::string& spec, const fs::path& folder) {
  return stimulus::with_path(spec, [&](const std::string& path) {
    return is_shipped_trace(path) ? path : (folder / path).lexically_normal().string();
  });
}

fs::path folder_of(const config::Origin& origin) { return fs::absolute(origin.file).parent_path(); }

/// Returns the file whose checksum identifies the content; a trace's summary has the checksums of
/// all its files.
fs::path content_of(const std::string& path) {
  const fs::path file = is_shipped_trace(path) ? trace_folder(path) : fs::path(path);
  std::error_code impossible;
  return fs::is_directory(file, impossible) ? trace::summary_file(file) : file;
}

}  // namespace

void place_workloads(config::Experiment& opened) {
  if (opened.has_workload) {
    const fs::path folder = folder_of(opened.workload_origin);
    opened.workload = each_workload(
        opened.workload, [&](const std::string& spec) { return from_folder(spec, folder); });
  }
  for (config::ScenarioProgram& program : opened.programs) {
    program.workload = from_folder(program.workload, folder_of(program.origin_of("workload")));
  }
}

std::vector<config::InputFile> input_files(const std::vector<ProgramPlan>& programs) {
  std::vector<config::InputFile> files;
  for (const ProgramPlan& program : programs) {
    stimulus::with_path(program.workload, [&](const std::string& path) {
      const bool known = std::any_of(files.begin(), files.end(),
                                     [&](const auto& file) { return file.path == path; });
      if (!known) files.push_back({path, checksum_of(bytes_of(content_of(path))), {}});
      return path;
    });
  }
  return files;
}

void check_inputs(const std::vector<config::InputFile>& recorded,
                  const std::vector<config::InputFile>& found) {
  config::Diagnostics diagnostics;
  for (const config::InputFile& before : recorded) {
    for (const config::InputFile& now : found) {
      if (now.path != before.path || now.checksum == before.checksum) continue;
      const config::Node* written = before.written.find("checksum");
      diagnostics.add(written != nullptr ? written->origin : before.written.origin, "inputs",
                      config::in_quotes(now.path) + " has changed: its checksum is " +
                          now.checksum + ", expected " + before.checksum +
                          " (remove this entry to run with it)");
    }
  }
  diagnostics.throw_if_any();
}

}  // namespace starnuma::app
