// SPDX-License-Identifier: Apache-2.0
// Builder of the Definition of a kernel: each option is declared with the parameter that it sets.
//
// Contract: the initial value of a parameter is the default of its option. A parameter is a pointer
// to a member of Kernel::Parameters, or a function that returns a reference to a part of one.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "stimulus/definition.h"
#include "stimulus/kernel_workload.h"

namespace starnuma::stimulus {

template <class Kernel>
class KernelDefinition {
 public:
  using Parameters = typename Kernel::Parameters;

  KernelDefinition(std::string name, std::string sentence) {
    made_.name = std::move(name);
    made_.sentence = std::move(sentence);
  }

  /// Adds an option of an integer in low..high.
  template <class Parameter>
  KernelDefinition& number(const std::string& name, Parameter parameter, std::int64_t low,
                           std::int64_t high) {
    Parameters initial;
    made_.options.push_back(OptionRule::number(
        name, static_cast<std::int64_t>(std::invoke(parameter, initial)), low, high));
    setters_.push_back([=](Parameters& parameters, const Options& options) {
      auto& value = std::invoke(parameter, parameters);
      value = static_cast<std::decay_t<decltype(value)>>(options.number(name));
    });
    return *this;
  }

  /// Adds an option of a word. The parameter is set to the index of the word in `words`.
  template <class Parameter>
  KernelDefinition& choice(const std::string& name, Parameter parameter,
                           const std::vector<std::string>& words) {
    made_.options.push_back(OptionRule::choice(name, words));
    setters_.push_back([=](Parameters& parameters, const Options& options) {
      auto& value = std::invoke(parameter, parameters);
      const auto word = std::find(words.begin(), words.end(), options.text(name));
      value = static_cast<std::decay_t<decltype(value)>>(word - words.begin());
    });
    return *this;
  }

  /// Adds `scale`, log2 of the number of vertices of a graph with the same footprint.
  KernelDefinition& scale() {
    return number("scale", &Parameters::scale, kSmallestScale, kLargestScale);
  }

  /// Adds `degree`, the number of generated edges per vertex of a graph.
  KernelDefinition& degree() { return number("degree", &Parameters::degree, 1, 64); }

  operator Definition() const {  // NOLINT(google-explicit-constructor)
    Definition made = made_;
    made.make = [setters = setters_](const Options& options, const MachineShape&,
                                     std::uint64_t seed) {
      Parameters parameters;
      for (const auto& set : setters) set(parameters, options);
      return workload_of(Kernel(parameters, seed));
    };
    return made;
  }

 private:
  Definition made_;
  std::vector<std::function<void(Parameters&, const Options&)>> setters_;
};

}  // namespace starnuma::stimulus
