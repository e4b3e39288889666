// SPDX-License-Identifier: Apache-2.0
// Pages of a traced program: the first toucher of each page, and its use.
//
// Contract: page numbers are in ascending order without duplicates.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace starnuma::trace {

/// Returns the file of the pages in a trace's folder.
std::filesystem::path pages_file(const std::filesystem::path& folder);

/// 256 GiB; larger traces are rejected.
inline constexpr std::uint64_t kMaxPages = std::uint64_t{1} << 26;

struct Page {
  static constexpr std::uint32_t kNobody = 0xFFFFFFFF;
  enum Flag : std::uint8_t {
    kUsed = 1,           ///< Used by the recorded accesses.
    kWritten = 2,        ///< Written by the program.
    kKernelWritten = 4,  ///< Written by system calls, such as `read`.
    kRemapped = 8,       ///< Released and mapped again; the toucher is that of the last mapping.
    kBound = 16,         ///< Bound to a home node, whose number replaces the toucher.
    kFlags = 31
  };

  std::uint64_t number = 0;         ///< Address / 4096.
  std::uint32_t toucher = kNobody;  ///< Thread that touched the page first; kNobody if unknown.
  std::uint8_t flags = 0;
};

/// Contents of trace.json about the pages.
struct PagesSummary {
  std::uint64_t pages = 0;
  std::uint64_t used = 0;  ///< Number of pages used by the recorded accesses.
  std::uint64_t bytes = 0;
  std::uint32_t checksum = 0;
};

PagesSummary write_pages(const std::filesystem::path& folder, std::uint64_t trace,
                         const std::vector<Page>& pages);

/// Throws InputError, starting with the file name, if the file is damaged or does not have `pages`
/// pages.
std::vector<Page> read_pages(const std::filesystem::path& folder, std::uint64_t trace,
                             std::uint64_t pages);

}  // namespace starnuma::trace
