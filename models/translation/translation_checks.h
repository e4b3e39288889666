// SPDX-License-Identifier: Apache-2.0
// Checks of an MMU's translations: refused homes, and frames that differ from the page map's.
#pragma once

#include <systemc>
#include <utility>
#include <vector>

#include "models/base/ids.h"
#include "models/paging/page_map.h"
#include "models/protocol/access.h"
#include "models/translation/tlb_function.h"

namespace starnuma::translation {

class TranslationChecks {
 public:
  /// Message type of the error report for a refused home.
  static constexpr const char* kRefused = "/starnuma/mmu/refused home";

  /// Messages name `mmu`, which must outlive this object.
  explicit TranslationChecks(const sc_core::sc_object& mmu) : mmu_(mmu) {}

  /// Makes check_home() of one of these homes an error.
  void refuse(std::vector<base::NodeId> homes) { refused_ = std::move(homes); }
  /// Enables check_access().
  void enable() { enabled_ = true; }
  bool enabled() const { return enabled_; }

  /// Stops the run if an access uses a translation that differs from that of the map.
  void check_access(const protocol::Access& access, const TlbEntry& entry,
                    const paging::PageMap& map, int socket) const;
  /// Ends the run with an error report if the page's home is refused.
  void check_home(base::NodeId home, base::PageId page) const;

 private:
  const sc_core::sc_object& mmu_;
  std::vector<base::NodeId> refused_;
  bool enabled_ = false;
};

}  // namespace starnuma::translation
