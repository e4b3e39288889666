// SPDX-License-Identifier: Apache-2.0
// Writes the data of the QEMU plugin as the streams and pages of a trace.
//
// Contract: each call handles one message, in the order of arrival. A malformed message is a defect
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
  /// Writes to an existing folder, for the trace with this id.
  Recorder(std::filesystem::path folder, std::uint64_t trace);

  /// Reads a message from `socket`; returns false if there are no more.
  bool read(int socket);

  /// Returns true if the last message was the final message of the plugin.
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
