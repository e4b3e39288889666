// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/workload_path.h"

#include <filesystem>

#include "models/base/check.h"
#include "platforms/app/experiments/shipped_traces.h"
#include "platforms/config/text.h"
#include "stimulus/registry.h"

namespace starnuma::app {

std::string with_whole_path(const std::string& spec) {
  return stimulus::with_path(spec, [](const std::string& path) {
    if (is_shipped_trace(path)) return path;
    std::string whole = std::filesystem::absolute(path).lexically_normal().string();
    if (whole.find(',') == whole.npos) return whole;
    throw base::InputError("the path ", config::in_quotes(whole),
                           " holds a comma, which ends it in a workload's text; expected another "
                           "folder");
  });
}

}  // namespace starnuma::app
