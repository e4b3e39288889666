// SPDX-License-Identifier: Apache-2.0
// All workloads by name, and the way from a text like `bfs:scale=20,trials=2` to a prepared run.
//
// Contract: a text that does not fit throws base::InputError with one line to show to the user.
#pragma once

#include <cstdint>
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
  std::vector<OptionRule> rules;  ///< the options, one by one
};

const std::vector<WorkloadInfo>& workloads();

std::unique_ptr<Workload> make_workload(const std::string& spec, const MachineShape& shape,
                                        std::uint64_t seed);

/// The same workload with every option spelled out; canonical text stays as it is.
std::string canonical_spec(const std::string& spec, const MachineShape& shape);

}  // namespace starnuma::stimulus
