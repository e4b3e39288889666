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

/// Rejects text that yaml-cpp misreads: it takes some control characters (0x04) for the end of the
/// file, guesses other encodings, and does not report tabs as such.
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

/// Minimum bytes per value: a configuration has at most 65536 values. The largest shipped machine
/// has a few hundred.
constexpr std::int64_t kBytesPerValue = 16;

/// Returns the placeholder of a file that could not be read.
Node nothing(const std::string& name) {
  Node node;
  node.kind = YamlKind::kMapping;
  node.origin = {name, 1, 1};
  node.incomplete = true;
  return node;
}

/// Returns the message without the name that yaml-cpp 0.8 appends to that of an undefined anchor.
std::string message_of(const YAML::Exception& error) {
  const std::string undefined = "the referenced anchor is not defined";
  return error.msg.compare(0, undefined.size(), undefined) == 0 ? undefined : printable(error.msg);
}

}  // namespace

Node load_text(const std::string& text, const std::string& name, Diagnostics& diagnostics,
               base::Bytes largest) {
  if (text.size() > static_cast<std::size_t>(largest.value)) {
    diagnostics.add({name, 1, 1}, "",
                    "larger than " + base::to_string(largest) + ", which is not a configuration");
    return nothing(name);
  }
  if (!is_clean_text(text, name, diagnostics)) return nothing(name);
  TreeBuilder builder(text, name, static_cast<std::size_t>(largest.value / kBytesPerValue),
                      diagnostics);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) {
      diagnostics.add({name, 1, 1}, "", "empty file");
      return nothing(name);
    }
    Node root = builder.take_root();
    parser.HandleNextDocument(builder);  // lets the builder reject a second document
    return root;
  } catch (const YAML::Exception& error) {
    diagnostics.add({name, error.mark.line + 1, error.mark.column + 1}, "", message_of(error));
  }
  return nothing(name);
}

const char* other_than_a_file(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  switch (fs::status(path, ignored).type()) {
    case fs::file_type::directory:
      return "a folder";
    case fs::file_type::fifo:
      return "a pipe";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    default:
      return nullptr;
  }
}

Node load_file(const std::filesystem::path& path, Diagnostics& diagnostics, base::Bytes largest) {
  const auto refuse = [&](const std::string& reason) {
    diagnostics.add({path.string()}, "", reason);
    return nothing(path.string());
  };
  if (const char* other = other_than_a_file(path)) {
    return refuse(std::string("is ") + other + ", expected a YAML file");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return refuse("cannot open this file");
  // Reads all of the file, or a little more than is allowed.
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
