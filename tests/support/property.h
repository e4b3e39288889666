// SPDX-License-Identifier: Apache-2.0
// Random tests of a resource against a trivial reference, with RapidCheck: a failure prints the
// shortest list of operations that it has found.
//
// Contract: a property's operations are a vector, so RapidCheck can drop and reduce each of them.
// The seed is fixed; RC_PARAMS=seed=N in the environment selects another one.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <iostream>
#include <vector>

namespace starnuma::test {

/// One operation: `kind` selects it, `a` and `b` select among the objects that exist at its time.
struct Operation {
  int kind = 0;
  int a = 0;
  int b = 0;
};

inline void showValue(const Operation& operation, std::ostream& out) {
  out << operation.kind << '/' << operation.a << '/' << operation.b;
}

/// Returns a generator of lists of operations of `kinds` kinds.
inline rc::Gen<std::vector<Operation>> operations(int kinds) {
  return rc::gen::container<std::vector<Operation>>(rc::gen::construct<Operation>(
      rc::gen::inRange(0, kinds), rc::gen::inRange(0, 64), rc::gen::inRange(0, 64)));
}

/// Checks a property for `cases` lists of up to `longest` operations.
template <class Property>
void check_property(int kinds, int cases, int longest, const Property& property) {
  const std::string parameters =
      "seed=1 max_success=" + std::to_string(cases) + " max_size=" + std::to_string(longest);
  setenv("RC_PARAMS", parameters.c_str(), 0);  // read once, before the first property
  std::cout << "RC_PARAMS=" << std::getenv("RC_PARAMS") << '\n';
  rc::detail::checkGTest([&] { property(*operations(kinds)); });
}

}  // namespace starnuma::test
