// SPDX-License-Identifier: Apache-2.0
// Types that both tracking blocks and those who drive them share.

package sn_tracking_pkg;

  // What happens to a slot of the STLB.
  typedef enum logic [1:0] {
    SlotAccess     = 2'd0,  // an access; matters only when the slot is marked
    SlotEvict      = 2'd1,  // its translation is replaced
    SlotInvalidate = 2'd2   // a shootdown takes its translation away
  } slot_event_e;

  // A read takes the line in M and holds it until the write or the release. An add is posted: the
  // home of the entry adds the word's sharer bit and count.
  typedef enum logic [1:0] {
    MemReadAndHold     = 2'd0,
    MemWriteAndRelease = 2'd1,
    MemRelease         = 2'd2,
    MemAdd             = 2'd3
  } mem_kind_e;

  // Width of an index into `size` things; at least one bit.
  function automatic int unsigned index_width(int unsigned size);
    return (size > 1) ? $clog2(size) : 1;
  endfunction

  // Width of a port for a value of `width` bits; at least one bit.
  function automatic int unsigned port_width(int unsigned width);
    return (width > 0) ? width : 1;
  endfunction

  // Bits of a metadata entry: the smallest power of two, at least 16, that holds the sharer bits
  // and the count.
  function automatic int unsigned entry_width(int unsigned sockets, int unsigned count_width);
    return (sockets + count_width <= 16) ? 16 : 1 << $clog2(sockets + count_width);
  endfunction

endpackage
