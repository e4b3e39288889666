// SPDX-License-Identifier: Apache-2.0
// Result folder under construction: a draft next to it that replaces it as a whole.
//
// Contract:
// - `results/x` is built as `results/.x.partial/new`. It replaces the old results/x atomically when
//   every file is written; until then the old folder is unchanged.
// - One command at a time builds a folder.
// - A draft of a killed command is recognizable as incomplete by its name; the next command removes
//   it.
// - A symbolic link results/x denotes its target folder.
// - Only result folders are replaced, and only files that a command wrote are removed.
// - Parent folders created for the folder are removed if nothing is published.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platforms/app/files/folder_lock.h"

namespace starnuma::app {

/// Returns the name of the incomplete `folder`: `.x.partial` for `x` and `x/`.
std::filesystem::path partial_of(const std::filesystem::path& folder);
/// Returns the final name of a draft or of a folder in it, relative to the current folder if
/// possible.
std::filesystem::path shown_of(const std::filesystem::path& folder);
/// Throws InputError for an incomplete folder, or for a missing one whose draft exists.
void require_whole(const std::filesystem::path& folder);

class DraftFolder {
 public:
  /// Throws InputError, without changes, if the result folder cannot be created.
  explicit DraftFolder(const std::filesystem::path& folder);
  DraftFolder(const DraftFolder&) = delete;
  DraftFolder& operator=(const DraftFolder&) = delete;
  /// Removes the draft except complete runs in it, and prints a message about those.
  ~DraftFolder();

  /// Returns the folder for the files; it is initially empty.
  const std::filesystem::path& path() const { return draft_; }
  /// Publishes the draft as the result folder and releases it. Throws Failure if a file currently
  /// blocks the location.
  void publish();

 private:
  void make_parents();
  void take_over();
  void clear();
  void remove_empty_parents();

  std::string shown_;  ///< Folder in the user's spelling.
  std::filesystem::path target_;
  std::filesystem::path room_;
  std::filesystem::path draft_;
  std::optional<FolderLock> lock_;           ///< Held until the draft is published.
  std::vector<std::filesystem::path> made_;  ///< Created parents, outermost first.
};

}  // namespace starnuma::app
