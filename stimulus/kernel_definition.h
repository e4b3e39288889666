// SPDX-License-Identifier: Apache-2.0
// Builder of the Definition of a kernel: each option is declared with the parameter that it sets.
//
// Contract: the initial value of a parameter is the default of its option. A parameter is a pointer
// to a member of Kernel::Parameters, or a function that returns a reference to a part of one.
// Options are applied in the order of their declaration.
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
  using Setter = std::function<void(Parameters&, const Options&, const MachineShape&)>;

  KernelDefinition(std::string name, std::string sentence, Parameters initial = {})
      : initial_(std::move(initial)) {
    made_.name = std::move(name);
    made_.sentence = std::move(sentence);
  }

  /// Calls `set` after the options so far are applied. It may throw InputError.
  KernelDefinition& then(Setter set) {
    setters_.push_back(std::move(set));
    return *this;
  }

  /// Adds an option that a later then() applies.
  KernelDefinition& option(OptionRule rule) {
    made_.options.push_back(std::move(rule));
    return *this;
  }

  /// Adds an option of an integer in low..high.
  template <class Parameter>
  KernelDefinition& number(const std::string& name, Parameter parameter, std::int64_t low,
                           std::int64_t high) {
    const auto initial = static_cast<std::int64_t>(std::invoke(parameter, initial_));
    return option(
        OptionRule::number(name, initial, low, high), parameter,
        [=](const Options& options, const MachineShape&) { return options.number(name); });
  }

  /// Adds an option of a word. The parameter is set to the index of the word in `words`.
  template <class Parameter>
  KernelDefinition& choice(const std::string& name, Parameter parameter,
                           const std::vector<std::string>& words) {
    return option(OptionRule::choice(name, words), parameter,
                  [=](const Options& options, const MachineShape&) {
                    return std::find(words.begin(), words.end(), options.text(name)) -
                           words.begin();
                  });
  }

  /// Adds an option of a node of memory.
  template <class Parameter>
  KernelDefinition& home(const std::string& name, Parameter parameter,
                         const std::string& fallback) {
    return option(OptionRule::home(name, fallback), parameter,
                  [=](const Options& options, const MachineShape& shape) {
                    return options.home(name, shape);
                  });
  }

  /// Adds an option of a socket. The parameter is set to the first thread of the socket.
  template <class Parameter>
  KernelDefinition& thread_on(const std::string& name, Parameter parameter, int fallback) {
    return option(OptionRule::socket(name, fallback), parameter,
                  [=](const Options& options, const MachineShape& shape) {
                    return shape.first_thread_on(static_cast<int>(options.number(name)));
                  });
  }

  /// Adds `scale`, log2 of the number of vertices of a graph with the same footprint.
  KernelDefinition& scale() {
    return number("scale", &Parameters::scale, kSmallestScale, kLargestScale);
  }

  /// Adds `degree`, the number of generated edges per vertex of a graph.
  KernelDefinition& degree() { return number("degree", &Parameters::degree, 1, 64); }

  operator Definition() const {  // NOLINT(google-explicit-constructor)
    Definition made = made_;
    made.make = [initial = initial_, setters = setters_](
                    const Options& options, const MachineShape& shape,
                    std::uint64_t seed) -> std::unique_ptr<Workload> {
      Parameters parameters = initial;
      for (const Setter& set : setters) set(parameters, options, shape);
      if constexpr (std::is_base_of_v<Workload, Kernel>) {
        return std::make_unique<Kernel>(parameters, seed);
      } else {
        return workload_of(Kernel(parameters, seed));
      }
    };
    return made;
  }

 private:
  template <class Parameter, class Value>
  KernelDefinition& option(OptionRule rule, Parameter parameter, Value value_of) {
    return option(std::move(rule))
        .then([=](Parameters& parameters, const Options& options, const MachineShape& shape) {
          auto& value = std::invoke(parameter, parameters);
          value = static_cast<std::decay_t<decltype(value)>>(value_of(options, shape));
        });
  }

  Parameters initial_;
  Definition made_;
  std::vector<Setter> setters_;
};

}  // namespace starnuma::stimulus
