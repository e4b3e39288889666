// SPDX-License-Identifier: Apache-2.0
// A trace's folder while it is being written: a draft beside it that takes its place as a whole.
//
// Contract: `x.snt` is written as `x.snt.partial`. Only a trace or an empty folder is replaced;
// what else lies there is refused before anything is written. A draft that is not published goes,
// and what an earlier one has left is written over.
#pragma once

#include <filesystem>

namespace starnuma::trace {

/// Throws InputError if no trace can be written there, and changes nothing.
void require_trace_room(const std::filesystem::path& folder);

class Draft {
 public:
  explicit Draft(const std::filesystem::path& folder);
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft();

  /// Where to write.
  const std::filesystem::path& path() const { return draft_; }
  void publish();

 private:
  std::filesystem::path folder_;
  std::filesystem::path draft_;
};

}  // namespace starnuma::trace
