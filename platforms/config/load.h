// SPDX-License-Identifier: Apache-2.0
// One YAML document as a tree, refusing what YAML readers are known to misread.
//
// Contract: throws ConfigError naming file, line and column. Refused: duplicate keys, anchors,
// aliases, merge keys, tags, keys that are not text, unquoted numbers with a leading zero (010 is 8
// to some readers), control characters, an empty file and a second document.
#pragma once

#include <filesystem>
#include <string>

#include "platforms/config/node.h"

namespace starnuma::config {

Node load_file(const std::filesystem::path& path);

/// The same for text in memory; `name` stands for the file in messages.
Node load_text(const std::string& text, const std::string& name);

}  // namespace starnuma::config
