// SPDX-License-Identifier: Apache-2.0
// Number of the lowest bit of a mask that is set, from `first_i` on, or else of the lowest one; 0 without
// a bit.
//
// Latency: combinational. An empty bank of bits takes no time in simulation.

module sn_dir_first
  import sn_tracking_pkg::*;
#(
  parameter int Width = 32,
  localparam int NumberWidth = index_width(Width)
) (
  input  logic [Width-1:0]       mask_i,
  input  logic [NumberWidth-1:0] first_i,
  output logic [NumberWidth-1:0] number_o
);

  localparam int BankSize = 16;
  localparam int Banks = (Width + BankSize - 1) / BankSize;

  logic [Width-1:0]          later;
  logic [Banks*BankSize-1:0] searched;
  logic [BankSize-1:0]       bank;
  logic [NumberWidth-1:0]    base;

  always_comb begin
    later    = '0;
    searched = '0;
    bank     = '0;
    base     = '0;
    number_o = '0;
    if (mask_i != '0) begin
      later = mask_i & (~Width'(0) << first_i);
      if (later == '0) later = mask_i;
      searched = (Banks*BankSize)'(later);
      for (int b = Banks - 1; b >= 0; b--) begin
        if (searched[b*BankSize+:BankSize] != '0) begin
          base = NumberWidth'(b * BankSize);
          bank = searched[b*BankSize+:BankSize];
        end
      end
      for (int i = BankSize - 1; i >= 0; i--) if (bank[i]) number_o = base + NumberWidth'(i);
    end
  end

endmodule
