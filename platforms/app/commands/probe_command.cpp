// SPDX-License-Identifier: Apache-2.0
// probe: builds the C program of platforms/probe on the target computer and writes its
// measurements.
#include <algorithm>
#include <boost/json.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "models/base/check.h"
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/commands/command.h"
#include "platforms/app/files/failure.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/app/files/output_stream.h"
#include "platforms/app/files/text_file.h"
#include "platforms/app/files/work_folder.h"
#include "platforms/app/files/yaml_text.h"
#include "platforms/app/process/outcome.h"
#include "platforms/app/process/process.h"
#include "starnuma/version.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

/// Start of the first line of a file that probe has written.
constexpr const char* kHead = "# Written by starnuma probe";
constexpr const char* kNoCompiler =
    "; probe builds a C program and needs a C compiler (Debian: apt-get install g++)";

std::vector<std::string> sources_in(const fs::path& folder) {
  std::vector<std::string> sources;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().extension() == ".c") sources.push_back(entry.path().string());
  }
  if (sources.empty()) throw base::InputError(folder.string(), ": no C program there to build");
  std::sort(sources.begin(), sources.end());
  return sources;
}

void build(const fs::path& program) {
  std::vector<std::string> words{
      "cc", "-std=gnu11", "-O2", "-pthread", "-I" + home_folder().string(), "-o", program.string()};
  const std::vector<std::string> sources = sources_in(platforms_folder() / "probe");
  words.insert(words.end(), sources.begin(), sources.end());
  const int code = run_program(words, kNoCompiler);
  if (code == 0) return;
  constexpr int kBadInput = 2;
  if (code == kBadInput) throw AlreadyReported{code};
  throw Failure("the C program of probe does not build");
}

boost::json::object measure(const fs::path& program, const fs::path& file,
                            const Arguments& arguments) {
  std::vector<std::string> words{program.string(), "--output", file.string(), "--seconds",
                                 std::to_string(arguments.get<int>("seconds"))};
  if (arguments.has("memory")) {
    words.insert(words.end(), {"--memory", std::to_string(arguments.get<int>("memory"))});
  }
  const int code = run_program(words, "; set TMPDIR to a folder where programs may run");
  if (code != 0) throw AlreadyReported{code};
  return boost::json::parse(read_text(file)).as_object();
}

}  // namespace

int run_probe(const Arguments& arguments) {
  const auto output = arguments.text("output");
  require_own_file("probe: --output", output, {kHead});
  OutputFile box(output);
  const WorkFolder work;
  // Temporary files of an interrupted compiler are removed with the folder.
  setenv("TMPDIR", work.path().c_str(), 1);
  build(work.path() / "probe");
  const boost::json::object measured =
      measure(work.path() / "probe", work.path() / "box.json", arguments);
  box.stream() << kHead << " " << kVersion
               << "; docs/guide/your-own-box.md says what each number is for.\n"
               << yaml_text(measured);
  box.publish();
  for (const auto& note : measured.at("notes").as_array()) {
    std::cout << "note: " << note.as_string().c_str() << "\n";
  }
  return 0;
}

}  // namespace starnuma::app
