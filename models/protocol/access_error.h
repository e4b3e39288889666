// SPDX-License-Identifier: Apache-2.0
// An access that no memory answers: its line lies outside what the core's host reaches.
//
// Contract: thrown by the box that finds out, before the access has left its socket, through the
// calls that it came by; caught at the core's place, or where a transaction from outside came in.
// Caches are as they were, but that a flush has taken the line out of the core's own.
#pragma once

#include <stdexcept>
#include <string>

namespace starnuma::protocol {

class AccessError : public std::runtime_error {
 public:
  explicit AccessError(const std::string& what) : std::runtime_error(what) {}
};

}  // namespace starnuma::protocol
