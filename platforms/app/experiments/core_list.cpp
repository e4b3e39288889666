// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/core_list.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/config/text.h"

namespace starnuma::app {
namespace {

struct Range {
  int first = 0;
  int last = 0;
};

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size() && value >= 0;
  const bool zeros = text.size() > 1 && text.front() == '0';
  return whole && !zeros ? std::optional(value) : std::nullopt;
}

/// Parses "socket0-3": the word, then a number or a range.
std::optional<Range> range_after(std::string_view word, std::string_view text) {
  if (text.substr(0, word.size()) != word) return std::nullopt;
  text.remove_prefix(word.size());
  const std::size_t dash = text.find('-');
  const auto first = number(text.substr(0, dash));
  const auto last = dash == text.npos ? first : number(text.substr(dash + 1));
  if (!first || !last || *first > *last) return std::nullopt;
  return Range{*first, *last};
}

void require(const Range& range, int count, const char* what) {
  if (range.last < count) return;
  throw base::InputError(what, " ", range.last, " is none of ",
                         (*what == 's' ? "this machine's " : "a socket's "), count, ", 0 to ",
                         count - 1);
}

std::string range_text(const char* word, int first, int last) {
  std::string text = word + std::to_string(first);
  return first == last ? text : text + "-" + std::to_string(last);
}

}  // namespace

std::vector<base::CoreId> cores_named(const std::string& text, int sockets, int cores_per_socket) {
  std::vector<base::CoreId> cores;
  std::istringstream pieces(text);
  for (std::string piece; std::getline(pieces, piece, ',');) {
    const std::size_t dot = piece.find('.');
    const auto in = range_after("socket", std::string_view(piece).substr(0, dot));
    const auto of = dot == piece.npos
                        ? std::optional(Range{0, cores_per_socket - 1})
                        : range_after("core", std::string_view(piece).substr(dot + 1));
    if (!in || !of) break;
    require(*in, sockets, "socket");
    require(*of, cores_per_socket, "core");
    for (int s = in->first; s <= in->last; ++s) {
      for (int c = of->first; c <= of->last; ++c) {
        cores.push_back(static_cast<base::CoreId>(s * cores_per_socket + c));
      }
    }
    if (pieces.peek() != std::istringstream::traits_type::eof()) continue;
    if (text.back() == ',') break;
    std::sort(cores.begin(), cores.end());
    const auto twice = std::adjacent_find(cores.begin(), cores.end());
    if (twice == cores.end()) return cores;
    throw base::InputError(config::in_quotes(text), " names ", names_of({*twice}, cores_per_socket),
                           " twice");
  }
  throw base::InputError(
      "expected cores such as socket0, socket0-3 or socket4.core0-1, several "
      "with commas between, found ",
      config::in_quotes(text));
}

std::vector<base::CoreId> cores_of_host(const std::string& name,
                                        const assembly::MachineConfig& machine) {
  std::vector<std::string> names;
  for (int host = 0; host < static_cast<int>(machine.hosts.size()); ++host) {
    names.push_back(machine.host_name(host));
    if (names.back() != name) continue;
    std::vector<base::CoreId> cores;
    for (const int socket : machine.sockets_of(host)) {
      for (int c = 0; c < machine.cores_per_socket(); ++c) {
        cores.push_back(static_cast<base::CoreId>(socket * machine.cores_per_socket() + c));
      }
    }
    return cores;
  }
  if (names.empty()) {
    throw base::InputError("the machine names no hosts, all its sockets are one; found host ",
                           config::in_quotes(name));
  }
  throw base::InputError("unknown host ", config::in_quotes(name), ", ",
                         base::suggestion(name, names));
}

std::string names_of(const std::vector<base::CoreId>& cores, int cores_per_socket) {
  struct Part {
    Range sockets;
    Range cores;
  };
  std::vector<Part> parts;
  for (const base::CoreId id : cores) {
    const int socket = base::index_of(id) / cores_per_socket;
    const int core = base::index_of(id) % cores_per_socket;
    if (!parts.empty() && parts.back().sockets.last == socket &&
        parts.back().cores.last + 1 == core) {
      parts.back().cores.last = core;
    } else {
      parts.push_back({{socket, socket}, {core, core}});
    }
  }
  std::vector<Part> merged;  // sockets with the same cores
  for (const Part& part : parts) {
    const bool joins = !merged.empty() && merged.back().sockets.last + 1 == part.sockets.first &&
                       merged.back().cores.first == part.cores.first &&
                       merged.back().cores.last == part.cores.last;
    if (joins) {
      merged.back().sockets.last = part.sockets.last;
    } else {
      merged.push_back(part);
    }
  }
  std::string text;
  for (const Part& part : merged) {
    text += (text.empty() ? "" : ",") + range_text("socket", part.sockets.first, part.sockets.last);
    if (part.cores.first == 0 && part.cores.last == cores_per_socket - 1) continue;
    text += range_text(".core", part.cores.first, part.cores.last);
  }
  return text;
}

}  // namespace starnuma::app
