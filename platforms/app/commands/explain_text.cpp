// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/commands/explain_text.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <set>

#include "models/base/address_text.h"

namespace starnuma::app {

using base::Time;
using observers::Hop;
using observers::HopKind;
using observers::HopLog;
using observers::MissRecord;

namespace {

std::string core_name(const MissRecord& miss, const HopLog& hops) {
  for (const Hop& hop : hops.hops) {
    if (hop.kind == HopKind::kAccess && hop.transaction == miss.transaction)
      return hops.tracks[hop.track].object;
  }
  return "core " + std::to_string(base::index_of(miss.core));
}

std::string ledger_text(const accounting::Ledger& ledger, const accounting::LatencyKinds& kinds) {
  std::string text;
  for (const accounting::LatencyRow& row : kinds.rows()) {
    const std::int64_t ps = ledger.ps[static_cast<std::size_t>(row.kind)];
    if (ps == 0) continue;
    char part[64];
    std::snprintf(part, sizeof part, "%s%s %.1f", text.empty() ? "" : ", ", row.name.c_str(),
                  Time(ps).ns());
    text += part;
  }
  return text;
}

/// Returns what a hop is; a level of a page walk names the transaction of its miss.
std::string what(const Hop& hop, std::uint64_t transaction) {
  if (hop.kind == HopKind::kWalk) {
    return std::string(hop.name) + (hop.transaction == 0
                                        ? " (in a cache)"
                                        : " (missed: #" + std::to_string(hop.transaction) + ")");
  }
  if (hop.transaction == transaction) return hop.name;
  return std::string(hop.name) + " (walk #" + std::to_string(hop.transaction) + ")";
}

std::string where_of(const Hop& hop, const HopLog& log) {
  const observers::Track& track = log.tracks[hop.track];
  return track.part.empty() ? track.object : track.object + "." + track.part;
}

std::string hop_line(const Hop& hop, const HopLog& log, const MissRecord& miss) {
  const std::string where = where_of(hop, log);
  char text[256];
  std::snprintf(text, sizeof text, "  %10.1f %9.1f %9.1f  %-44s %s\n",
                (hop.begin - miss.issued).ns(), (hop.end - hop.begin).ns(), hop.wait.ns(),
                where.substr(where.find('.') + 1).c_str(), what(hop, miss.transaction).c_str());
  return text;
}

/// Returns the window of a wave that covers the whole transaction, in whole nanoseconds.
std::string window_text(const HopLog& log, const MissRecord& miss) {
  std::int64_t from = miss.issued.ps();
  std::int64_t to = miss.done.ps();
  for (const Hop& hop : log.hops) {
    from = std::min(from, hop.begin.ps());
    to = std::max(to, hop.end.ps());
  }
  return std::to_string(from / 1000) + "ns:" + std::to_string(to / 1000 + 1) + "ns";
}

/// Returns the command that shows the access in a waveform.
std::string show_command(const MissRecord& miss, const HopLog& log,
                         const std::filesystem::path& experiment, const std::string& wave_file) {
  std::string text = "starnuma run " + experiment.string() + " --waves " + wave_file +
                     " --wave-window " + window_text(log, miss);
  std::set<std::string> objects;
  for (const Hop& hop : log.hops) objects.insert(log.tracks[hop.track].object);
  for (const std::string& object : objects) text += " --wave-scope " + object;
  return text;
}

}  // namespace

HopLog only(const HopLog& log, std::uint64_t transaction) {
  HopLog part = log;
  part.hops.clear();
  for (const Hop& hop : log.hops) {
    if (hop.transaction == transaction) part.hops.push_back(hop);
  }
  return part;
}

HopLog with_walk(const HopLog& log, const MissRecord& miss) {
  HopLog part = only(log, miss.transaction);
  const std::string core = core_name(miss, part);
  std::set<std::uint64_t> transactions{miss.transaction};
  const auto walks_for_it = [&](const Hop& hop) {
    return hop.kind == HopKind::kWalk && log.tracks[hop.track].object == core &&
           hop.address.page() == miss.address.page() && hop.end > miss.issued &&
           hop.begin < miss.done;
  };
  for (const Hop& hop : log.hops) {
    if (walks_for_it(hop) && hop.transaction != 0) transactions.insert(hop.transaction);
  }
  part.hops.clear();
  for (const Hop& hop : log.hops) {
    if (walks_for_it(hop) || (hop.transaction != 0 && transactions.count(hop.transaction) != 0))
      part.hops.push_back(hop);
  }
  return part;
}

std::string headline(const MissRecord& miss, const accounting::AccessClasses& classes) {
  char text[160];
  std::snprintf(text, sizeof text,
                "#%llu  %.1f ns (contention %.1f)  %s  line %s  asked at %.3f us",
                static_cast<unsigned long long>(miss.transaction), miss.latency().ns(),
                miss.ledger.queue().ns(), classes.row(miss.access_class).name.c_str(),
                base::address_text(miss.line).c_str(), miss.issued.ns() / 1000);
  return text;
}

std::string explanation(const MissRecord& miss, const std::string& place, const HopLog& log,
                        const std::filesystem::path& experiment, const std::string& wave_file) {
  std::string text =
      headline(miss, log.classes) + "\n  by " + core_name(miss, log) + ", address 0x";
  char address[32];
  std::snprintf(address, sizeof address, "%llx",
                static_cast<unsigned long long>(miss.address.value));
  text += std::string(address) + (place.empty() ? "" : " (" + place + ")") +
          "\n  ledger, ns: " + ledger_text(miss.ledger, log.kinds) + "\n" +
          "       at ns      took    waited  where                                        what\n";
  for (const Hop& hop : log.hops) {
    if (hop.kind != HopKind::kMessage) text += hop_line(hop, log, miss);
  }
  return text + "  show it: " + show_command(miss, log, experiment, wave_file) + "\n";
}

boost::json::object explanation_json(const MissRecord& miss, const std::string& place,
                                     const HopLog& log, const std::filesystem::path& experiment,
                                     const std::string& wave_file) {
  namespace json = boost::json;
  json::object ledger;
  for (const accounting::LatencyRow& row : log.kinds.rows()) {
    const std::int64_t ps = miss.ledger.ps[static_cast<std::size_t>(row.kind)];
    if (ps != 0) ledger[row.name] = ps;
  }
  json::array hops;
  for (const Hop& hop : log.hops) {
    hops.push_back({{"at_ps", (hop.begin - miss.issued).ps()},
                    {"took_ps", (hop.end - hop.begin).ps()},
                    {"waited_ps", hop.wait.ps()},
                    {"where", where_of(hop, log)},
                    {"what", what(hop, miss.transaction)}});
  }
  return {{"transaction", miss.transaction},
          {"core", core_name(miss, log)},
          {"class", log.classes.row(miss.access_class).name},
          {"line", base::address_text(miss.line)},
          {"address", miss.address.value},
          {"place", place},
          {"issued_ps", miss.issued.ps()},
          {"latency_ps", miss.latency().ps()},
          {"ledger_ps", ledger},
          {"hops", hops},
          {"show", show_command(miss, log, experiment, wave_file)}};
}

}  // namespace starnuma::app
