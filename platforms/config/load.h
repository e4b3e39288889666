// SPDX-License-Identifier: Apache-2.0
// Reads one YAML document as a tree and rejects constructs that YAML readers misread.
//
// Contract:
// - Problems name file, line and column.
// - Rejected: duplicate keys, anchors, aliases, merge keys, tags, keys that are not text, unquoted
//   numbers with a leading zero (010 is 8 to some readers), control characters, invalid UTF-8, an
//   empty file, a second document.
// - Also rejected: nesting beyond 64 levels, texts beyond 4096 characters, files beyond `largest`
//   or with more values than a 16th of it, and anything but a regular file.
// - Reading continues after a rejected value. Without a tree (syntax error, unreadable file) the
//   result is an incomplete empty mapping.
#pragma once

#include <filesystem>
#include <string>

#include "models/base/quantities.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/node.h"

namespace starnuma::config {

/// Limit far above any written configuration; results of a large machine are larger.
inline constexpr base::Bytes kLargestConfiguration{std::int64_t{1} << 20};

/// Returns "a folder", "a pipe" or similar if the path exists and is not a regular file, else null.
/// Opening some of these blocks indefinitely.
const char* other_than_a_file(const std::filesystem::path& path);

Node load_file(const std::filesystem::path& path, Diagnostics& diagnostics,
               base::Bytes largest = kLargestConfiguration);
/// Reads text from memory; `name` replaces the file name in messages.
Node load_text(const std::string& text, const std::string& name, Diagnostics& diagnostics,
               base::Bytes largest = kLargestConfiguration);

/// Overloads that throw ConfigError with all problems.
Node load_file(const std::filesystem::path& path, base::Bytes largest = kLargestConfiguration);
Node load_text(const std::string& text, const std::string& name);

}  // namespace starnuma::config
