// SPDX-License-Identifier: Apache-2.0
// One YAML document as a tree, refusing what YAML readers are known to misread.
//
// Contract: problems name file, line and column. Refused: duplicate keys, anchors, aliases, merge
// keys, tags, keys that are not text, unquoted numbers with a leading zero (010 is 8 to some
// readers), control characters, what is not UTF-8, an empty file, a second document, nesting beyond
// 64 levels, texts beyond 4096 characters, files beyond `largest` or with more values than its
// 16th, and what is no regular file. After a refused value the rest is read on; where no tree can
// be had (a syntax error, an unreadable file) the result is an incomplete empty mapping.
#pragma once

#include <filesystem>
#include <string>

#include "models/base/quantities.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/node.h"

namespace starnuma::config {

/// More than anybody writes; results of a large machine are larger.
inline constexpr base::Bytes kLargestConfiguration{std::int64_t{1} << 20};

/// "a folder", "a pipe": what a path is that is there and no regular file, else null. Opening some
/// of these waits for ever.
const char* other_than_a_file(const std::filesystem::path& path);

Node load_file(const std::filesystem::path& path, Diagnostics& diagnostics,
               base::Bytes largest = kLargestConfiguration);
/// Text in memory; `name` stands for the file in messages.
Node load_text(const std::string& text, const std::string& name, Diagnostics& diagnostics,
               base::Bytes largest = kLargestConfiguration);

/// The same, throwing ConfigError with all problems.
Node load_file(const std::filesystem::path& path, base::Bytes largest = kLargestConfiguration);
Node load_text(const std::string& text, const std::string& name);

}  // namespace starnuma::config
