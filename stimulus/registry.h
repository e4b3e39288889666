// SPDX-License-Identifier: Apache-2.0
// All workloads by name, and the way from a text like `bfs:scale=20,trials=2` to a prepared run.
//
// A text may name a shared object instead, own_workload.h says how: `./libmine.so:scale=14`.
// Contract: a text that does not fit throws base::InputError with one line to show to the user.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "stimulus/options.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct WorkloadInfo {
  std::string name;
  std::string options;  ///< each with default and legal values: "scale=20 (8..28), ..."
  std::string sentence;
  std::vector<OptionRule> rules;                           ///< the options, one by one
  void (*declare)(accounting::StatWriter& out) = nullptr;  ///< as Definition's
};

const std::vector<WorkloadInfo>& workloads();

std::unique_ptr<Workload> make_workload(const std::string& spec, const MachineShape& shape,
                                        std::uint64_t seed);

/// Of a workload's text what stands before its options; of a shared object the file's stem, "mine".
std::string short_name(const std::string& spec);

/// Returns the same text with the file or folder that the workload reads as `place` says: that of a
/// shared object or of an option of kind path. A text without any stays as it is.
std::string with_path(const std::string& spec,
                      const std::function<std::string(const std::string&)>& place);

/// The same workload with every option spelled out, its shared object by its whole path; canonical
/// text stays as it is.
std::string canonical_spec(const std::string& spec, const MachineShape& shape);

}  // namespace starnuma::stimulus
