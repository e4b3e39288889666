// SPDX-License-Identifier: Apache-2.0
// Device under test of the example: the golden device, with a fault if +fault=N is given. Replace it
// by a wrapper of your own device with the same functions.
//
//   1  a shared read receives Cmp-E while other hosts hold the line
//   2  MemData carry wrong data
//   3  hosts that share a line are not snooped before another one writes

module example_device ();
  import sn_cxl_golden_pkg::*;

  chandle device;
  int     fault = 0;

  initial begin
    device = sn_device_new(8);
    void'($value$plusargs("fault=%d", fault));
  end

  // Resets the device; `entries` is the number of lines of its snoop filter.
  function automatic void restart(int entries);
    sn_device_delete(device);
    device = sn_device_new(entries);
  endfunction

  // Takes a message of a host.
  function automatic void receive(int op, int host, u64_t address, u64_t data);
    sn_device_receive(device, op, host, address, data);
  endfunction

  // Returns 1 and the next message to a host, or 0.
  function automatic int send(output int op, output int host, output u64_t address,
                              output u64_t data);
    int found;
    found = sn_device_send(device, op, host, address, data);
    while (fault == 3 && found != 0 && op == BISnpInv) begin
      receive(BIRspI, host, address, 0);
      found = sn_device_send(device, op, host, address, data);
    end
    if (fault == 1 && found != 0 && op == CmpS) op = CmpE;
    if (fault == 2 && found != 0 && op == MemData) data = data ^ 1;
    return found;
  endfunction

  // Reports the coverage; with +coverage also each point that did not occur.
  final begin
    int points, covered;
    points = sn_device_cover_points();
    covered = 0;
    for (int p = 0; p < points; p++) begin
      if (sn_device_cover_count(device, p) != 0) covered = covered + 1;
      else if ($test$plusargs("coverage") != 0)
        $display("example_device: not covered: %s", sn_device_cover_name(p));
    end
    $display("example_device: %0d of %0d points covered", covered, points);
  end

endmodule
