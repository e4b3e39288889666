// SPDX-License-Identifier: Apache-2.0
#include "models/observers/hop_selection.h"

#include <algorithm>

namespace starnuma::observers {

std::string core_of(const std::string& object) {
  for (const std::string part : {".private_caches", ".tracking"}) {
    const std::size_t at = object.find(part);
    if (at == std::string::npos) continue;
    const std::size_t number = at + part.size();
    const std::size_t end = std::min(object.find('.', number), object.size());
    return object.substr(0, at) + ".core" + object.substr(number, end - number);
  }
  return object;
}

bool HopSelection::selects(const std::string& path) const {
  return !object || object(path) || object(core_of(path));
}

bool HopSelection::selects(std::uint64_t transaction, base::LineAddress address) const {
  if (line && address != *line) return false;
  return transactions.empty() ||
         std::binary_search(transactions.begin(), transactions.end(), transaction);
}

bool HopSelection::selects_walk(base::Time begin, base::Time end) const {
  return (!line && transactions.empty()) ||
         std::any_of(walks.begin(), walks.end(),
                     [&](const auto& span) { return span.first <= end && begin <= span.second; });
}

}  // namespace starnuma::observers
