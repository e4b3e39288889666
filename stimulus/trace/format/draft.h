// SPDX-License-Identifier: Apache-2.0
// Folder of a trace, or of its text, that is being written: a draft in the same parent folder,
// which is renamed to the final folder.
//
// Contract: `x.snt` is written as `x.snt.partial`. A folder with contents is rejected before any
// write, so a trace never overwrites its input or an earlier trace. An unpublished draft is deleted
// with the parent folders that it created; the remains of an earlier one are overwritten. Failures
// of the file system are fs::filesystem_error of the final folder.
#pragma once

#include <filesystem>

namespace starnuma::trace {

/// Throws InputError without effect if no trace can be written to the folder.
void require_trace_room(const std::filesystem::path& folder);

class Draft {
 public:
  explicit Draft(const std::filesystem::path& folder);
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft();

  /// Returns the folder to write to.
  const std::filesystem::path& path() const { return draft_; }
  void publish();

 private:
  std::filesystem::path folder_;
  std::filesystem::path draft_;
  std::filesystem::path made_;  ///< Outermost parent folder that the draft created; empty if none.
};

}  // namespace starnuma::trace
