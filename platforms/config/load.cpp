// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/load.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <fstream>
#include <sstream>

#include "platforms/config/tree_builder.h"

namespace starnuma::config {
namespace {

/// yaml-cpp takes one of these (0x04) for the end of the file and drops the rest silently.
void refuse_control_characters(const std::string& text, const std::string& name) {
  Origin at{name, 1, 1};
  for (const char c : text) {
    const bool blank = c == '\n' || c == '\t' || c == '\r';
    if (static_cast<unsigned char>(c) < 0x20 && !blank) {
      fail(at, "", "control character, expected UTF-8 text");
    }
    at.column = c == '\n' ? 1 : at.column + 1;
    at.line += c == '\n' ? 1 : 0;
  }
}

}  // namespace

Node load_text(const std::string& text, const std::string& name) {
  refuse_control_characters(text, name);
  Diagnostics diagnostics;
  TreeBuilder builder(name, diagnostics);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) fail({name, 1, 1}, "", "empty file");
    parser.HandleNextDocument(builder);  // Only to let the builder refuse a second one.
  } catch (const YAML::Exception& error) {
    diagnostics.add({name, error.mark.line + 1, error.mark.column + 1}, "", error.msg);
  }
  diagnostics.throw_if_any();
  return builder.take_root();
}

Node load_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw ConfigError(path.string() + ": is a folder, expected a YAML file");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw ConfigError(path.string() + ": cannot open this file");
  std::ostringstream text;
  text << file.rdbuf();
  return load_text(text.str(), path.string());
}

}  // namespace starnuma::config
