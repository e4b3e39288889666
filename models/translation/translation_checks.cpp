// SPDX-License-Identifier: Apache-2.0
#include "models/translation/translation_checks.h"

#include <algorithm>
#include <string>

#include "models/base/check.h"

namespace starnuma::translation {

void TranslationChecks::check_access(const protocol::Access& access, const TlbEntry& entry,
                                     const paging::PageMap& map, int socket) const {
  const std::uint64_t page = entry.page().number();
  const paging::PageMap::Translation now = map.translation_for(page, socket);
  SN_CHECK(entry.frame().first_line == now.frame.first_line && entry.read_only() == now.read_only,
           mmu_.name(), ": stale translation of page ", entry.page(), " used at ", access.time.ps(),
           " ps");
  SN_CHECK(map.present(page), mmu_.name(), ": page ", entry.page(), " is used and unmapped");
  SN_CHECK(!now.read_only || !protocol::is_write(access.kind), mmu_.name(), ": page ", entry.page(),
           " is written and has copies");
}

void TranslationChecks::check_home(base::NodeId home, base::PageId page) const {
  if (std::find(refused_.begin(), refused_.end(), home) == refused_.end()) return;
  const std::string text = std::string(mmu_.name()) + ": page " + std::to_string(page.number()) +
                           " lies on home " + std::to_string(base::index_of(home)) +
                           ", a pool device that this socket is not attached to, and "
                           "pool.unattached is refuse";
  SC_REPORT_ERROR(kRefused, text.c_str());
}

}  // namespace starnuma::translation
