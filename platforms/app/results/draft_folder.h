// SPDX-License-Identifier: Apache-2.0
// A result folder while it is being made: a draft beside it that takes its place as a whole.
//
// Contract: `results/x` is made as `results/.x.partial/new`. It takes the place of the old
// results/x in one step when every file is written; until then the old one stays as it is, whatever
// happens. One command at a time makes a folder. A draft that a kill has left is marked as
// incomplete by its name, and the next command takes it away. If results/x is a symbolic link to a
// folder, that folder is meant. Nothing but result folders is replaced, and nothing that no command
// has made is taken away. Folders around it that were made for it go again when nothing comes of
// it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platforms/app/results/folder_lock.h"

namespace starnuma::app {

/// The name that says that `folder` is not whole yet: `.x.partial` for `x`.
std::filesystem::path partial_of(const std::filesystem::path& folder);
/// What a folder in a draft, or a draft, will be called, from the current folder on if it is there.
std::filesystem::path shown_of(const std::filesystem::path& folder);
/// Throws InputError for a folder that is not whole, or that is not there though its draft is.
void require_whole(const std::filesystem::path& folder);

class DraftFolder {
 public:
  /// Throws InputError, and changes nothing, if there can be no result folder.
  explicit DraftFolder(const std::filesystem::path& folder);
  DraftFolder(const DraftFolder&) = delete;
  DraftFolder& operator=(const DraftFolder&) = delete;
  /// Takes the draft away, but not the runs in it that are whole, and says so.
  ~DraftFolder();

  /// Where the files are to be written; an empty folder at first.
  const std::filesystem::path& path() const { return draft_; }
  /// Makes the draft the result folder and lets go of it. Throws Failure if something has come in
  /// the way.
  void publish();

 private:
  void make_parents();
  void take_over();
  void clear();
  void remove_empty_parents();

  std::string shown_;  ///< As the user calls the folder.
  std::filesystem::path target_;
  std::filesystem::path room_;
  std::filesystem::path draft_;
  std::optional<FolderLock> lock_;           ///< Until the draft is the result folder.
  std::vector<std::filesystem::path> made_;  ///< Parents that were not there, outermost first.
};

}  // namespace starnuma::app
