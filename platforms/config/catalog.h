// SPDX-License-Identifier: Apache-2.0
// Lookup of files by name. NAME denotes NAME.yaml next to the file that contains the name, in a
// folder of the search path, or else shipped: machines/NAME.yaml or parts/NAME.yaml of the
// platforms folder.
//
// Contract:
// - A name never leads to any other folder.
// - A shipped file refers to shipped files only, so it has the same meaning everywhere.
// - No other file refers to itself: a user's starnuma16.yaml may extend the shipped starnuma16.
// - Folders must not change during the catalog's lifetime; loaded files are cached.
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

  /// Returns the names of the shipped files, sorted.
  const std::vector<std::string>& names(Shelf shelf) const;
  /// Returns the file in the search path or among the shipped files.
  std::optional<std::filesystem::path> find(Shelf shelf, const std::string& name) const;
  /// Returns the file that a name in a file denotes.
  std::optional<std::filesystem::path> find(Shelf shelf, const Node& name) const;
  /// Loads the file that `named_by` in another file denotes. Returns nothing after noting that it
  /// cannot be read, at its own location, or that it has another kind, at `place`, the location of
  /// the name.
  std::optional<Node> load(const std::filesystem::path& path, const char* kind,
                           const Node& named_by, std::string_view place,
                           Diagnostics& diagnostics) const;
  /// Returns the file of the machine that a value denotes, by name or by path relative to the
  /// value's file. `place` is the value's location; returns nothing after noting a problem there.
  std::optional<std::filesystem::path> machine_named_by(const Node& value, std::string_view place,
                                                        Diagnostics& diagnostics) const;
  /// Returns a message such as "unknown machine "x", did you mean ..."
  std::string unknown(Shelf shelf, const std::string& name) const;
  std::string unknown(Shelf shelf, const Node& name) const;

  /// Name in a file that was resolved to a file that is not shipped.
  struct Found {
    Origin named;
    std::string name;
    std::filesystem::path file;
    bool hides_shipped;  ///< True if a shipped file has the same name.
  };
  /// Returns the names resolved since the last call, without duplicates.
  std::vector<Found> take_found() const;

 private:
  using Folders = std::vector<std::filesystem::path>;
  std::filesystem::path shipped(Shelf shelf) const;
  bool is_shipped(const std::filesystem::path& folder) const;
  /// Returns the searched folders for a name in that file, in order; the shipped folder is last.
  Folders folders(Shelf shelf, const std::string& file) const;
  const std::vector<std::string>& names_in(const std::filesystem::path& folder) const;
  std::string unknown(const Folders& folders, Shelf shelf, const std::string& name) const;
  Node load_once(const std::filesystem::path& path, Diagnostics& diagnostics) const;

  std::filesystem::path platforms_;
  Folders search_;
  mutable std::map<std::filesystem::path, std::vector<std::string>> names_;  ///< by folder
  mutable std::map<std::filesystem::path, bool> is_shipped_;                 ///< by folder
  mutable std::vector<Found> found_;
  mutable std::size_t taken_ = 0;  ///< number of entries of found_ that were returned
  mutable std::map<std::filesystem::path, Node> loaded_;  ///< files without problems
};

/// Returns true if the text is a path ("a/b", "b.yaml") rather than a name.
bool looks_like_path(std::string_view text);
/// Returns true if the file name has a YAML suffix.
bool is_yaml_name(const std::filesystem::path& path);
/// Returns the canonical path of a file; an impossible path is returned unchanged.
std::filesystem::path absolute_path(const std::filesystem::path& path);
/// Returns true if the file exists; an impossible path does not exist.
bool file_exists(const std::filesystem::path& path);

/// Returns the kinds of files: values of `kind:`.
const std::vector<std::string>& all_kinds();
/// Returns the file's `kind:`, or nothing after noting that it is not in `allowed`. A file that
/// could not be read also has no kind, without a further problem.
std::optional<std::string> kind_of(const Node& file, const std::vector<std::string>& allowed,
                                   Diagnostics& diagnostics);

}  // namespace starnuma::config
