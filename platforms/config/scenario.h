// SPDX-License-Identifier: Apache-2.0
// Programs of a `kind: scenario` file, as written.
//
// Contract: omitted keys have the default values below. Names of workloads, cores and policies are
// not checked here; the caller that checks them locates an error by origin_of().
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/fields.h"
#include "models/base/quantities.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/field_text.h"
#include "platforms/config/node.h"

namespace starnuma::config {

enum class Repeat : std::uint8_t {
  kNone,         ///< cores of a completed program stay idle
  kUntilAllDone  ///< a completed program restarts until every program has completed once
};

struct ScenarioProgram {
  static constexpr std::string_view kMachinesPolicy = "machine";

  std::string name;
  std::string workload;
  std::string host;
  std::string cores;
  int threads = 0;
  base::Time start;
  base::Bytes memory_limit;
  std::string extent;
  std::string policy{kMachinesPolicy};
  std::string protection{"none"};
  Node written;  ///< Complete YAML entry.

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("name", name, "name of its results, program.<name>; default: its workload's name");
    v.field("workload", workload, "as starnuma list prints, bfs:scale=20,trials=2");
    v.field("host", host, "its host on a machine with several; default: the host of its cores");
    v.field("cores", cores,
            "cores of its threads: socket0-3, socket4.core0-1, or several separated by commas; "
            "default: "
            "all, or all of the host");
    v.field("threads", threads, "its threads, on the first of these cores; 0: one on each",
            base::between(0, 1 << 16));
    v.field(
        "start", start,
        "when its threads begin after the windows of the others have opened; 0: from the start");
    v.field("memory_limit", memory_limit, "maximum memory of its pages; 0: no limit");
    v.field(
        "extent", extent,
        "extent of its pages on a pool device; default: exclusive extents of its host, or one that "
        "its hosts share");
    v.field("policy", policy, "placement of its pages: a policy, or machine for the machine's");
    v.field(
        "protection", protection,
        "protection of its pages on other servers against crashes: none, replicate, or erasure(K, "
        "M) with M backups for K pages, each on a different server");
  }

  /// Returns the location of the key's value, or of the entry.
  const Origin& origin_of(std::string_view key) const;
};

/// Reads `programs` of a scenario's file.
std::vector<ScenarioProgram> programs_of(const Node& file, Diagnostics& diagnostics);

}  // namespace starnuma::config

template <>
struct starnuma::base::EnumNames<starnuma::config::Repeat> {
  static constexpr std::array<std::string_view, 2> kNames{"none", "until_all_done"};
};
