// SPDX-License-Identifier: Apache-2.0
// GTKWave save file of a hop log.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "platforms/wave/wave_writer.h"

namespace starnuma::wave {

using observers::HopClass;
using observers::HopLog;

namespace {

// Flags of GTKWave's save files, in hexadecimal.
constexpr const char* kText = "@820";        // right-justified, ASCII
constexpr const char* kDecimal = "@24";      // right-justified, decimal
constexpr const char* kBit = "@28";          // right-justified, binary
constexpr const char* kHex = "@22";          // right-justified, hexadecimal
constexpr const char* kEnum = "@100000028";  // names from the file's enumeration table
constexpr const char* kComment = "@200";
constexpr const char* kGroupBegin = "@800200";
constexpr const char* kGroupEnd = "@1000200";

enum Group { kCores, kSockets, kFabric, kHomes, kGroups };
constexpr std::array<const char*, kGroups> kGroupNames{"cores", "sockets", "fabric", "homes"};

bool has(const std::string& path, const char* part) { return path.find(part) != std::string::npos; }

Group group_of(const std::string& scope) {
  if (has(scope, ".core") || has(scope, ".tracking") || has(scope, ".host")) return kCores;
  if (has(scope, ".home") || has(scope, ".memory") || has(scope, ".pool") ||
      has(scope, ".device")) {
    return kHomes;
  }
  if (has(scope, ".socket") && (has(scope, ".caching_agent") || has(scope, ".fabric"))) {
    return kSockets;
  }
  return kFabric;
}

/// Returns GTKWave's colour: 1 red, 2 orange, 3 yellow, 4 green, 5 blue, 6 indigo, 7 violet.
int colour_of(HopClass hop_class, const accounting::AccessClasses& classes) {
  if (const auto* row = observers::access_class_of(hop_class, classes)) {
    if (row->block_transfer) return 1;
    return row->pool ? 5 : std::max(2, 4 - row->level);
  }
  switch (hop_class) {
    case HopClass::kData:
    case HopClass::kRead:
      return 4;
    case HopClass::kWriteback:
    case HopClass::kWrite:
      return 2;
    case HopClass::kControl:
      return 5;
    case HopClass::kUpgrade:
      return 7;
    default:
      return 6;
  }
}

std::string vector_name(const std::string& scope, const std::string& name, int bits) {
  return scope + "." + name + (bits > 1 ? "[" + std::to_string(bits - 1) + ":0]" : "") + "\n";
}

/// Returns the format: decimal for counts, hexadecimal for pages and addresses.
const char* format_of(int bits) { return bits == 1 ? kBit : bits <= 32 ? kDecimal : kHex; }

int enum_bits(std::size_t values) {
  int bits = 1;
  while ((std::size_t{1} << bits) < values) ++bits;
  return bits;
}

void write_scope(const HopLog& log, const Layout& layout, const std::string& scope,
                 std::ostream& out) {
  out << kComment << "\n-" << scope << "\n";
  for (const Lane& lane : layout.lanes) {
    if (lane.scope != scope) continue;
    out << kText << "\n[color] " << colour_of(lane.hop_class, log.classes) << "\n"
        << scope << "." << lane.name << "\n";
  }
  for (const Depth& depth : layout.depths) {
    const bool waits = std::any_of(depth.changes.begin(), depth.changes.end(),
                                   [](const Depth::Change& change) { return change.waiting > 0; });
    if (depth.scope != scope || !waits) continue;
    out << kDecimal << "\n"
        << vector_name(scope, "in_flight", 16) << kDecimal << "\n"
        << vector_name(scope, "waiting", 16);
  }
  for (const observers::Signal& signal : log.signals) {
    if (signal.object != scope) continue;
    if (signal.values.empty()) {
      out << format_of(signal.bits) << "\n" << vector_name(scope, signal.name, signal.bits);
    } else {
      out << kEnum << "\n" << vector_name(scope, signal.name, enum_bits(signal.values.size()));
    }
  }
}

/// Initial time range on the screen: the window, or its part that contains hops.
struct Extent {
  base::Time begin;
  base::Time end;
};

Extent extent_of(const HopLog& log) {
  Extent extent{log.from, log.from};
  if (log.hops.empty()) return extent;
  extent.begin = std::max(log.from, log.hops.front().begin);
  for (const observers::Hop& hop : log.hops) extent.end = std::max(extent.end, hop.end);
  extent.end = std::min(extent.end, log.to);
  return extent;
}

/// Returns GTKWave's zoom line: a grid line every 2^-zoom time units, about five on the screen.
std::string zoom_line(const HopLog& log, const Extent& extent) {
  constexpr double kGridLines = 5;
  constexpr int kMarkers = 27;
  const double span =
      static_cast<double>(std::max<std::int64_t>(1, (extent.end - extent.begin).ps()));
  char zoom[48];
  std::snprintf(zoom, sizeof zoom, "*%.3f ", -std::log2(span / kGridLines));
  std::string text = zoom + std::to_string(log.fired ? log.fired_at.ps() : -1);
  for (int marker = 1; marker < kMarkers; ++marker) text += " -1";
  return text + "\n";
}

/// Returns every scope with content, without duplicates, in path order.
std::vector<std::string> scopes_of(const HopLog& log, const Layout& layout) {
  std::vector<std::string> scopes;
  for (const Lane& lane : layout.lanes) scopes.push_back(lane.scope);
  for (const observers::Signal& signal : log.signals) scopes.push_back(signal.object);
  std::sort(scopes.begin(), scopes.end(), path_before);
  scopes.erase(std::unique(scopes.begin(), scopes.end()), scopes.end());
  return scopes;
}

}  // namespace

std::string gtkw_text(const HopLog& log, const Layout& layout, const std::filesystem::path& fst,
                      const FstSources& rtl) {
  const Extent extent = extent_of(log);
  std::ostringstream out;
  out << "[*] lanes of starnuma: core, socket, fabric, home\n[dumpfile] \""
      << fst.filename().string() << "\"\n[timestart] " << extent.begin.ps()
      << "\n[size] 1600 1000\n[pos] -1 -1\n"
      << zoom_line(log, extent) << "[sst_width] 20\n[signals_width] 420\n[sst_expanded] 0\n";
  if (log.fired) out << kText << "\nwave.trigger\n";
  const std::vector<std::string> scopes = scopes_of(log, layout);
  for (int group = 0; group < kGroups; ++group) {
    std::ostringstream lanes;
    for (const std::string& scope : scopes) {
      if (group_of(scope) == group) write_scope(log, layout, scope, lanes);
    }
    if (lanes.str().empty()) continue;
    out << kGroupBegin << "\n-" << kGroupNames[static_cast<std::size_t>(group)] << "\n"
        << lanes.str() << kGroupEnd << "\n-" << kGroupNames[static_cast<std::size_t>(group)]
        << "\n";
  }
  for (const auto& source : rtl) {
    out << kGroupBegin << "\n-" << source->scope() << "\n";
    for (const FstSource::Declared& one : source->declared()) {
      out << (one.enumeration ? kEnum : format_of(static_cast<int>(one.bits))) << "\n"
          << one.name << "\n";
    }
    out << kGroupEnd << "\n-" << source->scope() << "\n";
  }
  return out.str();
}

}  // namespace starnuma::wave
