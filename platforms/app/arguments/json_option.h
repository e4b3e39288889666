// SPDX-License-Identifier: Apache-2.0
// --json of commands that print tables: one JSON document on stdout in place of the text.
#pragma once

#include <boost/json.hpp>
#include <boost/program_options.hpp>
#include <initializer_list>
#include <string>

#include "platforms/app/arguments/arguments.h"

namespace starnuma::app {

void add_json_option(boost::program_options::options_description& options);

inline bool wants_json(const Arguments& arguments) { return arguments.has("json"); }

/// Throws InputError if --json comes with one of these options, whose output has no table.
void refuse_json_with(const Arguments& arguments, std::initializer_list<std::string> others);

/// Prints the document, one line for each item of the arrays in the outermost object.
void print_json(const boost::json::object& document);

}  // namespace starnuma::app
