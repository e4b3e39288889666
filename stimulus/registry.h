// SPDX-License-Identifier: Apache-2.0
// Registry of all workloads by name, and the conversion of text such as `bfs:scale=20,trials=2` to
// a prepared run.
//
// The text may name a shared object instead, such as `./libmine.so:scale=14`; see own_workload.h.
// Contract: invalid text throws base::InputError with one line for the user.
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
  std::string options;  ///< options with defaults and legal values: "scale=20 (8..28), ..."
  std::string sentence;
  std::vector<OptionRule> rules;                           ///< individual options
  void (*declare)(accounting::StatWriter& out) = nullptr;  ///< as in Definition
};

const std::vector<WorkloadInfo>& workloads();

std::unique_ptr<Workload> make_workload(const std::string& spec, const MachineShape& shape,
                                        std::uint64_t seed);

/// Returns the part of a workload's text before its options; for a shared object the stem of its
/// file name, such as "mine".
std::string short_name(const std::string& spec);

/// Returns the same text with the file or folder that the workload reads as `place` says: that of a
/// shared object or of an option of kind path. A text without any stays as it is.
std::string with_path(const std::string& spec,
                      const std::function<std::string(const std::string&)>& place);

/// The same workload with every option spelled out, its shared object by its whole path; canonical
/// text stays as it is.
std::string canonical_spec(const std::string& spec, const MachineShape& shape);

}  // namespace starnuma::stimulus
