// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/list_fields.h"

namespace starnuma::config {

void FieldLister::add(std::string_view name, std::string value, std::string_view type,
                      std::string range, std::string_view sentence) {
  fields_.push_back({join_path(path_, name),
                     std::move(value),
                     std::string(type),
                     std::move(range),
                     std::string(sentence),
                     {}});
}

}  // namespace starnuma::config
