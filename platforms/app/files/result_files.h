// SPDX-License-Identifier: Apache-2.0
// Files of result folders: those that identify a folder as replaceable, and the detection of
// foreign files that would be lost.
#pragma once

#include <filesystem>
#include <optional>

namespace starnuma::app {

inline constexpr const char* kStats = "stats.json";
inline constexpr const char* kHost = "host.json";
inline constexpr const char* kEffective = "effective.yaml";
inline constexpr const char* kSummary = "summary.txt";
inline constexpr const char* kReport = "report.html";
inline constexpr const char* kWorst = "worst.json";
inline constexpr const char* kIntervals = "intervals.csv";
inline constexpr const char* kPhases = "phases.csv";
inline constexpr const char* kMemory = "memory.csv";
inline constexpr const char* kFaults = "faults.csv";
inline constexpr const char* kDeviceEvents = "device_events.csv";
inline constexpr const char* kProfile = "profile.csv";
inline constexpr const char* kCurves = "loaded_latency.csv";
inline constexpr const char* kPublished = "published.json";
inline constexpr const char* kMetadata = "metadata.csv";
inline constexpr const char* kCompare = "compare.json";
inline constexpr const char* kSweep = "sweep.json";
inline constexpr const char* kBakeoff = "bakeoff.csv";
inline constexpr const char* kBakeoffJson = "bakeoff.json";
inline constexpr const char* kPlan = "plan.json";
inline constexpr const char* kPlanTable = "plan.csv";
inline constexpr const char* kPicture = "picture.svg";
inline constexpr const char* kSize = "size.json";
inline constexpr const char* kSizeTable = "size.csv";
inline constexpr const char* kSizePlan = "size.yaml";
inline constexpr const char* kBench = "bench.json";

bool is_result_folder(const std::filesystem::path& folder);

/// Returns a file below a result folder that no command writes; folders of its runs are allowed.
std::optional<std::filesystem::path> stranger_in(const std::filesystem::path& folder);

}  // namespace starnuma::app
