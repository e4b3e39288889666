// SPDX-License-Identifier: Apache-2.0
// DPI-C import of the golden CXL.mem model (sn_cxl_golden.h), and a scoreboard.

package sn_cxl_golden_pkg;

  typedef enum int {
    MemRdS, MemRdA, MemClnEvct, MemWr, BIConflict, BIRspI, BIRspS,
    BISnpData, BISnpInv, Cmp, CmpS, CmpE, BIConflictAck, MemData, MemInv,
    MemRdC, MemWrA, BIRspE, BISnpCur, MemSpecRd
  } sn_op_e;
  typedef enum int {Load, Store, Evict, Drop, Weaken, StoreLine, LoadCurrent} sn_access_e;

  typedef longint unsigned u64_t;

  import "DPI-C" function string sn_op_name(input int op);

  import "DPI-C" function chandle sn_check_new();
  import "DPI-C" function void sn_check_delete(input chandle check);
  import "DPI-C" function int sn_check_add(input chandle check, input int op, input int host,
                                           input u64_t address, input int has_data,
                                           input u64_t data);
  import "DPI-C" function string sn_rule_name(input int rule);
  import "DPI-C" function string sn_rule_sentence(input int rule);
  import "DPI-C" function string sn_rule_section(input int rule);

  import "DPI-C" function chandle sn_device_new(input int entries);
  import "DPI-C" function void sn_device_delete(input chandle device);
  import "DPI-C" function void sn_device_receive(input chandle device, input int op, input int host,
                                                 input u64_t address, input u64_t data);
  import "DPI-C" function int sn_device_send(input chandle device, output int op, output int host,
                                             output u64_t address, output u64_t data);
  import "DPI-C" function int sn_device_failed(input chandle device);

  import "DPI-C" function int sn_device_cover_points();
  import "DPI-C" function string sn_device_cover_name(input int point);
  import "DPI-C" function u64_t sn_device_cover_count(input chandle device, input int point);

  import "DPI-C" function chandle sn_host_new(input int host);
  import "DPI-C" function void sn_host_delete(input chandle host);
  import "DPI-C" function int sn_host_start(input chandle host, input int access,
                                            input u64_t address, input u64_t data);
  import "DPI-C" function void sn_host_receive(input chandle host, input int op,
                                               input u64_t address, input u64_t data);
  import "DPI-C" function int sn_host_send(input chandle host, output int op, output u64_t address,
                                           output u64_t data);
  import "DPI-C" function int sn_host_busy(input chandle host, input u64_t address);
  import "DPI-C" function u64_t sn_host_data(input chandle host, input u64_t address);
  import "DPI-C" function int sn_host_failed(input chandle host);

  import "DPI-C" function int sn_host_cover_points();
  import "DPI-C" function string sn_host_cover_name(input int point);
  import "DPI-C" function u64_t sn_host_cover_count(input chandle host, input int point);

  // Checks the messages at the heads of a device: M2S when they arrive, S2M when they leave.
  class sn_cxl_scoreboard;
    chandle check;
    int     messages;
    int     rule;  // first violated rule, or 0

    function new();
      check = sn_check_new();
      messages = 0;
      rule = 0;
    endfunction

    // Adds a message; prints the first violation. Returns 1 while there is none.
    function bit add(int op, int host, u64_t address, u64_t data);
      int has_data;
      if (rule != 0) return 0;
      has_data = (op == MemWr || op == MemWrA || op == MemData) ? 1 : 0;
      messages = messages + 1;
      rule = sn_check_add(check, op, host, address, has_data, data);
      if (rule == 0) return 1;
      $display("sn_cxl_scoreboard: message %0d, %s of host %0d, line 0x%0h, violates %s: %s (CXL 3.1, %s)",
               messages, sn_op_name(op), host, address, sn_rule_name(rule), sn_rule_sentence(rule),
               sn_rule_section(rule));
      return 0;
    endfunction
  endclass

endpackage
