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
  /// Returns the value of an option, or `otherwise` if it is absent.
  template <class T>
  T get_or(const std::string& name, const T& otherwise) const {
    return has(name) ? get<T>(name) : otherwise;
  }
  /// Returns the text of an option; empty if it is absent.
  std::string text(const std::string& name) const { return get_or<std::string>(name, {}); }
  /// Returns the texts of an option that may be repeated.
  std::vector<std::string> texts(const std::string& name) const {
    return get_or<std::vector<std::string>>(name, {});
  }
};

/// Throws InputError if `option` names no regular file.
void require_file(const std::string& option, const std::filesystem::path& file);

}  // namespace starnuma::app
