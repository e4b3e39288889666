// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cxl_log/check.h"

#include <algorithm>
#include <deque>
#include <sstream>

#include "models/base/address_text.h"

namespace starnuma::cxl_log {

using protocol::cxl::Op;

LogCheck::Active& LogCheck::activate(const LoggedMessage& message, Line& line) {
  if (line.active != nullptr) return *line.active;
  if (free_.empty()) free_.push_back(std::make_unique<Active>());
  line.active = std::move(free_.back());
  free_.pop_back();
  line.active->directory.begin(message.line, line.entry, Directory::Search::kQuick);
  for (std::size_t h = 0; h < line.active->hosts.size(); ++h) {
    line.active->hosts[h] =
        HostRules((line.completed >> h & 1U) != 0, (line.may_hold >> h & 1U) != 0,
                  (line.unwritten >> h & 1U) != 0);
  }
  return *line.active;
}

/// Returns the storage of a line without outstanding messages to the free list.
void LogCheck::settle(Line& line) {
  if (line.active->busy != 0) return;
  const Directory::Entry* entry = line.active->directory.settled();
  if (entry == nullptr) return;
  line.entry = *entry;
  if (line.active->directory.search() == Directory::Search::kThorough) {
    line.first = *entry;
    line.past.clear();
  }
  line.completed = line.may_hold = line.unwritten = 0;
  for (std::size_t h = 0; h < line.active->hosts.size(); ++h) {
    const HostRules& host = line.active->hosts[h];
    if (host.completed()) line.completed |= std::uint32_t{1} << h;
    if (host.may_hold()) line.may_hold |= std::uint32_t{1} << h;
    if (host.unwritten()) line.unwritten |= std::uint32_t{1} << h;
  }
  free_.push_back(std::move(line.active));
}

Rule LogCheck::check_host(const LoggedMessage& message, Active& active) {
  HostRules& host = active.hosts[static_cast<std::size_t>(message.host)];
  const int before = host.awaits_grant() ? 1 : 0;
  active.current_reads -= host.reads_current() ? 1 : 0;
  const Rule rule = host.add(message.op);
  active.current_reads += host.reads_current() ? 1 : 0;
  const int change = (host.awaits_grant() ? 1 : 0) - before;
  active.reads += change;
  reads_ += change;
  const std::uint32_t bit = base::bit_of(message.host);
  active.busy = host.idle() ? active.busy & ~bit : active.busy | bit;
  return rule;
}

Rule LogCheck::take(Directory& directory, const Past& message) {
  const auto host = static_cast<base::SocketId>(message.host);
  return to_device(message.op) ? directory.arrive(message.op, host)
                               : directory.leave(message.op, host, message.other_waits);
}

/// Steps the directory. If the quick search finds no explanation, repeats the line's messages with
/// the thorough search.
Rule LogCheck::check_directory(const LoggedMessage& message, Line& line, Active& active) const {
  line.past.push_back(
      {message.op, static_cast<std::uint8_t>(base::index_of(message.host)), reads_ > active.reads});
  Rule rule = take(active.directory, line.past.back());
  if (rule == Rule::kNone || active.directory.search() == Directory::Search::kThorough) return rule;
  active.directory.begin(message.line, line.first, Directory::Search::kThorough);
  for (const Past& past : line.past) {
    rule = take(active.directory, past);
    if (rule != Rule::kNone) return rule;
  }
  return rule;
}

Rule LogCheck::check_data(const LoggedMessage& message, Line& line, bool current) {
  if (line.active->current_reads == 0 && !current) line.overwritten.clear();
  if (!message.data) return Rule::kNone;
  if (protocol::cxl::writes_line(message.op)) {
    if (line.active->current_reads != 0) line.overwritten.push_back(line.data);
    line.data = message.data;
  } else if (message.op == Op::kMemData) {
    const auto matches = [&](const auto& data) { return !data || *data == *message.data; };
    const bool earlier =
        current && std::any_of(line.overwritten.begin(), line.overwritten.end(), matches);
    if (!matches(line.data) && !earlier) return Rule::kLatestData;
    if (!current) line.data = message.data;
  }
  return Rule::kNone;
}

Rule LogCheck::add(const LoggedMessage& message) {
  if (message.op == Op::kMemSpecRd) return Rule::kNone;  // no state, and a device may drop it
  Line& line = lines_[message.line.value];
  Active& active = activate(message, line);
  const bool current = active.hosts[static_cast<std::size_t>(message.host)].reads_current();
  Rule rule = check_host(message, active);
  if (rule != Rule::kNone) return rule;
  rule = check_directory(message, line, active);
  if (rule == Rule::kNone) rule = check_data(message, line, current);
  if (rule == Rule::kNone) settle(line);
  return rule;
}

LogVerdict check_log(const std::string& file) {
  LogReader reader(file);
  LogCheck check;
  LogVerdict verdict;
  LoggedMessage message;
  while (reader.next(message)) {
    const Rule rule = check.add(message);
    if (rule == Rule::kNone) continue;
    verdict.violation = LogViolation{rule, message};
    break;
  }
  verdict.messages = reader.messages();
  verdict.lines = check.lines();
  return verdict;
}

namespace {

std::string text_of(const LoggedMessage& message) {
  const protocol::cxl::LogName& name = protocol::cxl::log_name(message.op);
  std::ostringstream text;
  text << protocol::cxl::log_direction(message.op) << ' ' << protocol::cxl::log_channel(message.op)
       << ' ' << name.opcode;
  for (const std::string_view part : {name.meta_value, name.snp_type}) {
    if (!part.empty()) text << ' ' << part;
  }
  text << (to_device(message.op) ? " from host " : " to host ") << base::index_of(message.host);
  return text.str();
}

}  // namespace

std::string describe(const std::string& file, const LogViolation& violation) {
  constexpr std::size_t kMostMessages = 16;
  const LoggedMessage& wrong = violation.message;
  const RuleInfo& rule = info_of(violation.rule);
  std::deque<LoggedMessage> before;
  std::uint64_t earlier = 0;
  LogReader reader(file);
  for (LoggedMessage message; reader.next(message) && message.row < wrong.row;) {
    if (message.line != wrong.line) continue;
    before.push_back(message);
    if (before.size() > kMostMessages) {
      before.pop_front();
      ++earlier;
    }
  }
  std::ostringstream text;
  text << file << ":" << wrong.row << ": " << text_of(wrong) << ", line " << wrong.line << ", at "
       << wrong.time_ps << " ps violates " << rule.name << ": " << rule.sentence << " (CXL 3.1, "
       << rule.section << ")\n";
  if (before.empty()) return text.str();
  text << "  messages of the line before it";
  if (earlier != 0) text << ", after " << earlier << " earlier ones";
  text << ":\n";
  for (const LoggedMessage& message : before) {
    text << "  " << message.row << ": " << message.time_ps << " ps  " << text_of(message) << "\n";
  }
  return text.str();
}

}  // namespace starnuma::cxl_log
