// SPDX-License-Identifier: Apache-2.0
// A private platforms folder of the test, removed at its end.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "platforms/config/diagnostics.h"
#include "platforms/config/resolve.h"

namespace sample {

class PlatformsFolder {
 public:
  PlatformsFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "platforms-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    root_ = name;
    std::filesystem::create_directory(root_ / "machines");
    std::filesystem::create_directory(root_ / "parts");
  }
  ~PlatformsFolder() { std::filesystem::remove_all(root_); }
  PlatformsFolder(const PlatformsFolder&) = delete;
  PlatformsFolder& operator=(const PlatformsFolder&) = delete;

  const std::filesystem::path& root() const { return root_; }

  std::string write(const std::string& file, const std::string& text) const {
    std::ofstream(root_ / file) << text;
    return (root_ / file).string();
  }
  std::string machine(const std::string& name, const std::string& body) const {
    return write("machines/" + name + ".yaml", "kind: machine\n" + body);
  }
  std::string part(const std::string& name, const std::string& body) const {
    return write("parts/" + name + ".yaml", "kind: part\n" + body);
  }

  starnuma::config::Experiment open(const std::string& target,
                                    const std::vector<std::string>& sets = {}) const {
    return starnuma::config::open_target(target, sets, root_);
  }
  /// Returns the tree of `target` in flow style, such as "{a: 1, b: [2, none]}".
  std::string tree(const std::string& target, const std::vector<std::string>& sets = {}) const {
    return flow(open(target, sets).machine.tree);
  }
  /// Returns the problem of opening `target`, with paths relative to the folder.
  std::string problem(const std::string& target, const std::vector<std::string>& sets = {}) const {
    try {
      open(target, sets);
    } catch (const starnuma::config::ConfigError& error) {
      return without_root(error.what());
    }
    return "";
  }
  /// Returns all problems, with paths relative to the folder.
  std::string shown(const starnuma::config::Diagnostics& diagnostics) const {
    std::string text;
    for (const std::string& line : diagnostics.lines()) text += (text.empty() ? "" : "\n") + line;
    return without_root(text);
  }

 private:
  std::string without_root(std::string text) const {
    const std::string prefix = root_.string() + "/";
    for (std::size_t at = 0; (at = text.find(prefix)) != std::string::npos;) {
      text.erase(at, prefix.size());
    }
    return text;
  }
  static std::string flow(const starnuma::config::Node& node) {
    std::string text;
    for (const auto& entry : node.entries) {
      text += (text.empty() ? "" : ", ") + entry.key + ": " + flow(entry.value);
    }
    for (const auto& item : node.items) text += (text.empty() ? "" : ", ") + flow(item);
    if (node.is_mapping()) return "{" + text + "}";
    return node.is_sequence() ? "[" + text + "]" : node.text;
  }

  std::filesystem::path root_;
};

}  // namespace sample
