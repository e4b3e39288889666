// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/files/result_files.h"

#include <algorithm>

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

/// Files that identify result folders, one for each kind of command.
constexpr const char* kSigns[] = {kEffective, kCompare, kSweep, kBakeoff, kBench, kPlan, kSize};
constexpr const char* kOthers[] = {kStats,     kHost,         kSummary,   kReport,    kWorst,
                                   kIntervals, kPhases,       kCurves,    kMetadata,  kMemory,
                                   kProfile,   kBakeoffJson,  kPublished, kPlanTable, kPicture,
                                   kFaults,    kDeviceEvents, kSizeTable, kSizePlan};

bool known(const std::string& name) {
  const auto same = [&](const char* other) { return name == other; };
  return std::any_of(std::begin(kSigns), std::end(kSigns), same) ||
         std::any_of(std::begin(kOthers), std::end(kOthers), same);
}

}  // namespace

bool is_result_folder(const fs::path& folder) {
  return std::any_of(std::begin(kSigns), std::end(kSigns),
                     [&](const char* name) { return fs::is_regular_file(folder / name); });
}

std::optional<fs::path> stranger_in(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::file_type type = entry.symlink_status().type();
    if (type == fs::file_type::regular && known(entry.path().filename().string())) continue;
    if (type != fs::file_type::directory || !is_result_folder(entry.path())) return entry.path();
    if (const auto inside = stranger_in(entry.path())) return inside;
  }
  return std::nullopt;
}

}  // namespace starnuma::app
