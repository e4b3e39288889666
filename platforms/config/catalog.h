// SPDX-License-Identifier: Apache-2.0
// The named files of a platforms folder: NAME is machines/NAME.yaml or parts/NAME.yaml.
//
// Contract: a name is one that the folder lists, so it cannot lead anywhere else; names are sorted.
// The folder is taken not to change while the catalog lives: what was read once is kept.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platforms/config/diagnostics.h"
#include "platforms/config/node.h"

namespace starnuma::config {

enum class Shelf { kMachines, kParts };

class Catalog {
 public:
  explicit Catalog(std::filesystem::path platforms) : platforms_(std::move(platforms)) {}

  const std::vector<std::string>& names(Shelf shelf) const;
  /// Nothing when the shelf has no such name.
  std::optional<std::filesystem::path> find(Shelf shelf, std::string_view name) const;
  /// The file that `named_by` in another file names, loaded; nothing after noting that it cannot be
  /// read, at its own place, or that it is not of that kind, at `place`, which names it.
  std::optional<Node> load(const std::filesystem::path& path, const char* kind,
                           const Node& named_by, std::string_view place,
                           Diagnostics& diagnostics) const;
  /// The file of the machine that a value in a file names, by name or by path relative to that
  /// file. `place` is the value's own place; nothing after noting a problem there.
  std::optional<std::filesystem::path> machine_named_by(const Node& value, std::string_view place,
                                                        Diagnostics& diagnostics) const;
  /// "unknown machine "x", did you mean ..."
  std::string unknown(Shelf shelf, std::string_view name) const;

 private:
  std::filesystem::path folder(Shelf shelf) const;
  Node load_once(const std::filesystem::path& path, Diagnostics& diagnostics) const;

  std::filesystem::path platforms_;
  mutable std::map<Shelf, std::vector<std::string>> names_;
  mutable std::map<std::filesystem::path, Node> loaded_;  ///< those without problems
};

/// Whether the user wrote a path ("a/b", "b.yaml") and not a name.
bool looks_like_path(std::string_view text);
/// Whether a file is called like YAML.
bool is_yaml_name(const std::filesystem::path& path);
/// Whether there is such a file; an impossible path is none.
bool file_exists(const std::filesystem::path& path);

/// The file's `kind:`; nothing after noting that it is none of `allowed`. A file that could not be
/// read has none either, and no problem is added.
std::optional<std::string> kind_of(const Node& file, const std::vector<std::string>& allowed,
                                   Diagnostics& diagnostics);

}  // namespace starnuma::config
