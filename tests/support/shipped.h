// SPDX-License-Identifier: Apache-2.0
// Configurations as the repository ships them. The test target defines STARNUMA_PLATFORMS, the
// folder that contains machines/ and parts/.
#pragma once

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

#include "platforms/config/reader.h"
#include "platforms/config/resolve.h"

namespace starnuma::test {

/// Returns the shipped machines whose names begin with one of these texts, sorted.
inline std::vector<std::string> shipped_names(const std::vector<std::string>& beginnings) {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(
           std::filesystem::path(STARNUMA_PLATFORMS) / "machines")) {
    const std::string name = file.path().stem().string();
    for (const std::string& text : beginnings) {
      if (name.compare(0, text.size(), text) == 0) names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Returns the part of a machine at `path` (the whole machine if empty) as a `Config`.
template <class Config>
Config shipped(const std::string& machine, std::initializer_list<const char*> path = {},
               const std::vector<std::string>& sets = {}) {
  const config::Experiment opened = config::open_target(machine, sets, STARNUMA_PLATFORMS);
  const config::Node* node = &opened.machine.tree;
  for (const char* key : path) {
    node = node->find(key);
    if (node == nullptr) throw std::runtime_error(machine + " has no " + key);
  }
  return config::read<Config>(*node);
}

}  // namespace starnuma::test
