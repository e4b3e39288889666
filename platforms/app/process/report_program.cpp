// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/process/report_program.h"

#include <unistd.h>

#include <cstdlib>

#include "models/base/check.h"
#include "platforms/app/files/draft_folder.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/app/process/outcome.h"
#include "platforms/app/process/process.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPython = "STARNUMA_PYTHON";
constexpr const char* kFindModules =
    "import importlib.util, sys\n"
    "gone = [m for m in ('jinja2', 'matplotlib', 'yaml') if not importlib.util.find_spec(m)]\n"
    "if gone:\n"
    "  print(f'{sys.executable}: has no module {\" and no \".join(gone)}, which reports "
    "need; set STARNUMA_PYTHON to a Python that has', file=sys.stderr)\n"
    "  sys.exit(2)\n";

/// Sets Python's module search path.
bool find_package() {
  std::string path = (platforms_folder() / "results").string();
  if (const char* others = std::getenv("PYTHONPATH")) path += std::string(":") + others;
  return setenv("PYTHONPATH", path.c_str(), 1) == 0 &&
         setenv("PYTHONSAFEPATH", "1", 1) == 0 &&           // the user's folder contains no modules
         setenv("PYTHONDONTWRITEBYTECODE", "1", 1) == 0 &&  // leaves an installed package unchanged
         setenv("OPENBLAS_NUM_THREADS", "1", 1) == 0;       // drawing needs no thread pool
}

}  // namespace

std::string python() {
  const char* const chosen = std::getenv(kPython);
  if (chosen != nullptr && *chosen != '\0') return chosen;
  const std::string system = "/usr/bin/python3";
  return access(system.c_str(), X_OK) == 0 ? system : "python3";
}

void require_report() {
  constexpr int kBadInput = 2;
  const int code = run_program({python(), "-c", kFindModules},
                               "; reports need Python 3, set STARNUMA_PYTHON to one");
  if (code == 0) return;
  if (code == kBadInput) throw AlreadyReported{kBadInput};
  throw base::InputError(python(), ": ended with code ", code,
                         " instead of running Python; set STARNUMA_PYTHON to a Python 3");
}

std::string option(const std::string& name, const std::string& value) {
  return "--" + name + "=" + value;
}

int run_module(const std::string& module, const std::vector<std::string>& options,
               const std::vector<std::string>& words) {
  static const bool package_is_found = find_package();
  std::vector<std::string> command{python(), "-m", module};
  command.insert(command.end(), options.begin(), options.end());
  if (!words.empty()) command.emplace_back("--");
  command.insert(command.end(), words.begin(), words.end());
  return package_is_found ? run_program(command) : 1;
}

void run_report(const std::string& module, const std::vector<std::string>& options,
                const std::vector<std::string>& words) {
  if (run_module(module, options, words) != 0) throw AlreadyReported{1};
}

void make_report(const fs::path& run, const fs::path& page) {
  run_report("starnuma.report",
             {option("shown-as", shown_of(run).string()), option("output", page.string())},
             {run.string()});
}

}  // namespace starnuma::app
