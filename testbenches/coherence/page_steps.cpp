// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/page_steps.h"

namespace starnuma::coherence_bench {

MoveMutant move_mutant_named(std::string_view name) {
  for (const MoveMutantInfo& info : kMoveMutants) {
    if (info.name == name) return info.mutant;
  }
  return MoveMutant::kNone;
}

std::string_view name_of(MoveMutant mutant) {
  for (const MoveMutantInfo& info : kMoveMutants) {
    if (info.mutant == mutant) return info.name;
  }
  return "none";
}

int& PageStep::operand(char letter) {
  switch (letter) {
    case 'h':
      return host;
    case 'o':
      return other;
    case 'p':
      return page;
    case 'f':
      return frame;
    default:
      return line;
  }
}

std::string describe(const PageStep& step) {
  const std::string name(kPageEvents[static_cast<std::size_t>(step.event)].name);
  const std::string host = "host " + std::to_string(step.host);
  const std::string page = ", page " + std::to_string(step.page);
  switch (step.event) {
    case PageEvent::kWalk:
    case PageEvent::kForget:
      return host + ": " + name + page;
    case PageEvent::kAcknowledge:
      return host + ": " + name;
    case PageEvent::kMove:
      return "mover: " + name + page + " to frame " + std::to_string(step.frame);
    case PageEvent::kReplicate:
      return "mover: " + name + page + " for " + host + " to frame " + std::to_string(step.frame);
    case PageEvent::kUnmap:
    case PageEvent::kCollapse:
      return "mover: " + name + page;
    case PageEvent::kCopy:
      return "mover: " + name + ", line " + std::to_string(step.line) + " of the page";
    case PageEvent::kExchange:
      return host + " and host " + std::to_string(step.other) + ": " + name + " tasks";
  }
  return name;
}

}  // namespace starnuma::coherence_bench
