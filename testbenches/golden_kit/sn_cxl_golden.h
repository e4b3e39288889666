// SPDX-License-Identifier: Apache-2.0
// C interface of the golden CXL.mem model (HDM-DB): scoreboard, device and hosts. It is also the
// DPI-C interface of sn_cxl_golden_pkg.sv.
//
// Contract:
// - Objects are opaque. They are not thread-safe; separate objects are independent.
// - Addresses are line addresses, multiples of 64. Hosts are numbered from 0 to 31.
// - `data` is a number that identifies the contents of the line.
#ifndef SN_CXL_GOLDEN_H
#define SN_CXL_GOLDEN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Messages. MemRd_S is MemRd with MetaValue S and SnpData, MemRd_A with MetaValue A and SnpInv.
// MemInv has MetaValue A and SnpInv. MemRd_C is MemRd with MetaField No-Op and SnpCur, MemWr_A is
// MemWr with MetaValue A. MemSpecRd has no effect and no response.
enum sn_op {
  SN_MEM_RD_S,
  SN_MEM_RD_A,
  SN_MEM_CLN_EVCT,
  SN_MEM_WR,
  SN_BI_CONFLICT,
  SN_BI_RSP_I,
  SN_BI_RSP_S,
  SN_BI_SNP_DATA,
  SN_BI_SNP_INV,
  SN_CMP,
  SN_CMP_S,
  SN_CMP_E,
  SN_BI_CONFLICT_ACK,
  SN_MEM_DATA,
  SN_MEM_INV,
  SN_MEM_RD_C,
  SN_MEM_WR_A,
  SN_BI_RSP_E,
  SN_BI_SNP_CUR,
  SN_MEM_SPEC_RD
};
// Accesses of a host. SN_DROP evicts a clean line and SN_WEAKEN turns E into S, both silently.
// SN_STORE_LINE writes the whole line and needs ownership without data. SN_LOAD_CURRENT leaves no
// copy.
enum sn_access { SN_LOAD, SN_STORE, SN_EVICT, SN_DROP, SN_WEAKEN, SN_STORE_LINE, SN_LOAD_CURRENT };

// Returns the opcode as the specification spells it, for example "BISnpInv".
const char* sn_op_name(int op);

// Scoreboard: checks the messages at the heads of a device, M2S when they arrive and S2M when they
// leave. sn_check_add returns the number of the violated rule, or 0. `has_data` is 0 if the message
// has no data or its data is unknown. After a violation the verdict on later messages of the line
// is undefined.
void* sn_check_new(void);
void sn_check_delete(void* check);
int sn_check_add(void* check, int op, int host, uint64_t address, int has_data, uint64_t data);
const char* sn_rule_name(int rule);
const char* sn_rule_sentence(int rule);
const char* sn_rule_section(int rule);  // section of CXL 3.1

// Golden device with a snoop filter of `entries` lines. sn_device_send returns 1 and the next
// message to send, or 0.
void* sn_device_new(int entries);
void sn_device_delete(void* device);
void sn_device_receive(void* device, int op, int host, uint64_t address, uint64_t data);
int sn_device_send(void* device, int* op, int* host, uint64_t* address, uint64_t* data);

// Coverage model of the golden device: rows of its table, each served fresh (on arrival), replayed
// (after the line was transient) or resumed (after the snoop filter was full), and situations of
// the snoop filter and of the conflict handshake. Points are numbered from 0.
int sn_device_cover_points(void);
const char* sn_device_cover_name(int point);
uint64_t sn_device_cover_count(const void* device, int point);

// Golden host. sn_host_start starts an access; a store writes `data`. It returns 0 if the line is
// busy or its state does not permit the access. sn_host_send returns 1 and the next message to
// send, or 0.
void* sn_host_new(int host);
void sn_host_delete(void* host);
int sn_host_start(void* host, int access, uint64_t address, uint64_t data);
void sn_host_receive(void* host, int op, uint64_t address, uint64_t data);
int sn_host_send(void* host, int* op, uint64_t* address, uint64_t* data);
// sn_host_busy returns 1 while a request, an eviction or a snoop of the line is outstanding;
// sn_host_data returns the contents of the host's copy.
int sn_host_busy(const void* host, uint64_t address);
uint64_t sn_host_data(const void* host, uint64_t address);

// Coverage model of a golden host: rows of its table and of the conflict table.
int sn_host_cover_points(void);
const char* sn_host_cover_name(int point);
uint64_t sn_host_cover_count(const void* host, int point);

// Returns 1 after a golden device or host received a message without a row in its table.
int sn_device_failed(const void* device);
int sn_host_failed(const void* host);

#ifdef __cplusplus
}
#endif
#endif
