// SPDX-License-Identifier: Apache-2.0
// The pages of a traced program: who touched each first, and what became of it.
//
// Contract: in rising order of page number, each once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace starnuma::trace {

/// The file of the pages in a trace's folder.
std::filesystem::path pages_file(const std::filesystem::path& folder);

/// 256 GiB; a trace with more is refused.
inline constexpr std::uint64_t kMaxPages = std::uint64_t{1} << 26;

struct Page {
  static constexpr std::uint32_t kNobody = 0xFFFFFFFF;
  enum Flag : std::uint8_t {
    kUsed = 1,           ///< In what is recorded.
    kWritten = 2,        ///< By the program.
    kKernelWritten = 4,  ///< By system calls, as `read` does.
    kRemapped = 8,       ///< Given back and mapped again; the toucher is that of the last time.
    kBound = 16,         ///< To a home node, whose number stands in place of the toucher.
    kFlags = 31
  };

  std::uint64_t number = 0;         ///< Address over 4096.
  std::uint32_t toucher = kNobody;  ///< The thread that touched it first; kNobody: none was seen.
  std::uint8_t flags = 0;
};

/// What trace.json says of the pages.
struct PagesSummary {
  std::uint64_t pages = 0;
  std::uint64_t used = 0;  ///< Those in what is recorded.
  std::uint64_t bytes = 0;
  std::uint32_t checksum = 0;
};

PagesSummary write_pages(const std::filesystem::path& folder, std::uint64_t trace,
                         const std::vector<Page>& pages);

/// Throws InputError, beginning with the file's name, where it is damaged or has another number of
/// pages than `pages`.
std::vector<Page> read_pages(const std::filesystem::path& folder, std::uint64_t trace,
                             std::uint64_t pages);

}  // namespace starnuma::trace
