// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/load.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <array>
#include <fstream>
#include <sstream>

#include "platforms/config/tree_builder.h"

namespace starnuma::config {
namespace {

/// Length of the UTF-8 sequence at the start of `text`; 0 when it is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const unsigned char second = byte(1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool surrogate = first == 0xed && second >= 0xa0;
  const bool too_high = first == 0xf4 && second >= 0x90;
  return overlong || surrogate || too_high ? 0 : length;
}

/// yaml-cpp takes some control characters (0x04) for the end of the file and drops the rest
/// silently, guesses other encodings, and stumbles over tabs without naming them.
bool is_clean_text(std::string_view text, const std::string& name, Diagnostics& diagnostics) {
  Origin at{name, 1, 1};
  bool blanks_only = true;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const bool blank = c == '\n' || c == '\t' || c == '\r';
    const bool control = (static_cast<unsigned char>(c) < 0x20 && !blank) || c == 0x7f;
    const std::size_t length = utf8_length(text.substr(i));
    if (c == '\t' && blanks_only) {
      diagnostics.add(at, "", "tab in the indentation, expected blanks");
      return false;
    }
    blanks_only = c == '\n' || (blanks_only && c == ' ');
    if (control || length == 0) {
      diagnostics.add(
          at, "",
          control ? "control character, expected UTF-8 text" : "invalid byte, expected UTF-8 text");
      return false;
    }
    at.column = c == '\n' ? 1 : at.column + 1;
    at.line += c == '\n' ? 1 : 0;
    i += length;
  }
  return true;
}

/// What stands for a file that could not be read.
Node nothing(const std::string& name) {
  Node node;
  node.kind = Node::Kind::kMapping;
  node.origin = {name, 1, 1};
  node.incomplete = true;
  return node;
}

}  // namespace

Node load_text(const std::string& text, const std::string& name, Diagnostics& diagnostics,
               base::Bytes largest) {
  if (text.size() > static_cast<std::size_t>(largest.value)) {
    diagnostics.add({name, 1, 1}, "",
                    "larger than " + base::to_string(largest) + ", which is no configuration");
    return nothing(name);
  }
  if (!is_clean_text(text, name, diagnostics)) return nothing(name);
  TreeBuilder builder(text, name, diagnostics);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) {
      diagnostics.add({name, 1, 1}, "", "empty file");
      return nothing(name);
    }
    Node root = builder.take_root();
    parser.HandleNextDocument(builder);  // Only to let the builder refuse a second one.
    return root;
  } catch (const YAML::Exception& error) {
    diagnostics.add({name, error.mark.line + 1, error.mark.column + 1}, "", printable(error.msg));
  }
  return nothing(name);
}

Node load_file(const std::filesystem::path& path, Diagnostics& diagnostics, base::Bytes largest) {
  const auto refuse = [&](const char* reason) {
    diagnostics.add({path.string()}, "", reason);
    return nothing(path.string());
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return refuse("is a folder, expected a YAML file");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return refuse("cannot open this file");
  // As much as there is, and not much more than is allowed.
  std::string text;
  std::array<char, 1 << 14> chunk;
  while (file && text.size() <= static_cast<std::size_t>(largest.value)) {
    file.read(chunk.data(), chunk.size());
    text.append(chunk.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) return refuse("cannot read this file");
  return load_text(text, path.string(), diagnostics, largest);
}

Node load_text(const std::string& text, const std::string& name) {
  Diagnostics diagnostics;
  Node node = load_text(text, name, diagnostics);
  diagnostics.throw_if_any();
  return node;
}

Node load_file(const std::filesystem::path& path, base::Bytes largest) {
  Diagnostics diagnostics;
  Node node = load_file(path, diagnostics, largest);
  diagnostics.throw_if_any();
  return node;
}

}  // namespace starnuma::config
