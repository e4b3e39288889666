// SPDX-License-Identifier: Apache-2.0
// Writes what the plugin inside QEMU sends as the streams and pages of a trace.
//
// Contract: one message a call, in the order in which they come. A message that is none is an error
// of the plugin and throws base::InvariantError.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "stimulus/trace/capture/wire.h"
#include "stimulus/trace/format/pages_file.h"
#include "stimulus/trace/format/thread_stream.h"

namespace starnuma::capture {

class Recorder {
 public:
  /// Into an existing folder, for the trace with this id.
  Recorder(std::filesystem::path folder, std::uint64_t trace);

  /// Reads a message from `socket`; false where there are no more.
  bool read(int socket);

  /// Whether the last message was the plugin's last.
  bool whole() const { return done_; }
  const Quality& quality() const { return quality_; }
  const std::vector<trace::ThreadSummary>& threads() const { return threads_; }
  const trace::PagesSummary& pages() const { return pages_; }

 private:
  template <class T>
  std::vector<T> read_values(int socket, std::uint64_t bytes) const;
  trace::ThreadWriter& writer(std::uint32_t thread);
  void write_pages(const std::vector<Page>& pages);

  std::filesystem::path folder_;
  std::uint64_t trace_;
  std::vector<trace::ThreadWriter> writers_;
  std::vector<trace::ThreadSummary> threads_;
  trace::PagesSummary pages_;
  Quality quality_{};
  bool done_ = false;
};

}  // namespace starnuma::capture
