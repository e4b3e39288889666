// SPDX-License-Identifier: Apache-2.0
// Files by name. NAME is NAME.yaml beside the file that names it, in a folder of the search path,
// or else shipped: machines/NAME.yaml or parts/NAME.yaml of the platforms folder.
//
// Contract: a name leads to no other folder. A shipped file names shipped ones only, so it means
// the same everywhere, and no other file names itself: one's own starnuma16.yaml may extend the
// shipped starnuma16. Folders are taken not to change while the catalog lives: what was read once
// is kept.
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
  Catalog(std::filesystem::path platforms, std::vector<std::filesystem::path> search = {})
      : platforms_(std::move(platforms)), search_(std::move(search)) {}
  Catalog(const char* platforms) : Catalog(std::filesystem::path(platforms)) {}

  /// The shipped ones, sorted.
  const std::vector<std::string>& names(Shelf shelf) const;
  /// In the search path or shipped.
  std::optional<std::filesystem::path> find(Shelf shelf, const std::string& name) const;
  /// What a name in a file stands for.
  std::optional<std::filesystem::path> find(Shelf shelf, const Node& name) const;
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
  std::string unknown(Shelf shelf, const std::string& name) const;
  std::string unknown(Shelf shelf, const Node& name) const;

  /// A file that is not shipped and was found for a name in another.
  struct Found {
    Origin named;
    std::string name;
    std::filesystem::path file;
    bool hides_shipped;  ///< There is a shipped one of this name.
  };
  /// Those found since the last call, each once.
  std::vector<Found> take_found() const;

 private:
  using Folders = std::vector<std::filesystem::path>;
  std::filesystem::path shipped(Shelf shelf) const;
  bool is_shipped(const std::filesystem::path& folder) const;
  /// Where a name in that file is looked for, in order; the shipped ones last.
  Folders folders(Shelf shelf, const std::string& file) const;
  const std::vector<std::string>& names_in(const std::filesystem::path& folder) const;
  std::string unknown(const Folders& folders, Shelf shelf, const std::string& name) const;
  Node load_once(const std::filesystem::path& path, Diagnostics& diagnostics) const;

  std::filesystem::path platforms_;
  Folders search_;
  mutable std::map<std::filesystem::path, std::vector<std::string>> names_;  ///< by folder
  mutable std::map<std::filesystem::path, bool> is_shipped_;                 ///< by folder
  mutable std::vector<Found> found_;
  mutable std::size_t taken_ = 0;                         ///< of found_
  mutable std::map<std::filesystem::path, Node> loaded_;  ///< those without problems
};

/// Whether the user wrote a path ("a/b", "b.yaml") and not a name.
bool looks_like_path(std::string_view text);
/// Whether a file is called like YAML.
bool is_yaml_name(const std::filesystem::path& path);
/// The one path of a file, however it was written; an impossible path stays as it is.
std::filesystem::path absolute_path(const std::filesystem::path& path);
/// Whether there is such a file; an impossible path is none.
bool file_exists(const std::filesystem::path& path);

/// The file's `kind:`; nothing after noting that it is none of `allowed`. A file that could not be
/// read has none either, and no problem is added.
std::optional<std::string> kind_of(const Node& file, const std::vector<std::string>& allowed,
                                   Diagnostics& diagnostics);

}  // namespace starnuma::config
