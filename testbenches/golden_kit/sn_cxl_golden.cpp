// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden_kit/sn_cxl_golden.h"

#include "models/protocol/cxl/log_format.h"
#include "testbenches/cxl_log/check.h"
#include "testbenches/golden_kit/golden_agents.h"

using starnuma::base::kLineShift;
using starnuma::base::LineAddress;
using starnuma::base::SocketId;
using starnuma::cxl_log::kRuleInfos;
using starnuma::cxl_log::LogCheck;
using starnuma::golden_kit::DeviceCoverage;
using starnuma::golden_kit::GoldenDevice;
using starnuma::golden_kit::GoldenHost;
using starnuma::golden_kit::HostCoverage;
using starnuma::golden_kit::Packet;
using starnuma::protocol::kHostEvents;
using starnuma::protocol::RequesterEvent;
using starnuma::protocol::cxl::kLogNames;
using starnuma::protocol::cxl::Op;

namespace {

// The numbers of sn_op are those of the rows of kLogNames.
static_assert(
    kLogNames[SN_MEM_RD_S].op == Op::kMemRdShared && kLogNames[SN_MEM_RD_A].op == Op::kMemRdOwn &&
    kLogNames[SN_MEM_CLN_EVCT].op == Op::kMemClnEvct && kLogNames[SN_MEM_WR].op == Op::kMemWr &&
    kLogNames[SN_BI_CONFLICT].op == Op::kBIConflict && kLogNames[SN_BI_RSP_I].op == Op::kBIRspI &&
    kLogNames[SN_BI_RSP_S].op == Op::kBIRspS && kLogNames[SN_BI_SNP_DATA].op == Op::kBISnpData &&
    kLogNames[SN_BI_SNP_INV].op == Op::kBISnpInv && kLogNames[SN_CMP].op == Op::kCmp &&
    kLogNames[SN_CMP_S].op == Op::kCmpS && kLogNames[SN_CMP_E].op == Op::kCmpE &&
    kLogNames[SN_BI_CONFLICT_ACK].op == Op::kBIConflictAck &&
    kLogNames[SN_MEM_DATA].op == Op::kMemData && kLogNames[SN_MEM_INV].op == Op::kMemInv &&
    kLogNames[SN_MEM_RD_C].op == Op::kMemRdCurrent && kLogNames[SN_MEM_WR_A].op == Op::kMemWrOwn &&
    kLogNames[SN_BI_RSP_E].op == Op::kBIRspE && kLogNames[SN_BI_SNP_CUR].op == Op::kBISnpCur &&
    kLogNames[SN_MEM_SPEC_RD].op == Op::kMemSpecRd);

Op op_of(int op) { return kLogNames[static_cast<std::size_t>(op)].op; }

int number_of(Op op) {
  int number = 0;
  while (kLogNames[static_cast<std::size_t>(number)].op != op) ++number;
  return number;
}

LineAddress line_of(std::uint64_t address) { return {address >> kLineShift}; }

/// Takes the oldest packet out of a list; returns 0 if there is none.
int pop(std::deque<Packet>& sends, int* op, int* host, std::uint64_t* address,
        std::uint64_t* data) {
  if (sends.empty()) return 0;
  const Packet packet = sends.front();
  sends.pop_front();
  *op = number_of(packet.op);
  if (host != nullptr) *host = starnuma::base::index_of(packet.host);
  *address = packet.line.value << kLineShift;
  *data = packet.data;
  return 1;
}

}  // namespace

const char* sn_op_name(int op) { return kLogNames[static_cast<std::size_t>(op)].opcode.data(); }

void* sn_check_new() { return new LogCheck; }
void sn_check_delete(void* check) { delete static_cast<LogCheck*>(check); }
int sn_check_add(void* check, int op, int host, std::uint64_t address, int has_data,
                 std::uint64_t data) {
  starnuma::cxl_log::LoggedMessage message;
  message.line = line_of(address);
  message.host = static_cast<SocketId>(host);
  message.op = op_of(op);
  if (has_data != 0) message.data = data;
  return static_cast<int>(static_cast<LogCheck*>(check)->add(message));
}
const char* sn_rule_name(int rule) {
  return kRuleInfos[static_cast<std::size_t>(rule)].name.data();
}
const char* sn_rule_sentence(int rule) {
  return kRuleInfos[static_cast<std::size_t>(rule)].sentence.data();
}
const char* sn_rule_section(int rule) {
  return kRuleInfos[static_cast<std::size_t>(rule)].section.data();
}

void* sn_device_new(int entries) { return new GoldenDevice(entries); }
void sn_device_delete(void* device) { delete static_cast<GoldenDevice*>(device); }
void sn_device_receive(void* device, int op, int host, std::uint64_t address, std::uint64_t data) {
  static_cast<GoldenDevice*>(device)->receive(
      {op_of(op), static_cast<SocketId>(host), line_of(address), data});
}
int sn_device_send(void* device, int* op, int* host, std::uint64_t* address, std::uint64_t* data) {
  return pop(static_cast<GoldenDevice*>(device)->sends, op, host, address, data);
}
int sn_device_failed(const void* device) {
  return static_cast<const GoldenDevice*>(device)->failed() ? 1 : 0;
}

int sn_device_cover_points() { return static_cast<int>(DeviceCoverage::names().size()); }
const char* sn_device_cover_name(int point) {
  return DeviceCoverage::names()[static_cast<std::size_t>(point)].c_str();
}
std::uint64_t sn_device_cover_count(const void* device, int point) {
  return static_cast<const GoldenDevice*>(device)->coverage().count(
      static_cast<std::size_t>(point));
}

void* sn_host_new(int host) { return new GoldenHost(static_cast<SocketId>(host)); }
void sn_host_delete(void* host) { delete static_cast<GoldenHost*>(host); }
int sn_host_start(void* host, int access, std::uint64_t address, std::uint64_t data) {
  const RequesterEvent event = kHostEvents[static_cast<std::size_t>(access)];
  return static_cast<GoldenHost*>(host)->start(event, line_of(address), data) ? 1 : 0;
}
void sn_host_receive(void* host, int op, std::uint64_t address, std::uint64_t data) {
  static_cast<GoldenHost*>(host)->receive({op_of(op), SocketId{}, line_of(address), data});
}
int sn_host_send(void* host, int* op, std::uint64_t* address, std::uint64_t* data) {
  return pop(static_cast<GoldenHost*>(host)->sends, op, nullptr, address, data);
}
int sn_host_busy(const void* host, std::uint64_t address) {
  return static_cast<const GoldenHost*>(host)->busy(line_of(address)) ? 1 : 0;
}
std::uint64_t sn_host_data(const void* host, std::uint64_t address) {
  return static_cast<const GoldenHost*>(host)->data(line_of(address));
}
int sn_host_cover_points() { return static_cast<int>(HostCoverage::names().size()); }
const char* sn_host_cover_name(int point) {
  return HostCoverage::names()[static_cast<std::size_t>(point)].c_str();
}
std::uint64_t sn_host_cover_count(const void* host, int point) {
  return static_cast<const GoldenHost*>(host)->coverage().count(static_cast<std::size_t>(point));
}
int sn_host_failed(const void* host) {
  return static_cast<const GoldenHost*>(host)->failed() ? 1 : 0;
}
