// SPDX-License-Identifier: Apache-2.0
// Folder of a trace that is being written: a draft in the same parent folder, which atomically
// replaces the final folder.
//
// Contract: `x.snt` is written as `x.snt.partial`. Only a trace or an empty folder is replaced;
// other contents are rejected before any write. An unpublished draft is deleted; the remains of an
// earlier one are overwritten.
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
};

}  // namespace starnuma::trace
