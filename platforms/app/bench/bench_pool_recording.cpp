// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/bench_pool_recording.h"

#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "models/base/check.h"
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/files/failure.h"
#include "testbenches/cxl_log/reader.h"

namespace starnuma::app {

using protocol::cxl::Op;

namespace {

/// Returns what a host does with its request; nothing for other messages. A MemWrOwn only answers a
/// current read of another host.
std::optional<pool_bench::TrafficAccess> access_of(const cxl_log::LoggedMessage& message) {
  pool_bench::TrafficAccess access;
  access.line = message.line.in_node();
  switch (message.op) {
    case Op::kMemRdShared:
      return access;
    case Op::kMemRdCurrent:
      access.current = true;
      return access;
    case Op::kMemRdOwn:
    case Op::kMemInv:
      access.write = true;
      return access;
    case Op::kMemWr:
    case Op::kMemClnEvct:
      access.evicts = true;
      return access;
    default:
      return std::nullopt;
  }
}

PoolRecording read_all(const std::string& file) {
  std::vector<pool_bench::HeadRecording> heads;
  /// Last reads that leave a copy, by host and line.
  std::map<std::pair<std::size_t, std::uint64_t>, std::size_t> last_reads;
  std::optional<cxl_log::LoggedMessage> first;
  PoolRecording recording;
  cxl_log::LogReader reader(file);
  for (cxl_log::LoggedMessage message; reader.next(message);) {
    const auto access = access_of(message);
    const bool writes = writes_line(message.op);
    if (!access && !writes) continue;
    if (!first) first = message;
    if (message.line.node() != first->line.node()) continue;
    const auto host = static_cast<std::size_t>(base::index_of(message.host));
    if (host >= heads.size()) heads.resize(host + 1);
    recording.length = base::Time(static_cast<std::int64_t>(message.time_ps - first->time_ps));
    const std::pair line{host, message.line.in_node()};
    if (access && !access->evicts && !access->current) last_reads[line] = heads[host].size();
    const auto read = last_reads.find(line);
    if (writes && read != last_reads.end()) ++heads[host][read->second].access.write_backs;
    if (access) heads[host].push_back({recording.length, *access});
  }
  if (!first) throw base::InputError(file, ": no request in this log");
  for (auto& head : heads) {
    recording.heads.push_back(std::make_shared<const pool_bench::HeadRecording>(std::move(head)));
  }
  return recording;
}

}  // namespace

PoolRecording read_recording(const std::string& file) {
  try {
    require_file("bench pool", file);
    return read_all(file);
  } catch (const std::system_error& error) {
    throw Failure("bench pool: " + file + ": cannot read the file (" + error.code().message() +
                  ")");
  }
}

}  // namespace starnuma::app
