// SPDX-License-Identifier: Apache-2.0
// Example: golden hosts access a few lines of the device at random. A scoreboard checks each message
// between them. Messages of different channels overtake each other.

module example_bench ();
  import sn_cxl_golden_pkg::*;

  localparam int Hosts = 4;
  localparam int Lines = 12;
  localparam int Steps = 200000;
  localparam int Channels = 4;  // Req, RwD, BIRsp; BISnp, DRS, NDR; a power of two for Verilator

  typedef struct {
    int   op;
    u64_t address;
    u64_t data;
  } message_t;

  example_device u_device ();

  chandle           hosts [Hosts];
  message_t         up    [Hosts*Channels][$];
  message_t         down  [Hosts*Channels][$];
  sn_cxl_scoreboard scoreboard;
  u64_t             stores;

  function automatic int channel_of(int op);
    case (op)
      MemRdS, MemRdA, MemRdC, MemSpecRd, MemInv, MemClnEvct, BISnpData, BISnpInv, BISnpCur: return 0;
      MemWr, MemWrA, BIConflict, MemData: return 1;
      default: return 2;
    endcase
  endfunction

  // Starts an access of a random host.
  function automatic void start();
    int host, access;
    host = $urandom_range(Hosts - 1);
    access = $urandom_range(2);
    stores = stores + 1;
    void'(sn_host_start(hosts[host], access, u64_t'($urandom_range(Lines - 1)) * 64, stores));
  endfunction

  // Collects the messages that hosts and the device want to send.
  function automatic void collect();
    message_t m;
    int       host;
    for (int h = 0; h < Hosts; h++) begin
      while (sn_host_send(hosts[h], m.op, m.address, m.data) != 0)
        up[h*Channels + channel_of(m.op)].push_back(m);
    end
    while (u_device.send(m.op, host, m.address, m.data) != 0) begin
      // S2M messages leave the device.
      void'(scoreboard.add(m.op, host, m.address, m.data));
      down[host*Channels + channel_of(m.op)].push_back(m);
    end
  endfunction

  // Delivers the oldest message of a random channel.
  function automatic void deliver();
    message_t m;
    int       i;
    i = $urandom_range(Hosts*Channels - 1);
    if ($urandom_range(1) == 0) begin
      if (up[i].size() == 0) return;
      m = up[i].pop_front();
      // M2S messages arrive at the device.
      void'(scoreboard.add(m.op, i / Channels, m.address, m.data));
      u_device.receive(m.op, i / Channels, m.address, m.data);
    end else begin
      if (down[i].size() == 0) return;
      m = down[i].pop_front();
      sn_host_receive(hosts[i/Channels], m.op, m.address, m.data);
    end
  endfunction

  // Reports the coverage of the hosts; with +coverage also each row that no host has taken.
  function automatic void report();
    int   points, covered;
    u64_t count;
    points = sn_host_cover_points();
    covered = 0;
    for (int p = 0; p < points; p++) begin
      count = 0;
      for (int h = 0; h < Hosts; h++) count = count + sn_host_cover_count(hosts[h], p);
      if (count != 0) covered = covered + 1;
      else if ($test$plusargs("coverage") != 0)
        $display("example_hosts: not covered: %s", sn_host_cover_name(p));
    end
    $display("example_hosts: %0d of %0d rows covered", covered, points);
  endfunction

  initial begin
    #1;
    scoreboard = new();
    stores = 0;
    for (int h = 0; h < Hosts; h++) hosts[h] = sn_host_new(h);
    for (int i = 0; i < Steps && scoreboard.rule == 0; i++) begin
      if ($urandom_range(3) == 0) start();
      else deliver();
      collect();
    end
    if (scoreboard.rule == 0)
      $display("example_bench: %0d messages, no violation", scoreboard.messages);
    report();
    $finish;
  end

endmodule
