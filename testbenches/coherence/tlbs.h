// SPDX-License-Identifier: Apache-2.0
// TLBs of the hosts, and the space whose task each host runs.
#pragma once

#include <utility>
#include <vector>

#include "testbenches/coherence/page_steps.h"
#include "testbenches/coherence/page_table.h"

namespace starnuma::coherence_bench {

class Tlbs {
 public:
  struct Translation {
    int frame = kNoFrame;
    bool read_only = false;
  };

  Tlbs(const SystemConfig& config, MoveMutant mutant) : config_(config), mutant_(mutant) {
    for (int host = 0; host < config.hosts; ++host) {
      const auto pages = static_cast<std::size_t>(config.pages);
      hosts_.push_back({host % config.spaces, std::vector<Translation>(pages)});
    }
  }

  int space_of(int host) const { return this->host(host).space; }
  void exchange_tasks(int host, int other) {
    std::swap(hosts_[static_cast<std::size_t>(host)].space,
              hosts_[static_cast<std::size_t>(other)].space);
  }
  /// Returns the page of that number in the space whose task the host runs.
  int page_at(int host, int number) const {
    return space_of(host) * config_.pages_of_space() + number;
  }

  /// Entry of the page; its frame is kNoFrame if the TLB does not hold the page.
  Translation& entry(int host, int page) {
    return hosts_[static_cast<std::size_t>(host)].entries[static_cast<std::size_t>(page)];
  }
  /// Returns the translation that the TLB finds for the page.
  Translation find(int host, int page) const {
    const auto at = [&](int p) { return this->host(host).entries[static_cast<std::size_t>(p)]; };
    if (at(page).frame != kNoFrame || mutant_ != MoveMutant::kTranslationWithoutSpace)
      return at(page);
    const int step = config_.pages_of_space();
    for (int other = page % step; other < config_.pages; other += step) {
      if (at(other).frame != kNoFrame) return at(other);
    }
    return {};
  }
  /// Returns true if a write to the page must first remove the page's copies.
  bool write_faults(int host, int page) const {
    const Translation found = find(host, page);
    return found.frame != kNoFrame && found.read_only && mutant_ != MoveMutant::kWriteWithoutFault;
  }
  /// Returns the page of the running space whose translation names the frame, or kNoPage.
  int page_in(int host, int frame) const {
    for (int number = 0; number < config_.pages_of_space(); ++number) {
      const int page = page_at(host, number);
      if (find(host, page).frame == frame) return page;
    }
    return kNoPage;
  }

 private:
  struct Host {
    int space;
    std::vector<Translation> entries;
  };
  const Host& host(int number) const { return hosts_[static_cast<std::size_t>(number)]; }

  SystemConfig config_;
  MoveMutant mutant_;
  std::vector<Host> hosts_;
};

}  // namespace starnuma::coherence_bench
