// SPDX-License-Identifier: Apache-2.0
// Arguments of one call of a command.
#pragma once

#include <boost/program_options.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace starnuma::app {

/// Positional arguments and options of one call.
struct Arguments {
  std::vector<std::string> positional;
  boost::program_options::variables_map options;

  bool has(const std::string& name) const { return options.count(name) != 0; }
  template <class T>
  T get(const std::string& name) const {
    return options[name].as<T>();
  }
};

/// Throws InputError if `option` names no regular file.
void require_file(const std::string& option, const std::filesystem::path& file);

}  // namespace starnuma::app
