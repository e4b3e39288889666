// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/arguments/json_option.h"

#include <iostream>

#include "models/base/check.h"
#include "platforms/config/json.h"

namespace starnuma::app {

void add_json_option(boost::program_options::options_description& options) {
  options.add_options()("json", "print one JSON document in place of tables");
}

void refuse_json_with(const Arguments& arguments, std::initializer_list<std::string> others) {
  if (!wants_json(arguments)) return;
  for (const std::string& other : others) {
    if (!arguments.has(other)) continue;
    throw base::InputError("--json: cannot go with --", other, ", which prints no table");
  }
}

void print_json(const boost::json::object& document) {
  std::cout << config::json_text(document, config::JsonLayout::kInnerRows);
}

}  // namespace starnuma::app
