// SPDX-License-Identifier: Apache-2.0
// Directed stimulus: takes each row of the tables once (sn_cxl_stimulus_pkg) with golden hosts, the
// device and a scoreboard. Reports a row if a message of its sequence does not come.

module directed_bench ();
  import sn_cxl_golden_pkg::*;
  import sn_cxl_stimulus_pkg::*;

  typedef struct {
    int   op;
    int   host;
    u64_t address;
    u64_t data;
  } packet_t;

  example_device u_device ();

  chandle           hosts [4];
  packet_t          flights [$];  // messages that were sent and not delivered
  sn_cxl_scoreboard scoreboard;

  function automatic void collect();
    packet_t p;
    for (int h = 0; h < 4; h++) begin
      p.host = h;
      while (sn_host_send(hosts[h], p.op, p.address, p.data) != 0) flights.push_back(p);
    end
    while (u_device.send(p.op, p.host, p.address, p.data) != 0) begin
      void'(scoreboard.add(p.op, p.host, p.address, p.data));
      flights.push_back(p);
    end
  endfunction

  // Removes the oldest message like the wanted one; returns 0 if there is none.
  function automatic bit find(packet_t wanted, output packet_t removed);
    packet_t p;
    int      n;
    bit      found;
    found = 0;
    removed = wanted;
    n = flights.size();
    for (int i = 0; i < n; i++) begin
      p = flights.pop_front();
      if (!found && p.op == wanted.op && p.host == wanted.host && p.address == wanted.address) begin
        removed = p;
        found = 1;
      end else begin
        flights.push_back(p);
      end
    end
    return found;
  endfunction

  // Takes a step; returns 0 if it is not possible.
  function automatic bit take(sn_step_t step, u64_t data);
    packet_t wanted, p;
    wanted.op = step.code;
    wanted.host = step.host;
    wanted.address = u64_t'(step.line) * 64;
    wanted.data = data;
    if (step.kind == 0) return sn_host_start(hosts[step.host], step.code, wanted.address, data) != 0;
    if (!find(wanted, p)) return 0;
    if (step.kind == 1) begin
      void'(scoreboard.add(p.op, p.host, p.address, p.data));
      u_device.receive(p.op, p.host, p.address, p.data);
    end else begin
      sn_host_receive(hosts[p.host], p.op, p.address, p.data);
    end
    return 1;
  endfunction

  // Takes the steps of a row; returns 1 if all of them are possible.
  function automatic bit run(int row);
    sn_row_t  r;
    sn_step_t step;
    r = SnRow[row];
    flights = {};
    scoreboard = new();
    u_device.restart(r.entries);
    for (int h = 0; h < 4; h++) hosts[h] = sn_host_new(h);
    for (int i = 0; i < r.steps; i++) begin
      step = SnStep[r.start+i];
      if (!take(step, u64_t'(i) + 1)) begin
        $display("directed_bench: row %0d, %s: step %0d is not possible", row, sn_row_name(row), i);
        return 0;
      end
      collect();
    end
    return scoreboard.rule == 0;
  endfunction

  int taken = 0;

  initial begin
    #1;
    for (int row = 0; row < SnRows; row++) if (run(row)) taken = taken + 1;
    $display("directed_bench: %0d of %0d rows taken", taken, SnRows);
    $finish;
  end

endmodule
