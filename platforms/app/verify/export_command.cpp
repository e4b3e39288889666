// SPDX-License-Identifier: Apache-2.0
// export: source kits for other tools, as self-contained folders.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/files/draft_folder.h"
#include "platforms/app/files/failure.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/app/files/text_file.h"
#include "platforms/app/verify/stimulus_files.h"
#include "platforms/app/verify/verify_command.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

/// List of the kit's files: lines "source [destination]", relative to the project and to the kit.
constexpr const char* kGoldenFiles = "testbenches/golden_kit/files.txt";

void copy_files(const fs::path& list, const fs::path& kit) {
  std::ifstream lines(home_folder() / list);
  if (!lines) throw Failure("export: cannot read " + (home_folder() / list).string());
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string source;
    std::string destination;
    words >> source;
    if (!(words >> destination)) destination = source;
    const fs::path file = kit / destination;
    fs::create_directories(file.parent_path());
    fs::copy_file(home_folder() / source, file);
  }
}

/// Removes an incomplete kit.
struct Draft {
  fs::path folder;
  ~Draft() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
};

}  // namespace

int run_export(const Arguments& arguments) {
  const std::string& kit = arguments.positional[0];
  if (kit != "golden") {
    throw base::InputError("export: unknown kit \"", kit, "\", ",
                           base::suggestion(kit, {"golden"}));
  }
  const fs::path folder = arguments.positional[1];
  if (folder.empty()) throw base::InputError("export: expected a folder, found nothing");
  try {
    if (fs::exists(folder) && !(fs::is_directory(folder) && fs::is_empty(folder))) {
      throw base::InputError("export: ", folder.string(), " exists, expected a new folder");
    }
    const Draft draft{partial_of(folder)};
    fs::remove_all(draft.folder);
    fs::create_directories(draft.folder);
    copy_files(kGoldenFiles, draft.folder);
    const auto rows = coherence_bench::directed_rows();
    const fs::path kit_folder = draft.folder / "testbenches" / "golden_kit";
    write_text(kit_folder / "stimulus.json", stimulus_json(rows));
    write_text(kit_folder / "sn_cxl_stimulus_pkg.sv", stimulus_package(rows));
    fs::rename(draft.folder, folder);
  } catch (const fs::filesystem_error& error) {
    throw Failure("export: cannot write " + folder.string() + " (" + error.code().message() + ")");
  }
  std::cout << "Kit: " << folder.string() << " (start with README.md)\n";
  return 0;
}

}  // namespace starnuma::app
